//! The inputs of a network: features of a position.

use crate::{Position, Side};

/// The rows of the first layer that one feature has, by the side whose view it is seen from.
pub type Rows = [usize; 2];

/// The inputs of a network: each is on or off in a position, and is seen from the view of both sides.
///
/// A file has weights for [`INPUTS`](Features::INPUTS). Where facts stay the same for a whole game (the cards of a deal) the
/// inputs that belong together are added up once: the sums are the rows of the first layer as a search uses it.
pub trait Features<P: Position>: Clone + Send + Sync + 'static {
    /// The name of this set of inputs, with its version: a network made for another cannot be used.
    const NAME: &'static str;
    /// How many inputs there are; 0 in a game that has no networks.
    const INPUTS: usize;
    /// How many output layers there are: each [`bucket`](Features::bucket) of positions has its own.
    const BUCKETS: usize = 1;
    /// How many turns and mirrors of the board leave the game the same, this one among them.
    const SYMMETRIES: usize = 1;
    /// How many views count in the networks that are trained for it. With 1, that of the side to move alone, a search leaves
    /// out the other where the network at hand does.
    const VIEWS: usize = 2;
    /// How many facts of moves there are for the [policy](Features::move_rows) of a network; 0 in a game whose networks
    /// have none.
    const MOVE_ROWS: usize = 0;

    /// The inputs below `root`.
    fn new(root: &P) -> Self;

    /// Roots with the same number have the same rows.
    fn group(_root: &P) -> u64 {
        0
    }

    /// How many rows the first layer has.
    fn rows(&self) -> usize {
        Self::INPUTS
    }

    /// The inputs that a row is the sum of.
    fn inputs_of(&self, row: usize, visit: &mut dyn FnMut(usize)) {
        visit(row);
    }

    /// The rows that are on in a position.
    fn active(&self, position: &P, visit: impl FnMut(Rows));

    /// The rows that are on in the view of one side.
    #[inline(always)]
    fn active_in(&self, position: &P, view: Side, mut visit: impl FnMut(usize)) {
        self.active(position, |rows| visit(rows[view.index()]));
    }

    /// The views in which a move changes most rows, so that they are better made afresh.
    #[inline(always)]
    fn renewed(&self, _before: &P, _after: &P) -> [bool; 2] {
        [false; 2]
    }

    /// The rows that differ between a position and one after it: those that are on in the second (true) or in the first
    /// alone (false). Those of a view that is [`renewed`](Features::renewed) may be any.
    fn changes(&self, before: &P, after: &P, visit: impl FnMut(Rows, bool));

    /// Which output layer judges a position; below [`BUCKETS`](Features::BUCKETS).
    fn bucket(_position: &P) -> usize {
        0
    }

    /// The input that stands for another when the board is turned or mirrored; below [`SYMMETRIES`](Features::SYMMETRIES),
    /// and 0 changes nothing.
    fn image(input: usize, _symmetry: usize) -> usize {
        input
    }

    /// The facts of a legal move, from the view of the side that makes it: below [`MOVE_ROWS`](Features::MOVE_ROWS). What a
    /// policy says of each is added up.
    fn move_rows(&self, _position: &P, _mv: P::Move, _visit: &mut dyn FnMut(usize)) {}

    /// The fact of a move that stands for another when the board is turned or mirrored, as [`image`](Features::image).
    fn move_image(row: usize, _symmetry: usize) -> usize {
        row
    }
}

/// The inputs of a game that has no networks.
#[derive(Clone, Copy, Debug)]
pub struct NoFeatures;

impl<P: Position> Features<P> for NoFeatures {
    const NAME: &'static str = "none";
    const INPUTS: usize = 0;

    fn new(_: &P) -> Self {
        Self
    }

    fn active(&self, _: &P, _: impl FnMut(Rows)) {}

    fn changes(&self, _: &P, _: &P, _: impl FnMut(Rows, bool)) {}
}

/// The inputs that are on in a position, with the board turned or mirrored: for the side to move, and for the other. In games
/// whose inputs are added up they stand as often as they count. The lists are filled anew.
pub fn inputs_on<P: Position, F: Features<P>>(
    position: &P,
    symmetry: usize,
    found: &mut [Vec<u32>; 2],
) {
    let features = F::new(position);
    found.iter_mut().for_each(Vec::clear);
    let first = usize::from(position.side_to_move() == Side::Second);
    features.active(position, |rows| {
        for (view, row) in rows.into_iter().enumerate() {
            let list: &mut Vec<u32> = &mut found[view ^ first];
            features.inputs_of(row, &mut |input| list.push(F::image(input, symmetry) as u32));
        }
    });
}
