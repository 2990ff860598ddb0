//! How the one search is instantiated: to play, or to measure.

use std::marker::PhantomData;

use crate::params::{Switches, Tunables};
use crate::stats::{Counters, Stats};
use crate::tt::{Compact, Layout, Wide};

/// The mode that the node function is compiled for.
pub trait Mode: Clone + Send + Sync + 'static {
    /// The layout of the transposition table.
    type Layout: Layout;
    /// The counters.
    type Stats: Stats;

    /// The switches; a constant where the mode is one to play with.
    fn switches(&self) -> Switches;

    /// True if to find the value of the plain tree of the nominal depth.
    fn exact(&self) -> bool;
}

/// The switches and numbers that a game is played with.
pub trait Defaults: Clone + Send + Sync + 'static {
    /// The switches.
    const SWITCHES: Switches;
    /// The numbers.
    const TUNABLES: Tunables = Tunables::START;
}

/// To play: the switches are constants, so that techniques which are off cost nothing.
#[derive(Clone, Debug)]
pub struct Play<D>(PhantomData<D>);

impl<D> Default for Play<D> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<D: Defaults> Mode for Play<D> {
    type Layout = Compact;
    type Stats = Counters;

    #[inline(always)]
    fn switches(&self) -> Switches {
        D::SWITCHES
    }

    #[inline(always)]
    fn exact(&self) -> bool {
        false
    }
}

/// To measure: every switch is read at run time, and the exact mode is there.
#[derive(Clone, Debug)]
pub struct Instrumented {
    /// The techniques that are on.
    pub switches: Switches,
    /// Find the value of the plain tree of the nominal depth. Use [`Switches::EXACT`] or fewer.
    pub exact: bool,
}

impl Mode for Instrumented {
    type Layout = Wide;
    type Stats = Counters;

    #[inline(always)]
    fn switches(&self) -> Switches {
        self.switches
    }

    #[inline(always)]
    fn exact(&self) -> bool {
        self.exact
    }
}
