//! The engine behind the protocol.

use std::sync::mpsc::Sender;

use ::engine::{AnyGame, Clock, Engine, EngineConfig, Event, Limits, Referee};
use anyhow::Result;
use protocol::{Backend, Dialect, Go, OptionInfo, Question};

use super::message::Message;
use super::{ask, options};
use crate::cli::Game;
use crate::setup::new_engine;

/// The engine behind the protocol.
pub struct Thinker {
    pub engine: Box<dyn Engine>,
    messages: Sender<Message>,
    pub dialect: &'static Dialect,
    kind: Game,
    /// Where the game that was set began, and its turns.
    set: (Option<String>, Vec<String>),
    /// How many questions are still to be answered by a message.
    pub answers_to_come: usize,
    /// Remarks for the user to read next.
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
        let mut config = EngineConfig::default();
        for (name, value) in options::BEGINS_WITH {
            config = config.with(name, value);
        }
        if lists_all {
            config = config.with("AllOptions", true);
        }
        let engine = new_engine(kind, &config)?;
        Ok(Self {
            engine,
            messages,
            dialect,
            kind,
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
}

impl Backend for Thinker {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn author(&self) -> String {
        "the Tesuji authors".to_owned()
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::listed(self.engine.as_ref())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.engine.set_option(name, value).map_err(|error| error.to_string())?;
        self.remarks.extend(self.engine.remark());
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
            win_within: go.mate.map(|moves| (2 * moves).saturating_sub(1)),
            ..Limits::default()
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
