//! What counts of the settings in a search: what the exact mode, the driver and the level leave of it.

use game::params::Parameters as _;
use search::{Driver, Switches, Tunables};

use super::{Chosen, Settings};
use crate::definition::{EvalParams, GameDefinition};

impl<W: GameDefinition> Settings<W> {
    /// The switches in force: what the exact mode, the driver and the level leave of those set.
    pub(crate) fn effective_switches(&self) -> Switches {
        self.effective().0
    }

    /// Switches and numbers in force.
    pub(crate) fn effective(&self) -> (Switches, Tunables) {
        let (mut switches, mut tunables) = (self.switches, self.tunables);
        if self.exact {
            let exact = Switches::EXACT;
            for index in 0..Switches::infos().len() {
                if exact.get(index) == 0 {
                    switches.set(index, 0);
                }
            }
        }
        if self.chosen == Chosen::Search(Driver::AlphaBeta) {
            switches.pvs = false;
        }
        if let Some(level) = self.level {
            level.weaken(&W::level_scale(), &mut switches, &mut tunables);
        }
        (switches, tunables)
    }

    /// The switches and numbers of Monte Carlo tree search in force: what the level leaves of those set.
    pub(crate) fn effective_mcts(&self) -> mcts::Params {
        let mut params = self.mcts;
        if let Some(level) = self.level
            && level.overlooks_wins(&W::level_scale())
        {
            params.solver = false;
            params.decisive = false;
            params.anti_decisive = false;
        }
        params
    }

    /// The numbers of the evaluation in force. Levels below the highest order moves as they did when they were measured.
    pub(crate) fn effective_params(&self) -> EvalParams<W> {
        let mut params = self.params.clone();
        if self.is_weak() {
            W::order_by_hand(&mut params);
        }
        params
    }
}
