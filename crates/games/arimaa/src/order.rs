//! The order of quiet steps: what a step is worth before it is searched, by seven numbers of a person's, or as a sum of
//! facts about it, whose numbers were learned from the steps of games (`tesuji tune arimaa --method order`).

use game::Side;

use crate::board::{
    Board, Direction, ELEPHANT, KINDS, Kind, RABBIT, Squares, TRAPS, beside, near, shifted, squares,
};
use crate::moves::Move;
use crate::params::EvalParams;
use crate::position::{Link, Position, STEPS};

/// Squares as the side to move sees them, the wings alike: eight ranks of four files.
const SQUARES: usize = 32;
/// Where a step is from the last one of its turn.
const NEARNESS: usize = 5;
/// How many steps may be left.
const LEFT: usize = STEPS as usize;

/// A square as a side sees it, the wings alike.
#[inline(always)]
fn seen(side: Side, square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    let rank = if side == Side::First { rank } else { 7 - rank };
    rank * 4 + file.min(7 - file)
}

/// The kind of the strongest of these pieces and one, or 0 where there is none.
#[inline(always)]
fn strongest(board: &Board, set: Squares) -> usize {
    let found = (0..KINDS).rev().find(|&kind| board.kinds[kind] & set != 0);
    found.map_or(0, |kind| kind + 1)
}

/// A step, as its facts are asked for.
struct Step<'p> {
    params: &'p EvalParams,
    position: &'p Position,
    board: &'p Board,
    side: Side,
    /// The piece that goes.
    kind: Kind,
    own: bool,
    from: usize,
    to: usize,
    way: Direction,
}

/// What a legal step is worth in the order of steps, in the units of the history score; of a pass what it is worth beside
/// them, and of a placement nothing.
#[inline]
pub(crate) fn order(params: &EvalParams, position: &Position, mv: Move) -> i32 {
    if params.order_set == 0 {
        by_hand(params, position, mv)
    } else {
        learned(params, position, mv)
    }
}

/// By the seven numbers.
#[inline]
fn by_hand(params: &EvalParams, position: &Position, mv: Move) -> i32 {
    let Some((from, way)) = mv.as_step() else {
        return if mv.is_pass() { params.order_pass } else { 0 };
    };
    let Some(to) = beside(from, way) else { return 0 };
    let board = position.board();
    let side = position.side();
    let own = board.of(side) >> from & 1 == 1;
    let mut score = 0;
    if own {
        let kind = board.kind_at(from);
        if kind == ELEPHANT {
            score += params.order_elephant;
        }
        if kind == RABBIT && way != Direction::East && way != Direction::West {
            score += params.order_rabbit;
        }
        // Onto a trap without a friend, or away from a friend on one.
        let left = board.of(side) & !(1 << from) | 1 << to;
        if left & TRAPS & !near(left) != 0 {
            score += params.order_sacrifice;
        }
    } else {
        score += params.order_displace;
    }
    if let Some(last) = position.made().last() {
        if let Some((before, turned)) = last.as_step() {
            if beside(before, turned) == Some(from) && to == before && own {
                score += params.order_undo;
            }
            let near_last = near(1 << before) | near(near(1 << before)) | 1 << before;
            if near_last >> from & 1 == 1 {
                score += params.order_near;
            }
        }
    }
    score
}

/// By the tables.
#[inline(never)]
fn learned(params: &EvalParams, position: &Position, mv: Move) -> i32 {
    let Some((from, way)) = mv.as_step() else {
        let left = usize::from(position.steps_left()).clamp(1, LEFT);
        return if mv.is_pass() { params.order_ends[left - 1].into() } else { 0 };
    };
    let Some(to) = beside(from, way) else { return 0 };
    let (board, side) = (position.board(), position.side());
    let own = board.of(side) >> from & 1 == 1;
    let kind = board.kind_at(from);
    let step = Step { params, position, board, side, kind, own, from, to, way };
    let sum = step.squares() + step.turn() + step.traps();
    if own { sum + step.contacts() } else { sum }
}

impl Step<'_> {
    /// Which piece goes from where to where.
    #[inline(always)]
    fn squares(&self) -> i32 {
        let piece = (usize::from(!self.own) * KINDS + self.kind) * SQUARES;
        let [from, to] = [self.from, self.to].map(|square| piece + seen(self.side, square));
        i32::from(self.params.order_from[from]) + i32::from(self.params.order_to[to])
    }

    /// How it goes on with the turn: the same piece again, one nearby, or one far off.
    #[inline(always)]
    fn turn(&self) -> i32 {
        let left = usize::from(self.position.steps_left()).clamp(1, LEFT) - 1;
        let [_, last] = self.position.last_two();
        let last = last.and_then(Move::as_step);
        let mut sum = 0;
        let mut nearness = 0;
        if let Some((before, turned)) = last {
            let after = beside(before, turned).unwrap_or(before);
            let (from, ring) = (1 << self.from, near(1 << before) | near(1 << after));
            nearness = match () {
                () if after == self.from => 1,
                () if ring & from != 0 => 2,
                () if near(ring) & from != 0 => 3,
                () => 4,
            };
            if after == self.from && self.to == before {
                sum += i32::from(self.params.order_futile[1]);
            }
        }
        let pulls = matches!(self.position.link(), Link::Pull(pull)
            if !self.own && usize::from(pull.square) == self.to);
        let row = if self.own { 0 } else { 1 + usize::from(pulls) };
        let at = (row * NEARNESS + nearness) * LEFT + left;
        sum + i32::from(self.params.order_turn[at])
    }

    /// Traps that the piece steps to, or stands beside before and after.
    #[inline(always)]
    fn traps(&self) -> i32 {
        let Self { params, board, side, .. } = *self;
        let (from, to) = (1 << self.from, 1 << self.to);
        let mine = if self.own { side } else { side.other() };
        let owners = board.of(mine);
        let left = owners & !from | to;
        let mut sum = 0;
        if self.own && left & TRAPS & !near(left) != 0 {
            sum += i32::from(params.order_futile[0]);
        }
        let sort = usize::from(!self.own);
        let half = |trap: usize| usize::from((trap < 32) != (side == Side::First));
        for trap in squares(near(from | to) & TRAPS) {
            let bit = 1 << trap;
            let beside_it = near(bit);
            let others = (beside_it & left & !to).count_ones().min(2) as usize;
            let stands = match () {
                () if board.of(side) & bit != 0 => 1,
                () if board.of(side.other()) & bit != 0 => 2,
                () => 0,
            };
            let row = ((sort * 2 + half(trap)) * 3 + others) * 3 + stands;
            if beside_it & from != 0 {
                sum += i32::from(params.order_leaves_trap[row]);
            }
            if beside_it & to != 0 {
                sum += i32::from(params.order_guards_trap[row]);
            }
        }
        if to & TRAPS != 0 {
            let guards = (near(to) & left).count_ones().min(2) as usize;
            sum += i32::from(params.order_onto_trap[(sort * 2 + half(self.to)) * 3 + guards]);
        }
        sum
    }

    /// Pieces of both sides that an own piece leaves and comes beside.
    #[inline(always)]
    fn contacts(&self) -> i32 {
        let Self { params, board, side, kind, .. } = *self;
        let (from, to) = (1 << self.from, 1 << self.to);
        let (own, other) = (board.of(side) & !from, board.of(side.other()));
        let (left, met) = (near(from), near(to));
        let weaker = board.weaker(kind);
        let stronger = other & !board.weaker(kind + 1);
        let mut sum = 0;
        // Touched by a stronger piece before and after, and there without a friend.
        let touched = |around: Squares| match () {
            () if around & stronger == 0 => 0,
            () if around & own != 0 => 1,
            () => 2,
        };
        sum += i32::from(params.order_touched[(kind * 3 + touched(left)) * 3 + touched(met)]);
        // The strongest weaker piece that it lets go and that it meets, and whether that has a friend.
        let weaker_ones = |around: Squares| {
            let set = around & other & weaker;
            let alone = set & !near(other);
            strongest(board, set) * 2 + usize::from(alone != 0)
        };
        sum += i32::from(params.order_lets_go[weaker_ones(left & !met)]);
        sum += i32::from(params.order_meets[weaker_ones(met & !left)]);
        // The strongest friend that has no other friend beside it, and a stronger piece.
        let lonely = |around: Squares| {
            let set = around & own & !near(own);
            let held = squares(set).filter(|&square| {
                let bit = near(1 << square) & other;
                bit & !board.weaker(board.kind_at(square) + 1) != 0
            });
            strongest(board, held.fold(0, |set, square| set | 1 << square))
        };
        sum += i32::from(params.order_leaves_friend[lonely(left)]);
        sum += i32::from(params.order_joins_friend[lonely(met)]);
        if kind == RABBIT {
            // Ahead of where it comes to, on its file and those beside: what may stop it.
            let ahead = ahead(side, self.to);
            let stops = (ahead & other & !board.kinds[RABBIT]).count_ones().min(2) as usize;
            let sideways = matches!(self.way, Direction::East | Direction::West);
            sum += i32::from(params.order_runs[usize::from(sideways) * 3 + stops]);
        } else if kind != ELEPHANT {
            let far = |around: Squares| match () {
                () if around & stronger != 0 => 0,
                () if near(around) & stronger != 0 => 1,
                () if near(near(around)) & stronger != 0 => 2,
                () => 3,
            };
            let at = ((kind - 1) * 4 + far(left)) * 4 + far(met);
            sum += i32::from(params.order_distance[at]);
        }
        sum
    }
}

/// The squares ahead of one, on its file and the two beside it.
#[inline(always)]
fn ahead(side: Side, square: usize) -> Squares {
    let file = 0x0101_0101_0101_0101_u64 << (square % 8);
    let files = file | shifted(file, Direction::East) | shifted(file, Direction::West);
    let rank = square / 8;
    let ranks = match side {
        Side::First => u64::MAX.checked_shl(8 * (rank as u32 + 1)).unwrap_or(0),
        Side::Second => (1_u64 << (8 * rank)) - 1,
    };
    files & ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{piece_by_letter, piece_letter};
    use crate::position::Position;
    use game::params::Parameters as _;
    use game::{MoveList, Notation as _, Position as _};

    fn board(rows: [&str; 8]) -> String {
        format!("[{}]", rows.concat().replace('.', " "))
    }

    /// All numbers different, so that no fact stands for another.
    fn different() -> EvalParams {
        let mut params = EvalParams::default();
        for index in 0..EvalParams::infos().len() {
            let number = (index as i32).wrapping_mul(7_919) % 4_001 - 2_000;
            params.set(index, number);
        }
        params
    }

    /// The wings exchanged, or the sides with the board turned.
    fn image(position: &Position, sides: bool) -> Position {
        let place = |square: usize| if sides { square ^ 56 } else { square ^ 7 };
        let mut letters = [' '; 64];
        for square in squares(position.board().occupied()) {
            let (side, kind) = position.board().at(square).unwrap();
            let side = if sides { side.other() } else { side };
            letters[place(square)] = piece_letter(side, kind);
        }
        let rows = (0..8).rev().flat_map(|rank| letters[rank * 8..][..8].iter());
        let moves_first = (position.side() == Side::First) != sides;
        let side = if moves_first { 'g' } else { 's' };
        Position::parse(&format!("{side} [{}]", rows.collect::<String>())).unwrap()
    }

    fn image_of_move(mv: Move, sides: bool) -> Move {
        let Some((from, way)) = mv.as_step() else { return mv };
        let place = |square: usize| if sides { square ^ 56 } else { square ^ 7 };
        let to = place(beside(from, way).unwrap());
        let from = place(from);
        let way = Direction::ALL.into_iter().find(|&way| beside(from, way) == Some(to));
        Move::step(from, way.unwrap())
    }

    #[test]
    fn a_step_is_worth_what_its_image_is() {
        let params = different();
        let mut compared = 0;
        for seed in 0..60 {
            for sides in [false, true] {
                let mut one = Position::random_board(seed);
                if one.ending().is_some() {
                    continue;
                }
                let mut other = image(&one, sides);
                // A turn's steps, as long as it goes on.
                for choice in 0..4 {
                    let mut quiet = MoveList::new();
                    one.quiet_moves(&mut quiet);
                    for &mv in &quiet {
                        let same = learned(&params, &other, image_of_move(mv, sides));
                        assert_eq!(learned(&params, &one, mv), same, "{seed} {mv:?} {sides}");
                        compared += 1;
                    }
                    let all = quiet.iter().filter(|mv| !mv.is_pass());
                    let Some(&mv) = all.clone().nth(seed as usize * 7 % all.count().max(1)) else {
                        break;
                    };
                    one = one.make(mv);
                    other = other.make(image_of_move(mv, sides));
                    if choice < 3 && (one.ending().is_some() || one.steps_left() == 4) {
                        break;
                    }
                }
            }
        }
        assert!(compared > 3_000, "{compared}");
    }

    /// What one table says of a step; all others say nothing.
    fn by(name: &str, position: &str, from: &str, to: &str) -> i32 {
        let mut params = EvalParams::default();
        for (index, info) in EvalParams::infos().iter().enumerate() {
            let inside = info.name.split_once('[');
            let number = match inside {
                Some((table, place)) if table == name => {
                    place.trim_end_matches(']').parse::<i32>().unwrap() + 1
                }
                _ => 0,
            };
            params.set(index, number);
        }
        let [from, to] = [from, to].map(|name| crate::board::square_by_name(name).unwrap());
        let way = Direction::ALL.into_iter().find(|&way| beside(from, way) == Some(to)).unwrap();
        learned(&params, &Position::parse(position).unwrap(), Move::step(from, way)) - 1
    }

    #[test]
    fn facts_of_steps_are_told_apart() {
        assert_eq!(piece_by_letter('D'), Some((Side::First, 2)));
        let text = board([
            "r......r", "........", "....e...", "...H....", "...D....", "....c...", ".R......",
            "R......R",
        ]);
        let position = format!("g {text}");
        // The horse is touched by nothing at d5; at e5 the elephant stands before it, and no friend beside.
        let (horse, alone) = (3, 2);
        assert_eq!(by("OrderTouched", &position, "d5", "e5"), horse * 9 + alone);
        // The dog meets a cat without a friend, and the horse lets nobody go.
        let cat = 1 + 1;
        assert_eq!(by("OrderMeets", &position, "d4", "d3"), cat * 2 + 1);
        assert_eq!(by("OrderLetsGo", &position, "d5", "e5"), 0);
        // A rabbit beside a cat and no friend is frozen; another one that comes beside it frees it.
        let held = format!(
            "g {}",
            board([
                "r......r", "........", "........", "........", "...c....", "...R....", "..R.....",
                "R......R",
            ])
        );
        assert_eq!(by("OrderJoinsFriend", &held, "c2", "d2"), 1);
        assert_eq!(by("OrderJoinsFriend", &held, "c2", "b2"), 0);
    }

    #[test]
    fn a_sacrifice_and_a_step_back_come_late() {
        let position = Position::parse(&format!(
            "g {}",
            board([
                "r......r", "........", "........", "........", "........", "...C....", "........",
                "R......R",
            ])
        ))
        .unwrap();
        let params = EvalParams { order_futile: [-9_000, -9_500], ..different() };
        let none = EvalParams { order_futile: [0, 0], ..different() };
        let lost =
            |position: &Position, mv| learned(&params, position, mv) - learned(&none, position, mv);
        let (d3, west, east) = (19, Direction::West, Direction::East);
        assert_eq!(lost(&position, Move::step(d3, west)), -9_000);
        assert_eq!(lost(&position, Move::step(d3, east)), 0);
        let moved = position.make(Move::step(d3, east));
        assert_eq!(lost(&moved, Move::step(d3 + 1, west)), -9_500);
    }
}
