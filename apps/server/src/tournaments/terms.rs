//! The terms that may be asked for, and who may join.

use crate::begin::{DAY, HOUR};
use crate::protocol::seats::Rating;
use crate::protocol::tournament::{Kind, Programs, Terms};
use crate::protocol::{Code, Failure};
use crate::ratings;
use crate::wanted::Wanted;
use crate::who::{MemberKind, Who};

/// Letters of a name.
const NAME: usize = 40;
/// Letters of a description.
const DESCRIPTION: usize = 1000;
/// The longest arena, in minutes.
const MINUTES: u32 = 720;
/// The longest ladder that has an end, in days.
const DAYS: u32 = 365;
/// Rounds of a Swiss tournament.
const ROUNDS: u32 = 30;
/// How often each meets each in a round robin.
const CYCLES: u32 = 4;
/// How far ahead a tournament may begin, in milliseconds.
const AHEAD: i64 = 30 * DAY.cast_signed();
/// How late a start may be asked for: clocks of machines differ, in milliseconds.
const LATE: i64 = 5 * 60_000;
/// The longest clock of a tournament's game, in milliseconds.
const CLOCK: u64 = 3 * HOUR;
/// The longest increment, in milliseconds.
const INCREMENT: u64 = 180_000;

/// Players that a tournament takes.
pub fn most(kind: Kind) -> usize {
    match kind {
        Kind::Arena | Kind::Swiss => 500,
        Kind::Ladder => 200,
        // Each meets each: 780 games.
        Kind::RoundRobin => 40,
    }
}

/// How long a tournament lasts, in milliseconds; none where that depends on its games, or it is for good.
pub fn length(terms: &Terms) -> Option<i64> {
    let minutes = terms.minutes.map(|minutes| i64::from(minutes) * 60_000);
    minutes.or_else(|| terms.days.map(|days| i64::from(days) * DAY.cast_signed()))
}

fn bad<T>(place: &str, message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::new(Code::BadMessage, message).at(place))
}

/// A text of one line, or several, that is not too long and has no letters that no one sees.
fn plain(text: &str, most: usize, lines: bool, place: &str) -> Result<String, Failure> {
    let text = text.trim();
    if text.chars().count() > most {
        return bad(place, format!("The {place} has at most {most} letters."));
    }
    if text.chars().any(|letter| letter.is_control() && !(lines && letter == '\n')) {
        return bad(place, format!("The {place} has letters that cannot be seen."));
    }
    Ok(text.to_owned())
}

/// A number that a kind of tournament needs, and others do not have.
fn number(
    value: Option<u32>,
    wanted: bool,
    most: u32,
    place: &str,
    what: &str,
) -> Result<(), Failure> {
    match (value, wanted) {
        (Some(value), true) if (1..=most).contains(&value) => Ok(()),
        (None, false) => Ok(()),
        (_, true) => bad(place, format!("{what}: a number from 1 to {most}.")),
        (Some(_), false) => bad(place, format!("This kind of tournament has no {place}.")),
    }
}

/// Checks what is asked for, at that time; as it is kept, with the start filled in.
///
/// # Errors
/// Names the first field that is not as it may be.
pub fn checked(asked: &Terms, wanted: &Wanted, now: i64) -> Result<Terms, Failure> {
    let name = plain(&asked.name, NAME, false, "name")?;
    if name.chars().filter(|letter| letter.is_alphanumeric()).count() < 2 {
        return bad("name", "A tournament has a name of two letters or more.");
    }
    let description = asked.description.as_deref().unwrap_or_default();
    let description = plain(description, DESCRIPTION, true, "description")?;
    check_length(asked)?;
    check_clock(asked)?;
    if let (Some(lowest), Some(highest)) = (asked.lowest, asked.highest)
        && lowest > highest
    {
        return bad("lowest", "The lowest rating is not above the highest.");
    }
    let starts = asked.starts.unwrap_or(now);
    if !(now - LATE..=now.saturating_add(AHEAD)).contains(&starts) {
        return bad("starts", "A tournament begins at once, or within 30 days.");
    }
    if asked.rated {
        ratings::can_be_rated(&wanted.new, wanted.usual_deal)?;
    }
    Ok(Terms {
        name,
        description: Some(description).filter(|text| !text.is_empty()),
        starts: Some(starts.max(now)),
        ..asked.clone()
    })
}

/// Checks that it lasts as long as one of its kind may.
fn check_length(asked: &Terms) -> Result<(), Failure> {
    let Terms { kind, minutes, rounds, days, .. } = *asked;
    let (arena, ladder) = (kind == Kind::Arena, kind == Kind::Ladder);
    number(minutes, arena, MINUTES, "minutes", "The length of an arena in minutes")?;
    match kind {
        Kind::RoundRobin => number(rounds, true, CYCLES, "rounds", "How often each meets each")?,
        _ => {
            let swiss = kind == Kind::Swiss;
            number(rounds, swiss, ROUNDS, "rounds", "The rounds of a Swiss tournament")?;
        }
    }
    // One without days is for good.
    number(days, ladder && days.is_some(), DAYS, "days", "The length of a ladder in days")
}

/// Why a member may not join, with that rating; none where they may.
pub fn refusal(terms: &Terms, who: &Who, rating: Option<Rating>) -> Option<Failure> {
    let no = |code, message: String| Some(Failure::new(code, message));
    match (who.member.kind, terms.programs) {
        (MemberKind::Guest, _) => {
            let message = "Tournaments are for members with a name: sign in first.";
            return no(Code::SignedOut, message.to_owned());
        }
        (MemberKind::Bot, Programs::No) => {
            return no(Code::Limit, "This tournament is for persons alone.".to_owned());
        }
        (MemberKind::Person, Programs::Only) => {
            return no(Code::Limit, "This tournament is for programs alone.".to_owned());
        }
        _ => {}
    }
    let own = rating.map_or(1500, |rating| rating.rating);
    if terms.lowest.is_some_and(|lowest| own < lowest) {
        let lowest = terms.lowest.unwrap_or_default();
        return no(Code::Limit, format!("It is for ratings from {lowest}; yours is {own}."));
    }
    if terms.highest.is_some_and(|highest| own > highest) {
        let highest = terms.highest.unwrap_or_default();
        return no(Code::Limit, format!("It is for ratings up to {highest}; yours is {own}."));
    }
    None
}

/// Checks that the clock is one of a tournament of that length.
fn check_clock(asked: &Terms) -> Result<(), Failure> {
    let clock = asked.clock;
    if clock.is_by_days() {
        return bad("clock", "A tournament is played with a clock, not with days for each turn.");
    }
    if clock.increment > 0 && clock.delay > 0 {
        return bad("clock", "A clock has an increment or a delay, not both.");
    }
    let more = clock.increment.max(clock.delay);
    if clock.initial > CLOCK || more > INCREMENT || clock.initial < 1000 {
        let message = "The clock of a tournament has from a second to three hours, and at most 180 seconds of increment or delay.";
        return bad("clock", message);
    }
    if let Some(minutes) = asked.minutes
        && clock.initial > u64::from(minutes) * 60_000
    {
        return bad("clock", "A game would take longer than the arena: give it less time.");
    }
    Ok(())
}
