//! Who ends games by endgame tables: an engine that has them, and looks one ply ahead.

use std::sync::mpsc::channel;

use engine::{AnyGame, ConfigError, Engine, EngineConfig, Event, GameKind, Limits, Verdict};

use crate::record::GameResult;

/// An engine with endgame tables.
pub struct Judge(Box<dyn Engine>);

impl Judge {
    /// With the tables of up to `men` pieces a side.
    ///
    /// # Errors
    /// If the game has no such tables.
    pub fn new(kind: &dyn GameKind, men: u8) -> Result<Self, ConfigError> {
        let options = vec![("Tables".to_owned(), men.to_string())];
        let config = EngineConfig { threads: 1, hash_mib: 1, options };
        kind.new_engine(&config).map(Self)
    }

    /// The result, where a table or a single ply proves a win. Draws are played out: in them either side
    /// may still go wrong.
    pub(crate) fn result(&mut self, game: &dyn AnyGame) -> Option<GameResult> {
        self.0.set_game(Some(&game.position_text()), &[]).ok()?;
        let (sender, events) = channel();
        let limits = Limits { depth: Some(1), ..Limits::default() };
        self.0.go(limits, Box::new(move |event| drop(sender.send(event))));
        self.0.wait();
        let Some(Event::BestMove { last: Some(last), .. }) = events.try_iter().last() else {
            return None;
        };
        let own = game.side();
        let [first, second] = game.side_letters();
        let other = if own == first { second } else { first };
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
