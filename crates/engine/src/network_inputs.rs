//! What a game says of its networks.

use network::Shape;

/// The inputs of a game's networks, and how wide these may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkInputs {
    /// The name of the inputs, with their version.
    pub name: &'static str,
    /// How many inputs there are.
    pub inputs: usize,
    /// How many output layers there are.
    pub buckets: usize,
    /// The most hidden units of each view.
    pub width: usize,
    /// How many views count in a network that is trained as the game takes it: with 1 that of the side to move alone.
    pub views: usize,
    /// How many turns and mirrors of the board leave the game the same.
    pub symmetries: usize,
    /// How many facts of moves a policy is over; 0 where networks have none.
    pub moves: usize,
}

/// Hidden units a view of a network that judges moves too, at most, where no number is told: the runs of the manual that
/// began with nothing but the rules had as many.
const WIDTH_WITH_POLICY: usize = 64;

impl NetworkInputs {
    /// The hidden units of each view of a network for which no number is told.
    pub fn usual_width(&self, with_policy: bool) -> usize {
        if with_policy { self.width.min(WIDTH_WITH_POLICY) } else { self.width }
    }

    /// The shape of a network with so many hidden units a view, without a policy.
    pub fn shape(&self, width: usize) -> Shape {
        let (inputs, buckets) = (self.inputs, self.buckets);
        Shape { features: self.name.to_owned(), inputs, width, buckets, moves: 0 }
    }

    /// The shape of a network that judges moves too.
    pub fn shape_with_policy(&self, width: usize) -> Shape {
        Shape { moves: self.moves, ..self.shape(width) }
    }
}

/// The network of a game in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltInNetwork {
    /// The bytes of its file.
    pub file: &'static [u8],
    /// The commands of `tesuji` by which it was made, a line each, in their order; a line that begins with `#` is a remark.
    pub recipe: &'static str,
}
