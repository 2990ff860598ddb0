//! Set-ups: a small book of sound ones, and starts of games with both sides set up.

use game::{ParseError, Side, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{Board, COUNTS, ELEPHANT, HOME, KINDS, RABBIT, TRAPS, piece_by_letter};
use crate::moves::{Action, Move};
use crate::position::Position;

/// Known set-ups: a name, the second rank and the first, as Gold sees them. Each can be mirrored.
///
/// `99of9` and `fritz` bear the names of the players who made them usual; the others vary what
/// stands behind the traps. The strong pieces are in front, rabbits at the edges and behind.
pub const SETUPS: [(&str, &str, &str); 8] = [
    ("99of9", "RHDMEDHR", "RRRCCRRR"),
    ("fritz", "RHEDCMHR", "RRRCDRRR"),
    ("example", "HDCMECDH", "RRRRRRRR"),
    ("dogs-behind", "RHCMECHR", "RRRDDRRR"),
    ("cats-at-traps", "RHDMEDHR", "RRCRRCRR"),
    ("dogs-out", "DHCMECHD", "RRRRRRRR"),
    ("cats-out", "CHDMEDHC", "RRRRRRRR"),
    ("horses-out", "HRDMEDRH", "RRRCCRRR"),
];

/// The set-up of a side as a board of its own pieces.
fn board_of(side: Side, front: &str, back: &str, mirrored: bool) -> Board {
    let mut board = Board::default();
    for (rank, row) in [(1, front), (0, back)] {
        for (file, letter) in row.chars().enumerate() {
            let Some((_, kind)) = piece_by_letter(letter) else { continue };
            let file = if mirrored { 7 - file } else { file };
            let rank = if side == Side::First { rank } else { 7 - rank };
            board.put(rank * 8 + file, side, kind);
        }
    }
    board
}

fn turn_of(side: Side, board: &Board) -> Turn<Position> {
    let home = crate::board::squares(HOME[side.index()]);
    home.map(|square| Move::place(board.kind_at(square), square)).collect()
}

fn all(side: Side) -> impl Iterator<Item = Board> {
    let both = move |&(_, front, back): &(&'static str, &'static str, &'static str)| {
        [false, true].map(move |mirrored| board_of(side, front, back, mirrored))
    };
    SETUPS.iter().flat_map(both)
}

/// The set-ups of the book for the side to move, which has set up nothing yet.
pub(crate) fn book(position: &Position) -> Vec<Turn<Position>> {
    let side = position.side();
    if position.placed() > 0 {
        return rest(position).into_iter().collect();
    }
    all(side).map(|board| turn_of(side, &board)).collect()
}

/// The pieces that are left, the weakest first: what completes a set-up under way.
fn rest(position: &Position) -> Option<Turn<Position>> {
    let mut turn = Turn::<Position>::new();
    let mut position = *position;
    let side = position.side();
    while position.is_setup() && position.side() == side {
        let square = position.next_to_place();
        let left = |&kind: &usize| position.board().pieces(side, kind).count_ones() < COUNTS[kind];
        let mv = Move::place((0..KINDS).find(left)?, square);
        turn.push(mv);
        position = position.after(mv);
    }
    Some(turn)
}

/// One set-up of the book for the side to move, by seed. Silver keeps its camel away from Gold's
/// elephant.
pub(crate) fn choose(position: &Position, seed: u64) -> Option<Turn<Position>> {
    if !position.is_setup() {
        return None;
    }
    if position.placed() > 0 {
        return rest(position);
    }
    let side = position.side();
    let elephant = position.board().pieces(side.other(), ELEPHANT);
    let wing = |set: u64| set.trailing_zeros() % 8 >= 4;
    let camel = |board: &Board| board.pieces(side, crate::board::CAMEL);
    let fits = |board: &Board| elephant == 0 || wing(camel(board)) != wing(elephant);
    let sound: Vec<Board> = all(side).filter(fits).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0xa51_3aa);
    let at = rng.random_range(0..sound.len().max(1));
    sound.get(at).map(|board| turn_of(side, board))
}

/// How often a varied set-up has two neighbours exchanged.
const EXCHANGES: usize = 2;

/// Exchanges neighbouring pieces of a whole set-up, the elephant left where it is.
fn exchange_neighbours(turn: &mut Turn<Position>, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x7a1_2ed);
    let kind = |mv: Move| match mv.action() {
        Some(Action::Place { kind, .. }) => kind,
        _ => RABBIT,
    };
    for _ in 0..EXCHANGES {
        let besides = |at: usize| [(at % 8 < 7).then_some(at + 1), (at < 8).then_some(at + 8)];
        let pairs: Vec<(usize, usize)> = (0..turn.len())
            .flat_map(|at| besides(at).into_iter().flatten().map(move |other| (at, other)))
            .filter(|&(one, other)| other < turn.len() && kind(turn[one]) != kind(turn[other]))
            .filter(|&(one, other)| ![one, other].iter().any(|&at| kind(turn[at]) == ELEPHANT))
            .collect();
        let at = rng.random_range(0..pairs.len().max(1));
        let Some(&(one, other)) = pairs.get(at) else { return };
        let kinds = [kind(turn[one]), kind(turn[other])];
        for (at, kind) in [(one, kinds[1]), (other, kinds[0])] {
            if let Some(Action::Place { square, .. }) = turn[at].action() {
                turn[at] = Move::place(kind, square);
            }
        }
    }
}

impl Position {
    /// The name in [`SETUPS`] of a side's set-up, be it mirrored; None where its pieces stand otherwise.
    pub fn setup_name(&self, side: Side) -> Option<&'static str> {
        let own: Vec<u64> = (0..KINDS).map(|kind| self.board().pieces(side, kind)).collect();
        let is_own = |front, back, mirrored| {
            let setup = board_of(side, front, back, mirrored);
            (0..KINDS).all(|kind| setup.pieces(side, kind) == own[kind])
        };
        let known = SETUPS.iter().find(|(_, front, back)| {
            [false, true].iter().any(|&mirrored| is_own(front, back, mirrored))
        });
        known.map(|(name, _, _)| *name)
    }

    /// A start position: `spec` is empty for the empty board, `setups` for both sides set up from the book by seed,
    /// `varied` for the same with neighbouring pieces exchanged (the book has some hundred pairs of set-ups: a long
    /// match from them repeats its games), or the name of a set-up of [`SETUPS`] for both sides.
    ///
    /// # Errors
    /// If there is no such set-up.
    pub fn deal(spec: &str, seed: u64) -> Result<Self, ParseError> {
        let name = spec.trim().to_ascii_lowercase();
        if name.is_empty() {
            return Ok(Self::empty());
        }
        let varied = name == "varied";
        if varied || name == "setups" {
            let mut position = Self::empty();
            for seed in [seed, seed ^ 0x5e7] {
                let mut turn = choose(&position, seed).unwrap_or_default();
                if varied {
                    exchange_neighbours(&mut turn, seed);
                }
                position = turn.iter().fold(position, |position, &mv| position.after(mv));
            }
            return Ok(position);
        }
        let Some((_, front, back)) = SETUPS.iter().find(|(known, _, _)| *known == name) else {
            let known = SETUPS.map(|(name, _, _)| name).join(", ");
            let reason = format!("there is no set-up of this name: use setups, varied, {known}");
            return Err(ParseError::new(spec, spec.trim(), reason));
        };
        let mut position = Self::empty();
        for (side, mirrored) in [(Side::First, false), (Side::Second, true)] {
            let turn = turn_of(side, &board_of(side, front, back, mirrored));
            position = turn.iter().fold(position, |position, &mv| position.after(mv));
        }
        Ok(position)
    }

    /// A random board with some pieces of each side, and either side to begin a turn: for tests.
    /// The more pieces, the fewer ends are near.
    pub fn random_board(seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0xb0a2d);
        let mut board = Board::default();
        let share = rng.random_range(2..=10);
        for side in Side::BOTH {
            for (kind, count) in COUNTS.into_iter().enumerate() {
                for number in 0..count {
                    let needed = kind == 0 && number == 0;
                    let square = rng.random_range(0..64);
                    let goal = kind == 0 && crate::board::GOAL[side.index()] >> square & 1 == 1;
                    let kept = needed || rng.random_range(0..10) < share;
                    if kept && !goal && board.at(square).is_none() {
                        board.put(square, side, kind);
                    }
                }
            }
        }
        for square in crate::board::squares(board.undefended() & TRAPS) {
            if let Some((side, kind)) = board.at(square) {
                board.remove(square, side, kind);
            }
        }
        let side = Side::BOTH[rng.random_range(0..2)];
        Self::at_turn_start("", board, side).unwrap_or_else(|_| Self::empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Notation as _, Position as _};

    #[test]
    fn every_setup_of_the_book_is_legal() {
        let gold = Position::empty();
        let turns = book(&gold);
        assert_eq!(turns.len(), 2 * SETUPS.len());
        for turn in turns {
            let text = gold.turn_text(&turn);
            assert_eq!(gold.parse_turn(&text).as_ref(), Ok(&turn), "{text}");
            let silver = turn.iter().fold(gold, |position, &mv| position.make(mv));
            assert!(silver.is_setup() && silver.side() == Side::Second);
            for seed in 0..20 {
                let answer = choose(&silver, seed).unwrap();
                let begun = answer.iter().fold(silver, |position, &mv| position.make(mv));
                assert!(!begun.is_setup() && begun.side() == Side::First);
                assert_eq!(begun.count_pieces(), 32);
            }
        }
    }

    #[test]
    fn deals_repeat_with_their_seed() {
        assert_eq!(Position::deal("setups", 3), Position::deal("setups", 3));
        let different = (0..30).map(|seed| Position::deal("setups", seed).unwrap().text());
        assert!(different.collect::<std::collections::HashSet<_>>().len() > 10);
        assert_eq!(Position::deal("", 1).unwrap(), Position::empty());
        let error = Position::deal("nothing", 1).unwrap_err().to_string();
        assert!(error.starts_with("there is no set-up of this name"), "{error}");
        let text = Position::deal("99of9", 0).unwrap().text();
        assert_eq!(&text[3..19], "RRRCCRRRRHDEMDHR".to_lowercase());
    }

    #[test]
    fn a_setup_of_the_book_is_known_by_its_name_mirrored_too() {
        for (name, _, _) in SETUPS {
            let dealt = Position::deal(name, 0).unwrap();
            assert_eq!(Side::BOTH.map(|side| dealt.setup_name(side)), [Some(name); 2]);
        }
        for seed in 0..20 {
            let dealt = Position::deal("setups", seed).unwrap();
            assert!(Side::BOTH.iter().all(|&side| dealt.setup_name(side).is_some()), "{seed}");
        }
        let moved = dealt_and_moved();
        assert_eq!(
            [Side::First, Side::Second].map(|side| moved.setup_name(side)),
            [None, Some("fritz")]
        );
    }

    #[test]
    fn varied_set_ups_are_whole_and_hardly_repeat() {
        let dealt = |seed| Position::deal("varied", seed).unwrap();
        assert_eq!(dealt(3), dealt(3));
        let texts: std::collections::BTreeSet<String> =
            (0..200).map(|seed| dealt(seed).text()).collect();
        assert!(texts.len() > 190, "{}", texts.len());
        for seed in 0..200 {
            let (varied, book) = (dealt(seed), Position::deal("setups", seed).unwrap());
            assert!(!varied.is_setup() && varied.side() == Side::First);
            for side in Side::BOTH {
                assert_eq!(varied.board().of(side), HOME[side.index()]);
                let elephant = |position: &Position| position.board().pieces(side, ELEPHANT);
                assert_eq!(elephant(&varied), elephant(&book));
                for (kind, count) in COUNTS.into_iter().enumerate() {
                    assert_eq!(varied.board().pieces(side, kind).count_ones(), count);
                }
                let moved = varied.board().difference(book.board()) & HOME[side.index()];
                assert!(moved.count_ones() <= 2 * EXCHANGES as u32, "{}", varied.text());
            }
        }
    }

    fn dealt_and_moved() -> Position {
        let dealt = Position::deal("fritz", 0).unwrap();
        let turn = dealt.parse_turn("Ra2n").unwrap();
        turn.iter().fold(dealt, |position, &mv| position.make(mv))
    }
}
