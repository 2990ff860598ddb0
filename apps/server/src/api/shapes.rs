//! The shapes in which games, players and challenges are told: those of lichess, where it has them.

use serde_json::{Value, json};

use super::told::Told;
use crate::challenges::Challenge;
use crate::engines;
use crate::protocol::lobby::ShownSeek;
use crate::protocol::seats::{OfferKind, Rating};
use crate::protocol::study::ClockRule;
use crate::protocol::{Ending, Player};
use crate::ratings::{self, Kept};
use crate::room::{ABANDONED, NO_FIRST_MOVE};
use crate::who::{Member, MemberKind, Who};

/// The time of a side without a clock, in milliseconds.
const ENDLESS: u64 = 2_147_483_647;

/// The id under which a member is known: the name in lower case.
pub fn id_of(member: &Member) -> String {
    member.name.to_lowercase()
}

/// `BOT` for a program.
fn title(member: &Member) -> Option<&'static str> {
    (member.kind == MemberKind::Bot).then_some("BOT")
}

/// A member as one is told to others.
pub fn user(who: &Who) -> Value {
    user_of(&who.member)
}

/// The same, where the key is not known.
pub fn user_of(member: &Member) -> Value {
    json!({ "id": id_of(member), "name": member.name, "title": title(member) })
}

/// A player with the rating.
pub fn with_rating(mut told: Value, rating: Option<Rating>) -> Value {
    if let Some(Rating { rating, provisional, change }) = rating {
        told["rating"] = rating.into();
        if provisional {
            told["provisional"] = true.into();
        }
        if let Some(change) = change {
            told["ratingDiff"] = change.into();
        }
    }
    told
}

/// An account, with the ratings that it has.
pub fn account(who: &Who, ratings: &[Kept]) -> Value {
    let member = &who.member;
    let perfs: serde_json::Map<String, Value> = ratings
        .iter()
        .map(|kept| {
            let told = json!({
                "games": kept.games,
                "rating": ratings::whole(kept.glicko.rating),
                "rd": ratings::whole(kept.glicko.deviation),
                "prog": ratings::whole(kept.progress),
                "prov": kept.glicko.is_provisional(),
            });
            (ratings::key(&kept.game, &kept.speed), told)
        })
        .collect();
    let rated: u32 = ratings.iter().map(|kept| kept.games).sum();
    let mut account = json!({
        "id": id_of(member),
        "username": member.name,
        "perfs": perfs,
        "count": { "rated": rated },
    });
    if let Some(title) = title(member) {
        account["title"] = title.into();
    }
    account
}

/// A kind of game, as programs know it.
pub fn variant(game: &str, start: &str) -> Value {
    let kind = engines::kind(game).ok();
    let variant = kind.and_then(|kind| kind.starts().variant_of(start).ok());
    variant.map_or_else(
        || json!({ "key": game, "name": game }),
        |variant| json!({ "key": variant.key, "name": variant.name }),
    )
}

/// The kind of game of a key, as programs know it.
pub fn variant_of_key(key: &str) -> Value {
    let found = engine::kind_of_variant(key);
    let name = found.map_or(key, |(_, variant)| variant.name);
    json!({ "key": key, "name": name })
}

/// Which rating the games of a key count for, or would.
pub fn perf_of_key(key: &str, clock: ClockRule) -> String {
    let game = engine::kind_of_variant(key).map_or(key, |(kind, _)| kind.name());
    perf(game, Some(clock))
}

/// A start as programs know it: `startpos` for the usual one of a game that they have a word for.
fn initial(game: &str, start: &str) -> String {
    let usual = engines::kind(game).ok().filter(|kind| !kind.info().variants.is_empty());
    let usual = usual.and_then(|kind| kind.starts().deal("", 0).ok());
    if usual.as_deref() == Some(start) { "startpos".to_owned() } else { start.to_owned() }
}

/// How fast a game is, by the time of forty turns.
pub fn speed(clock: Option<ClockRule>) -> &'static str {
    let Some(rule) = clock.filter(|rule| !rule.is_by_days()) else { return "correspondence" };
    match rule.forty_turns() / 1000 {
        0..30 => "ultraBullet",
        30..180 => "bullet",
        180..480 => "blitz",
        480..1500 => "rapid",
        _ => "classical",
    }
}

/// Which rating a game counts for, or would.
fn perf(game: &str, clock: Option<ClockRule>) -> String {
    let Some(rule) = clock else { return "correspondence".to_owned() };
    ratings::key(game, ratings::speed(rule))
}

/// A clock in seconds; the delay where there is one.
pub fn seconds(rule: ClockRule) -> Value {
    let mut told = json!({ "limit": rule.initial / 1000, "increment": rule.increment / 1000 });
    if rule.delay > 0 {
        told["delay"] = (rule.delay / 1000).into();
    }
    told
}

fn time_control(clock: Option<ClockRule>) -> Value {
    let Some(rule) = clock else { return json!({ "type": "unlimited" }) };
    if rule.is_by_days() {
        return json!({ "type": "correspondence", "daysPerTurn": rule.days });
    }
    let mut told = seconds(rule);
    told["type"] = "clock".into();
    told["show"] = rule.text().into();
    told
}

/// A clock in milliseconds; the delay where there is one.
fn milliseconds(rule: ClockRule) -> Value {
    let mut told = json!({ "initial": rule.initial, "increment": rule.increment });
    if rule.delay > 0 {
        told["delay"] = rule.delay.into();
    }
    told
}

/// How a game stands, in a word and its number.
pub fn status(ending: Option<&Ending>) -> (&'static str, u32) {
    let Some(ending) = ending else { return ("started", 20) };
    match (ending.reason.as_str(), ending.winner) {
        ("abort", None) => ("aborted", 25),
        ("checkmate", Some(_)) => ("mate", 30),
        ("resignation", Some(_)) => ("resign", 31),
        ("stalemate", None) => ("stalemate", 32),
        (ABANDONED, Some(_)) => ("timeout", 33),
        ("time", _) => ("outoftime", 35),
        (NO_FIRST_MOVE, Some(_)) => ("noStart", 37),
        (_, None) => ("draw", 34),
        (_, Some(_)) => ("variantEnd", 60),
    }
}

impl Told {
    /// `white` for the first side, `black` for the second.
    pub fn color(&self, side: char) -> &'static str {
        if side == self.sides[0] { "white" } else { "black" }
    }

    /// The sides that a member plays.
    pub fn sides_of(&self, member: &Member) -> Vec<char> {
        let own = self.members.iter().filter(|(_, other)| *other == member);
        own.map(|(&side, _)| side).collect()
    }

    fn winner(&self) -> Option<&'static str> {
        self.ending.as_ref().and_then(|ending| ending.winner).map(|side| self.color(side))
    }

    /// The time that a side has left, in milliseconds; none without a clock.
    fn time_of(&self, side: char) -> Option<u64> {
        self.left.get(&side).copied().or(self.clock.map(|rule| rule.initial))
    }

    fn player(&self, side: char) -> Value {
        let mut player = match (self.players.get(&side), self.members.get(&side)) {
            (Some(Player::Engine { level }), _) => {
                json!({ "aiLevel": level, "name": format!("Tesuji level {level}") })
            }
            (_, Some(member)) => {
                json!({ "id": id_of(member), "name": member.name, "title": title(member) })
            }
            (_, None) => json!({ "name": "Nobody yet" }),
        };
        player["side"] = side.to_string().into();
        with_rating(player, self.ratings.get(&side).copied())
    }

    /// `gameState`: what changes while a game is played.
    pub fn state(&self) -> Value {
        let [white, black] = self.sides;
        let left = |side: char| self.time_of(side).unwrap_or(ENDLESS);
        let increment = self.clock.map_or(0, |rule| rule.increment);
        let offers = |side: char, kind| self.offers.get(&side).is_some_and(|it| it.contains(&kind));
        let mut state = json!({
            "type": "gameState",
            "moves": self.turns.join(" "),
            "turns": self.turns,
            "fen": self.position,
            "toMove": self.color(self.side),
            "wtime": left(white),
            "btime": left(black),
            "winc": increment,
            "binc": increment,
            "wdraw": offers(white, OfferKind::Draw),
            "bdraw": offers(black, OfferKind::Draw),
            "wtakeback": offers(white, OfferKind::Takeback),
            "btakeback": offers(black, OfferKind::Takeback),
            "status": status(self.ending.as_ref()).0,
        });
        if let Some(rule) = self.clock.filter(|rule| rule.delay > 0) {
            state["delay"] = rule.delay.into();
        }
        if let Some(winner) = self.winner() {
            state["winner"] = winner.into();
        }
        if let Some(ending) = &self.ending {
            state["reason"] = ending.reason.clone().into();
        }
        state
    }

    /// `gameFull`: a whole game.
    pub fn full(&self) -> Value {
        let speed = speed(self.clock);
        let clock = self.clock.filter(|rule| !rule.is_by_days());
        let mut full = json!({
            "type": "gameFull",
            "id": self.id,
            "rated": self.rated,
            "variant": variant(&self.game, &self.start),
            "clock": clock.map(milliseconds),
            "speed": speed,
            "perf": { "name": perf(&self.game, self.clock) },
            "white": self.player(self.sides[0]),
            "black": self.player(self.sides[1]),
            "initialFen": initial(&self.game, &self.start),
            "state": self.state(),
        });
        self.add_days(&mut full);
        self.add_tournament(&mut full);
        full
    }

    /// Says to which tournament a game belongs.
    fn add_tournament(&self, told: &mut Value) {
        if let Some(id) = &self.tournament {
            told["tournamentId"] = id.clone().into();
        }
    }

    /// Says how many days each turn has in a game by correspondence.
    fn add_days(&self, told: &mut Value) {
        if let Some(rule) = self.clock.filter(ClockRule::is_by_days) {
            told["daysPerTurn"] = rule.days.into();
        }
    }

    /// A player as the other side's list of games has them.
    fn opponent(&self, side: char) -> Value {
        let mut opponent = self.player(side);
        opponent["username"] = opponent["name"].clone();
        if let Player::Engine { level } = self.players.get(&side).unwrap_or(&Player::Person) {
            opponent["ai"] = (*level).into();
        }
        opponent
    }

    /// How a game came about, of whom that side is the opponent.
    fn source(&self, opponent: char) -> &'static str {
        match (&self.tournament, self.players.get(&opponent)) {
            (Some(_), _) => "tournament",
            (None, Some(Player::Engine { .. })) => "ai",
            (None, _) => "friend",
        }
    }

    /// A player as an exported game has them.
    fn exported_player(&self, side: char) -> Value {
        let player = self.player(side);
        match player.get("aiLevel") {
            Some(level) => json!({ "aiLevel": level, "side": player["side"] }),
            None => {
                let told = json!({ "user": player, "side": player["side"] });
                with_rating(told, self.ratings.get(&side).copied())
            }
        }
    }

    /// A game in a list of a member's, and in the events of it.
    pub fn listed(&self, member: &Member) -> Value {
        let own = self.sides_of(member).first().copied().unwrap_or(self.sides[0]);
        let other = if own == self.sides[0] { self.sides[1] } else { self.sides[0] };
        let opponent = self.opponent(other);
        let (name, number) = status(self.ending.as_ref());
        let speed = speed(self.clock);
        let mut listed = json!({
            "id": self.id,
            "gameId": self.id,
            "fullId": self.id,
            "color": self.color(own),
            "side": own.to_string(),
            "fen": self.position,
            "hasMoved": !self.turns.is_empty(),
            "isMyTurn": self.ending.is_none() && self.side == own,
            "lastMove": self.turns.last().cloned().unwrap_or_default(),
            "opponent": opponent,
            "perf": perf(&self.game, self.clock),
            "speed": speed,
            "rated": self.rated,
            "source": self.source(other),
            "variant": variant(&self.game, &self.start),
            "status": { "id": number, "name": name },
            "compat": { "bot": true, "board": true },
        });
        if let Some(change) = self.ratings.get(&own).and_then(|rating| rating.change) {
            listed["ratingDiff"] = change.into();
        }
        if let Some(left) = self.time_of(own) {
            listed["secondsLeft"] = (left / 1000).into();
        }
        if let Some(winner) = self.winner() {
            listed["winner"] = winner.into();
        }
        self.add_days(&mut listed);
        self.add_tournament(&mut listed);
        listed
    }

    /// A game as it is exported.
    pub fn exported(&self) -> Value {
        let [white, black] = self.sides.map(|side| self.exported_player(side));
        let speed = speed(self.clock);
        let mut exported = json!({
            "id": self.id,
            "rated": self.rated,
            "variant": variant(&self.game, &self.start)["key"],
            "speed": speed,
            "perf": perf(&self.game, self.clock),
            "status": status(self.ending.as_ref()).0,
            "players": { "white": white, "black": black },
            "initialFen": initial(&self.game, &self.start),
            "moves": self.turns.join(" "),
            "turns": self.turns,
        });
        self.add_days(&mut exported);
        if let Some(rule) = self.clock.filter(|rule| !rule.is_by_days()) {
            let mut told = json!({
                "initial": rule.initial / 1000,
                "increment": rule.increment / 1000,
                "totalTime": rule.forty_turns() / 1000,
            });
            if rule.delay > 0 {
                told["delay"] = (rule.delay / 1000).into();
            }
            exported["clock"] = told;
        }
        if let Some(winner) = self.winner() {
            exported["winner"] = winner.into();
        }
        self.add_tournament(&mut exported);
        exported
    }
}

/// A challenge as its two members see it.
pub fn challenge(challenge: &Challenge, url: &str, status: &str) -> Value {
    let Challenge { id, by, to, new, start, rated, ratings, reason, .. } = challenge;
    let letters = engines::sides(&new.game).ok();
    let color = match (new.seat, letters) {
        (None, _) => "random",
        (Some(seat), Some([white, _])) if seat == white => "white",
        (Some(_), _) => "black",
    };
    let mut told = json!({
        "id": id,
        "url": format!("{url}/game/{id}"),
        "status": status,
        "challenger": with_rating(user(by), ratings[0]),
        "destUser": with_rating(user(to), ratings[1]),
        "variant": variant(&new.game, start),
        "rated": rated,
        "speed": speed(new.clock),
        "timeControl": time_control(new.clock),
        "color": color,
        "perf": { "name": perf(&new.game, new.clock) },
    });
    if new.position.is_some() || new.deal.as_deref().is_some_and(|deal| !deal.is_empty()) {
        told["initialFen"] = start.clone().into();
    }
    if let Some(reason) = reason {
        told["declineReason"] = reason.clone().into();
        told["declineReasonKey"] = reason.clone().into();
    }
    told
}

/// An open seek.
pub fn seek(seek: &ShownSeek) -> Value {
    let ShownSeek { id, by, rating, game, clock, rated, seat, lowest, highest } = seek;
    let member = json!({ "id": id_of(by), "name": by.name, "title": title(by) });
    json!({
        "id": id,
        "by": with_rating(member, *rating),
        "game": game,
        "timeControl": time_control(*clock),
        "perf": { "name": perf(game, *clock) },
        "rated": rated,
        "side": seat,
        "ratingRange": [lowest, highest],
    })
}
