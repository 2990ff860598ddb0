//! A network: its shape, its weights, and where it came from.

use serde::{Deserialize, Serialize};

/// One unit of activation in whole numbers; activations are cut at 0 and 1.
pub const FIRST_SCALE: i32 = 255;
/// A weight of 1 of the output layers in whole numbers.
pub const OUTPUT_SCALE: i32 = 64;

/// The inputs of a network and its size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// The name of the inputs: [`game::Features::NAME`].
    pub features: String,
    /// How many inputs there are.
    pub inputs: usize,
    /// Hidden units of each view.
    pub width: usize,
    /// Output layers.
    pub buckets: usize,
    /// Facts of moves for the policy: 0 in a network without one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub moves: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The name of the game.
    pub game: String,
    /// Its shape.
    pub shape: Shape,
    /// Its score is added to that of the hand-made evaluation, and does not stand in its place.
    pub adds: bool,
    /// How it was made, in words.
    pub recipe: String,
    /// The points of an output of 1: of the expected result 1 / (1 + exp(-1)).
    pub points: i32,
    /// By input and hidden unit, in units of 1 / [`FIRST_SCALE`].
    pub first: Vec<i16>,
    /// By hidden unit, in the same units.
    pub first_bias: Vec<i16>,
    /// By bucket, view (the side to move first) and hidden unit, in units of 1 / [`OUTPUT_SCALE`].
    pub output: Vec<i8>,
    /// By bucket, in units of 1 / ([`FIRST_SCALE`] · [`OUTPUT_SCALE`]).
    pub output_bias: Vec<i32>,
    /// By fact of a move, view (the side to move first) and hidden unit, in units of 1 / [`OUTPUT_SCALE`].
    pub policy: Vec<i8>,
    /// By fact of a move, in units of 1 / ([`FIRST_SCALE`] · [`OUTPUT_SCALE`]).
    pub policy_bias: Vec<i32>,
}

/// Why a network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShapeError {
    /// It is one of another game.
    #[error("it is a network for {0}")]
    Game(String),
    /// It sees other inputs than this program gives it.
    #[error("its inputs are '{found}', and this program has '{known}'")]
    Features {
        /// The name in the network.
        found: String,
        /// The name here.
        known: &'static str,
    },
    /// It is too wide, or its numbers do not fit its inputs.
    #[error("its shape is {found}, and this program takes {known}")]
    Size {
        /// The shape of the network, in words.
        found: String,
        /// The choices that would be taken, in words.
        known: String,
    },
}

impl Network {
    /// A network of zeros.
    pub fn zero(game: &str, shape: Shape, points: i32) -> Self {
        Self {
            game: game.to_owned(),
            adds: false,
            recipe: String::new(),
            points,
            first: vec![0; shape.inputs * shape.width],
            first_bias: vec![0; shape.width],
            output: vec![0; shape.buckets * 2 * shape.width],
            output_bias: vec![0; shape.buckets],
            policy: vec![0; shape.moves * 2 * shape.width],
            policy_bias: vec![0; shape.moves],
            shape,
        }
    }

    /// How many weights it has.
    pub fn weights(&self) -> usize {
        self.first.len() + self.output.len() + self.policy.len()
    }

    /// How many views its outputs take: 1 where those for the view of the side that is not to move are all 0, else 2.
    pub fn views(&self) -> usize {
        let width = self.shape.width.max(1);
        let mut others = [&self.output, &self.policy]
            .into_iter()
            .flat_map(|outputs| outputs.chunks_exact(width).skip(1).step_by(2));
        if others.any(|view| view.iter().any(|&weight| weight != 0)) { 2 } else { 1 }
    }

    /// Checks that it is one for these inputs of this game, with at most `width` hidden units and a policy over so many
    /// facts of moves or none.
    ///
    /// # Errors
    /// What does not fit.
    pub fn fits(
        &self,
        game: &str,
        features: &'static str,
        [inputs, width, buckets, moves]: [usize; 4],
    ) -> Result<(), ShapeError> {
        if self.game != game {
            return Err(ShapeError::Game(self.game.clone()));
        }
        if self.shape.features != features {
            let found = self.shape.features.clone();
            return Err(ShapeError::Features { found, known: features });
        }
        let words = |[inputs, width, buckets]: [usize; 3], most: &str| {
            format!("{inputs} inputs, {most}{width} hidden units and {buckets} outputs")
        };
        let Shape { inputs: has, width: wide, buckets: outputs, moves: facts, .. } = self.shape;
        if ![0, moves].contains(&facts) {
            let of = |facts: usize| format!("a policy over {facts} facts of moves");
            return Err(ShapeError::Size { found: of(facts), known: of(moves) });
        }
        if has != inputs || outputs != buckets || !(1..=width).contains(&wide) {
            return Err(ShapeError::Size {
                found: words([has, wide, outputs], ""),
                known: words([inputs, width, buckets], "at most "),
            });
        }
        Ok(())
    }
}
