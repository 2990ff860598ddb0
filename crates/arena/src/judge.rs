//! Who ends games by endgame tables: an engine that has them, and looks one ply ahead, or tables that are asked
//! themselves.

use engine::{
    AnyGame, ConfigError, Engine, EngineConfig, GameKind, Limits, SharedTablebase, Stop,
    TableValue, Verdict, think,
};

use crate::adjudicate::Rules;
use crate::record::GameResult;

/// The endgame tables of the referee.
pub struct Judge(Knowledge);

enum Knowledge {
    /// An engine that builds tables.
    Engine(Box<dyn Engine>),
    /// Tables in files, asked of positions of at most so many pieces.
    Folders(SharedTablebase, u32),
}

impl Judge {
    /// With the tables of up to `pieces` pieces a side.
    ///
    /// # Errors
    /// If the game has no such tables.
    pub fn new(kind: &dyn GameKind, pieces: u8) -> Result<Self, ConfigError> {
        let config = EngineConfig { hash_mib: 1, ..EngineConfig::default() };
        let config = config.with("Tables", pieces);
        Ok(Self(Knowledge::Engine(kind.new_engine(&config)?)))
    }

    /// The one that the rules of a match ask for, if they ask for any.
    ///
    /// # Errors
    /// If the game has no such tables, or they cannot be read; in words.
    pub(crate) fn by(kind: &dyn GameKind, rules: &Rules) -> Result<Option<Self>, String> {
        if let Some(folders) = &rules.table_folders {
            let most = rules.table_pieces.unwrap_or(u32::MAX);
            return Ok(Some(Self(Knowledge::Folders(kind.open_tables(folders)?, most))));
        }
        let built = rules.tables.map(|pieces| Self::new(kind, pieces));
        built.transpose().map_err(|error| error.to_string())
    }

    /// The result, where a table or a single ply proves it. Draws that an engine's tables know are played out: in them
    /// either side may still go wrong.
    pub(crate) fn result(&mut self, game: &dyn AnyGame) -> Option<GameResult> {
        let own = game.side();
        let [first, second] = game.side_letters();
        let other = if own == first { second } else { first };
        let engine = match &mut self.0 {
            Knowledge::Engine(engine) => engine,
            Knowledge::Folders(folders, most) => {
                let position = game.position_text();
                // Positions of games with such tables begin with the board, a letter a piece.
                let board = position.split(' ').next().unwrap_or_default();
                if board.chars().filter(char::is_ascii_alphabetic).count() > *most as usize {
                    return None;
                }
                let winner = match folders.look_up(&position)? {
                    TableValue::Win(_) => Some(own),
                    TableValue::Loss(_) => Some(other),
                    TableValue::Draw => None,
                };
                let result = match winner {
                    Some(winner) => format!("{} wins", game.side_name(winner)),
                    None => "a draw".to_owned(),
                };
                let reason = format!("{result} by the endgame tables (a rule of the match)");
                return Some(GameResult { winner, reason });
            }
        };
        engine.set_game(Some(&game.position_text()), &[]).ok()?;
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let outcome = think(engine.as_mut(), limits, &Stop::default(), &mut |_| {}).ok()?;
        let last = outcome.last?;
        let (winner, plies) = match last.score.verdict() {
            Verdict::Win(plies) => (own, plies),
            Verdict::Loss(plies) => (other, plies),
            Verdict::Points(_) => return None,
        };
        let name = game.side_name(winner);
        let reason = format!("{name} wins in {plies} by the endgame table (a rule of the match)");
        Some(GameResult { winner: Some(winner), reason })
    }
}
