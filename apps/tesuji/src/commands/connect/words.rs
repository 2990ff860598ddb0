//! The commands of the terminal client of a club.

use client::{Color, NewChallenge};

/// The text that `help` prints in the lobby.
pub const LOBBY_HELP: &str = "\
  list                          your games and challenges
  challenge NAME [WHAT]         challenges a member
  engine LEVEL [WHAT]           begins a game against the house engine
  accept [ID], decline [ID]     answers a challenge; without ID the only one
  cancel [ID]                   takes your own challenge back
  seeks                         the open seeks
  seek [WHAT]                   opens one and waits; one with days stands until it is withdrawn
  join ID, withdraw ID          plays the game that a seek offers; takes your own seek with days back
  pool [WHAT]                   waits for a game at once with who is nearest in rating: 1+0, 3+2, 5+3, 10+5, 15+10
  play [ID]                     goes to a game of yours; without ID the last
  watch ID                      watches a game
  rematch                       plays the game where you were last again, with the sides changed, once it is over
  save FILE [--force]           writes that game as text; --force writes over a file that is there
  quit                          ends (so does Ctrl-D); your games go on
WHAT is in any order: a game's name or variant (standard), a clock in minutes and seconds (5+3: three more with
each turn; 5d3: the first three of each turn cost nothing) or days for each turn (2d), white or black, rated.
The beginning of an ID is enough.";

/// The text that `help` prints in a game.
pub const GAME_HELP: &str = "\
A turn is written as in `moves`; its squares are enough where no other legal turn ends with them.
  moves, board, history, flip   the legal turns, the board, the turns so far, the board turned round
  draw, draw no                 offers a draw or takes the other side's offer; declines it
  takeback, takeback no         the same for taking your last turn back
  resign, abort                 gives the game up; ends it before both have moved
  claim, claim draw             wins the game, or makes it a draw, once the other side has gone for the time told
  say TEXT                      says something: players to each other, who watches to the others who watch
  chat, chat off, chat on       what was said last; hides what comes, and shows it again
  save FILE [--force]           writes the game as text; --force writes over a file that is there
  wait                          waits for what comes; Ctrl-C ends the waiting
  back                          back to the club (so does Ctrl-D); the game goes on
After the end you are back in the club, where `rematch` plays again.";

/// The words that can be completed in the lobby.
pub const LOBBY: [&str; 17] = [
    "list",
    "challenge",
    "engine",
    "accept",
    "decline",
    "cancel",
    "seeks",
    "seek",
    "join",
    "withdraw",
    "pool",
    "play",
    "watch",
    "rematch",
    "save",
    "help",
    "quit",
];

/// The words that can be completed in a game.
pub const GAME: [&str; 15] = [
    "moves", "board", "history", "flip", "draw", "takeback", "resign", "abort", "claim", "say",
    "chat", "save", "wait", "back", "help",
];

/// A line as its words, the first in lower case.
pub fn split(line: &str) -> (String, Vec<&str>) {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    (first, words.collect())
}

/// The part of a line after its first word.
pub fn rest_of<'a>(line: &'a str, word: &str) -> &'a str {
    line.trim().get(word.len()..).unwrap_or_default().trim()
}

/// The challenge that words in any order describe.
///
/// # Errors
/// The word that is none of it, in a sentence.
pub fn what(words: &[&str]) -> anyhow::Result<NewChallenge> {
    let mut new = NewChallenge::default();
    for &word in words {
        let clock = |by: char| -> Option<(u64, u64)> {
            let (minutes, seconds) = word.split_once(by)?;
            let minutes: f64 = minutes.parse().ok().filter(|it| (0.0..=1440.0).contains(it))?;
            Some(((minutes * 60.0).round() as u64, seconds.parse().ok()?))
        };
        let (clock, delayed) = (clock('+'), clock('d'));
        let days = word.strip_suffix('d').and_then(|days| days.parse().ok());
        match word {
            "white" => new.color = Some(Color::White),
            "black" => new.color = Some(Color::Black),
            "rated" => new.rated = true,
            _ if clock.is_some() => (new.clock, new.delay) = (clock, 0),
            _ if delayed.is_some() => {
                new.clock = delayed.map(|(limit, _)| (limit, 0));
                new.delay = delayed.map_or(0, |(_, delay)| delay);
            }
            _ if days.is_some() => new.days = days,
            key if engine::kind_of_variant(key).is_some() => new.variant = Some(key.to_owned()),
            other => anyhow::bail!(
                "'{other}' is no variant, no clock (5+3, 5d3), no days (2d) and none of white, black and rated; type help"
            ),
        }
    }
    Ok(new)
}

/// A time of days and hours, or of hours and minutes.
pub fn long_time(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match days {
        0 => format!("{hours} h {minutes} min"),
        days => format!("{days} d {hours} h"),
    }
}

/// The one of some ids that begins so, or the only one.
///
/// # Errors
/// Where there is none, or several.
pub fn one_of(ids: &[String], begins: Option<&str>, of: &str) -> anyhow::Result<String> {
    let begins = begins.unwrap_or_default();
    let found: Vec<&String> = ids.iter().filter(|id| id.starts_with(begins)).collect();
    match found[..] {
        [id] => Ok(id.clone()),
        [] => anyhow::bail!("there is no such {of}; type list"),
        _ => anyhow::bail!("there are several: say which {of}, by the beginning of its id"),
    }
}

#[cfg(test)]
mod tests {
    use super::{long_time, one_of, what};
    use client::Color;

    #[test]
    fn what_is_played_is_said_in_any_order() {
        let new = what(&["black", "5+3", "onitama"]).expect("words");
        assert_eq!((new.color, new.clock), (Some(Color::Black), Some((300, 3))));
        assert_eq!(new.variant.as_deref(), Some("onitama"));
        let delayed = what(&["5d3"]).expect("a clock");
        assert_eq!((delayed.clock, delayed.delay, delayed.days), (Some((300, 0)), 3, None));
        assert_eq!(what(&["0.5+0"]).expect("a clock").clock, Some((30, 0)));
        let by_days = what(&["rated", "2d", "chess960"]).expect("days");
        assert_eq!((by_days.days, by_days.rated, by_days.clock), (Some(2), true, None));
        assert!(what(&["checkers"]).is_err_and(|error| error.to_string().contains("checkers")));
    }

    #[test]
    fn long_times_are_told_in_two_units() {
        assert_eq!(long_time(86_400 * 2 - 1), "1 d 23 h");
        assert_eq!(long_time(86_399), "23 h 59 min");
        assert_eq!(long_time(0), "0 h 0 min");
    }

    #[test]
    fn the_beginning_of_an_id_is_enough() {
        let ids = ["abc", "abd", "xyz"].map(str::to_owned);
        assert_eq!(one_of(&ids, Some("x"), "game").expect("one"), "xyz");
        assert!(one_of(&ids, Some("ab"), "game").is_err() && one_of(&ids, None, "game").is_err());
        assert_eq!(one_of(&ids[..1], None, "game").expect("the only one"), "abc");
    }
}
