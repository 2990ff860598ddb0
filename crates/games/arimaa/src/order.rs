//! The order of quiet steps: what a step is worth before it is searched, by seven numbers of a person's, or as a sum of
//! facts about it, whose numbers were learned from the steps of games (`tesuji tune arimaa --method order`).

use game::Side;

use crate::board::{
    AHEAD, Board, Direction, ELEPHANT, KINDS, Kind, RABBIT, Squares, TRAPS, beside, near,
    near_each, squares,
};
use crate::captures::Defences;
use crate::moves::Move;
use crate::params::EvalParams;
use crate::position::{Link, Position, STEPS};

/// Squares as the side to move sees them, the wings alike: eight ranks of four files.
const SQUARES: usize = 32;
/// Where a step is from the last one of its turn.
const NEARNESS: usize = 5;
/// How many steps may be left.
const LEFT: usize = STEPS as usize;

/// By side: a square as it sees it, the wings alike.
const SEEN: [[u8; 64]; 2] = {
    let mut seen = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let (rank, file) = (square / 8, square % 8);
        let file = if file < 4 { file } else { 7 - file };
        seen[0][square] = (rank * 4 + file) as u8;
        seen[1][square] = ((7 - rank) * 4 + file) as u8;
        square += 1;
    }
    seen
};

/// The traps and the squares beside them.
const BY_TRAPS: Squares = TRAPS | near(TRAPS);

/// The kind of the strongest of these pieces and one, or 0 where there is none.
#[inline(always)]
fn strongest(board: &Board, set: Squares) -> usize {
    if set == 0 {
        return 0;
    }
    let found = (0..KINDS).rev().find(|&kind| board.kinds[kind] & set != 0);
    found.map_or(0, |kind| kind + 1)
}

/// What a legal step of a position is worth in the order of steps, in the units of the history score; of a pass what it is
/// worth beside them, and of a placement nothing. What all steps share is worked out here, once.
#[inline(always)]
pub(crate) fn orders(params: &EvalParams, position: &Position) -> impl Fn(Move) -> i32 {
    let turn = Turn::new(position);
    let by = match (params.order_set, params.order_defends) {
        (0, 0) => By::Hand,
        (0, _) => By::HandAndDefences(Defences::new(position)),
        _ => By::Learned(Learned::new(params, position)),
    };
    move |mv| match &by {
        By::Hand => by_hand(params, &turn, mv),
        By::HandAndDefences(defences) => {
            let defends = if defences.has(position, mv) { params.order_defends } else { 0 };
            by_hand(params, &turn, mv) + defends
        }
        By::Learned(learned) => learned.of(&turn, mv),
    }
}

/// By what steps are ordered.
#[expect(clippy::large_enum_variant, reason = "one for each node, on the stack")]
enum By<'e> {
    Hand,
    /// And by whether they may defend what the other side could capture.
    HandAndDefences(Defences),
    Learned(Learned<'e>),
}

/// What the steps of a position share: whose turn it is, and how it began.
struct Turn<'p> {
    board: &'p Board,
    side: Side,
    /// The piece moved last, in this turn: where it stood, and where it came to.
    last: Option<(usize, usize)>,
    /// The squares within two steps of where it stood.
    near_last: Squares,
}

impl<'p> Turn<'p> {
    #[inline(always)]
    fn new(position: &'p Position) -> Self {
        let [_, last] = position.last_two();
        let last = last.and_then(Move::as_step);
        let last = last.map(|(from, way)| (from, beside(from, way).unwrap_or(from)));
        let near_last = last.map_or(0, |(from, _)| {
            let ring = near(1 << from);
            ring | near(ring) | 1 << from
        });
        Self { board: position.board(), side: position.side(), last, near_last }
    }

    /// A piece of the side to move is lost on a trap when one goes from there to there.
    #[inline(always)]
    fn loses_a_piece(&self, from: usize, to: usize) -> bool {
        let gone = 1 << from | 1 << to;
        if gone & BY_TRAPS == 0 {
            return false;
        }
        let left = self.board.of(self.side) & !(1 << from) | 1 << to;
        left & TRAPS & !near(left) != 0
    }
}

/// By the seven numbers.
#[inline]
fn by_hand(params: &EvalParams, turn: &Turn<'_>, mv: Move) -> i32 {
    let Some((from, way)) = mv.as_step() else {
        return if mv.is_pass() { params.order_pass } else { 0 };
    };
    let Some(to) = beside(from, way) else { return 0 };
    let board = turn.board;
    let own = board.of(turn.side) >> from & 1 == 1;
    let mut score = 0;
    if own {
        if board.kinds[ELEPHANT] >> from & 1 == 1 {
            score += params.order_elephant;
        }
        let sideways = matches!(way, Direction::East | Direction::West);
        if board.kinds[RABBIT] >> from & 1 == 1 && !sideways {
            score += params.order_rabbit;
        }
        // Onto a trap without a friend, or away from a friend on one.
        if turn.loses_a_piece(from, to) {
            score += params.order_sacrifice;
        }
        if turn.last == Some((to, from)) {
            score += params.order_undo;
        }
    } else {
        score += params.order_displace;
    }
    if turn.near_last >> from & 1 == 1 {
        score += params.order_near;
    }
    score
}

/// What the steps of a position share for the tables.
struct Learned<'e> {
    params: &'e EvalParams,
    /// Steps left, less one.
    left: usize,
    /// Where an enemy that is being pulled goes to.
    pulled_to: Option<usize>,
    /// Squares as far from the last step, by [`NEARNESS`]: one, two and more steps from where it began and ended.
    rings: [Squares; 2],
    /// By kind: the squares beside a stronger piece of the other side, and those two and three steps from one.
    beside_stronger: [[Squares; KINDS]; 3],
    /// By kind: the weaker pieces of the other side.
    weaker: [Squares; KINDS],
    /// The pieces of the other side that have no friend beside them.
    alone: Squares,
    /// The own pieces beside a stronger one.
    touched: Squares,
}

/// A step, as its facts are asked for.
#[derive(Clone, Copy)]
struct Step {
    /// The piece that goes.
    kind: Kind,
    own: bool,
    from: usize,
    to: usize,
    way: Direction,
}

impl<'e> Learned<'e> {
    #[inline(always)]
    fn new(params: &'e EvalParams, position: &Position) -> Self {
        let (board, side) = (position.board(), position.side());
        let [_, last] = position.last_two();
        let rings = last.and_then(Move::as_step).map_or([0; 2], |(from, way)| {
            let ring = near(1 << from) | near(1 << beside(from, way).unwrap_or(from));
            [ring, near(ring)]
        });
        let (own, other) = (board.of(side), board.of(side.other()));
        let stronger = board.stronger(other);
        let one = near_each(stronger);
        let two = near_each(one);
        let mut weaker = [0; KINDS];
        let mut touched = 0;
        for kind in 0..KINDS {
            weaker[kind] = other & !stronger[kind] & !board.kinds[kind];
            touched |= own & board.kinds[kind] & one[kind];
        }
        Self {
            params,
            left: usize::from(position.steps_left()).clamp(1, LEFT) - 1,
            pulled_to: match position.link() {
                Link::Pull(pull) => Some(usize::from(pull.square)),
                _ => None,
            },
            rings,
            beside_stronger: [one, two, near_each(two)],
            weaker,
            alone: other & !near(other),
            touched,
        }
    }

    #[inline(always)]
    fn of(&self, turn: &Turn<'_>, mv: Move) -> i32 {
        let Some((from, way)) = mv.as_step() else {
            return if mv.is_pass() { self.params.order_ends[self.left].into() } else { 0 };
        };
        let Some(to) = beside(from, way) else { return 0 };
        let own = turn.board.of(turn.side) >> from & 1 == 1;
        let step = Step { kind: turn.board.kind_at(from), own, from, to, way };
        let sum = self.squares(turn, step) + self.turn(turn, step) + self.traps(turn, step);
        if own { sum + self.contacts(turn, step) } else { sum }
    }

    /// Which piece goes from where to where.
    #[inline(always)]
    fn squares(&self, turn: &Turn<'_>, step: Step) -> i32 {
        let piece = (usize::from(!step.own) * KINDS + step.kind) * SQUARES;
        let seen = &SEEN[turn.side.index()];
        let [from, to] = [step.from, step.to].map(|square| piece + usize::from(seen[square]));
        i32::from(self.params.order_from[from]) + i32::from(self.params.order_to[to])
    }

    /// How it goes on with the turn: the same piece again, one nearby, or one far off.
    #[inline(always)]
    fn turn(&self, turn: &Turn<'_>, step: Step) -> i32 {
        let mut sum = 0;
        let mut nearness = 0;
        if let Some((before, after)) = turn.last {
            let is_in = |ring: Squares| ring >> step.from & 1 == 1;
            nearness = match () {
                () if after == step.from => 1,
                () if is_in(self.rings[0]) => 2,
                () if is_in(self.rings[1]) => 3,
                () => 4,
            };
            if after == step.from && step.to == before {
                sum += i32::from(self.params.order_futile[1]);
            }
        }
        let row = match step.own {
            true => 0,
            false => 1 + usize::from(self.pulled_to == Some(step.to)),
        };
        let at = (row * NEARNESS + nearness) * LEFT + self.left;
        sum + i32::from(self.params.order_turn[at])
    }

    /// Traps that the piece steps to, or stands beside before and after.
    #[inline(always)]
    fn traps(&self, turn: &Turn<'_>, step: Step) -> i32 {
        let Turn { board, side, .. } = *turn;
        let params = self.params;
        let (from, to) = (1 << step.from, 1 << step.to);
        if (from | to) & BY_TRAPS == 0 {
            return 0;
        }
        let mine = if step.own { side } else { side.other() };
        let owners = board.of(mine);
        let left = owners & !from | to;
        let mut sum = 0;
        if step.own && turn.loses_a_piece(step.from, step.to) {
            sum += i32::from(params.order_futile[0]);
        }
        let sort = usize::from(!step.own);
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
            sum += i32::from(params.order_onto_trap[(sort * 2 + half(step.to)) * 3 + guards]);
        }
        sum
    }

    /// Pieces of both sides that an own piece leaves and comes beside.
    #[inline(always)]
    fn contacts(&self, turn: &Turn<'_>, step: Step) -> i32 {
        let Turn { board, side, .. } = *turn;
        let (params, kind) = (self.params, step.kind);
        let (from, to) = (1 << step.from, 1 << step.to);
        let own = board.of(side) & !from;
        let (left, met) = (near(from), near(to));
        let [one, two, three] = &self.beside_stronger;
        let [one, two, three] = [one[kind], two[kind], three[kind]];
        let mut sum = 0;
        // Touched by a stronger piece before and after, and there without a friend.
        let touched = |square: Squares, around: Squares| match () {
            () if square & one == 0 => 0,
            () if around & own != 0 => 1,
            () => 2,
        };
        let at = (kind * 3 + touched(from, left)) * 3 + touched(to, met);
        sum += i32::from(params.order_touched[at]);
        // The strongest weaker piece that it lets go and that it meets, and whether that has a friend.
        let weaker_ones = |around: Squares| {
            let set = around & self.weaker[kind];
            strongest(board, set) * 2 + usize::from(set & self.alone != 0)
        };
        sum += i32::from(params.order_lets_go[weaker_ones(left)]);
        sum += i32::from(params.order_meets[weaker_ones(met)]);
        // The strongest friend that has no other friend beside it, and a stronger piece.
        let lonely = |around: Squares| {
            let set = around & own & self.touched;
            if set == 0 { 0 } else { strongest(board, set & !near(own)) }
        };
        sum += i32::from(params.order_leaves_friend[lonely(left)]);
        sum += i32::from(params.order_joins_friend[lonely(met)]);
        if kind == RABBIT {
            // Ahead of where it comes to, on its file and those beside: what may stop it.
            let other = board.of(side.other()) & !board.kinds[RABBIT];
            let stops = (AHEAD[side.index()][step.to] & other).count_ones().min(2) as usize;
            let sideways = matches!(step.way, Direction::East | Direction::West);
            sum += i32::from(params.order_runs[usize::from(sideways) * 3 + stops]);
        } else if kind != ELEPHANT {
            let far = |square: Squares| match () {
                () if square & one != 0 => 0,
                () if square & two != 0 => 1,
                () if square & three != 0 => 2,
                () => 3,
            };
            let at = ((kind - 1) * 4 + far(from)) * 4 + far(to);
            sum += i32::from(params.order_distance[at]);
        }
        sum
    }
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

    /// What the tables say of a step.
    fn learned(params: &EvalParams, position: &Position, mv: Move) -> i32 {
        Learned::new(params, position).of(&Turn::new(position), mv)
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
