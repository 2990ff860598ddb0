//! Onitama's endgame tables, as the engine knows tables. The variant of a table is the five cards of its games.

use std::io::{Read, Write};
use std::sync::Arc;

use game::{Notation as _, Position as _, Score, Side};
use onitama::tablebase::bitbase::{
    Bitbase, BitbaseError, BitbaseSummary, Progress, Request, Stage,
};
use onitama::tablebase::{BuildError, FileError, Keep, Tablebase as Table, Value};
use onitama::{Card, Position};
use search::Prober;

use crate::tables::{
    EndgameTable, OnTableProgress, Probe, Probing, SharedProbe, TableBuilder, TableError,
    TableKind, TableProgress, TableSummary, TableValue, Tablebase, TypedTableBuilder, WinsProgress,
    WinsRequest, WinsStage, WinsTable,
};

/// A table of all positions of five cards.
struct OnitamaTable(Table);

/// The variant of games with these cards.
fn variant(cards: &[Card; 5]) -> String {
    cards.map(Card::name).join(",")
}

/// A position of that variant.
fn position(variant: &str) -> Result<Position, TableError> {
    if !variant.contains(',') {
        let text = format!("'{variant}' is no set of five cards: join five names by commas");
        return Err(TableError::Refused(text));
    }
    Position::deal(variant, 0).map_err(|error| TableError::Refused(error.to_string()))
}

impl Tablebase for OnitamaTable {
    fn look_up(&self, position: &str) -> Option<TableValue> {
        Some(match self.0.probe(&Position::parse(position).ok()?)? {
            Value::Win(plies) => TableValue::Win(plies),
            Value::Loss(plies) => TableValue::Loss(plies),
            Value::Draw => TableValue::Draw,
        })
    }

    fn about(&self) -> String {
        format!("{}, up to {} pieces a side", self.variant(), self.pieces())
    }
}

impl EndgameTable for OnitamaTable {
    fn variant(&self) -> String {
        variant(self.0.cards())
    }

    fn pieces(&self) -> usize {
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

impl Prober<Position> for OnitamaTable {
    fn probe(&self, position: &Position) -> Option<Score> {
        Some(match self.0.probe(position)? {
            Value::Win(plies) => Score::win_in(plies? as i32),
            Value::Loss(plies) => Score::loss_in(plies? as i32),
            Value::Draw => Score::ZERO,
        })
    }
}

impl Probe<Position> for OnitamaTable {
    fn prober(self: Arc<Self>, _: Probing) -> Arc<dyn Prober<Position>> {
        self
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

/// A file is to be replaced: it is damaged, and not merely out of reach.
fn is_damage(error: &BitbaseError) -> bool {
    matches!(error, BitbaseError::File { error, .. }
        if !matches!(error, FileError::Io(_) | FileError::Memory(_)))
}

/// Builds the tables.
pub(super) struct Builder;

impl Builder {
    fn build(
        cards: &str,
        pieces: usize,
        kind: TableKind,
        threads: usize,
        progress: &mut OnTableProgress<'_>,
    ) -> Result<Arc<OnitamaTable>, TableError> {
        let keep = match kind {
            TableKind::Distances => Keep::Distances,
            TableKind::Verdicts => Keep::Verdicts,
        };
        let mut tell = |so_far: onitama::tablebase::Progress| {
            let onitama::tablebase::Progress { plies, decided, positions } = so_far;
            progress(TableProgress { plies, decided, positions })
        };
        match Table::build(*position(cards)?.cards(), pieces, keep, threads, &mut tell) {
            Ok(table) => Ok(Arc::new(OnitamaTable(table))),
            Err(BuildError::Cancelled) => Err(TableError::Cancelled),
            Err(error) => Err(TableError::Refused(error.to_string())),
        }
    }
}

impl TypedTableBuilder<Position> for Builder {
    fn build_for_search(
        &self,
        variant: &str,
        pieces: usize,
        threads: usize,
        progress: &mut OnTableProgress<'_>,
    ) -> Result<SharedProbe<Position>, TableError> {
        Ok(Self::build(variant, pieces, TableKind::Distances, threads, progress)?)
    }
}

impl TableBuilder for Builder {
    fn sizes(&self) -> &'static [usize] {
        &[2, 3]
    }

    fn variant(&self, text: &str) -> Result<String, TableError> {
        Ok(variant(position(text)?.cards()))
    }

    fn near(&self, position: &str, pieces: usize) -> Option<String> {
        let position = Position::parse(position).ok()?;
        let count = |side| position.pieces(side).count_ones() as usize;
        let near = self.sizes().contains(&pieces)
            && position.ending().is_none()
            && Side::BOTH.into_iter().all(|side| count(side) <= pieces + 2);
        near.then(|| variant(position.cards()))
    }

    fn build(
        &self,
        variant: &str,
        pieces: usize,
        kind: TableKind,
        threads: usize,
        progress: &mut OnTableProgress<'_>,
    ) -> Result<Arc<dyn EndgameTable>, TableError> {
        Ok(Self::build(variant, pieces, kind, threads, progress)?)
    }

    fn load(&self, from: &mut dyn Read) -> Result<Arc<dyn EndgameTable>, TableError> {
        match Table::load(from) {
            Ok(table) => Ok(Arc::new(OnitamaTable(table))),
            Err(error) => Err(TableError::Refused(error.to_string())),
        }
    }

    fn wins(
        &self,
        request: &WinsRequest<'_>,
        note: &mut dyn FnMut(String),
        progress: &mut dyn FnMut(WinsProgress) -> bool,
    ) -> Result<Box<dyn WinsTable>, TableError> {
        let WinsRequest { variant, pieces, path, memory, threads } = *request;
        let cards = *position(variant)?.cards();
        let request = Request { cards, men: pieces, path, memory, threads };
        let tell = &mut |so_far: Progress| {
            let Progress { stage, steps, wins, positions } = so_far;
            let (stage, all_steps) = match stage {
                Stage::Reading => (WinsStage::Reading, Some(30)),
                Stage::Building => (WinsStage::Building, None),
                Stage::Counting => (WinsStage::Counting, Some(30)),
            };
            progress(WinsProgress { stage, steps, all_steps, wins, positions })
        };
        match Bitbase::open(&request, tell) {
            Ok(Some(base)) => return Ok(Box::new(OnitamaWins { base, is_read: true })),
            Ok(None) => {}
            Err(damage) if is_damage(&damage) => note(format!("{damage}; it is built anew")),
            Err(error) => return Err(refused(error)),
        }
        let base = match Bitbase::build(&request, tell) {
            Err(damage) if is_damage(&damage) => {
                note(format!("{damage}; it is begun anew"));
                request.discard().and_then(|()| Bitbase::build(&request, tell))
            }
            other => other,
        };
        Ok(Box::new(OnitamaWins { base: base.map_err(refused)?, is_read: false }))
    }
}
