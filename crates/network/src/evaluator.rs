//! The evaluation of a network.

use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use game::{Evaluator, Features, Position, Side};

use crate::forward::Layers;
use crate::network::Network;

/// The sums of the first layer, by the side whose view they are.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub struct Accumulators<const WIDTH: usize>([[i16; WIDTH]; 2]);

/// The layers that were made last, with the group that they were made for.
type Made<const WIDTH: usize> = Option<(u64, Arc<Layers<WIDTH>>)>;

/// A network to evaluate with. Its first layer is added up once for each group of roots.
#[derive(Clone, Debug)]
pub struct NetworkParams<const WIDTH: usize> {
    network: Arc<Network>,
    made: Arc<Mutex<Made<WIDTH>>>,
}

impl<const WIDTH: usize> NetworkParams<WIDTH> {
    /// To evaluate with a network, which must have been found to [fit](Network::fits).
    pub fn new(network: Arc<Network>) -> Self {
        Self { network, made: Arc::default() }
    }

    fn layers<P: Position, F: Features<P>>(&self, features: &F, root: &P) -> Arc<Layers<WIDTH>> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let group = F::group(root);
        match &*made {
            Some((of, layers)) if *of == group => layers.clone(),
            _ => {
                let inputs_of =
                    |row: usize, visit: &mut dyn FnMut(usize)| features.inputs_of(row, visit);
                let layers = Arc::new(Layers::new(&self.network, features.rows(), inputs_of));
                *made = Some((group, layers.clone()));
                layers
            }
        }
    }
}

/// The evaluation of a network that sees `F`, with `WIDTH` hidden units a view at most. Its sums are kept from move to move
/// where `KEPT` is `WIDTH`, and made afresh for each position that is evaluated where it is 0: what is cheaper where a move
/// changes most inputs.
#[derive(Clone)]
pub struct NetworkEvaluator<P, F, const WIDTH: usize, const KEPT: usize> {
    features: F,
    layers: Arc<Layers<WIDTH>>,
    /// That of the root.
    group: u64,
    of: PhantomData<fn(P)>,
}

impl<P: Position, F: Features<P>, const WIDTH: usize, const KEPT: usize>
    NetworkEvaluator<P, F, WIDTH, KEPT>
{
    const KEEPS: bool = KEPT == WIDTH;

    #[inline(always)]
    fn sums(&self, position: &P) -> [[i16; WIDTH]; 2] {
        let mut sums = [self.layers.empty(); 2];
        self.features.active(position, |rows| {
            for (sums, row) in sums.iter_mut().zip(rows) {
                self.layers.add(sums, row);
            }
        });
        sums
    }

    /// The sums of the side to move alone.
    #[inline(always)]
    fn own_sums(&self, position: &P) -> [i16; WIDTH] {
        let mut sums = self.layers.empty();
        self.features.active_in(position, position.side_to_move(), |row| {
            self.layers.add(&mut sums, row);
        });
        sums
    }

    /// Makes the sums of some views afresh.
    #[inline(never)]
    fn renew(&self, sums: &mut [[i16; WIDTH]; 2], position: &P, renewed: [bool; 2]) {
        for (view, sums) in sums.iter_mut().enumerate().filter(|&(view, _)| renewed[view]) {
            *sums = self.layers.empty();
            self.features.active(position, |rows| self.layers.add(sums, rows[view]));
        }
    }

    #[inline(always)]
    fn score(&self, position: &P, sums: &[[i16; WIDTH]; 2]) -> i32 {
        self.layers.score(by_view(position, sums), F::bucket(position))
    }
}

/// The sums of the side to move, and of the other.
#[inline(always)]
fn by_view<'s, P: Position, const WIDTH: usize>(
    position: &P,
    [first, second]: &'s [[i16; WIDTH]; 2],
) -> [&'s [i16; WIDTH]; 2] {
    if position.side_to_move() == Side::First { [first, second] } else { [second, first] }
}

/// Sums of another width, which is the same where they are kept.
#[inline(always)]
fn resized<const FROM: usize, const TO: usize>(sums: &[[i16; FROM]; 2]) -> [[i16; TO]; 2] {
    let mut resized = [[0; TO]; 2];
    for (to, from) in resized.iter_mut().zip(sums) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
    resized
}

impl<P: Position, F: Features<P>, const WIDTH: usize, const KEPT: usize> Evaluator<P>
    for NetworkEvaluator<P, F, WIDTH, KEPT>
{
    type Params = NetworkParams<WIDTH>;
    type State = Accumulators<KEPT>;
    const REMEMBERS: bool = !Self::KEEPS;

    fn new(params: &Self::Params, root: &P) -> Self {
        const { assert!(KEPT == WIDTH || KEPT == 0) };
        let features = F::new(root);
        let layers = params.layers(&features, root);
        Self { features, layers, group: F::group(root), of: PhantomData }
    }

    fn is_for(&self, position: &P) -> bool {
        F::group(position) == self.group
    }

    fn fresh(&self, position: &P) -> Self::State {
        let sums = if Self::KEEPS { self.sums(position) } else { [[0; WIDTH]; 2] };
        Accumulators(resized(&sums))
    }

    #[inline(always)]
    fn update(&self, state: &Self::State, before: &P, _: P::Move, after: &P) -> Self::State {
        self.pass(state, before, after)
    }

    #[inline(always)]
    fn pass(&self, state: &Self::State, before: &P, after: &P) -> Self::State {
        if !Self::KEEPS {
            return *state;
        }
        let mut sums: [[i16; WIDTH]; 2] = resized(&state.0);
        self.features.changes(before, after, |rows, on| {
            for (kept, row) in sums.iter_mut().zip(rows) {
                // In a variable of its own, so that the compiler sees that no row is written to.
                let mut sums = *kept;
                if on {
                    self.layers.add(&mut sums, row);
                } else {
                    self.layers.subtract(&mut sums, row);
                }
                *kept = sums;
            }
        });
        let renewed = self.features.renewed(before, after);
        if renewed != [false; 2] {
            self.renew(&mut sums, after, renewed);
        }
        Accumulators(resized(&sums))
    }

    #[inline(always)]
    fn evaluate(&self, position: &P, state: &Self::State) -> i32 {
        if !Self::KEEPS && F::VIEWS == 1 && self.layers.has_one_view() {
            return self.layers.score([&self.own_sums(position)], F::bucket(position));
        }
        let sums = if Self::KEEPS { resized(&state.0) } else { self.sums(position) };
        self.score(position, &sums)
    }

    fn policy(
        &self,
        position: &P,
        state: &Self::State,
        moves: &[P::Move],
        odds: &mut Vec<f32>,
    ) -> bool {
        if !self.layers.has_policy() {
            return false;
        }
        let sums = if Self::KEEPS { resized(&state.0) } else { self.sums(position) };
        let by_view = by_view(position, &sums);
        odds.extend(moves.iter().map(|&mv| {
            let mut sum = 0.0;
            self.features.move_rows(position, mv, &mut |fact| {
                sum += self.layers.odds(by_view, fact);
            });
            sum
        }));
        true
    }
}
