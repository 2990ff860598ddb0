//! Games as numbers, to be stored and read again by the million: a move is its 16 bits.

use game::{MoveBits as _, Notation, Side, Turn};
use std::num::NonZeroU16;

/// A turn of a packed game, and the position in which it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedTurn {
    /// The key of the position; equal positions have equal keys.
    pub key: u64,
    /// The first side is to move.
    pub first_to_move: bool,
}

/// The moves of turns as numbers, one after the other.
pub(crate) fn pack<P: Notation>(start: &str, turns: &[String]) -> Result<Vec<u16>, String> {
    let mut position = P::parse(start).map_err(|error| format!("start: {error}"))?;
    let mut packed = Vec::with_capacity(turns.len());
    for (number, text) in (1..).zip(turns) {
        let turn = position.parse_turn(text).map_err(|error| format!("turn {number}: {error}"))?;
        for mv in turn {
            packed.push(mv.bits().get());
            position = position.make(mv);
        }
    }
    Ok(packed)
}

/// Plays a packed game through. A turn ends where the side to move changes. `visit` gets the number of each turn, from 0,
/// the position before it, and its moves.
///
/// # Errors
/// If the start cannot be read, or a move is not legal, history aside.
pub(crate) fn walk<P: Notation>(
    start: &str,
    moves: &[u16],
    visit: &mut dyn FnMut(usize, &P, &Turn<P>),
) -> Result<P, String> {
    let mut position = P::parse(start).map_err(|error| format!("start: {error}"))?;
    let (mut before, mut turn, mut number) = (position, Turn::<P>::new(), 0);
    for (index, &bits) in moves.iter().enumerate() {
        let wrong = || format!("move {} is not legal", index + 1);
        let mv = NonZeroU16::new(bits).map(P::Move::from_bits).ok_or_else(wrong)?;
        if position.ending().is_some() || !position.is_legal(mv) {
            return Err(wrong());
        }
        turn.try_push(mv).map_err(|_| format!("the turn of move {} does not end", index + 1))?;
        position = position.make(mv);
        if position.side_to_move() != before.side_to_move() || index + 1 == moves.len() {
            visit(number, &before, &turn);
            number += 1;
            turn.clear();
            before = position;
        }
    }
    Ok(position)
}

pub(crate) fn unpack<P: Notation>(start: &str, moves: &[u16]) -> Result<Vec<PackedTurn>, String> {
    let mut turns = Vec::new();
    walk::<P>(start, moves, &mut |_, position, _| {
        let first_to_move = position.side_to_move() == Side::First;
        turns.push(PackedTurn { key: position.key(), first_to_move });
    })?;
    Ok(turns)
}

pub(crate) fn texts<P: Notation>(start: &str, moves: &[u16]) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    walk::<P>(start, moves, &mut |_, position, turn| texts.push(position.turn_text(turn)))?;
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use crate::{Referee, kinds};

    #[test]
    fn random_games_of_every_game_read_back() {
        for kind in kinds() {
            for seed in 0..5_u64 {
                let start = kind.starts().deal(kind.info().match_deal, seed).unwrap();
                let mut game = kind.new_game(Some(&start), Referee::default()).unwrap();
                let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
                let mut next = || {
                    random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    random >> 20
                };
                while game.ending().is_none() && game.turns().len() < 60 {
                    let turn = game.random_turn(&mut next).unwrap();
                    game.play(&turn).unwrap();
                }
                let turns = game.turns();
                let packed = kind.packing().pack(&start, &turns).unwrap();
                assert_eq!(
                    kind.packing().texts(&start, &packed).unwrap(),
                    turns,
                    "{}",
                    kind.name()
                );
                assert_eq!(kind.packing().unpack(&start, &packed).unwrap().len(), turns.len());
                let mut wrong = packed.clone();
                wrong[0] = 0;
                assert_eq!(
                    kind.packing().unpack(&start, &wrong).unwrap_err(),
                    "move 1 is not legal"
                );
            }
        }
    }
}
