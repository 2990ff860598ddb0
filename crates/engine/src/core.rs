//! The searcher of an engine, as it is compiled.

use std::sync::Arc;

use game::{Game, Notation, Position};
use search::tt::{Compact, Wide};
use search::{Instrumented, Play, Prober, Searcher, TableHandle};

use crate::definition::GameDefinition;

/// A searcher compiled to play, or to measure.
pub(crate) enum Core<W: GameDefinition> {
    Play(Searcher<W::Position, W::Eval, Play<W>>),
    Instrumented(Searcher<W::Position, W::Eval, Instrumented>),
    Tree(TreeSearcher<W>),
}

/// A searcher of Monte Carlo tree search that knows the game's static evaluation.
pub(crate) type TreeSearcher<W> = mcts::Searcher<
    <W as GameDefinition>::Position,
    mcts::StaticProvider<<W as GameDefinition>::Eval>,
>;

impl<W: GameDefinition> Core<W> {
    pub(crate) fn tables(&self) -> Tables {
        match self {
            Self::Play(searcher) => Tables::Play(searcher.table().clone()),
            Self::Instrumented(searcher) => Tables::Instrumented(searcher.table().clone()),
            Self::Tree(_) => Tables::Tree,
        }
    }

    /// Lets its searches probe these tables, or none.
    pub(crate) fn set_prober(&mut self, prober: Option<Arc<dyn Prober<W::Position>>>) {
        match self {
            Self::Play(searcher) => searcher.set_prober(prober),
            Self::Instrumented(searcher) => searcher.set_prober(prober),
            Self::Tree(searcher) => searcher.set_prober(prober),
        }
    }

    pub(crate) fn set_threads(&mut self, threads: usize) {
        match self {
            Self::Play(searcher) => searcher.set_threads(threads),
            Self::Instrumented(searcher) => searcher.set_threads(threads),
            Self::Tree(searcher) => searcher.set_threads(threads),
        }
    }
}

/// The table of a searcher; a tree is its searcher's own.
#[derive(Clone)]
pub(crate) enum Tables {
    Play(Arc<TableHandle<Compact>>),
    Instrumented(Arc<TableHandle<Wide>>),
    Tree,
}

/// The repetition keys of the positions before the present one.
pub(crate) fn earlier_keys<P: Notation>(game: &Game<P>) -> Vec<u64> {
    let before = game.positions().len().saturating_sub(1);
    game.positions()[..before].iter().filter_map(Position::repetition_key).collect()
}
