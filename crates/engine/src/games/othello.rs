//! Othello.

use othello::{Evaluation, Position};

use crate::definition::{GameDefinition, GameInfo};

/// Othello as the engine knows it.
#[derive(Clone)]
pub(super) struct Othello;

impl search::Defaults for Othello {
    const SWITCHES: search::Switches = search::Switches::START;
}

impl GameDefinition for Othello {
    type Position = Position;
    type Eval = Evaluation;
    type Features = game::NoFeatures;
    const INFO: GameInfo = GameInfo::new::<Position>("Othello");
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_drivers_agree() {
        let checked = crate::kind("othello").unwrap().checks().agree(300, 1, 4, &mut |_| true);
        assert_eq!(checked.map(|checked| checked.positions), Ok(300));
    }
}
