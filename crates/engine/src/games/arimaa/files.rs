//! Games of Arimaa as lists of turns.

use game::{Game, Notation as _, Referee};

use crate::recorded::{GameFiles, RecordedGame, RecordedResult, RecordedTurn};

/// Files of games, each a list of turns.
pub(super) struct TurnLists;

impl GameFiles for TurnLists {
    fn format(&self) -> &'static str {
        "list of turns"
    }

    fn read(&self, text: &str) -> Vec<Result<RecordedGame, String>> {
        // A game begins with Gold's set-up.
        let begins = |line: &str| {
            line.split_whitespace().next().is_some_and(|head| matches!(head, "1g" | "1w"))
        };
        let mut games: Vec<String> = Vec::new();
        for line in text.lines() {
            if games.is_empty() || begins(line) {
                games.push(String::new());
            }
            if let Some(game) = games.last_mut() {
                *game += line;
                game.push('\n');
            }
        }
        games.iter().map(|game| read_one(game)).collect()
    }

    fn write(&self, recorded: &RecordedGame) -> Result<String, String> {
        let start =
            arimaa::Position::parse(&recorded.start).map_err(|error| format!("start: {error}"))?;
        let setup = if start == arimaa::Position::start() {
            String::new()
        } else {
            setup(&recorded.start).ok_or(
                "a list of turns begins with the set-up, and this game begins with a board that is none",
            )?
        };
        let mut game = Game::new(start, Referee::default());
        for (number, turn) in (1..).zip(&recorded.turns) {
            game.play(&turn.turn).map_err(|error| format!("turn {number}: {error}"))?;
        }
        Ok(setup + &arimaa::record::write(&game))
    }
}

/// A game of a list of turns; one that was given up has a loser and no last turn.
fn read_one(text: &str) -> Result<RecordedGame, String> {
    let lines = arimaa::record::read(text).map_err(|error| error.to_string())?;
    let mut game = Game::new(arimaa::Position::start(), Referee::default());
    let mut turns = Vec::new();
    let mut winner = None;
    for (number, line) in (1..).zip(&lines) {
        if line.turn == "resigns" || line.turn == "lost" {
            winner = Some(arimaa::Position::side_letter(line.side.other()));
            break;
        }
        if line.turn.is_empty() {
            break;
        }
        game.play(&line.turn).map_err(|error| format!("turn {number}: {error}"))?;
        turns.push(RecordedTurn { turn: line.turn.clone(), ..RecordedTurn::default() });
    }
    let won = game.ending().and_then(|ending| ending.outcome.winner());
    let winner = won.map(arimaa::Position::side_letter).or(winner);
    let result = winner.map(|winner| RecordedResult { winner: Some(winner) });
    Ok(RecordedGame { tags: Vec::new(), start: game.start().text(), turns, result })
}

/// The two turns that lead to a board with all pieces at home, Gold to move.
fn setup(start: &str) -> Option<String> {
    let board = start.strip_prefix("g [")?.strip_suffix(']')?;
    let pieces: Vec<String> = board
        .chars()
        .enumerate()
        .filter(|(_, piece)| piece.is_ascii_alphabetic())
        .map(|(at, piece)| format!("{piece}{}{}", (b'a' + at as u8 % 8) as char, 8 - at / 8))
        .collect();
    let home = |piece: &&String| piece.starts_with(char::is_uppercase);
    let (gold, silver): (Vec<&String>, Vec<&String>) = pieces.iter().partition(home);
    let line = |pieces: Vec<&String>| pieces.into_iter().cloned().collect::<Vec<_>>().join(" ");
    let text = format!("1g {}\n1s {}\n", line(gold), line(silver));
    // Only what the rules play to this very board.
    let reached = read_one(&text).ok()?;
    let mut game = Game::new(arimaa::Position::start(), Referee::default());
    for turn in &reached.turns {
        game.play(&turn.turn).ok()?;
    }
    (game.position().text() == start).then_some(text)
}
