//! What a network has learned, in numbers that can be shown.

use std::sync::Arc;

use game::{Evaluator as _, MoveList, Notation as _, Position as _, Side};
use network::Network;
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::definition::{EvalParams, GameDefinition};

/// Games whose positions are looked at, and the plies of each.
const WALKS: u64 = 100;
const PLIES: usize = 24;
/// Of those plies the first, and each so many later.
const EVERY: usize = 6;

/// What a network has learned.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LearnedView {
    /// What a piece is worth by square.
    pub boards: Vec<SquareWorth>,
    /// The moves of the usual start with their shares by the policy, from 0 to 1; none where the network has no policy.
    pub first_moves: Vec<(String, f32)>,
}

/// What a kind of piece is worth by square, in the positions of random games: how many points fewer the first side has
/// without it, on average.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareWorth {
    /// The piece.
    pub piece: &'static str,
    /// How many squares a row has.
    pub columns: usize,
    /// By square, the row farthest from the first side first, each from left to right; 0 where none stood.
    pub worth: Vec<i32>,
}

/// The part of a position's text that is the board, row by row and square by square: digits stand for as many empty squares.
fn squares(board: &str) -> Vec<Vec<char>> {
    let row = |row: &str| {
        let square = |letter: char| match letter.to_digit(10) {
            Some(count) => vec!['1'; count as usize],
            None => vec![letter],
        };
        row.chars().flat_map(square).collect()
    };
    board.split('/').map(row).collect()
}

/// The inverse of [`squares`].
fn board(squares: &[Vec<char>]) -> String {
    let row = |row: &Vec<char>| {
        let mut text = String::new();
        let mut empty = 0;
        for &letter in row.iter().chain(&['/']) {
            if letter == '1' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(letter);
        }
        text.pop();
        text
    };
    squares.iter().map(row).collect::<Vec<_>>().join("/")
}

/// A position's text, with its board square by square.
struct Written {
    before: String,
    squares: Vec<Vec<char>>,
    after: String,
}

impl Written {
    /// The board stands first, as [`squares`] reads it, or in brackets, eight squares to a row and none left out.
    fn new(text: &str) -> Self {
        if let Some((before, rest)) = text.split_once('[')
            && let Some((all, after)) = rest.split_once(']')
        {
            let all: Vec<char> = all.chars().map(|at| if at == '.' { '1' } else { at }).collect();
            let squares = all.chunks(8).map(<[char]>::to_vec).collect();
            return Self { before: format!("{before}["), squares, after: format!("]{after}") };
        }
        let (begins, after) = text.split_at(text.find(' ').unwrap_or(text.len()));
        Self { before: String::new(), squares: squares(begins), after: after.to_owned() }
    }

    fn text(&self) -> String {
        let board = if self.before.is_empty() {
            board(&self.squares)
        } else {
            self.squares.iter().flatten().map(|&at| if at == '1' { '.' } else { at }).collect()
        };
        format!("{}{board}{}", self.before, self.after)
    }
}

/// What a network has learned.
pub(super) fn learned<W: GameDefinition>(network: &Arc<Network>) -> LearnedView {
    let mut params = EvalParams::<W>::default();
    W::set_network(&mut params, Some(network.clone()));
    let pieces = W::first_pieces();
    let mut sums: Vec<Vec<(i64, i64)>> = vec![Vec::new(); pieces.len()];
    let mut columns = 0;
    for seed in 0..if pieces.is_empty() { 0 } else { WALKS } {
        let start = W::random_start(seed);
        let evaluator = W::Eval::new(&params, &start);
        let by_first = |position: &W::Position| {
            let points = i64::from(evaluator.evaluate_fresh(position));
            if position.side_to_move() == Side::First { points } else { -points }
        };
        let mut ply = 0;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        game::laws::random_walk(start, PLIES, &mut rng, |position| {
            ply += 1;
            if ply % EVERY != 1 || position.is_over() {
                return;
            }
            let mut all = Written::new(&position.text());
            columns = all.squares.first().map_or(0, Vec::len);
            let count = all.squares.len() * columns;
            let points = by_first(position);
            for at in 0..count {
                let Some(square) = all.squares[at / columns].get_mut(at % columns) else {
                    continue;
                };
                let letter = *square;
                let Some(kind) = pieces.iter().position(|&(own, _)| own == letter) else {
                    continue;
                };
                *square = '1';
                let without = W::Position::parse(&all.text());
                all.squares[at / columns][at % columns] = letter;
                let Ok(without) = without else { continue };
                if sums[kind].len() <= at {
                    sums[kind].resize(count, (0, 0));
                }
                sums[kind][at].0 += points - by_first(&without);
                sums[kind][at].1 += 1;
            }
        });
    }
    let mean = |&(sum, count): &(i64, i64)| (sum / count.max(1)) as i32;
    let boards = pieces.iter().zip(&sums).map(|(&(_, piece), sums)| SquareWorth {
        piece,
        columns,
        worth: sums.iter().map(mean).collect(),
    });
    LearnedView { boards: boards.collect(), first_moves: first_moves::<W>(&params) }
}

/// The moves of the usual start with their shares by the policy.
fn first_moves<W: GameDefinition>(params: &EvalParams<W>) -> Vec<(String, f32)> {
    let start = W::Position::start();
    let evaluator = W::Eval::new(params, &start);
    let mut moves = MoveList::new();
    start.legal_moves(&mut moves);
    let mut odds = Vec::new();
    if !evaluator.policy(&start, &evaluator.fresh(&start), &moves, &mut odds) {
        return Vec::new();
    }
    let most = odds.iter().copied().fold(f32::MIN, f32::max);
    let odds: Vec<f32> = odds.into_iter().map(|odds| (odds - most).exp()).collect();
    let sum: f32 = odds.iter().sum();
    moves.iter().zip(odds).map(|(&mv, odds)| (start.move_text(mv), odds / sum)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind;

    #[test]
    fn a_board_is_written_as_it_was_read() {
        for text in ["bbBbb/5/2r2/1r3/rrR1r", "x5o/7/3-3/7/7/7/o5x"] {
            assert_eq!(board(&squares(text)), text);
        }
        let row = "r......E";
        for text in
            ["bbBbb/5/2r2/1r3/rrR1r b crane,eel dog,ox elephant", &format!("s [{}]", row.repeat(8))]
        {
            let written = Written::new(text);
            assert_eq!(written.text(), text);
            assert_eq!(written.squares.len(), written.squares[0].len());
        }
    }

    #[test]
    fn the_networks_of_the_program_know_what_a_piece_is_worth() {
        for (game, columns) in [("ataxx", 7), ("onitama", 5), ("arimaa", 8), ("chess", 8)] {
            let kind = kind(game).unwrap();
            let view = kind.knowledge().learned(None).unwrap();
            assert!(!view.boards.is_empty() && view.first_moves.is_empty(), "{game}");
            for board in view.boards {
                assert_eq!((board.columns, board.worth.len()), (columns, columns * columns));
                let sum: i32 = board.worth.iter().sum();
                assert!(sum > 0, "{game}: {board:?}");
            }
        }
    }

    #[test]
    fn what_is_played_first_adds_up_to_one() {
        let kind = kind("onitama").unwrap();
        let shape = kind.knowledge().network_inputs().unwrap().shape_with_policy(8);
        let mut network = Network::zero("onitama", shape, 60);
        let alike = kind.knowledge().learned(Some(&network.clone().into())).unwrap().first_moves;
        assert!(alike.iter().all(|&(_, share)| (share - 1.0 / alike.len() as f32).abs() < 1e-6));
        // A fact of one way of one piece is twice as likely: its odds are those of e.
        let (Some(bias), Some(first)) = (network.policy_bias.get_mut(17), alike.first()) else {
            panic!()
        };
        *bias = 255 * 64;
        let other = kind.knowledge().learned(Some(&network.into())).unwrap().first_moves;
        let sum: f32 = other.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-5);
        let most = other.iter().map(|&(_, share)| share).fold(0.0, f32::max);
        assert!(
            (most / (first.1 * other.len() as f32) - 1.0).abs() < 1.0 && most > first.1,
            "{other:?}"
        );
    }
}
