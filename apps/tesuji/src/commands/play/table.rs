//! The game as it is played in the terminal.

use std::path::Path;

use anyhow::{Context as _, Result};
use engine::{AnyGame, Engine, GameEnding, Limits, Referee, Request};

use super::file;
use super::input::{Input, Typed};
use super::words::{HELP, WORDS, Word, meant};
use crate::cli::Game;
use crate::interrupt;
use crate::output::line;
use crate::paint::Paint;
use crate::think::think;

/// The board, the players and what they agreed on.
pub struct Table {
    pub kind: Game,
    pub game: Box<dyn AnyGame>,
    /// Which sides are people, first side first.
    pub people: [bool; 2],
    pub engine: Box<dyn Engine>,
    pub limits: Limits,
    pub deal: Option<String>,
    pub seed: u64,
    /// The letter of the side that gave the game up.
    pub resigned: Option<char>,
    /// The board is shown from the second side's view.
    pub flipped: bool,
}

/// The next action after a line was obeyed.
enum Next {
    /// The player types again.
    Again,
    /// The board is shown and whoever is to move plays.
    Board,
    /// The end.
    Quit,
}

impl Table {
    /// Plays until the player has had enough.
    pub fn play(mut self) -> Result<()> {
        let paint = Paint::for_stdout();
        let mut input = Input::new(&WORDS)?;
        if self.deal.is_some() {
            line(paint.dim(&format!("Deal with seed {}.", self.seed)))?;
        }
        line(paint.dim("Type a move, or help."))?;
        loop {
            line(format!("\n{}\n", paint.board(self.game.as_ref(), self.flipped)))?;
            let watching = self.people == [false, false];
            if let Some(ending) = self.ending() {
                line(paint.bold(&self.verdict(&ending)))?;
                if watching {
                    return Ok(());
                }
            } else if !self.people[self.mover()] {
                let interrupted = self.engine_plays(paint)?;
                if interrupted && watching {
                    return Ok(());
                }
                continue;
            }
            loop {
                match self.ask(&mut input, paint)? {
                    Next::Again => {}
                    Next::Board => break,
                    Next::Quit => return Ok(()),
                }
            }
        }
    }

    /// How the game ended, if it has: on the board, or because a player gave it up.
    fn ending(&self) -> Option<GameEnding> {
        let resigned = self.resigned.map(|loser| {
            let [first, second] = self.game.side_letters();
            let winner = Some(if loser == first { second } else { first });
            GameEnding { winner, reason: format!("{} resigned", self.game.side_name(loser)) }
        });
        resigned.or_else(|| self.game.ending())
    }

    /// 0 or 1: the side to move.
    fn mover(&self) -> usize {
        usize::from(self.game.side() == self.game.side_letters()[1])
    }

    fn mover_name(&self) -> &'static str {
        self.game.side_name(self.game.side())
    }

    fn verdict(&self, ending: &GameEnding) -> String {
        match ending.winner {
            Some(letter) => format!("{} wins: {}.", self.game.side_name(letter), ending.reason),
            None => format!("A draw: {}.", ending.reason),
        }
    }

    /// The engine plays a move; true if it was asked to hurry.
    fn engine_plays(&mut self, paint: Paint) -> Result<bool> {
        let request = Request::new(self.game.as_ref(), self.limits.clone());
        let mut last = None;
        let (outcome, interrupted) = think(self.engine.as_mut(), &request, |info| {
            last = Some(format!("depth {}, {}", info.depth, info.score));
            Ok(())
        })?;
        let turn = outcome.turn.context("the engine gave no move")?;
        let described = self.game.describe(&turn).unwrap_or_else(|_| turn.clone());
        let name = self.mover_name();
        self.game.play(&turn).with_context(|| format!("the engine's move '{turn}'"))?;
        let remark = last.map_or_else(String::new, |last| format!("  ({last})"));
        line(format!("{name} plays {}{}", paint.bold(&described), paint.dim(&remark)))?;
        Ok(interrupted || interrupt::taken())
    }

    fn ask(&mut self, input: &mut Input, paint: Paint) -> Result<Next> {
        let prompt = match self.ending() {
            Some(_) => "game over> ".to_owned(),
            None => format!("{}> ", self.mover_name()),
        };
        let typed = match input.read(&prompt, self.game.legal_moves())? {
            Typed::Line(line) => line,
            Typed::Interrupt | Typed::End => return Ok(Next::Quit),
        };
        let obeyed = self.obey(Word::parse(&typed), paint);
        obeyed.or_else(|error| {
            // The reader of our output has gone: nobody plays any more.
            if crate::output::is_broken_pipe(&error) {
                return Err(error);
            }
            line(paint.fault(&format!("{error:#}")))?;
            Ok(Next::Again)
        })
    }

    fn obey(&mut self, word: Word, paint: Paint) -> Result<Next> {
        match word {
            Word::Nothing => {}
            Word::Quit => return Ok(Next::Quit),
            Word::Board => return Ok(Next::Board),
            Word::Help => line(HELP)?,
            Word::Moves => line(format!("  {}", self.game.legal_moves().join("\n  ")))?,
            Word::History => {
                for (index, turn) in self.game.described_turns().iter().enumerate() {
                    line(format!("{:>3}. {turn}", index + 1))?;
                }
            }
            Word::Position => line(self.game.position_text())?,
            Word::Hint => self.hint(paint)?,
            Word::Go => {
                anyhow::ensure!(self.ending().is_none(), "the game is over");
                self.engine_plays(paint)?;
                return Ok(Next::Board);
            }
            Word::Undo => return self.undo(),
            Word::Resign => {
                anyhow::ensure!(self.ending().is_none(), "the game is over");
                self.resigned = Some(self.game.side());
                return Ok(Next::Board);
            }
            Word::Flip => {
                self.flipped = !self.flipped;
                return Ok(Next::Board);
            }
            Word::Swap => {
                self.people.swap(0, 1);
                return Ok(Next::Board);
            }
            Word::New => {
                self.seed = self.seed.wrapping_add(1);
                let deal = self.deal.get_or_insert_default().clone();
                let referee = Referee { repetition_draw: true };
                self.game = begin(self.kind, None, Some(&deal), self.seed, referee)?;
                self.resigned = None;
                self.engine.new_game();
                line(paint.dim(&format!("Deal with seed {}.", self.seed)))?;
                return Ok(Next::Board);
            }
            Word::Save(path) => {
                anyhow::ensure!(!path.is_empty(), "save where? Type save and a file's name");
                file::save(self.game.as_ref(), Path::new(&path))?;
                line(format!("Saved to {path}."))?;
            }
            Word::Load(path) => {
                anyhow::ensure!(!path.is_empty(), "load what? Type load and a file's name");
                let referee = Referee { repetition_draw: true };
                self.game = file::load(self.kind, Path::new(&path), referee)?;
                self.resigned = None;
                self.engine.new_game();
                return Ok(Next::Board);
            }
            Word::Move(typed) => return self.person_plays(&typed),
        }
        Ok(Next::Again)
    }

    fn person_plays(&mut self, typed: &str) -> Result<Next> {
        if let Some(ending) = self.ending().filter(|_| self.resigned.is_some()) {
            anyhow::bail!("the game is over ({}): undo, new or load goes on", ending.reason);
        }
        // A turn of several moves is typed in full: there are too many to choose from.
        let legal = if self.game.has_steps() { Vec::new() } else { self.game.legal_turns() };
        match meant(typed, &legal) {
            Ok(Some(turn)) => self.game.play(turn)?,
            // The game reports its fault.
            Ok(None) => {
                let played = self.game.play(typed);
                played.map_err(|error| anyhow::anyhow!("{error}; type moves, or help"))?;
            }
            Err(several) => anyhow::bail!("which one? {}", several.join(", ")),
        }
        Ok(Next::Board)
    }

    /// Takes back until a person is to move again.
    fn undo(&mut self) -> Result<Next> {
        if self.resigned.take().is_some() {
            return Ok(Next::Board);
        }
        anyhow::ensure!(self.game.undo(), "nothing has been played");
        while !self.people[self.mover()] && self.people.contains(&true) && self.game.undo() {}
        Ok(Next::Board)
    }

    fn hint(&mut self, paint: Paint) -> Result<()> {
        anyhow::ensure!(self.ending().is_none(), "the game is over");
        let request = Request::new(self.game.as_ref(), self.limits.clone());
        let (outcome, _) = think(self.engine.as_mut(), &request, |_| Ok(()))?;
        let turn = outcome.turn.context("the engine gave no move")?;
        let described = self.game.describe(&turn)?;
        line(format!("Hint: {} ({turn})", paint.bold(&described)))?;
        if let Some(info) = outcome.last {
            let text = format!("{} at depth {}: {}", info.score, info.depth, info.line.join(" | "));
            line(paint.dim(&text))?;
        }
        Ok(())
    }
}

/// A new game from a position, a deal or the usual start.
pub fn begin(
    kind: Game,
    position: Option<&str>,
    deal: Option<&str>,
    seed: u64,
    referee: Referee,
) -> Result<Box<dyn AnyGame>> {
    let dealt = deal.map(|spec| kind.starts().deal(spec, seed).context("the deal cannot be read"));
    let dealt = dealt.transpose()?;
    kind.new_game(position.or(dealt.as_deref()), referee).context("the position cannot be read")
}
