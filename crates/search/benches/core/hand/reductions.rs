//! How much less deep a late move is searched (`reductions.rs` of the core).

use super::numbers::{LMR_BASE, LMR_SLOPE};

const SIZE: usize = 64;

/// Reductions by depth and number of the move, in hundredths of a ply.
pub(super) struct Reductions(Box<[[u16; SIZE]; SIZE]>);

impl Reductions {
    pub(super) fn new() -> Self {
        let mut table = Box::new([[0; SIZE]; SIZE]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                let logs = (depth as f64).ln() * (number as f64).ln();
                let sum = f64::from(LMR_BASE) + f64::from(LMR_SLOPE) * logs;
                *cell = sum.max(0.0) as u16;
            }
        }
        Self(table)
    }

    #[inline(always)]
    pub(super) fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[(depth as usize).min(SIZE - 1)][number.min(SIZE - 1)])
    }
}
