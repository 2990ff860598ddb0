//! The core's starting tunables as constants.

use search::Tunables;

const START: Tunables = Tunables::START;

pub(super) const ASPIRATION_WINDOW: i32 = START.aspiration_window;
pub(super) const ASPIRATION_DEPTH: i32 = START.aspiration_depth;
pub(super) const LMR_DEPTH: i32 = START.lmr_depth;
pub(super) const LMR_MOVES: usize = START.lmr_moves as usize;
pub(super) const LMR_BASE: i32 = START.lmr_base;
pub(super) const LMR_SLOPE: i32 = START.lmr_slope;
pub(super) const LMR_HISTORY: i32 = START.lmr_history;
pub(super) const INTERNAL_REDUCTION_DEPTH: i32 = START.internal_reduction_depth;
pub(super) const NULL_MOVE_DEPTH: i32 = START.null_move_depth;
pub(super) const NULL_MOVE_REDUCTION: i32 = START.null_move_reduction;
pub(super) const REVERSE_FUTILITY_MARGIN: i32 = START.reverse_futility_margin;
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = START.reverse_futility_depth;
pub(super) const FUTILITY_MARGIN: i32 = START.futility_margin;
pub(super) const FUTILITY_DEPTH: i32 = START.futility_depth;
pub(super) const DEFER_DEPTH: i32 = START.defer_depth;
