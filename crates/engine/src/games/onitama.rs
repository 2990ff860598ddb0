//! Onitama.

use std::io::{Read, Write};
use std::sync::Arc;

use crate::kind::GameDefinition;
use crate::presets::{self, Preset};
use crate::tables::{
    EndgameTable, SharedTables, TableError, TableKind, TableProgress, TableSource, TableSummary,
    TableValue, Tables, WinsProgress, WinsRequest, WinsStage, WinsTable,
};
use game::perft::Finished;
use game::{Notation, ParseError, Position as _, Score, Side};
use onitama::tablebase::bitbase::{
    Bitbase, BitbaseError, BitbaseSummary, Progress, Request, Stage,
};
use onitama::tablebase::{BuildError, FileError, Keep, Tablebase, Value};

/// How Onitama is wired to the engine.
#[derive(Clone)]
pub(super) struct Onitama;

impl search::Defaults for Onitama {
    const SWITCHES: search::Switches = search::Switches::START;
}

impl GameDefinition for Onitama {
    type Position = onitama::Position;
    type Eval = onitama::Evaluation;
    type Defaults = Self;
    type Tables = Self;
    const TITLE: &'static str = "Onitama";
    const PROTOCOL: &'static str = "uoi";
    const BENCH_DEPTH: u32 = 13;
    const MATCH_DEAL: &'static str = "";
    const PRESETS: &'static [Preset] = &[presets::FOUNDING];
    const FINISHED: Finished = Finished::OneLeaf;

    fn deal(spec: &str, seed: u64) -> Result<onitama::Position, ParseError> {
        onitama::Position::deal(spec, seed)
    }

    fn random_start(seed: u64) -> onitama::Position {
        onitama::Position::random_deal(&onitama::Deck::ALL, seed)
    }
}

/// Onitama's endgame tables, as the engine knows tables.
struct OnitamaTable(Tablebase);

fn names(cards: &[onitama::Card; 5]) -> Vec<String> {
    cards.iter().map(|card| card.name().to_owned()).collect()
}

impl EndgameTable for OnitamaTable {
    fn cards(&self) -> Vec<String> {
        names(self.0.cards())
    }

    fn men(&self) -> usize {
        self.0.men()
    }

    fn kind(&self) -> TableKind {
        match self.0.keep() {
            Keep::Distances => TableKind::Distances,
            Keep::Verdicts => TableKind::Verdicts,
        }
    }

    fn summary(&self) -> TableSummary {
        let onitama::tablebase::Summary { positions, wins, losses, draws, longest, .. } =
            *self.0.summary();
        TableSummary { positions, wins, losses, draws, longest: Some(longest) }
    }

    fn look_up(&self, position: &str) -> Option<TableValue> {
        let position: onitama::Position = Notation::parse(position).ok()?;
        Some(match self.0.probe(&position)? {
            Value::Win(plies) => TableValue::Win(plies),
            Value::Loss(plies) => TableValue::Loss(plies),
            Value::Draw => TableValue::Draw,
        })
    }

    fn verify(
        &self,
        every: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, TableError> {
        self.0.verify(every, threads, progress).map_err(|error| match error {
            onitama::tablebase::VerifyError::Cancelled => TableError::Cancelled,
            wrong => TableError::Refused(wrong.to_string()),
        })
    }

    fn save(&self, out: &mut dyn Write) -> std::io::Result<()> {
        self.0.save(out)
    }
}

impl search::Oracle<onitama::Position> for OnitamaTable {
    fn probe(&self, position: &onitama::Position) -> Option<Score> {
        Some(match self.0.probe(position)? {
            Value::Win(plies) => Score::win_in(plies? as i32),
            Value::Loss(plies) => Score::loss_in(plies? as i32),
            Value::Draw => Score::ZERO,
        })
    }
}

impl Tables<onitama::Position> for OnitamaTable {
    fn covers(&self, position: &onitama::Position) -> bool {
        self.0.cards() == position.cards()
    }
}

/// A bitbase, as the engine knows tables of wins.
struct OnitamaWins {
    base: Bitbase,
    is_read: bool,
}

impl WinsTable for OnitamaWins {
    fn summary(&self) -> TableSummary {
        let BitbaseSummary { positions, wins, losses, draws } = self.base.summary();
        TableSummary { positions, wins, losses, draws, longest: None }
    }

    fn is_read(&self) -> bool {
        self.is_read
    }

    fn verify(
        &mut self,
        every: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, TableError> {
        let found = self.base.verify(every, threads, progress).map_err(refused)?;
        found.map_err(|wrong| TableError::Refused(wrong.to_string()))
    }
}

fn refused(error: BitbaseError) -> TableError {
    match error {
        BitbaseError::Cancelled => TableError::Cancelled,
        other => TableError::Refused(other.to_string()),
    }
}

/// Whether a file is to be replaced: it is damaged, and not merely out of reach.
fn is_damage(error: &BitbaseError) -> bool {
    matches!(error, BitbaseError::File { error, .. }
        if !matches!(error, FileError::Io(_) | FileError::Memory(_)))
}

impl TableSource<onitama::Position> for Onitama {
    const MEN: &'static [usize] = &[2, 3];

    fn build(
        position: &onitama::Position,
        men: usize,
        kind: TableKind,
        threads: usize,
        progress: &mut dyn FnMut(TableProgress) -> bool,
    ) -> Result<SharedTables<onitama::Position>, TableError> {
        let keep = match kind {
            TableKind::Distances => Keep::Distances,
            TableKind::Verdicts => Keep::Verdicts,
        };
        let mut told = |so_far: onitama::tablebase::Progress| {
            let onitama::tablebase::Progress { plies, decided, positions } = so_far;
            progress(TableProgress { plies, decided, positions })
        };
        match Tablebase::build(*position.cards(), men, keep, threads, &mut told) {
            Ok(table) => Ok(Arc::new(OnitamaTable(table))),
            Err(BuildError::Cancelled) => Err(TableError::Cancelled),
            Err(error) => Err(TableError::Refused(error.to_string())),
        }
    }

    fn load(from: &mut dyn Read) -> Result<SharedTables<onitama::Position>, TableError> {
        match Tablebase::load(from) {
            Ok(table) => Ok(Arc::new(OnitamaTable(table))),
            Err(error) => Err(TableError::Refused(error.to_string())),
        }
    }

    fn wins(
        position: &onitama::Position,
        request: &WinsRequest<'_>,
        note: &mut dyn FnMut(String),
        progress: &mut dyn FnMut(WinsProgress) -> bool,
    ) -> Result<Box<dyn WinsTable>, TableError> {
        let WinsRequest { men, path, memory, threads, .. } = *request;
        let request = Request { cards: *position.cards(), men, path, memory, threads };
        let told = &mut |so_far: Progress| {
            let Progress { stage, steps, wins, positions } = so_far;
            let (stage, all_steps) = match stage {
                Stage::Reading => (WinsStage::Reading, Some(30)),
                Stage::Building => (WinsStage::Building, None),
                Stage::Counting => (WinsStage::Counting, Some(30)),
            };
            progress(WinsProgress { stage, steps, all_steps, wins, positions })
        };
        match Bitbase::open(&request, told) {
            Ok(Some(base)) => return Ok(Box::new(OnitamaWins { base, is_read: true })),
            Ok(None) => {}
            Err(damage) if is_damage(&damage) => note(format!("{damage}; it is built anew")),
            Err(error) => return Err(refused(error)),
        }
        let base = match Bitbase::build(&request, told) {
            Err(damage) if is_damage(&damage) => {
                note(format!("{damage}; it is begun anew"));
                request.discard().and_then(|()| Bitbase::build(&request, told))
            }
            other => other,
        };
        Ok(Box::new(OnitamaWins { base: base.map_err(refused)?, is_read: false }))
    }

    fn of_cards(cards: &str) -> Result<onitama::Position, TableError> {
        if !cards.contains(',') {
            let text = format!("'{cards}' is no set of five cards: join five names by commas");
            return Err(TableError::Refused(text));
        }
        onitama::Position::deal(cards, 0).map_err(|error| TableError::Refused(error.to_string()))
    }

    fn card_names(position: &onitama::Position) -> Vec<String> {
        names(position.cards())
    }

    fn is_near(position: &onitama::Position, men: usize) -> bool {
        let count = |side| position.pieces(side).count_ones() as usize;
        position.ending().is_none() && Side::BOTH.into_iter().all(|side| count(side) <= men + 2)
    }

    fn is_same_game(a: &onitama::Position, b: &onitama::Position) -> bool {
        a.cards() == b.cards()
    }
}
