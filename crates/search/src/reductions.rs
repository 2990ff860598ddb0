//! How much less deep a late move is searched.

use crate::params::Tunables;

const SIZE: usize = 64;

/// Reductions by depth and number of the move, in hundredths of a ply.
#[derive(Clone, Debug)]
pub(crate) struct Reductions(Box<[[u16; SIZE]; SIZE]>);

impl Reductions {
    pub(crate) fn new(tunables: &Tunables) -> Self {
        let mut ln = [0.0; SIZE];
        for (number, ln) in ln.iter_mut().enumerate().skip(1) {
            *ln = (number as f64).ln();
        }
        let mut table = Box::new([[0; SIZE]; SIZE]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                let logs = ln[depth] * ln[number];
                let sum = f64::from(tunables.lmr_base) + f64::from(tunables.lmr_slope) * logs;
                *cell = sum.max(0.0) as u16;
            }
        }
        Self(table)
    }

    /// For the move with this number, from 0.
    #[inline(always)]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[(depth as usize).min(SIZE - 1)][number.min(SIZE - 1)])
    }
}
