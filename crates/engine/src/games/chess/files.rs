//! Games of chess in PGN, and books of openings in the Polyglot form.

use chess::pgn::{self, Pgn, PgnMove, PgnResult};
use game::{Notation as _, Position as _};

use crate::recorded::{
    BookFiles, GameFiles, OpeningBook, RecordedGame, RecordedResult, RecordedTurn,
};

/// Files of games in PGN.
pub(super) struct PgnFiles;

impl GameFiles for PgnFiles {
    fn format(&self) -> &'static str {
        "pgn"
    }

    fn read(&self, text: &str) -> Vec<Result<RecordedGame, String>> {
        pgn::read(text).map(|game| game.map(recorded).map_err(|error| error.to_string())).collect()
    }

    fn write(&self, game: &RecordedGame) -> Result<String, String> {
        write(game).map(|pgn| pgn.to_string())
    }
}

/// Books in the Polyglot form.
pub(super) struct Books;

impl BookFiles for Books {
    fn read(&self, bytes: Vec<u8>) -> Result<Box<dyn OpeningBook>, String> {
        chess::Book::new(bytes).map(|book| Box::new(Openings(book)) as Box<dyn OpeningBook>)
    }

    fn write(&self, positions: &[(&str, Vec<(&str, u32)>)]) -> Result<Vec<u8>, String> {
        let mut read = Vec::with_capacity(positions.len());
        for (text, turns) in positions {
            let fault = |error: game::ParseError| format!("'{text}': {error}");
            let position = chess::Position::parse(text).map_err(fault)?;
            let mv = |&(turn, weight): &(&str, u32)| Ok((position.parse_move(turn)?, weight));
            let moves = turns.iter().map(mv).collect::<Result<_, _>>().map_err(fault)?;
            read.push((position, moves));
        }
        Ok(chess::Book::of(read).into_bytes())
    }
}

/// A book, with text at its edges.
struct Openings(chess::Book);

impl OpeningBook for Openings {
    fn turns(&self, position: &str) -> Vec<(String, u32)> {
        let Ok(position) = chess::Position::parse(position) else { return Vec::new() };
        let moves = self.0.moves(&position).into_iter();
        moves.map(|(mv, weight)| (position.move_text(mv), weight.into())).collect()
    }
}

fn recorded(game: Pgn) -> RecordedGame {
    let mut position = game.start;
    let turn = |played: &PgnMove| {
        let turn = position.move_text(played.mv);
        position = position.make(played.mv);
        let PgnMove { clock, elapsed, .. } = *played;
        RecordedTurn { turn, comment: played.comment.clone(), clock, elapsed }
    };
    let turns = game.moves.iter().map(turn).collect();
    let winner = match game.result {
        PgnResult::White => Some(Some('w')),
        PgnResult::Black => Some(Some('b')),
        PgnResult::Draw => Some(None),
        PgnResult::Unknown => None,
    };
    let result = winner.map(|winner| RecordedResult { winner });
    RecordedGame { tags: game.tags, start: game.start.text(), turns, result }
}

fn write(game: &RecordedGame) -> Result<Pgn, String> {
    let start = chess::Position::parse(&game.start).map_err(|error| format!("start: {error}"))?;
    let mut position = start;
    let mut moves = Vec::with_capacity(game.turns.len());
    for (number, turn) in (1..).zip(&game.turns) {
        let mv = position.parse_move(&turn.turn);
        let mv = mv.map_err(|error| format!("turn {number}: {error}"))?;
        position = position.make(mv);
        let RecordedTurn { clock, elapsed, comment, .. } = turn.clone();
        moves.push(PgnMove { clock, elapsed, comment, ..PgnMove::new(mv) });
    }
    let result = match game.result {
        None => PgnResult::Unknown,
        Some(RecordedResult { winner: Some('w') }) => PgnResult::White,
        Some(RecordedResult { winner: Some(_) }) => PgnResult::Black,
        Some(RecordedResult { winner: None }) => PgnResult::Draw,
    };
    Ok(Pgn { tags: game.tags.clone(), start, comment: None, moves, result })
}
