//! The inputs of a network: each piece with each move that a card allows, by who holds the card.

use game::{Features, Position as _, Rows, Side};

use crate::cards::Card;
use crate::moves::Move;
use crate::position::{Position, squares};

/// Own students, own master, the other's students and master on each square, and one that is always on.
const PIECES: usize = 101;
/// The way that a card moves a piece, up to two squares in each direction.
const WAYS: usize = 25;
/// A card is in one's own hand, in the other's, or the fifth.
const HOLDERS: usize = 3;
/// The inputs of a piece on a square: by itself, and with each way of the cards of each holder.
const EACH: usize = 1 + HOLDERS * WAYS;
/// How five cards can be held: ten hands, and three fifth cards for each.
const ARRANGEMENTS: usize = 30;

/// Each piece on its square, alone and together with each move printed on a card by who holds it. A card is what is printed
/// on it, so that cards which were never seen together, or never at all, are known by their moves. The five cards stay for
/// a whole game: rows are added up for each way in which they can be held.
#[derive(Clone, Copy, Debug)]
pub struct PiecesAndCards {
    cards: [Card; 5],
}

/// The number of a way, up to two squares in each direction.
fn way(right: i32, forward: i32) -> usize {
    ((forward + 2) * 5 + right + 2) as usize % WAYS
}

/// A square, or a way, in a mirror.
fn mirrored(at: usize) -> usize {
    at / 5 * 5 + 4 - at % 5
}

/// The number of a hand, both of whose slots are below 5 and differ.
const HANDS: [[u8; 5]; 5] = {
    let mut hands = [[0; 5]; 5];
    let (mut low, mut next) = (0, 0);
    while low < 5 {
        let mut high = low + 1;
        while high < 5 {
            hands[low][high] = next;
            hands[high][low] = next;
            next += 1;
            high += 1;
        }
        low += 1;
    }
    hands
};

/// The number of an arrangement: who looks at it holds `hand`.
#[inline(always)]
fn arrangement(hand: [usize; 2], fifth: usize) -> usize {
    let [a, b] = hand;
    // The fifth card's place among the three that are not in the hand.
    let place = fifth.saturating_sub(usize::from(a < fifth) + usize::from(b < fifth));
    usize::from(HANDS[a % 5][b % 5]) * 3 + place
}

/// The slots of an arrangement by holder; the inverse of [`arrangement`].
fn holders(arrangement: usize) -> [Vec<usize>; HOLDERS] {
    let in_hand = |slot: usize| {
        (0..5).any(|other| other != slot && usize::from(HANDS[slot][other]) == arrangement / 3)
    };
    let (hand, mut rest): (Vec<usize>, Vec<usize>) = (0..5).partition(|&slot| in_hand(slot));
    let fifth = rest.remove(arrangement % 3);
    [hand, rest, vec![fifth]]
}

impl Features<Position> for PiecesAndCards {
    const NAME: &'static str = "onitama-moves-1";
    const INPUTS: usize = PIECES * EACH;
    const BUCKETS: usize = 5;
    const SYMMETRIES: usize = 2;
    const MOVE_ROWS: usize = 26 * WAYS;

    fn new(root: &Position) -> Self {
        Self { cards: *root.cards() }
    }

    fn group(root: &Position) -> u64 {
        root.cards().iter().fold(0, |group, card| group << 8 | card.index() as u64)
    }

    fn rows(&self) -> usize {
        ARRANGEMENTS * PIECES
    }

    fn inputs_of(&self, row: usize, visit: &mut dyn FnMut(usize)) {
        let (arrangement, piece) = (row / PIECES, row % PIECES);
        visit(piece * EACH);
        for (holder, slots) in holders(arrangement).into_iter().enumerate() {
            for slot in slots {
                for &(right, forward) in self.cards[slot].info().moves {
                    let way = way(right.into(), forward.into());
                    visit(piece * EACH + 1 + holder * WAYS + way);
                }
            }
        }
    }

    #[inline(always)]
    fn active(&self, position: &Position, mut visit: impl FnMut(Rows)) {
        let fifth = position.spare_slot();
        let [first, second] =
            Side::BOTH.map(|side| arrangement(position.hand_slots(side), fifth) * PIECES);
        visit([first + PIECES - 1, second + PIECES - 1]);
        for (side, own, other) in [(Side::First, 0, 50), (Side::Second, 50, 0)] {
            let mut students = position.pieces(side);
            if let Some(square) = position.master(side) {
                students &= !(1 << square);
                visit([first + own + 25 + square, second + other + 25 + 24 - square]);
            }
            for square in squares(students) {
                visit([first + own + square, second + other + 24 - square]);
            }
        }
    }

    fn changes(&self, before: &Position, after: &Position, mut visit: impl FnMut(Rows, bool)) {
        // A move changes the arrangement of the cards, and so every row.
        self.active(before, |rows| visit(rows, false));
        self.active(after, |rows| visit(rows, true));
    }

    /// By the pieces on the board, the masters left out, two to a bucket.
    #[inline(always)]
    fn bucket(position: &Position) -> usize {
        let pieces = position.pieces(Side::First) | position.pieces(Side::Second);
        (pieces.count_ones().saturating_sub(2) as usize / 2).min(Self::BUCKETS - 1)
    }

    /// The way of the piece, and each way printed on the card that is given away.
    fn move_rows(&self, position: &Position, mv: Move, visit: &mut dyn FnMut(usize)) {
        for &(right, forward) in self.cards[mv.slot() % 5].info().moves {
            visit(25 * WAYS + way(right.into(), forward.into()));
        }
        if mv.is_pass() {
            return;
        }
        let own = |square: usize| match position.side_to_move() {
            Side::First => square,
            Side::Second => 24 - square,
        };
        let (from, to) = (own(mv.from()), own(mv.to()));
        let ahead = |from: usize, to: usize| to as i32 - from as i32;
        visit(from * WAYS + way(ahead(from % 5, to % 5), ahead(from / 5, to / 5)));
    }

    fn move_image(row: usize, symmetry: usize) -> usize {
        if symmetry == 0 {
            return row;
        }
        let (from, way) = (row / WAYS, row % WAYS);
        let from = if from == 25 { from } else { mirrored(from) };
        from * WAYS + mirrored(way)
    }

    /// The board and the cards in a mirror.
    fn image(input: usize, symmetry: usize) -> usize {
        if symmetry == 0 {
            return input;
        }
        let (piece, rest) = (input / EACH, input % EACH);
        let piece =
            if piece == PIECES - 1 { piece } else { piece / 25 * 25 + mirrored(piece % 25) };
        let rest = match rest.checked_sub(1) {
            None => 0,
            Some(rest) => 1 + rest / WAYS * WAYS + mirrored(rest % WAYS),
        };
        piece * EACH + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{MoveList, Notation as _, inputs_on};
    use std::collections::BTreeSet;

    fn inputs(position: &Position, symmetry: usize) -> [BTreeSet<u32>; 2] {
        let mut found = [Vec::new(), Vec::new()];
        inputs_on::<_, PiecesAndCards>(position, symmetry, &mut found);
        found.map(|list| list.into_iter().collect())
    }

    #[test]
    fn arrangements_are_thirty_and_read_back() {
        let mut seen = BTreeSet::new();
        for a in 0..5 {
            for b in (0..5).filter(|&b| b != a) {
                for fifth in (0..5).filter(|slot| ![a, b].contains(slot)) {
                    let number = arrangement([a, b], fifth);
                    seen.insert(number);
                    let [hand, other, last] = holders(number);
                    assert_eq!((hand, last), (vec![a.min(b), a.max(b)], vec![fifth]));
                    assert_eq!(other.len(), 2);
                }
            }
        }
        assert_eq!(seen, (0..ARRANGEMENTS).collect());
    }

    #[test]
    fn both_sides_see_the_same_from_their_own_side() {
        // Red holds ox (turn, back, ahead) and boar, Blue horse and elephant; the crab is the fifth card.
        let position = Position::deal("ox,boar,horse,elephant,crab", 0).unwrap();
        let [own, _] = inputs(&position, 0);
        // The master on c1 may go ahead by boar and ox of its own hand.
        let master = 25 + 2;
        assert!(own.contains(&((master * EACH) as u32)));
        assert!(own.contains(&((master * EACH + 1 + 3 * 5 + 2) as u32)));
        // With the crab, the fifth card, it may go two to the left.
        assert!(own.contains(&((master * EACH + 1 + 2 * WAYS + 2 * 5) as u32)));
        assert!(!own.contains(&((master * EACH + 1 + 2 * 5) as u32)));
    }

    #[test]
    fn a_mirror_is_the_mirrored_board_with_mirrored_cards() {
        // The eel is the cobra in a mirror, and the rooster the goose; the others are their own images.
        let as_it_is = Position::deal("eel,rooster,crab,tiger,monkey", 0).unwrap();
        let mirrored = Position::deal("cobra,goose,crab,tiger,monkey", 0).unwrap();
        assert_eq!(as_it_is.side_to_move(), mirrored.side_to_move());
        assert_eq!(inputs(&as_it_is, 1), inputs(&mirrored, 0));
        assert_ne!(inputs(&as_it_is, 0), inputs(&mirrored, 0));
        let text = as_it_is.text();
        assert_eq!(inputs(&Position::parse(&text).unwrap(), 0), inputs(&as_it_is, 0));
        let moves = |position: &Position, symmetry| -> BTreeSet<BTreeSet<usize>> {
            rows_of_moves(position)
                .into_iter()
                .map(|rows| {
                    rows.into_iter().map(|row| PiecesAndCards::move_image(row, symmetry)).collect()
                })
                .collect()
        };
        // Of who has those cards and is to move.
        let as_it_is = Position::deal("crab,tiger,eel,rooster,monkey", 0).unwrap();
        let mirrored = Position::deal("crab,tiger,cobra,goose,monkey", 0).unwrap();
        assert_eq!(moves(&as_it_is, 1), moves(&mirrored, 0));
        assert_ne!(moves(&as_it_is, 0), moves(&mirrored, 0));
    }

    fn rows_of_moves(position: &Position) -> Vec<BTreeSet<usize>> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let rows = |&mv: &Move| {
            let mut rows = BTreeSet::new();
            PiecesAndCards::new(position).move_rows(position, mv, &mut |row| {
                assert!(row < PiecesAndCards::MOVE_ROWS);
                rows.insert(row);
            });
            rows
        };
        moves.iter().map(rows).collect()
    }

    #[test]
    fn a_move_is_the_way_of_a_piece_and_what_the_card_could_do() {
        let position = Position::deal("ox,boar,horse,elephant,crab", 0).unwrap();
        // Blue is to move, and sees its own side as Red does.
        assert_eq!(position.side_to_move(), Side::Second);
        let moves = rows_of_moves(&position);
        // The student on its own a1 one ahead with the horse, which goes ahead, back and to the left.
        let card = |right, forward| 25 * WAYS + way(right, forward);
        let horse = BTreeSet::from([way(0, 1), card(0, 1), card(0, -1), card(-1, 0)]);
        assert!(moves.contains(&horse), "{moves:?}");
        // Each is told apart from all others.
        assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), moves.len());
    }
}
