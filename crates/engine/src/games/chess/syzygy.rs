//! Syzygy tables, as searches ask them.

use std::sync::Arc;

use chess::syzygy::{RankedMove, Tablebases, Wdl};
use chess::{CLOCK_LIMIT, Move, Position};
use game::{Notation as _, Position as _, Score};
use search::{Prober, Ranking};

use crate::options::table::{Effect, Entry};
use crate::options::{Check, Spin, Text};
use crate::tables::Folders as Asking;
use crate::tables::{
    Probe, Probing, SharedProbe, SharedTablebase, TableFolders, TableValue, Tablebase,
    TypedTableFolders,
};

/// A win or loss that the fifty-move rule makes a draw is worth so many points: more than nothing.
const CURSED: i32 = 2;

/// Opens the tables of folders.
pub(super) struct Syzygy;

impl Syzygy {
    fn open(folders: &str) -> Result<Arc<Folders>, String> {
        let tables = Tablebases::open(folders).map_err(|error| error.to_string())?;
        Ok(Arc::new(Folders(tables)))
    }
}

/// The option that names the folders.
const PATH: &str = "SyzygyPath";

impl TableFolders for Syzygy {
    fn option(&self) -> &'static str {
        PATH
    }

    fn open(&self, folders: &str) -> Result<SharedTablebase, String> {
        Ok(Self::open(folders)?)
    }
}

impl TypedTableFolders<Position> for Syzygy {
    fn open_for_search(&self, folders: &str) -> Result<SharedProbe<Position>, String> {
        Ok(Self::open(folders)?)
    }

    fn options(&self) -> Vec<Entry<Asking<Position>>> {
        let Probing { depth, pieces, clock_rule } = Probing::START;
        let path = Text { name: PATH, doc: "Folders of endgame tables, joined as in PATH." };
        let least_depth = Spin {
            name: "SyzygyProbeDepth",
            doc: "The least depth left at which positions of the largest endgame tables are asked.",
            start: depth.into(),
            min: 1,
            max: 100,
        };
        let limit = Spin {
            name: "SyzygyProbeLimit",
            doc: "The most pieces of a position that is asked.",
            start: pieces as i64,
            min: 0,
            max: 7,
        };
        let rule = Check {
            name: "Syzygy50MoveRule",
            doc: "The fifty-move rule makes draws of long wins.",
            start: clock_rule,
        };
        // Values of other tables, or by other rules, do not hold any more.
        vec![
            Entry::<Asking<Position>>::text(path, |asking, folders| asking.open(&Self, folders))
                .effect(Effect::NewTable),
            Entry::<Asking<Position>>::spin(least_depth, |asking, depth| asking.probing.depth = depth as i32)
                .effect(Effect::NewTable),
            Entry::<Asking<Position>>::spin(limit, |asking, pieces| asking.probing.pieces = pieces as usize)
                .effect(Effect::NewTable),
            Entry::<Asking<Position>>::check(rule, |asking, on| asking.probing.clock_rule = on)
                .effect(Effect::NewTable),
        ]
    }
}

/// The tables of some folders.
struct Folders(Tablebases);

impl Tablebase for Folders {
    fn look_up(&self, position: &str) -> Option<TableValue> {
        let position = Position::parse(position).ok()?;
        let limit = i32::from(CLOCK_LIMIT);
        let distance = self.0.dtz(&position).ok().flatten();
        let wdl = self.0.wdl(&position).ok().flatten()?;
        let in_time = |distance: i32| distance.abs() + i32::from(position.clock()) <= limit;
        // Without distances the count is taken to be high enough.
        let decided = distance.is_none_or(in_time);
        Some(match wdl {
            Wdl::Win | Wdl::CursedWin if decided => TableValue::Win(None),
            Wdl::Loss | Wdl::BlessedLoss if decided => TableValue::Loss(None),
            _ => TableValue::Draw,
        })
    }

    fn about(&self) -> String {
        let [results, distances] = self.0.counts();
        let most = self.0.most_pieces();
        format!("{results} tables of results and {distances} of distances, up to {most} pieces")
    }

    fn fault(&self) -> Option<String> {
        self.0.fault().map(ToString::to_string)
    }
}

impl Probe<Position> for Folders {
    fn prober(self: Arc<Self>, probing: Probing) -> Arc<dyn Prober<Position>> {
        let most = self.0.most_pieces().min(probing.pieces) as u32;
        Arc::new(Asked { tables: self, probing, most })
    }
}

/// The tables as a search asks them.
struct Asked {
    tables: Arc<Folders>,
    probing: Probing,
    /// The most pieces of a position that is asked.
    most: u32,
}

impl Asked {
    fn score(&self, wdl: Wdl) -> Score {
        match wdl {
            Wdl::Win => Score::known_win(0),
            Wdl::CursedWin if !self.probing.clock_rule => Score::known_win(0),
            Wdl::CursedWin => Score::points(CURSED),
            Wdl::Draw => Score::ZERO,
            Wdl::BlessedLoss if !self.probing.clock_rule => Score::known_loss(0),
            Wdl::BlessedLoss => Score::points(-CURSED),
            Wdl::Loss => Score::known_loss(0),
        }
    }
}

impl Prober<Position> for Asked {
    fn probe(&self, _: &Position) -> Option<Score> {
        // The tables know no distance to mate.
        None
    }

    fn probe_node(&self, position: &Position, depth: i32) -> Option<Score> {
        let pieces = position.count_pieces();
        let least = if pieces < self.most { 1 } else { self.probing.depth };
        // Results hold where no move is counted yet.
        if pieces > self.most || depth < least || position.clock() != 0 {
            return None;
        }
        let wdl = self.tables.0.wdl(position).ok().flatten()?;
        Some(self.score(wdl))
    }

    fn rank(&self, root: &Position, earlier: &[u64], moves: &[Move]) -> Option<Ranking> {
        if root.count_pieces() > self.most {
            return None;
        }
        let ranked =
            self.tables.0.rank(root, earlier, moves, self.probing.clock_rule).ok().flatten()?;
        let best = ranked.moves.iter().map(|ranked| ranked.rank).max()?;
        let told = |&RankedMove { rank, wdl }: &RankedMove| (rank, self.score(wdl).from_table(1));
        // With distances the ranks lead to the goal; a win without them is searched for where the tables say it goes on.
        let ask = !ranked.by_distance && best > 0;
        Some(Ranking { moves: ranked.moves.iter().map(told).collect(), probe: ask })
    }
}
