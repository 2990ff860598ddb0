//! Records as the files of games that people and other programs read: PGN in chess.

use engine::{GameKind, RecordedGame, RecordedResult, RecordedTurn, Referee, Verdict};

use crate::player::{Fault, FaultKind};
use crate::record::{GameRecord, GameResult, RecordedFault, TurnNote};
use crate::{EngineSpec, time::ClockRule};

impl GameRecord {
    /// The game in the format of the game's files.
    ///
    /// # Errors
    /// If it is of another game, or cannot be replayed.
    pub fn write(&self, kind: &dyn GameKind) -> Result<String, String> {
        if self.game != kind.name() {
            return Err(format!("it is a game of {}", self.game));
        }
        kind.files().write(&self.recorded(kind)?)
    }

    /// The record of a game that was read from a file of the game's own format.
    ///
    /// # Errors
    /// If it is not finished, does not say who played, or cannot be replayed.
    pub fn from_recorded(
        kind: &dyn GameKind,
        recorded: &RecordedGame,
        number: u64,
    ) -> Result<Self, String> {
        let tag = |name: &str| {
            let found = recorded.tags.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.clone())
        };
        let result = recorded.result.ok_or("it is not finished")?;
        let mut game = kind.new_game(Some(&recorded.start), Referee { repetition_draw: true });
        let game = game.as_mut().map_err(|error| format!("start: {error}"))?;
        for (index, recorded) in recorded.turns.iter().enumerate() {
            let turn = &recorded.turn;
            game.play(turn).map_err(|error| format!("turn {} ('{turn}'): {error}", index + 1))?;
        }
        let letters = game.side_letters();
        let mut engines = [const { String::new() }; 2];
        for (engine, letter) in engines.iter_mut().zip(letters) {
            let side = game.side_name(letter);
            *engine = tag(side).ok_or_else(|| format!("it does not say who plays {side}"))?;
        }
        let termination = tag("Termination").unwrap_or_default();
        let kind_of_fault = match termination.as_str() {
            "time forfeit" => Some(FaultKind::Time),
            "rules infraction" => Some(FaultKind::IllegalTurn),
            "abandoned" => Some(FaultKind::Crash),
            _ => None,
        };
        let details = tag("TerminationDetails").unwrap_or(termination);
        let loser = result.winner.map(|winner| letters[usize::from(winner == letters[0])]);
        let fault = kind_of_fault
            .zip(loser)
            .filter(|_| game.ending().is_none())
            .map(|(kind, side)| RecordedFault { side, fault: Fault::new(kind, details.clone()) });
        // No board shows the ends of people's games: a resignation, or a draw agreed on.
        let by_word = || format!("{details} (a rule of the match)");
        let reason = match (game.ending(), &fault) {
            (Some(ending), _) => ending.reason,
            (None, Some(_)) => details.clone(),
            (None, None) if details.ends_with("(a rule of the match)") => details.clone(),
            (None, None) => by_word(),
        };
        Ok(Self {
            game: kind.name().to_owned(),
            number,
            pair: number,
            round: 1,
            start: recorded.start.clone(),
            names: None,
            first_engine: letters[0],
            turns: game.turns(),
            notes: Vec::new(),
            result: GameResult { winner: result.winner, reason },
            fault,
            remarks: Vec::new(),
            seconds: 0.0,
            date: None,
            event: tag("Event"),
            site: tag("Site"),
            group: None,
            engines,
        })
    }

    fn recorded(&self, kind: &dyn GameKind) -> Result<RecordedGame, String> {
        let start = kind.new_game(Some(&self.start), Referee::default());
        let start = start.map_err(|error| format!("start: {error}"))?;
        let sides = start.side_letters().map(|letter| start.side_name(letter));
        let names = self.names.as_ref().unwrap_or(&self.engines);
        let mut tags = Vec::new();
        let mut tag = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
        let [date, time] = self.date_and_time();
        tag("Event", self.event.as_deref().unwrap_or("Tesuji match"));
        tag("Site", self.site.as_deref().unwrap_or("?"));
        tag("Date", date.as_deref().unwrap_or("????.??.??"));
        tag("Round", &format!("{}.{}", self.round, self.number));
        tag(sides[0], &names[0]);
        tag(sides[1], &names[1]);
        if let (Some(date), Some(time)) = (&date, &time) {
            tag("UTCDate", date);
            tag("UTCTime", time);
        }
        match self.engines.each_ref().map(|line| time_control(line)) {
            [first, second] if first == second => tag("TimeControl", &first),
            both => {
                for (side, control) in sides.into_iter().zip(both) {
                    tag(&format!("{side}TimeControl"), &control);
                }
            }
        }
        if let Some(group) = &self.group {
            tag("Opening", group);
        }
        tag("Termination", self.termination());
        tag("TerminationDetails", &self.result.reason);
        tag("PlyCount", &self.turns.len().to_string());
        let turn = |(at, turn): (usize, &String)| {
            let note = self.notes.get(at);
            RecordedTurn {
                turn: turn.clone(),
                comment: note.and_then(comment),
                clock: note.and_then(|note| note.left),
                elapsed: note.map(|note| note.seconds),
            }
        };
        let turns = self.turns.iter().enumerate().map(turn).collect();
        let result = Some(RecordedResult { winner: self.result.winner });
        Ok(RecordedGame { tags, start: self.start.clone(), turns, result })
    }

    /// The date and the time of day as PGN writes them.
    fn date_and_time(&self) -> [Option<String>; 2] {
        let both = self.date.as_deref().and_then(|date| date.split_once('T'));
        let date = both.map(|(date, _)| date.replace('-', "."));
        [date, both.map(|(_, time)| time.trim_end_matches('Z').to_owned())]
    }

    /// How it ended, in the words of PGN's standard (9.8.1).
    fn termination(&self) -> &'static str {
        match &self.fault {
            Some(found) => match found.fault.kind {
                FaultKind::Time => "time forfeit",
                FaultKind::Resigned => "normal",
                FaultKind::IllegalTurn
                | FaultKind::UnreadableTurn
                | FaultKind::NoTurn
                | FaultKind::Disqualified => "rules infraction",
                _ => "abandoned",
            },
            None if self.result.reason.contains("(a rule of the match)") => "adjudication",
            None => "normal",
        }
    }
}

/// The time control of an engine's line in the words of PGN's standard (9.6.1).
fn time_control(line: &str) -> String {
    let Ok(spec) = line.parse::<EngineSpec>() else { return "?".to_owned() };
    match (spec.clock(), spec.limits().move_time) {
        (Some(rule @ ClockRule::Fischer { .. }), _) => rule.to_string(),
        // The standard has no words for a reserve.
        (Some(ClockRule::Reserve { .. }), _) => "?".to_owned(),
        (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}

/// The engine's score and depth: `+0.35/12`, as runners of matches write it.
fn comment(note: &TurnNote) -> Option<String> {
    let score = match note.score? {
        Verdict::Points(points) => format!("{:+.2}", f64::from(points) / 100.0),
        Verdict::Win(plies) => format!("+M{}", plies.div_ceil(2)),
        Verdict::Loss(plies) => format!("-M{}", plies.div_ceil(2)),
    };
    let depth = note.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    Some(format!("{score}{depth} {:.3}s", note.seconds))
}
