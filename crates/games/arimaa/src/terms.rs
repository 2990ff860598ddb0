//! The terms of the evaluation that are counted afresh at each node: freedom, stronger neighbours, traps,
//! hostages, rabbits, captures and goals to come.

use game::Side;

use crate::board::{
    AHEAD, Board, CAMEL, CAT, Direction, ELEPHANT, HOME, KINDS, Kind, RABBIT, Squares, TRAP_RINGS,
    TRAPS, backward, near, near_each, shifted, squares,
};
use crate::captures::captures_by;
use crate::eval::Evaluation;
use crate::position::{Position, STEPS};

/// By side: the traps on its own half, with the squares beside each.
const OWN_TRAPS: [[(usize, Squares); 2]; 2] =
    [[TRAP_RINGS[0], TRAP_RINGS[1]], [TRAP_RINGS[2], TRAP_RINGS[3]]];

/// By side: pairs of ranks, from its own on.
const BANDS: [[Squares; 4]; 2] = {
    let first = [0xffff, 0xffff_0000, 0xffff_0000_0000, 0xffff_0000_0000_0000];
    [first, [first[3], first[2], first[1], first[0]]]
};

/// Which pair of ranks from a side's own a square is in.
#[inline(always)]
const fn band(side: Side, square: usize) -> usize {
    let band = square / 16;
    if matches!(side, Side::First) { band } else { 3 - band }
}

/// A reason for which a side's position is worth more or less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Frozen(Kind),
    Mobility,
    ElephantWays,
    Framed(Kind),
    HeldByLesser(Kind),
    HeldByElephant(Kind),
    Distance(Kind),
    RabbitTouched,
    Rabbit,
    Trap,
    Captures,
    Goal,
    Steps,
}

/// Where the terms of a side are put down.
pub(crate) trait Ledger {
    /// A term, the squares that it is about, and what it is worth to the side, in points.
    fn put(&mut self, term: Term, at: Squares, value: i32);
}

/// The sum alone.
struct Sum(i32);

impl Ledger for Sum {
    #[inline(always)]
    fn put(&mut self, _term: Term, _at: Squares, value: i32) {
        self.0 += value;
    }
}

/// Each set with the other of its place.
#[inline(always)]
fn joined(mut sets: [Squares; KINDS], others: [Squares; KINDS]) -> [Squares; KINDS] {
    for (set, other) in sets.iter_mut().zip(others) {
        *set |= other;
    }
    sets
}

impl Evaluation {
    /// The sum of all of them, as the side to move sees it.
    #[inline(never)]
    pub(crate) fn terms(&self, position: &Position) -> i32 {
        let mut sums = [Sum(0), Sum(0)];
        self.put_terms(position, &mut sums);
        let us = position.side();
        sums[us.index()].0 - sums[us.other().index()].0
    }

    /// Puts down all of them, by side.
    #[inline(always)]
    pub(crate) fn put_terms<L: Ledger>(&self, position: &Position, ledgers: &mut [L; 2]) {
        let (us, board) = (position.side(), position.board());
        let params = &self.params;
        let lost = self.traps(board, ledgers);
        for side in [us, us.other()] {
            let ledger = &mut ledgers[side.index()];
            let frozen = position.frozen(side);
            self.side_terms(board, side, frozen, ledger);
            self.neighbours(board, side, lost[side.index()], ledger);
            self.rabbits(board, side, ledger);
            let (steps, shares) = if side == us {
                (position.steps_left(), &params.capture_now)
            } else {
                (STEPS, &params.capture_next)
            };
            self.captures_to_come(board, side, frozen, steps, shares, ledger);
        }
        if let Some(steps) = position.goal_bound(us.other()) {
            let worth = params.goal_threat[steps.clamp(1, 4) as usize - 1];
            ledgers[us.other().index()].put(Term::Goal, 0, worth);
        }
        let steps = params.steps[usize::from(position.steps_left()).clamp(1, 4) - 1];
        ledgers[us.index()].put(Term::Steps, 0, i32::from(steps));
    }

    /// The terms of a side's own pieces: frozen ones, mobility, the elephant's ways out, frames on traps.
    #[inline(always)]
    fn side_terms(&self, board: &Board, side: Side, frozen: Squares, ledger: &mut impl Ledger) {
        let params = &self.params;
        let own = board.of(side);
        let other = board.of(side.other());
        let empty = !(own | other);
        if frozen != 0 {
            for (kind, numbers) in params.frozen.chunks_exact(4).enumerate() {
                let set = frozen & board.kinds[kind];
                if set != 0 {
                    ledger.put(Term::Frozen(kind), set, by_band(set, side, numbers));
                }
            }
        }
        let free = own & !frozen;
        let ahead = free & !board.kinds[RABBIT];
        let mut ways = 0;
        for way in Direction::ALL {
            let movers = if way == backward(side) { ahead } else { free };
            ways += (shifted(movers, way) & empty).count_ones();
        }
        ledger.put(Term::Mobility, 0, params.mobility * ways as i32);
        let elephant = own & board.kinds[ELEPHANT];
        if elephant != 0 {
            let ways = (near(elephant) & empty).count_ones();
            ledger.put(Term::ElephantWays, elephant, params.elephant_ways[ways as usize].into());
        }
        // Pieces on traps that cannot leave, with one guard.
        for trap in squares(own & TRAPS) {
            let ring = near(1 << trap);
            if (ring & own).is_power_of_two() && ring & empty == 0 {
                let kind = board.kind_at(trap);
                ledger.put(Term::Framed(kind), 1 << trap, -i32::from(params.framed[kind]));
            }
        }
    }

    /// The stronger pieces of the other side near those of `side`: how far they are, and hostages. `lost` are the
    /// squares near traps where the other side is stronger.
    #[inline(always)]
    fn neighbours(&self, board: &Board, side: Side, lost: Squares, ledger: &mut impl Ledger) {
        let params = &self.params;
        let (own, other) = (board.of(side), board.of(side.other()));
        let elephant = other & board.kinds[ELEPHANT];
        let held_by_elephant = near(elephant);
        // By kind: the stronger pieces, and the squares at most one, two and three steps from one.
        let stronger = board.stronger(other);
        let besides = near_each(stronger);
        let ones = joined(stronger, besides);
        let twos = joined(ones, near_each(ones));
        let threes = joined(twos, near_each(twos));
        for kind in (RABBIT..=CAMEL).rev() {
            let set = own & board.kinds[kind];
            if set != 0 {
                let beside = besides[kind];
                let held = set & beside & lost;
                if held != 0 {
                    let (lesser, by_elephant) = (held & !held_by_elephant, held & held_by_elephant);
                    let worth = |held: Squares, at: usize| {
                        held.count_ones() as i32 * i32::from(params.hostage[2 * kind + at])
                    };
                    ledger.put(Term::HeldByLesser(kind), lesser, worth(lesser, 0));
                    ledger.put(Term::HeldByElephant(kind), by_elephant, worth(by_elephant, 1));
                }
                if kind == RABBIT {
                    let touched = set & beside;
                    let worth = by_band(touched, side, &params.rabbit_touched);
                    ledger.put(Term::RabbitTouched, touched, worth);
                    return;
                }
                let [one, two, three] = [ones[kind], twos[kind], threes[kind]];
                let numbers = &params.distance[(kind - CAT) * 16..][..16];
                for square in squares(set) {
                    let within = (one >> square & 1) + (two >> square & 1) + (three >> square & 1);
                    let worth = numbers[band(side, square) * 4 + 3 - within as usize];
                    ledger.put(Term::Distance(kind), 1 << square, worth.into());
                }
            }
        }
    }

    /// A side's rabbits, by what stands before them.
    #[inline(always)]
    fn rabbits(&self, board: &Board, side: Side, ledger: &mut impl Ledger) {
        let other = board.of(side.other());
        let home = HOME[side.index()];
        for square in squares(board.pieces(side, RABBIT) & !home) {
            let rank = square / 8;
            let advanced = if side == Side::First { rank } else { 7 - rank };
            let ahead = AHEAD[side.index()][square];
            let stoppers = (ahead & other).count_ones().min(2) as usize;
            ledger.put(
                Term::Rabbit,
                1 << square,
                self.params.passed[advanced * 3 + stoppers].into(),
            );
        }
    }

    /// The traps; by side, the squares at most two from one where the other side is stronger.
    #[inline(always)]
    fn traps<L: Ledger>(&self, board: &Board, ledgers: &mut [L; 2]) -> [Squares; 2] {
        let mut lost = [0; 2];
        for owner in Side::BOTH {
            let (own, other) = (board.of(owner), board.of(owner.other()));
            for (trap, ring) in OWN_TRAPS[owner.index()] {
                let (ours, theirs) = (ring & own, ring & other);
                let power = power(board, ours, theirs);
                let around = ring | near(ring);
                lost[owner.index()] |= if power >= 3 { around } else { 0 };
                lost[owner.other().index()] |= if power == 1 || power == 2 { around } else { 0 };
                let guards = |set: Squares| set.count_ones().min(3) as usize;
                let at = (guards(ours) * 4 + guards(theirs)) * 5 + power;
                let worth = self.params.guards[at];
                ledgers[owner.index()].put(Term::Trap, 1 << trap, worth.into());
            }
        }
        lost
    }

    /// The captures of `side` in so many steps: the dearest in full, others for a quarter.
    #[inline(always)]
    fn captures_to_come(
        &self,
        board: &Board,
        side: Side,
        frozen: Squares,
        steps: u8,
        shares: &[i32; 3],
        ledger: &mut impl Ledger,
    ) {
        let (mut best, mut sum, mut at) = (0, 0, 0);
        captures_by(board, side, board.of(side) & !frozen, |capture| {
            if capture.steps > u32::from(steps) {
                return;
            }
            let share = shares[(capture.steps.clamp(2, 4) - 2) as usize];
            let value = self.values[board.kind_at(capture.square)] * share / 100;
            sum += value;
            best = best.max(value);
            at |= 1 << capture.square;
        });
        ledger.put(Term::Captures, at, best + (sum - best) / 4);
    }
}

/// The sum of what each piece of a set counts, by its pair of ranks from its own side.
#[inline(always)]
fn by_band(set: Squares, side: Side, numbers: &[i16]) -> i32 {
    let bands = BANDS[side.index()].iter().zip(numbers);
    bands.map(|(band, &number)| (set & band).count_ones() as i32 * i32::from(number)).sum()
}

/// Whose strongest piece beside a trap is stronger: 0 for neither's, 1 for ours, 2 for our elephant, 3
/// for theirs, 4 for their elephant.
#[inline(always)]
fn power(board: &Board, ours: Squares, theirs: Squares) -> usize {
    for kind in (CAT..KINDS).rev() {
        let here = board.kinds[kind];
        match (ours & here != 0, theirs & here != 0) {
            (false, false) => {}
            (true, true) => return 0,
            (true, false) => return if kind == ELEPHANT { 2 } else { 1 },
            (false, true) => return if kind == ELEPHANT { 4 } else { 3 },
        }
    }
    0
}
