//! The rules as the search and the referee see them.

use game::zobrist::{hash, mix};
use game::{
    Ending, ForcedWin, HistoryRule, MoveList, Position as Rules, Repetition, Side, StaticWin,
};

use crate::board::{COUNTS, GOAL, KINDS, RABBIT, TRAPS, beside, near, shifted};
use crate::moves::{Action, Move};
use crate::position::{Position, STEPS};
use crate::steps::opposite;

const PIECE_SLOTS: usize = 2 * KINDS;
const PASS_SLOT: usize = PIECE_SLOTS * 256;

/// The worth of a captured piece of a kind in the ordering of captures.
const CAPTURED: [i32; KINDS] = [3, 4, 5, 7, 9, 12];

/// The reason of a win by a rabbit on goal.
pub const GOAL_REACHED: &str = "a rabbit is on its goal";
/// The reason of a win against a side without rabbits.
pub const NO_RABBITS: &str = "all rabbits are captured";
/// The reason of a win against a side that cannot move.
pub const IMMOBILISED: &str = "no step is possible";

impl Position {
    /// The end that the board at the end of a turn shows, in the order of the rules.
    #[inline(always)]
    fn ending_on_board(&self) -> Option<Ending> {
        let (next, mover) = (self.side(), self.side().other());
        let board = self.board();
        let rabbits = |side: Side| board.pieces(side, RABBIT);
        let goal = |side: Side| rabbits(side) & GOAL[side.index()] != 0;
        let settled = goal(mover) || goal(next) || rabbits(mover) == 0 || rabbits(next) == 0;
        if !settled {
            return None;
        }
        Some(if goal(mover) {
            Ending::win(mover, GOAL_REACHED)
        } else if goal(next) {
            Ending::win(next, GOAL_REACHED)
        } else if rabbits(next) == 0 {
            Ending::win(mover, NO_RABBITS)
        } else {
            Ending::win(next, NO_RABBITS)
        })
    }

    /// The kinds that the side to move can still put on the board.
    fn placements(&self) -> impl Iterator<Item = Move> + '_ {
        let square = self.next_to_place();
        let left =
            |&kind: &usize| self.board().pieces(self.side(), kind).count_ones() < COUNTS[kind];
        (0..KINDS).filter(left).map(move |kind| Move::place(kind, square))
    }
}

impl Rules for Position {
    type Move = Move;
    const REPETITION: Repetition = Repetition::Illegal;
    const HISTORY_SLOTS: usize = PASS_SLOT + 2;
    const CORRECTIONS: usize = 3;
    const STATIC_WIN_IS_SHORTEST: bool = false;
    const MOVES_MAY_BE_FREE: bool = true;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.stored_key()
    }

    #[inline(always)]
    fn ending(&self) -> Option<Ending> {
        if self.steps_left() < STEPS || self.is_setup() {
            return None;
        }
        self.ending_on_board()
    }

    #[inline]
    fn tactical_moves(&self, moves: &mut MoveList<Move>) {
        if self.is_setup() {
            return;
        }
        self.tactical_steps(&self.legal_steps()).moves(|mv| moves.push(mv));
    }

    #[inline]
    fn quiet_moves(&self, moves: &mut MoveList<Move>) {
        if self.is_setup() {
            moves.extend(self.placements());
            return;
        }
        let steps = self.legal_steps();
        steps.without(&self.tactical_steps(&steps)).moves(|mv| moves.push(mv));
        if self.may_pass() {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        if self.is_setup() {
            moves.extend(self.placements());
            return;
        }
        self.legal_steps().moves(|mv| moves.push(mv));
        if self.may_pass() {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        if self.is_setup() {
            return self.placements().count() as u64;
        }
        u64::from(self.legal_steps().count()) + u64::from(self.may_pass())
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        match mv.action() {
            Some(Action::Step { from, way }) => {
                !self.is_setup() && self.ending().is_none() && self.legal_steps().has(from, way)
            }
            Some(Action::Pass) => self.may_pass(),
            Some(Action::Place { .. }) => {
                self.is_setup() && self.placements().any(|placement| placement == mv)
            }
            None => false,
        }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        let Some((from, way)) = mv.as_step() else { return false };
        // The sets are of squares: a legal step in them is tactical.
        let all = crate::steps::Steps { from: [u64::MAX; 4] };
        self.tactical_steps(&all).has(from, way)
    }

    #[inline]
    fn tactical_value(&self, mv: Move) -> i32 {
        let Some((from, way)) = mv.as_step() else { return 0 };
        let Some(to) = beside(from, way) else { return 0 };
        let board = self.board();
        let own = board.of(self.side()) >> from & 1 == 1;
        let kind = board.kind_at(from);
        if own {
            // A goal before all, else a push to be finished or a pull to come.
            let goal = kind == RABBIT && GOAL[self.side().index()] >> to & 1 == 1;
            return if goal { 1_000 } else { 10 };
        }
        let mut value = 0;
        for (_, side, kind) in self.captured_by(mv) {
            value += if side == self.side() { -CAPTURED[kind] } else { CAPTURED[kind] };
        }
        20 * value
    }

    fn ending_without_moves(&self) -> Ending {
        Ending::win(self.side().other(), IMMOBILISED)
    }

    #[inline(always)]
    fn make(&self, mv: Move) -> Self {
        self.after(mv)
    }

    #[inline(always)]
    fn depth_of(&self, mv: Move) -> i32 {
        if mv.is_pass() { i32::from(self.steps_left()) } else { 1 }
    }

    #[inline(always)]
    fn length_of(&self, mv: Move) -> i32 {
        i32::from(!mv.is_pass())
    }

    #[inline]
    fn null_move(&self) -> Option<Self> {
        (self.steps_left() == STEPS && !self.is_setup()).then(|| self.turned())
    }

    #[inline(always)]
    fn turn_ended(&self) -> Option<Self> {
        self.may_pass().then(|| self.turned())
    }

    #[inline(always)]
    fn repetition_key(&self) -> Option<u64> {
        self.is_turn_start().then(|| self.key())
    }

    fn irreversible(&self, mv: Move) -> bool {
        match mv.action() {
            Some(Action::Step { from, .. }) => {
                let board = self.board();
                let touches_trap = near(1 << from) & TRAPS != 0;
                touches_trap && board.occupied().count_ones() > self.after(mv).count_pieces()
            }
            Some(Action::Place { .. }) => true,
            _ => false,
        }
    }

    /// The piece of the last step goes back, where nothing was captured in the turn. Not where that step filled a push: the
    /// piece that was pushed stays away. Never where the turn cannot end here, so that some move is left.
    #[inline]
    fn take_back(&self) -> Option<Move> {
        let [before, last] = self.last_two();
        let (source, way) = last?.as_step()?;
        let stands = beside(source, way)?;
        let fills = before.and_then(Move::as_step).is_some_and(|(source, _)| source == stands);
        let own = self.board().of(self.side()) >> stands & 1 == 1;
        let whole = self.count_pieces() == self.turn_start().occupied().count_ones();
        (own && !fills && whole && self.may_pass()).then(|| Move::step(stands, opposite(way)))
    }

    fn threat(&self) -> Option<u64> {
        self.defended_squares()
    }

    #[inline]
    fn leaves_threat(&self, mv: Move, threat: u64) -> bool {
        self.leaves_goal(mv, threat)
    }

    fn forced_win(
        &self,
        effort: &mut u32,
        may_stand: &dyn Fn(u64) -> bool,
    ) -> Option<ForcedWin<Move>> {
        let turn = self.goal_in_two(effort, may_stand)?;
        let steps: i32 = turn.iter().map(|&mv| self.length_of(mv)).sum();
        Some(ForcedWin { turn: turn.into_iter().collect(), plies: steps + 2 * i32::from(STEPS) })
    }

    #[inline]
    fn static_win(&self) -> Option<StaticWin<Move>> {
        self.win_within_turn()
    }

    #[inline]
    fn static_win_plies(&self) -> Option<i32> {
        self.steps_to_win()
    }

    /// A goal that a later step of the turn begins was there before it.
    #[inline(always)]
    fn static_win_plies_later(&self) -> Option<i32> {
        self.wins_by_passing().then_some(0)
    }

    #[inline(always)]
    fn count_pieces(&self) -> u32 {
        self.board().occupied().count_ones()
    }

    #[inline(always)]
    fn history_slot(&self, mv: Move) -> usize {
        if mv.is_pass() {
            return PASS_SLOT;
        }
        let Some((from, _)) = mv.as_step() else { return PASS_SLOT + 1 };
        let board = self.board();
        let second = board.sides[1] >> from & 1 == 1;
        (board.kind_at(from) + KINDS * usize::from(second)) * 256 + mv.compact()
    }

    fn history_slot_by(&self, mv: Move, rule: HistoryRule) -> usize {
        let Some((from, way)) = mv.as_step() else { return self.history_slot(mv) };
        match rule {
            HistoryRule::PieceAndTarget => {
                let target = shifted(1 << from, way).trailing_zeros() as usize % 64;
                self.board().kind_at(from) << 6 | target
            }
            HistoryRule::Squares => mv.compact(),
            HistoryRule::Direction => way as usize,
        }
    }

    fn second_key(&self) -> u64 {
        hash(self.words())
    }

    /// The board, the side to move and its steps left: not what the turn did before.
    #[inline(always)]
    fn evaluation_key(&self) -> u64 {
        let setup = u64::from(self.is_setup());
        let who = u64::from(self.steps_left()) << 2 | setup << 1 | self.side().index() as u64;
        mix(self.board_key() ^ who)
    }

    /// The numbers of pieces, then where the rabbits are, then what stands beside the traps.
    fn correction_key(&self, which: usize) -> u64 {
        let board = self.board();
        match which {
            0 => hash(Side::BOTH.into_iter().flat_map(|side| {
                (0..KINDS).map(move |kind| u64::from(board.pieces(side, kind).count_ones()))
            })),
            1 => hash(Side::BOTH.map(|side| board.pieces(side, RABBIT))),
            _ => {
                let beside = near(TRAPS);
                let kinds = board.kinds.map(|pieces| pieces & beside);
                hash(kinds.into_iter().chain([board.sides[0] & beside]))
            }
        }
    }
}
