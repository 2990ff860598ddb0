//! The server's answers. Fields that this program does not know are passed over, so that a newer
//! server is understood.

use serde::Deserialize;

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Account {
    /// The name in lower case.
    pub id: String,
    /// The name.
    pub username: String,
    /// `BOT` for a program.
    #[serde(default)]
    pub title: Option<String>,
}

/// A member, as others see them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct User {
    /// The name in lower case; none of the house engine.
    #[serde(default)]
    pub id: Option<String>,
    /// The name.
    pub name: String,
    /// `BOT` for a program.
    #[serde(default)]
    pub title: Option<String>,
    /// The level, where the house engine plays.
    #[serde(default, rename = "aiLevel")]
    pub level: Option<u8>,
}

/// Whom one plays.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Opponent {
    /// The name.
    pub username: String,
    /// The name in lower case; none of the house engine.
    #[serde(default)]
    pub id: Option<String>,
    /// The level, where the house engine plays.
    #[serde(default, rename = "aiLevel")]
    pub level: Option<u8>,
}

/// The game and the kind of its start.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Variant {
    /// For programs: `standard` for chess, other games by their own name.
    pub key: String,
    /// For people.
    pub name: String,
}

/// A side: white is the game's first, black its second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The first side.
    White,
    /// The second side.
    Black,
}

impl Color {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The time of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TimeControl {
    /// `clock`, `correspondence` or `unlimited`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Seconds at the start.
    #[serde(default)]
    pub limit: Option<u64>,
    /// Seconds after each turn.
    #[serde(default)]
    pub increment: Option<u64>,
    /// Seconds of each turn that cost nothing, in place of the increment.
    #[serde(default)]
    pub delay: u64,
    /// Days for each turn.
    #[serde(default, rename = "daysPerTurn")]
    pub days: Option<u32>,
}

impl TimeControl {
    /// As it is written: `5+3`, `5d3`, `2d`, or nothing without a clock.
    pub fn text(&self) -> String {
        match (self.days, self.limit) {
            (Some(days), _) => format!("{days}d"),
            (None, Some(limit)) => {
                let minutes = limit as f64 / 60.0;
                match self.delay {
                    0 => format!("{minutes}+{}", self.increment.unwrap_or_default()),
                    delay => format!("{minutes}d{delay}"),
                }
            }
            (None, None) => String::new(),
        }
    }
}

/// An open seek.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seek {
    /// The id of the game that comes of it.
    pub id: String,
    /// Who made it.
    pub by: User,
    /// The game's name.
    pub game: String,
    /// By which clock.
    pub time_control: TimeControl,
    /// The result changes the ratings of both.
    pub rated: bool,
}

/// A line of the stream of a pool, or of a seek.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Meeting {
    /// How many wait in the pool.
    #[serde(default)]
    pub waiting: Option<usize>,
    /// The game: of a seek once it is open, of a pool when the game begins.
    #[serde(default)]
    pub id: Option<String>,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Challenge {
    /// The id of the game that comes of it.
    pub id: String,
    /// Who made it.
    pub challenger: User,
    /// Whom it is for.
    pub dest_user: User,
    /// The game and the kind of its start.
    pub variant: Variant,
    /// By which clock.
    pub time_control: TimeControl,
    /// The result changes the ratings of both.
    #[serde(default)]
    pub rated: bool,
    /// Why it was declined.
    #[serde(default)]
    pub decline_reason: Option<String>,
}

/// The challenges of a member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Challenges {
    /// Those that the member has got.
    #[serde(rename = "in")]
    pub got: Vec<Challenge>,
    /// Those that the member made.
    #[serde(rename = "out")]
    pub made: Vec<Challenge>,
}

/// A game of one's own in a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedGame {
    /// Its id.
    pub id: String,
    /// One's own side.
    pub color: Color,
    /// Whom one plays.
    pub opponent: Opponent,
    /// The game and the kind of its start.
    pub variant: Variant,
    /// It is one's own turn.
    pub is_my_turn: bool,
    /// The position.
    pub fen: String,
    /// In a game by correspondence the days for each turn.
    #[serde(default, rename = "daysPerTurn")]
    pub days: Option<u32>,
    /// The time that one has left, in a game with a clock or days.
    #[serde(default)]
    pub seconds_left: Option<u64>,
}

/// A member's games that go on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Playing {
    /// The last changed first.
    #[serde(rename = "nowPlaying")]
    pub games: Vec<ListedGame>,
}

/// An event of the member's stream.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Event {
    /// A game has begun, or goes on.
    GameStart {
        /// The game.
        game: ListedGame,
    },
    /// A game is over.
    GameFinish {
        /// The game.
        game: ListedGame,
    },
    /// One is challenged, or has challenged somebody.
    Challenge {
        /// The challenge.
        challenge: Challenge,
    },
    /// A challenge was taken back.
    ChallengeCanceled {
        /// The challenge.
        challenge: Challenge,
    },
    /// A challenge was declined.
    ChallengeDeclined {
        /// The challenge.
        challenge: Challenge,
    },
    /// The stream goes on after the event that was heard last.
    Resumed {
        /// All that was missed follows; else all that stands does.
        complete: bool,
    },
    /// Something that this program does not know.
    #[serde(other)]
    Unknown,
}

/// The place of an event among those of a member.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Place {
    /// Greater than those of all events before.
    pub number: u64,
    /// Which start of the server the number is of.
    pub epoch: String,
}

/// An event with its place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Numbered<T> {
    /// None of a club that does not number them.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// The event.
    #[serde(flatten)]
    pub event: T,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The turns played, in the game's notation.
    pub turns: Vec<String>,
    /// The position now.
    pub fen: String,
    /// Who is to move.
    pub to_move: Color,
    /// Milliseconds that white has left.
    pub wtime: u64,
    /// Milliseconds that black has left.
    pub btime: u64,
    /// Milliseconds that white gets with each turn.
    pub winc: u64,
    /// Milliseconds that black gets with each turn.
    pub binc: u64,
    /// Milliseconds of each turn that cost nothing.
    #[serde(default)]
    pub delay: u64,
    /// `started` while the game goes on.
    pub status: String,
    /// Who has won.
    #[serde(default)]
    pub winner: Option<Color>,
    /// How it ended, in words.
    #[serde(default)]
    pub reason: Option<String>,
}

impl State {
    /// The game is over.
    pub fn is_over(&self) -> bool {
        self.status != "started"
    }
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Full {
    /// Its id.
    pub id: String,
    /// The game and the kind of its start.
    pub variant: Variant,
    /// The first side.
    pub white: User,
    /// The second side.
    pub black: User,
    /// The start: `startpos` for the usual one of chess.
    pub initial_fen: String,
    /// How it stands.
    pub state: State,
    /// Null without a clock.
    #[serde(default)]
    pub clock: Option<serde_json::Value>,
    /// In a game by correspondence the days for each turn.
    #[serde(default, rename = "daysPerTurn")]
    pub days: Option<u32>,
    /// The result changes the ratings of both.
    #[serde(default)]
    pub rated: bool,
}

impl Full {
    /// The player of that side.
    pub fn player(&self, color: Color) -> &User {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The challenge to play again with the sides changed, for who was `own`. Random starts are random again.
    pub fn again(&self, own: Color) -> NewChallenge {
        let seconds = |name| {
            let time = self.clock.as_ref().and_then(|clock| clock.get(name)?.as_u64());
            time.map(|milliseconds| milliseconds / 1000)
        };
        let is_placed = self.variant.key == "fromPosition";
        NewChallenge {
            variant: Some(self.variant.key.clone()),
            color: Some(own.other()),
            clock: seconds("initial").zip(seconds("increment")),
            delay: seconds("delay").unwrap_or_default(),
            days: self.days,
            rated: self.rated,
            fen: self.start().filter(|_| is_placed).map(str::to_owned),
            ..NewChallenge::default()
        }
    }

    /// The side of that account, if it plays.
    pub fn color_of(&self, account: &Account) -> Option<Color> {
        let is = |user: &User| user.id.as_deref() == Some(&account.id);
        match (is(&self.white), is(&self.black)) {
            (true, _) => Some(Color::White),
            (false, true) => Some(Color::Black),
            (false, false) => None,
        }
    }

    /// The start, where it is not the usual one.
    pub fn start(&self) -> Option<&str> {
        Some(self.initial_fen.as_str()).filter(|start| *start != "startpos")
    }
}

/// A line of a chat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Said {
    /// `player` or `spectator`.
    pub room: String,
    /// Who has said it.
    pub username: String,
    /// The text. It comes from other people: whoever prints it takes control characters out.
    pub text: String,
    /// Greater than those of all lines before; none of a club that does not number them.
    #[serde(default)]
    pub number: Option<i64>,
}

/// The other side has no connection that shows the game, or has one again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Gone {
    /// It has gone.
    pub gone: bool,
    /// After so many seconds the game can be claimed.
    #[serde(default, rename = "claimWinInSeconds")]
    pub seconds: Option<u64>,
}

/// The place of a line among those of a game's stream.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GamePlace {
    /// The number of the event, greater than those of all before.
    pub event: u64,
    /// Which start of the server the number is of.
    pub epoch: String,
}

/// A line of a game's stream with its place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NumberedLine {
    /// None of a club that does not number them.
    #[serde(flatten)]
    pub place: Option<GamePlace>,
    /// The line.
    #[serde(flatten)]
    pub line: GameLine,
}

/// A line of a game's stream.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum GameLine {
    /// The first line: the whole game.
    GameFull(Box<Full>),
    /// How the game stands now.
    GameState(State),
    /// Somebody has said something in a chat of the game.
    ChatLine(Said),
    /// The other side has gone, or is there again.
    OpponentGone(Gone),
    /// The stream goes on after the line that was heard last.
    Resumed {
        /// All that was missed follows; else the whole game was told before.
        complete: bool,
    },
    /// Something that this program does not know.
    #[serde(other)]
    Unknown,
}

/// A challenge to be made. The default is chess without a clock, with a random side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewChallenge {
    /// The key of a variant: `standard`, `onitama`.
    pub variant: Option<String>,
    /// One's own side; random without.
    pub color: Option<Color>,
    /// Seconds at the start and after each turn.
    pub clock: Option<(u64, u64)>,
    /// Seconds of each turn that cost nothing, in a clock without an increment.
    pub delay: u64,
    /// Days for each turn, in place of a clock.
    pub days: Option<u32>,
    /// The result changes the ratings of both.
    pub rated: bool,
    /// A position to start from.
    pub fen: Option<String>,
    /// How to deal the start, in the game's own words.
    pub deal: Option<String>,
    /// Only the two who play see the game.
    pub private: bool,
}

impl NewChallenge {
    /// The fields of the request.
    pub(crate) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        let texts = [("variant", &self.variant), ("fen", &self.fen), ("deal", &self.deal)];
        for (name, text) in texts {
            fields.extend(text.clone().map(|text| (name, text)));
        }
        fields.extend(self.color.map(|color| ("color", color.name().to_owned())));
        if let Some((limit, increment)) = self.clock {
            fields.push(("clock.limit", limit.to_string()));
            fields.push(("clock.increment", increment.to_string()));
            fields.extend((self.delay > 0).then(|| ("clock.delay", self.delay.to_string())));
        }
        fields.extend(self.days.map(|days| ("days", days.to_string())));
        for (name, yes) in [("private", self.private), ("rated", self.rated)] {
            fields.extend(yes.then(|| (name, "true".to_owned())));
        }
        fields
    }
}
