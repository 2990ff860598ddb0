//! Ratings of members: Glicko-2 for each game and speed. Which games count, and how a rating is shown.

use arena::glicko::{Glicko, Outcome, SCALE};

use crate::protocol::seats::Rating;
use crate::protocol::study::{ClockRule, DAY};
use crate::protocol::{Code, Failure, NewGame};
use crate::who::{MemberKind, Who};

/// The speeds by which ratings are told apart.
pub const SPEEDS: [&str; 5] = ["bullet", "blitz", "rapid", "classical", CORRESPONDENCE];

/// The speed of games with days a turn.
const CORRESPONDENCE: &str = "correspondence";

/// How fast a game with that clock is: by the time of forty turns, where it has no days for each.
pub fn speed(rule: ClockRule) -> &'static str {
    if rule.is_by_days() {
        return CORRESPONDENCE;
    }
    match rule.forty_turns() / 1000 {
        0..180 => "bullet",
        180..480 => "blitz",
        480..1500 => "rapid",
        _ => "classical",
    }
}

/// The key of the ratings of a game at a speed, for programs: the speed alone in the game that
/// other servers' programs know, and else both.
pub fn key(game: &str, speed: &str) -> String {
    let known = engine::kind_of_variant("standard").is_some_and(|(kind, _)| kind.name() == game);
    if known { speed.to_owned() } else { format!("{game}-{speed}") }
}

/// A member's rating as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The game's name.
    pub game: String,
    /// One of those of [`speed`].
    pub speed: String,
    /// The rating itself.
    pub glicko: Glicko,
    /// Rated games played.
    pub games: u32,
    /// By how much the last twelve games have changed it.
    pub progress: f64,
}

/// A rating after a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The game's name.
    pub game: String,
    /// One of those of [`speed`].
    pub speed: String,
    /// Milliseconds since 1970.
    pub at: i64,
    /// After the game.
    pub rating: f64,
}

/// A rating period: after so long without a game a rating is known less well, as after a period of Glickman's paper. So a
/// rating that is well known (a deviation of 60) is provisional again after a year.
const PERIOD: i64 = 4 * DAY.cast_signed();

/// The same rating at a later time, both in milliseconds since 1970: as well as it is still known then.
pub fn idle(glicko: Glicko, since: i64, now: i64) -> Glicko {
    let passed = now.saturating_sub(since).max(0);
    #[expect(clippy::cast_precision_loss, reason = "a time in milliseconds is known well enough")]
    glicko.after_idle(passed as f64 / PERIOD as f64)
}

/// By how much the square of a deviation grows in a millisecond without a game, for a volatility of 1.
#[expect(clippy::cast_precision_loss, reason = "it is short enough")]
pub fn growth() -> f64 {
    SCALE * SCALE / PERIOD as f64
}

/// A rating as it is shown, with what a game has changed of it.
pub fn shown(glicko: Glicko, change: Option<f64>) -> Rating {
    Rating {
        rating: whole(glicko.rating),
        provisional: glicko.is_provisional(),
        change: change.map(whole),
    }
}

/// The nearest whole number.
#[expect(clippy::cast_possible_truncation, reason = "a rating is small")]
pub fn whole(number: f64) -> i32 {
    number.round() as i32
}

/// Both ratings after a game between them. The score is that of the first.
pub fn after(one: Glicko, other: Glicko, score: f64) -> [Glicko; 2] {
    let first = one.after(&[Outcome { opponent: other, score }]);
    [first, other.after(&[Outcome { opponent: one, score: 1.0 - score }])]
}

/// Checks that a game that is asked for can be rated. Who is to play it is asked at `may_play`.
///
/// # Errors
/// Where it cannot, in words.
pub fn can_be_rated(new: &NewGame, usual_deal: &str) -> Result<(), Failure> {
    let bad = |message| Err(Failure::new(Code::BadStart, message).at("rated"));
    if new.clock.is_none() {
        return bad("A rated game has a clock.");
    }
    if new.position.is_some() || new.deal.as_deref().unwrap_or_default() != usual_deal {
        return bad("A rated game begins as the game begins, not from a position of one's own.");
    }
    Ok(())
}

/// Checks that a member has ratings: persons with a name, and programs.
///
/// # Errors
/// Where it is a guest.
pub fn may_play(who: &Who) -> Result<(), Failure> {
    if who.member.kind == MemberKind::Guest {
        let message = "Rated games are for members with a name: sign in first.";
        return Err(Failure::new(Code::SignedOut, message).at("rated"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use arena::glicko::Glicko;

    use super::{SPEEDS, after, idle, key, shown, speed};
    use crate::protocol::study::{ClockRule, DAY};

    #[test]
    fn speeds_are_those_of_forty_turns() {
        let of = |initial: u64, increment: u64| {
            speed(ClockRule::timed(initial * 1000, increment * 1000))
        };
        assert_eq!([of(60, 0), of(120, 1), of(179, 0)], [SPEEDS[0]; 3]);
        assert_eq!([of(180, 0), of(180, 2), of(300, 4)], [SPEEDS[1]; 3]);
        assert_eq!([of(300, 5), of(600, 0), of(900, 10)], [SPEEDS[2]; 3]);
        assert_eq!([of(900, 15), of(1500, 0)], [SPEEDS[3]; 2]);
        assert_eq!([1, 14].map(|days| speed(ClockRule::by_days(days))), [SPEEDS[4]; 2]);
    }

    #[test]
    fn every_game_and_speed_has_a_key_of_its_own() {
        let keys: std::collections::BTreeSet<String> = engine::kinds()
            .iter()
            .flat_map(|kind| SPEEDS.map(|speed| key(kind.name(), speed)))
            .collect();
        assert_eq!(keys.len(), engine::kinds().len() * SPEEDS.len());
        assert!(keys.contains("blitz"));
    }

    #[test]
    fn a_rating_that_rests_for_a_year_is_provisional_again() {
        let known = Glicko { deviation: 60.0, ..Glicko::default() };
        let day = DAY.cast_signed();
        let after = |days: i64| idle(known, 7, 7 + days * day);
        // In the inner scale 0.3454² + 91.25 · 0.06² = 0.6692².
        assert!((after(365).deviation - 116.2).abs() < 0.1, "{:?}", after(365));
        assert!(after(365).is_provisional() && !after(300).is_provisional());
        assert_eq!(after(365).rating, known.rating);
        // A clock that was set back takes nothing away.
        assert!((idle(known, 7 + day, 7).deviation - 60.0).abs() < 1e-9);
    }

    #[test]
    fn a_first_win_moves_both_by_the_same_and_leaves_both_provisional() {
        let [won, lost] = after(Glicko::default(), Glicko::default(), 1.0);
        assert!((won.rating - 1662.2).abs() < 0.2, "{won:?}");
        assert!((won.rating + lost.rating - 3000.0).abs() < 1e-6);
        assert!(shown(won, None).provisional && shown(lost, None).provisional);
    }
}
