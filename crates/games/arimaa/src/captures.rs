//! Captures at the traps, seen without a search: which piece can be taken, and in how many steps.

use game::Side;

use crate::board::{Board, Squares, TRAP_RINGS, near, shifted, squares};
use crate::moves::Move;
use crate::position::Position;

/// A capture that is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// Where the piece stands.
    pub square: usize,
    /// The trap that takes it.
    pub trap: usize,
    /// The steps needed: two, three or four.
    pub steps: u32,
}

/// The captures that `side` can make within a turn of its own, in the commonest ways:
///
/// - a piece beside an empty trap with no other guard is pushed in, by a stronger piece beside it or
///   one or two steps away, or pulled in by one on the trap;
/// - the only guard of a piece on a trap is pushed or pulled away;
/// - a piece two squares from a trap without guards is pushed there twice.
///
/// Captures that need several pieces to prepare are not seen, and a blocker of a piece that
/// comes nearer is only looked at where it comes to stand.
pub fn captures(board: &Board, side: Side, found: impl FnMut(Capture)) {
    captures_by(board, side, board.of(side) & !board.frozen(side), found);
}

/// The same, with the pieces of `side` that can step given.
#[inline(always)]
pub(crate) fn captures_by(
    board: &Board,
    side: Side,
    free: Squares,
    mut found: impl FnMut(Capture),
) {
    let own = board.of(side);
    let other = board.of(side.other());
    let empty = !(own | other);
    let able_by_kind = board.stronger(free);
    for (trap, ring) in TRAP_RINGS {
        let bit = 1u64 << trap;
        let guards = other & ring;
        if guards == 0 {
            if own & ring == 0 {
                continue;
            }
        }
        if other & bit != 0 {
            // Its only guard must go.
            if guards.is_power_of_two() {
                let guard = guards.trailing_zeros() as usize;
                let kind = board.kind_at(guard);
                if let Some(steps) = displacing(able_by_kind[kind], empty, guard, u64::MAX) {
                    found(Capture { square: trap, trap, steps });
                }
            }
            continue;
        }
        if guards.is_power_of_two() {
            let victim = guards.trailing_zeros() as usize;
            let kind = board.kind_at(victim);
            let able = able_by_kind[kind];
            if own & bit != 0 {
                // Pulled in by the piece on the trap, which needs room to leave.
                if able & bit != 0 && ring & empty != 0 {
                    found(Capture { square: victim, trap, steps: 2 });
                }
            } else if let Some(steps) = displacing(able_by_kind[kind], empty, victim, bit) {
                found(Capture { square: victim, trap, steps });
            }
        } else if guards == 0 && (own | other) & bit == 0 {
            // Two pushes, or pulls, in a row.
            let gates = ring & empty;
            for victim in squares(near(gates) & other & !ring) {
                let kind = board.kind_at(victim);
                let able = able_by_kind[kind];
                if able & near(1 << victim) != 0 {
                    found(Capture { square: victim, trap, steps: 4 });
                }
            }
        }
    }
}

/// The steps in which a piece is moved off its square by one of those able to; into one of `targets`
/// if it is pushed.
#[inline(always)]
fn displacing(able: Squares, empty: Squares, victim: usize, targets: Squares) -> Option<u32> {
    if able == 0 {
        return None;
    }
    let at = 1u64 << victim;
    let room = near(at) & empty & targets;
    let pushers = near(at) & able;
    if pushers != 0 {
        if room != 0 {
            return Some(2);
        }
        // A pull takes it to where the puller stood: off its square, if anywhere will do.
        if targets == u64::MAX && near(pushers) & empty != 0 {
            return Some(2);
        }
    }
    if room == 0 {
        return None;
    }
    // From one or two steps away, by empty squares; one is needed beside the victim that is not
    // the one it is pushed to.
    let stand = near(at) & empty & !(if room.is_power_of_two() { room } else { 0 });
    let one = near(stand) & able;
    if one != 0 {
        return Some(3);
    }
    let two = near(near(stand) & empty) & able;
    (two != 0).then_some(4)
}

/// Where a step may have a part in the defence of pieces that the other side could capture with its next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Defences {
    /// Where such a step begins: at the piece in danger, or at one that can take hold of it.
    from: Squares,
    /// Where such a step of an own piece ends: beside the trap, which it guards then.
    to: Squares,
}

impl Defences {
    /// Of the side to move, as far as `captures` sees what it is in danger of.
    pub(crate) fn new(position: &Position) -> Self {
        let (board, other) = (position.board(), position.side().other());
        let attackers = board.of(other) & !position.frozen(other);
        let able_by_kind = board.stronger(attackers);
        let mut defences = Self::default();
        captures_by(board, other, attackers, |Capture { square, trap, .. }| {
            let victim = 1 << square;
            let reach = near(victim) | near(near(victim));
            defences.from |= victim | able_by_kind[board.kind_at(square)] & reach;
            defences.to |= near(1 << trap);
        });
        defences
    }

    /// True if a legal step of that position may defend.
    pub(crate) fn has(self, position: &Position, mv: Move) -> bool {
        let Some((from, way)) = mv.as_step() else { return false };
        let own = position.board().of(position.side()) >> from & 1 == 1;
        self.from >> from & 1 == 1 || own && shifted(1 << from, way) & self.to != 0
    }
}

#[cfg(test)]
mod tests {
    use game::Notation as _;

    use super::*;
    use crate::board::square_name;

    #[test]
    fn a_capture_is_met_by_the_piece_in_danger_those_that_threaten_it_and_guards_of_the_trap() {
        let names = |set| squares(set).map(square_name).collect::<Vec<_>>();
        let defences = |text: &str| {
            let position = Position::parse(text).unwrap();
            let defences = Defences::new(&position);
            (names(defences.from), names(defences.to))
        };
        // Silver's cat stands beside the empty trap c6 and Gold's elephant beside it; Gold's horse is far.
        let text = "s [.......r.......r..........c.......E........................R..H.]";
        let (from, to) = defences(text);
        assert_eq!(from, ["c4", "c5"]);
        assert_eq!(to, ["c5", "b6", "d6", "c7"]);
        // A second guard, and nothing is in danger.
        let guarded = "s [..........h....r..........c.......E........................R..H.]";
        assert_eq!(defences(guarded), (vec![], vec![]));
        // Of steps: the cat's, with a friend beside it, and the horse's to the trap; not the rabbit's.
        let far = "s [.......r.h.....r.........rc.......E........................R..H.]";
        let position = Position::parse(far).unwrap();
        let has = |step: &str| {
            let turn = position.parse_turn(&format!("{step} pass")).unwrap();
            Defences::new(&position).has(&position, turn[0])
        };
        assert!(has("cc5e") && has("hb7e") && !has("hb7n") && !has("rh7s"));
    }
}
