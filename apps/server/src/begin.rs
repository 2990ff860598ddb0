//! Setting a new game up: all that it begins with is tried before it is kept.

use std::collections::BTreeMap;

use engine::GameKind;

use crate::engines;
use crate::ids;
use crate::levels;
pub use crate::protocol::study::DAY;
use crate::protocol::study::{ClockRule, TreeEdit};
use crate::protocol::{Code, Ending, Failure, NewGame, Player};
use crate::store::{GameRow, LogEntry, Record, Seat, Seating};
use crate::tree::Tree;
use crate::who::Who;

/// In milliseconds.
pub const HOUR: u64 = 3_600_000;

/// The days that a turn may have, in a game by correspondence.
pub const DAYS: std::ops::RangeInclusive<u32> = 1..=14;

/// Who begins a game.
pub enum Begins {
    /// Whoever reaches the server: there are no seats.
    Loopback,
    /// A member of the club, who has the seats, or one of them and the word for the other.
    Member(Who),
    /// Two members: who made a challenge, and has the seat that the game names, and who accepted it.
    Match {
        /// The game's id, which the challenge had.
        id: String,
        by: Who,
        other: Who,
        /// Its result changes their ratings.
        rated: bool,
        /// The tournament that it belongs to.
        tournament: Option<String>,
    },
}

fn no_random_bits(error: &getrandom::Error) -> Failure {
    Failure::new(Code::Storage, format!("The system gives no random bits: {error}."))
}

/// The seats of a new game.
fn seating(
    new: &NewGame,
    players: &BTreeMap<char, Player>,
    by: &Begins,
) -> Result<Option<Seating>, Failure> {
    let bad = |text: &str, place: &str| Err(Failure::new(Code::BadStart, text).at(place));
    let who = match by {
        Begins::Loopback if new.seat.is_some() || new.private => {
            return bad("Seats are a club's; on this machine two people share the board.", "seat");
        }
        Begins::Loopback => return Ok(None),
        Begins::Member(who) | Begins::Match { by: who, .. } => who,
    };
    let persons = players.iter().filter(|(_, player)| **player == Player::Person);
    let persons: Vec<char> = persons.map(|(&side, _)| side).collect();
    if let Some(seat) = new.seat {
        if persons.len() < 2 || !persons.contains(&seat) {
            return bad("A seat is one of two sides that people play.", "seat");
        }
        let from_elsewhere = !new.names.is_empty() || new.ending.is_some() || new.origin.is_some();
        if from_elsewhere || !new.turns.is_empty() || !new.tree.is_empty() {
            return bad("A game against another person begins with its first turn.", "turns");
        }
    }
    let mut seats = BTreeMap::new();
    for side in persons {
        let own = new.seat.is_none_or(|seat| seat == side);
        let seat = if own {
            Seat { who: Some(who.clone()), ..Seat::default() }
        } else if let Begins::Match { other, .. } = by {
            Seat { who: Some(other.clone()), ..Seat::default() }
        } else {
            let word = ids::secret().map_err(|error| no_random_bits(&error))?;
            Seat { invite: Some(word), ..Seat::default() }
        };
        seats.insert(side, seat);
    }
    Ok(Some(Seating { seats, private: new.private }))
}

/// Checks that the tags of a game from elsewhere are short, and of its own sides.
fn check_origin(new: &NewGame, sides: &[char]) -> Result<(), Failure> {
    let bad = |text: &str, place: &str| Err(Failure::new(Code::BadStart, text).at(place));
    let short = |text: &String| text.chars().count() <= 200;
    if !new.names.values().chain(&new.origin).all(short) {
        return bad("A name and an origin have at most 200 letters.", "names");
    }
    if !new.names.keys().all(|side| sides.contains(side)) {
        return bad("A name is of a side that the game does not have.", "names");
    }
    if new.thoughts.len() > new.turns.len() {
        return bad("There are more thoughts than turns.", "thoughts");
    }
    if let Some(ending) = &new.ending {
        if !short(&ending.reason) || !ending.winner.is_none_or(|winner| sides.contains(&winner)) {
            return bad("An ending names one of the sides, or none, and a short reason.", "ending");
        }
    }
    Ok(())
}

/// Checks that a clock has a time that may be asked for, and that those who play by correspondence are two.
fn check_clock(clock: ClockRule, between_two: bool) -> Result<(), Failure> {
    let bad = |text: &str| Err(Failure::new(Code::BadStart, text).at("clock"));
    if !clock.is_by_days() {
        if clock.increment > 0 && clock.delay > 0 {
            return bad("A clock has an increment or a delay, not both.");
        }
        return if (1000..=DAY).contains(&clock.initial) && clock.increment.max(clock.delay) <= HOUR
        {
            Ok(())
        } else {
            bad("A clock has from a second to a day, and at most an hour of increment or delay.")
        };
    }
    if !DAYS.contains(&clock.days) || clock != ClockRule::by_days(clock.days) {
        return bad(
            "A turn has from 1 to 14 days, all of them at the start, and neither increment nor delay.",
        );
    }
    if !between_two {
        return bad("A game with days for each turn is between two members of a club.");
    }
    Ok(())
}

/// Sets a new game up and tries all that it begins with.
pub fn set_up(new: NewGame, by: Begins) -> Result<(Record, Option<Ending>), Failure> {
    let kind = engines::kind(&new.game)?;
    let game = engines::start(kind, &start_of(kind, &new)?)?;
    check_origin(&new, &game.side_letters())?;
    let players = players_of(&new, &game.side_letters())?;
    let seating = seating(&new, &players, &by)?;
    let fresh = || ids::game_id().map_err(|error| no_random_bits(&error));
    let (user, id, rated, tournament) = match by {
        Begins::Loopback => (new.user.clone(), fresh()?, false, None),
        Begins::Member(who) => (Some(who.key), fresh()?, false, None),
        Begins::Match { id, by, rated, tournament, .. } => (Some(by.key), id, rated, tournament),
    };
    if let Some(clock) = new.clock {
        check_clock(clock, new.seat.is_some())?;
    }
    if new.user.as_ref().is_some_and(|user| user.len() > 64) {
        return Err(Failure::new(Code::BadStart, "A user has at most 64 letters.").at("user"));
    }
    let start = game.start_text();
    let (log, ending) = log_of(kind, &start, &new)?;
    check_tree(kind, &start, &new.tree)?;
    let game = kind.name().to_owned();
    let NewGame { clock, names, origin, tree: edits, .. } = new;
    let row = GameRow {
        id,
        game,
        start,
        players,
        clock,
        user,
        names,
        origin,
        rated,
        seating,
        tournament,
    };
    Ok((Record { row, log, edits, judged: Vec::new(), left_now: None }, ending))
}

/// The position where a new game begins: the one that is given, or a deal.
fn start_of(kind: &dyn GameKind, new: &NewGame) -> Result<String, Failure> {
    match (&new.position, &new.deal) {
        (Some(_), Some(_)) => {
            let message = "A game starts from a deal or from a position, not from both.";
            Err(Failure::new(Code::BadStart, message).at("position"))
        }
        (Some(position), None) => Ok(position.clone()),
        (None, deal) => {
            let seed = match new.seed {
                Some(seed) => seed,
                None => ids::seed().map_err(|error| no_random_bits(&error))?,
            };
            engines::deal(kind, deal.as_deref().unwrap_or(""), seed)
        }
    }
}

/// Who plays each side: people where nothing else is said.
fn players_of(new: &NewGame, sides: &[char]) -> Result<BTreeMap<char, Player>, Failure> {
    for (side, player) in &new.players {
        if !sides.contains(side) {
            let message = format!("The game has no side `{side}`.");
            return Err(Failure::new(Code::BadStart, message).at("players"));
        }
        if let Player::Engine { level } = player
            && !levels::exists(*level)
        {
            let message =
                format!("There is no level {level}; there are 1 to {}.", levels::list().len());
            return Err(Failure::new(Code::BadStart, message).at(format!("players.{side}.level")));
        }
    }
    let player = |side: &char| new.players.get(side).copied().unwrap_or(Player::Person);
    Ok(sides.iter().map(|side| (*side, player(side))).collect())
}

/// The turns that a new game begins with, tried one by one, and its end, by the board or as it is given.
fn log_of(
    kind: &dyn GameKind,
    start: &str,
    new: &NewGame,
) -> Result<(Vec<LogEntry>, Option<Ending>), Failure> {
    let mut log = Vec::new();
    let mut played = engines::start(kind, start)?;
    for (ply, turn) in new.turns.iter().enumerate() {
        played.play(turn).map_err(|error| {
            Failure::new(Code::BadStart, format!("Turn {} (`{turn}`): {error}.", ply + 1))
                .at(format!("turns[{ply}]"))
        })?;
        log.push(LogEntry::Turn {
            ply,
            turn: turn.clone(),
            thought: new.thoughts.get(ply).copied().flatten(),
            left: BTreeMap::new(),
        });
    }
    let on_board = played.ending();
    let on_board = on_board.map(|it| Ending { winner: it.winner, reason: it.reason });
    if on_board.is_none() {
        log.extend(new.ending.clone().map(LogEntry::End));
    }
    Ok((log, on_board.or_else(|| new.ending.clone())))
}

/// Tries the variations that a new game begins with, in their order.
fn check_tree(kind: &dyn GameKind, start: &str, edits: &[TreeEdit]) -> Result<(), Failure> {
    let mut tree = Tree::default();
    for (index, edit) in edits.iter().enumerate() {
        tree.apply(edit, engines::start(kind, start)?).map_err(|failure| {
            let place = failure.place.clone().unwrap_or_default();
            failure.at(format!("tree[{index}].{place}"))
        })?;
    }
    Ok(())
}
