//! Breakthrough.

use breakthrough::{Evaluation, Position};

use crate::definition::{GameDefinition, GameInfo};

/// Breakthrough as the engine knows it.
#[derive(Clone)]
pub(super) struct Breakthrough;

impl search::Defaults for Breakthrough {
    const SWITCHES: search::Switches = search::Switches::START;
}

impl GameDefinition for Breakthrough {
    type Position = Position;
    type Eval = Evaluation;
    type Features = game::NoFeatures;
    const INFO: GameInfo = GameInfo::new::<Position>("Breakthrough");
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_drivers_agree() {
        let checked = crate::kind("breakthrough").unwrap().checks().agree(300, 1, 3, &mut |_| true);
        assert_eq!(checked.map(|checked| checked.positions), Ok(300));
    }
}
