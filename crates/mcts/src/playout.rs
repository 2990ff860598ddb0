//! Playouts: from the edge of the tree on, and how their moves are chosen.

use game::zobrist::mix;
use game::{MoveBits as _, MoveList, Position, Side};

use crate::params::Params;
use crate::provider::Provider;
use crate::value::of_decided;

/// Random numbers of one thread, the same for the same seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `count`, which is above 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }
}

/// The result of a playout.
pub(crate) struct Played {
    /// For the side that was to move where it began.
    pub(crate) value: f32,
    /// Positions made.
    pub(crate) nodes: u64,
}

fn index_of_best<P: Position, V: Provider<P>>(
    provider: &V,
    position: &P,
    moves: &[P::Move],
) -> usize {
    let order = provider.orders(position);
    let orders = moves.iter().map(|&mv| order(mv));
    let best = orders.enumerate().max_by_key(|&(number, order)| (order, std::cmp::Reverse(number)));
    best.map_or(0, |(number, _)| number)
}

/// Chooses the move of a playout by the policy that is set.
fn choose<P: Position, V: Provider<P>>(
    params: &Params,
    provider: &V,
    position: &P,
    moves: &[P::Move],
    random: &mut Random,
) -> P::Move {
    let at = match params.playout_policy {
        1 if random.below(100) as i32 >= params.playout_epsilon => {
            index_of_best(provider, position, moves)
        }
        2 => {
            let tried = (0..params.playout_best_of).map(|_| random.below(moves.len()));
            let order = provider.orders(position);
            let rated = tried.map(|at| (order(moves[at]), at));
            rated.max_by_key(|&(order, _)| order).map_or(0, |(_, at)| at)
        }
        _ => random.below(moves.len()),
    };
    moves[at]
}

/// The value of the side to move, from the one for `side`.
fn turned<P: Position>(position: &P, side: Side, value: f32) -> f32 {
    if position.side_to_move() == side { value } else { -value }
}

/// Plays from a position in which the game goes on, for as many plies as the parameters say, and evaluates where
/// that did not end it. `played` is told each move and its side.
pub(crate) fn play<P: Position, V: Provider<P>>(
    params: &Params,
    provider: &V,
    start: &P,
    random: &mut Random,
    mut played: impl FnMut(Side, u16),
) -> Played {
    let us = start.side_to_move();
    let mut position = *start;
    let mut nodes = 0;
    let ended = |ending: game::Ending| match ending.outcome.winner() {
        None => 0.0,
        Some(side) if side == us => 1.0,
        Some(_) => -1.0,
    };
    for _ in 0..params.playout_plies {
        if params.decisive && position.static_win_plies().is_some() {
            return Played { value: turned(&position, us, 1.0), nodes };
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return Played { value: ended(position.ending_without_moves()), nodes };
        }
        if let Some(ending) = position.ending_by_clock() {
            return Played { value: ended(ending), nodes };
        }
        let mv = choose(params, provider, &position, &moves, random);
        played(position.side_to_move(), mv.bits().get());
        position = position.make(mv);
        nodes += 1;
        if let Some(ending) = position.ending() {
            return Played { value: ended(ending), nodes };
        }
    }
    // A win that the game sees is no matter of opinion.
    let value = match position.static_win_plies() {
        Some(plies) if params.decisive => of_decided(game::Score::win_in(plies)),
        _ => provider.value(&position, &mut nodes),
    };
    Played { value: turned(&position, us, value), nodes }
}
