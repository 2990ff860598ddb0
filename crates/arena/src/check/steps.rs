//! The requirements on an engine, point by point.

use std::time::{Duration, Instant};

use engine::{AnyGame, Referee};
use protocol::{Go, OptionInfo, OptionKind, ParsedLine};

use super::{Answer, Checked, Checker, Found, LAG, PROMPT};

impl Checker<'_> {
    pub(super) fn hello(&mut self) -> Checked {
        let asked = Instant::now();
        self.ask(&self.client.hello());
        while let Some((_, parsed)) = self.receive(asked + self.spec.startup)? {
            match parsed {
                ParsedLine::Name(name) => self.names[0] = Some(name),
                ParsedLine::Author(author) => self.names[1] = Some(author),
                ParsedLine::Option(option) => self.options.push(option),
                ParsedLine::HelloOk if self.names[0].is_none() => {
                    return Ok(Found::Wrong("it did not say its name (id name …)".to_owned()));
                }
                ParsedLine::HelloOk
                    if self.names[1].is_none() && !self.client.unsupported().author =>
                {
                    return Ok(Found::Odd("it did not say its author (id author …)".to_owned()));
                }
                ParsedLine::HelloOk => return Ok(Found::Good),
                _ => {}
            }
        }
        Err(format!("nothing says the end of it within {} s", self.spec.startup.as_secs_f64()))
    }

    pub(super) fn set_options(&mut self) -> Checked {
        let mut wrong = Vec::new();
        let mut text = String::new();
        for option in self.options.clone() {
            let name = &option.name;
            let value = match &option.kind {
                OptionKind::Spin { start, min, max } if !(min..=max).contains(&start) => {
                    wrong.push(format!(
                        "{name} starts from {start}, which is not between {min} and {max}"
                    ));
                    continue;
                }
                OptionKind::Spin { start, .. } => start.to_string(),
                OptionKind::Check { start } => start.to_string(),
                OptionKind::Choice { start, values } if !values.contains(start) => {
                    wrong
                        .push(format!("{name} starts from '{start}', which is none of its values"));
                    continue;
                }
                OptionKind::Choice { start, .. } => start.clone(),
                // A path or a button may do anything.
                OptionKind::Text { .. } | OptionKind::Button => continue,
            };
            text += &self.client.set_option(name, &value);
        }
        for (name, value) in &self.spec.options {
            if self.client.lists_options()
                && !self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name))
            {
                wrong.push(format!("there is no option '{name}', which your line sets"));
            }
            text += &self.client.set_option(name, value);
        }
        self.ask(&text);
        if self.wait_ready(self.spec.startup)?.is_none() {
            return Err("it does not answer isready after its options were set".to_owned());
        }
        if !wrong.is_empty() {
            return Ok(Found::Wrong(wrong.join("; ")));
        }
        let found = if self.options.is_empty() && self.client.lists_options() {
            Found::Odd("it has none, not even Hash or Threads".to_owned())
        } else {
            Found::Good
        };
        Ok(found)
    }

    pub(super) fn is_ready(&mut self) -> Checked {
        self.ask(&self.client.new_game());
        match self.wait_ready(self.spec.startup)? {
            Some(took) if took > PROMPT => {
                Ok(Found::Odd(format!("it took {:.1} s for that", took.as_secs_f64())))
            }
            Some(_) => Ok(Found::Good),
            None => Err("no readyok".to_owned()),
        }
    }

    /// Sets a position and searches it.
    pub(super) fn search(
        &mut self,
        game: &dyn AnyGame,
        start: Option<&str>,
        go: &Go,
        wait_budget: Duration,
    ) -> Result<Answer, String> {
        self.ask(&self.client.position(start, &game.turns()));
        if self.wait_ready(self.spec.startup)?.is_none() {
            return Err("no readyok after a position".to_owned());
        }
        let asked = Instant::now();
        self.ask(&self.client.go(go));
        let mut infos = 0;
        while let Some((at, parsed)) = self.receive(asked + wait_budget)? {
            match parsed {
                ParsedLine::Info(info) => {
                    infos += 1;
                    self.check_line(game, &info.pv);
                }
                ParsedLine::BestMove { turn, .. } => {
                    return Ok(Answer { turn, took: at.saturating_duration_since(asked), infos });
                }
                _ => {}
            }
        }
        Err(format!("no bestmove within {:.1} s", wait_budget.as_secs_f64()))
    }

    pub(super) fn check_line(&mut self, game: &dyn AnyGame, line: &[String]) {
        let mut game = game.boxed_clone();
        for turn in line {
            if let Err(error) = game.play(turn) {
                let line = line.join(", ");
                self.bad_lines_of_play.push(format!("'{turn}' of '{line}': {error}"));
                return;
            }
        }
    }

    pub(super) fn game(&self, start: Option<&str>) -> Result<Box<dyn AnyGame>, String> {
        self.kind.new_game(start, Referee::default()).map_err(|error| error.to_string())
    }

    pub(super) fn plays(&mut self, start: Option<&str>, turns: &[String], infos: bool) -> Checked {
        let mut game = self.game(start)?;
        for turn in turns {
            game.play(turn).map_err(|error| error.to_string())?;
        }
        let go = Go { move_time: Some(Duration::from_millis(100)), ..Go::default() };
        let answer = self.search(game.as_ref(), start, &go, Duration::from_secs(5))?;
        let Some(turn) = answer.turn else {
            return Ok(Found::Wrong("it says that there is no turn".to_owned()));
        };
        if let Err(error) = game.play(&turn) {
            return Ok(Found::Wrong(format!("bestmove '{turn}': {error}")));
        }
        if infos && answer.infos == 0 {
            return Ok(Found::Odd("it says nothing of its search (info …)".to_owned()));
        }
        Ok(Found::Good)
    }

    pub(super) fn plays_on(&mut self) -> Checked {
        let mut game = self.game(None)?;
        for _ in 0..3 {
            let first = game.legal_turns().swap_remove(0);
            game.play(&first).map_err(|error| error.to_string())?;
        }
        let found = self.plays(None, &game.turns(), false)?;
        if found != Found::Good {
            return Ok(found);
        }
        for seed in 1..=3 {
            let position = self
                .kind
                .starts()
                .deal(self.kind.info().match_deal, seed)
                .map_err(|error| error.to_string())?;
            let found = self.plays(Some(&position), &[], false)?;
            if found != Found::Good {
                return Ok(found);
            }
        }
        Ok(Found::Good)
    }

    pub(super) fn timed(&mut self, go: &Go, allowed: Duration) -> Checked {
        let game = self.game(None)?;
        let answer = self.search(game.as_ref(), None, go, allowed + Duration::from_secs(5))?;
        if answer.took > allowed + LAG {
            self.late = true;
            let (took, allowed) = (answer.took.as_secs_f64(), allowed.as_secs_f64());
            return Ok(Found::Wrong(format!("{took:.3} s, where {allowed:.3} s were allowed")));
        }
        Ok(Found::Good)
    }

    pub(super) fn move_time(&mut self) -> Checked {
        let time = Duration::from_millis(200);
        self.timed(&Go { move_time: Some(time), ..Go::default() }, time)
    }

    pub(super) fn clock(&mut self) -> Checked {
        for millis in [1_000, 100] {
            let time = Duration::from_millis(millis);
            let go = Go {
                time: [Some(time); 2],
                increment: [Some(Duration::from_millis(10)); 2],
                ..Go::default()
            };
            let found = self.timed(&go, time)?;
            if found != Found::Good {
                return Ok(found);
            }
        }
        Ok(Found::Good)
    }

    pub(super) fn bounded(&mut self, go: &Go) -> Checked {
        let game = self.game(None)?;
        let answer = self.search(game.as_ref(), None, go, Duration::from_secs(10));
        match answer {
            Ok(_) => Ok(Found::Good),
            Err(reason) if reason.starts_with("no bestmove") => {
                self.ask(&self.client.stop());
                self.child.drain();
                let _ = self.wait_ready(PROMPT)?;
                Ok(Found::Wrong("it goes on for more than 10 s".to_owned()))
            }
            Err(reason) => Err(reason),
        }
    }

    /// Begins to think without bounds, and sees that no answer comes by itself.
    pub(super) fn begin_infinite(&mut self) -> Result<Option<Found>, String> {
        self.ask(&self.client.position(None, &[]));
        self.wait_ready(self.spec.startup)?;
        self.ask(&self.client.go(&Go { infinite: true, ..Go::default() }));
        let until = Instant::now() + Duration::from_millis(300);
        while let Some((_, parsed)) = self.receive(until)? {
            if matches!(parsed, ParsedLine::BestMove { .. }) {
                return Ok(Some(Found::Wrong("it answers before it is told to stop".to_owned())));
            }
        }
        Ok(None)
    }

    pub(super) fn stop(&mut self) -> Checked {
        let asked = Instant::now();
        self.ask(&self.client.stop());
        while let Some((at, parsed)) = self.receive(asked + Duration::from_secs(5))? {
            if matches!(parsed, ParsedLine::BestMove { .. }) {
                let took = at.saturating_duration_since(asked);
                if took > LAG {
                    self.late = true;
                    let text = format!("it answers {:.3} s after stop", took.as_secs_f64());
                    return Ok(Found::Wrong(text));
                }
                return Ok(Found::Good);
            }
        }
        Err("no bestmove within 5 s after stop".to_owned())
    }

    pub(super) fn infinite(&mut self) -> Checked {
        match self.begin_infinite()? {
            Some(found) => Ok(found),
            None => self.stop(),
        }
    }

    pub(super) fn ready_while_thinking(&mut self) -> Checked {
        if let Some(found) = self.begin_infinite()? {
            return Ok(found);
        }
        self.thinks = true;
        let ready = self.wait_ready(PROMPT)?;
        self.thinks = false;
        let stopped = self.stop()?;
        if ready.is_none() {
            return Ok(Found::Wrong("no readyok within 1 s".to_owned()));
        }
        Ok(stopped)
    }

    /// Ponders where it says that it can.
    pub(super) fn ponders(&mut self) -> Checked {
        let offers = |option: &OptionInfo| option.name.eq_ignore_ascii_case("ponder");
        if !self.options.iter().any(offers) {
            return Ok(Found::Good);
        }
        let mut game = self.game(None)?;
        for _ in 0..2 {
            let turn = game.legal_turns().swap_remove(0);
            game.play(&turn).map_err(|error| error.to_string())?;
        }
        let time = Duration::from_millis(200);
        let go = Go { ponder: true, move_time: Some(time), ..Go::default() };
        self.ask(&self.client.position(None, &game.turns()));
        self.wait_ready(self.spec.startup)?;
        self.ask(&self.client.go(&go));
        let until = Instant::now() + 2 * time;
        while let Some((_, parsed)) = self.receive(until)? {
            if matches!(parsed, ParsedLine::BestMove { .. }) {
                let text = "it answers before the expected turn was played";
                return Ok(Found::Wrong(text.to_owned()));
            }
        }
        let asked = Instant::now();
        self.ask(&self.client.ponder_hit());
        while let Some((at, parsed)) = self.receive(asked + Duration::from_secs(5))? {
            let ParsedLine::BestMove { turn, .. } = parsed else { continue };
            let took = at.saturating_duration_since(asked);
            let turn = turn.unwrap_or_default();
            if let Err(error) = game.play(&turn) {
                return Ok(Found::Wrong(format!("bestmove '{turn}': {error}")));
            }
            if took > time + LAG {
                self.late = true;
                let text = format!("it answers {:.3} s after ponderhit", took.as_secs_f64());
                return Ok(Found::Wrong(text));
            }
            return Ok(Found::Good);
        }
        Err("no bestmove within 5 s after ponderhit".to_owned())
    }

    pub(super) fn unknown(&mut self) -> Checked {
        let text = self.client.nonsense() + "\n";
        self.ask(&text);
        let bad = self.bad_lines.len();
        let ready = self.wait_ready(PROMPT)?;
        // An answer in its own words to a word that it does not know is no fault.
        self.bad_lines.truncate(bad);
        match ready {
            Some(_) => Ok(Found::Good),
            None => Err("it does not answer any more".to_owned()),
        }
    }

    pub(super) fn silent(&mut self) -> Checked {
        let until = Instant::now() + Duration::from_millis(300);
        let bad = self.bad_lines.len();
        match self.receive(until)? {
            None if self.bad_lines.len() == bad => Ok(Found::Good),
            _ => Ok(Found::Wrong("it says something".to_owned())),
        }
    }

    pub(super) fn whole_game(&mut self) -> Checked {
        self.ask(&self.client.new_game());
        if self.wait_ready(self.spec.startup)?.is_none() {
            return Err("no readyok after a new game was begun".to_owned());
        }
        let referee = Referee { repetition_draw: true };
        let mut game = self.kind.new_game(None, referee).map_err(|error| error.to_string())?;
        let go =
            Go { nodes: Some(200), move_time: Some(Duration::from_millis(20)), ..Go::default() };
        for ply in 1..=300 {
            if game.ending().is_some() {
                break;
            }
            let answer = self.search(game.as_ref(), None, &go, Duration::from_secs(5))?;
            let turn = answer.turn.unwrap_or_default();
            if let Err(error) = game.play(&turn) {
                return Ok(Found::Wrong(format!("turn {ply} is '{turn}': {error}")));
            }
        }
        Ok(Found::Good)
    }
}
