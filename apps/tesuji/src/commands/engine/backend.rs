//! The engine behind the protocol.

use std::sync::mpsc::Sender;
use std::time::Duration;

use ::engine::{AnyGame, Clock, Engine, EngineConfig, Event, Limits, Referee, Score};
use anyhow::Result;
use protocol::{Backend, Dialect, Go, OptionInfo, Question};

use super::book::Book;
use super::options::{MAX_LINES, TABLE_MEN, TABLE_PATH};
use super::strength::Strength;
use super::{Message, ask, options};
use crate::cli::Game;
use crate::commands::new_engine;

/// The engine behind the protocol.
pub struct Thinker {
    pub engine: Box<dyn Engine>,
    messages: Sender<Message>,
    pub dialect: &'static Dialect,
    kind: Game,
    multi_pv: usize,
    strength: Strength,
    book: Book,
    /// Whether the options for tuning are listed too.
    lists_all: bool,
    /// Whether it is asked to analyse, not to play: no book answers.
    analyses: bool,
    shows_chances: bool,
    /// Where the game that was set began, and its turns.
    set: (Option<String>, Vec<String>),
    /// How many questions are still to be answered by a message.
    pub answers_to_come: usize,
    /// What the user is to read next.
    pub remarks: Vec<String>,
}

impl Thinker {
    /// An engine for the game; `lists_all` options, or the usual ones.
    pub fn new(
        kind: Game,
        dialect: &'static Dialect,
        messages: Sender<Message>,
        lists_all: bool,
    ) -> Result<Self> {
        let options = vec![("Tables".to_owned(), TABLE_MEN.to_string())];
        let engine = new_engine(kind, &EngineConfig { options, ..EngineConfig::default() })?;
        Ok(Self {
            engine,
            messages,
            dialect,
            kind,
            multi_pv: 1,
            strength: Strength::new(kind),
            book: Book::default(),
            lists_all,
            analyses: false,
            shows_chances: false,
            set: (None, Vec::new()),
            answers_to_come: 0,
            remarks: Vec::new(),
        })
    }

    /// Ends the search under way and waits for its answer.
    pub fn end(&mut self) {
        self.engine.stop();
        self.engine.wait();
    }

    /// The heaviest turn of the book here, where a turn to play is asked for.
    fn book_turn(&self, go: &Go) -> Option<String> {
        let plays = !go.infinite && !go.ponder && go.mate.is_none() && go.search_moves.is_empty();
        if !plays || self.analyses || !self.book.plays() {
            return None;
        }
        self.book.turn(&self.game().ok()?.position_text())
    }

    /// The game that was set.
    fn game(&self) -> Result<Box<dyn AnyGame>, String> {
        let (start, turns) = &self.set;
        let game = self.kind.new_game(start.as_deref(), Referee::default());
        let mut game = game.map_err(|error| error.to_string())?;
        for turn in turns {
            game.play(turn).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

    /// The chances behind a score, where they are to be shown.
    pub fn chances(&self, score: Score) -> Option<[u32; 3]> {
        let model = self.kind.info().chances.filter(|_| self.shows_chances)?;
        Some(model.of(score))
    }

    /// Sets what is the session's own to know; None where the option is another.
    fn set_own_option(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let uci = self.dialect.hello == "uci";
        let flag = match name.to_ascii_lowercase().as_str() {
            "multipv" => {
                let lines = value.parse().ok().filter(|lines| (1..=MAX_LINES).contains(lines));
                return Some(match lines {
                    Some(lines) => {
                        self.multi_pv = lines as usize;
                        Ok(())
                    }
                    None => Err(format!(
                        "'{value}' is no value for MultiPV: use a whole number from 1 to {MAX_LINES}"
                    )),
                });
            }
            "clear hash" => {
                self.engine.new_game();
                return Some(Ok(()));
            }
            // That the engine will be told to ponder: it is ready for that.
            "ponder" => &mut false,
            "alloptions" => &mut self.lists_all,
            "uci_analysemode" if uci => &mut self.analyses,
            "uci_showwdl" if self.kind.info().chances.is_some() => &mut self.shows_chances,
            _ => return None,
        };
        Some(match value {
            "true" | "false" => {
                *flag = value == "true";
                Ok(())
            }
            _ => Err(format!("'{value}' is no value for {name}: use true or false")),
        })
    }
}

impl Backend for Thinker {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn author(&self) -> String {
        "the Tesuji authors".to_owned()
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::listed(self.kind, self.dialect, self.engine.as_ref(), self.lists_all)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let done = self.set_own_option(name, value);
        if let Some(done) = done.or_else(|| self.book.set(self.kind, name, value)) {
            return done;
        }
        if let Some(level) = self.strength.set(self.kind, name, value) {
            let level = level?.to_string();
            return self.engine.set_option("Level", &level).map_err(|error| error.to_string());
        }
        self.engine.set_option(name, value).map_err(|error| error.to_string())?;
        if name.eq_ignore_ascii_case(TABLE_PATH)
            && let Some(about) = self.engine.about_tables()
        {
            self.remarks.push(format!("endgame tables: {about}"));
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn set_position(&mut self, start: Option<&str>, turns: &[String]) -> Result<(), String> {
        self.engine.set_game(start, turns).map_err(|error| error.to_string())?;
        self.set = (start.map(str::to_owned), turns.to_vec());
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), String> {
        if go.depth == Some(0) || go.nodes == Some(0) {
            return Err("depth and nodes are whole numbers from 1".to_owned());
        }
        if go.ponder_replies {
            let messages = self.messages.clone();
            // Nothing is to be played: there is no answer, whatever ends the pondering.
            let sink = Box::new(move |event| {
                if !matches!(event, Event::BestMove { .. }) {
                    drop(messages.send(Message::Event(event)));
                }
            });
            self.engine.ponder_replies(sink);
            return Ok(());
        }
        if let Some(turn) = self.book_turn(go) {
            self.engine.stop();
            self.engine.wait();
            let best =
                Event::BestMove { turn: Some(turn), ponder: None, last: None, statistics: None };
            let _ = self.messages.send(Message::Event(best));
            return Ok(());
        }
        let clock = (go.time != [None; 2]).then(|| Clock {
            remaining: go.time.map(Option::unwrap_or_default),
            increment: go.increment.map(Option::unwrap_or_default),
            moves_to_go: go.moves_to_go,
        });
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            move_time: go.move_time,
            clock,
            infinite: go.infinite,
            ponder: go.ponder,
            multi_pv: self.multi_pv,
            settle: false,
            overhead: Duration::ZERO,
            every_move: false,
            win_within: go.mate.map(|moves| (2 * moves).saturating_sub(1)),
        };
        self.engine.search_only(&go.search_moves).map_err(|error| error.to_string())?;
        let messages = self.messages.clone();
        // Nobody waits for events once the session has ended.
        let sink = Box::new(move |event| drop(messages.send(Message::Event(event))));
        self.engine.go(limits, sink);
        Ok(())
    }

    fn ask(&mut self, question: Question) -> Result<Vec<String>, String> {
        let game = self.game()?;
        let answer = ask::answer(self.kind, game.as_ref(), question, &self.messages)?;
        self.answers_to_come += usize::from(answer.is_none());
        Ok(answer.unwrap_or_default())
    }

    fn stop(&mut self) {
        self.engine.stop();
    }

    fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
    }
}
