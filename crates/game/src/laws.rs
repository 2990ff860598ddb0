//! Laws that every game obeys, to be run by each game's tests in a few lines.
//!
//! Each law panics with the position at fault.

use std::collections::HashSet;
use std::num::NonZeroU16;

use rand::{Rng, RngExt};

use crate::{
    Evaluator, Game, HistoryRule, MoveBits, MoveList, Notation, Position, Referee, ReplyWin,
};

/// Plays random legal moves from `start`, at most `plies` of them, and calls `visit` on each
/// position met, those in which the game is over included.
pub fn random_walk<P: Position>(
    start: P,
    plies: usize,
    rng: &mut impl Rng,
    mut visit: impl FnMut(&P),
) {
    let mut position = start;
    for _ in 0..plies {
        visit(&position);
        if position.ending().is_some() {
            return;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return;
        }
        position = position.make(moves[rng.random_range(0..moves.len())]);
    }
    visit(&position);
}

/// Generated moves are unique and legal, their number is the count, there is one where it is said so, tactical moves are those that
/// say so, checks said to be quiet are both, and `is_legal` accepts no other of all the moves that 16 bits can encode. Where the sides are said
/// to alternate, each move gives the turn away.
pub fn moves_are_legal_and_complete<P: Position>(position: &P) {
    if position.ending().is_some() {
        return;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.len() as u64, position.count_legal_moves(), "count of moves in {position:?}");
    assert_eq!(!moves.is_empty(), position.has_legal_move(), "has a move in {position:?}");
    assert_eq!(moves.len() == 1, position.is_forced(), "is forced in {position:?}");
    let set: HashSet<P::Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move was generated twice in {position:?}");
    for bits in 1..=u16::MAX {
        let Some(bits) = NonZeroU16::new(bits) else {
            continue;
        };
        let mv = P::Move::from_bits(bits);
        let legal = position.is_legal(mv) && mv.bits() == bits;
        let generated = set.contains(&mv) && mv.bits() == bits;
        assert_eq!(legal, generated, "is_legal({mv:?}) in {position:?}");
    }
    let mut checks = MoveList::new();
    position.quiet_checks(&mut checks);
    for mv in checks {
        assert!(set.contains(&mv) && !position.is_tactical(mv), "{mv:?} in {position:?}");
        assert!(position.make(mv).in_check(), "{mv:?} gives no check in {position:?}");
    }
    let mut tactical = MoveList::new();
    position.tactical_moves(&mut tactical);
    for mv in moves {
        let turns = position.make(mv).side_to_move() != position.side_to_move();
        assert!(turns || !P::SIDES_ALTERNATE, "{mv:?} keeps the turn in {position:?}");
        assert_eq!(tactical.contains(&mv), position.is_tactical(mv), "{mv:?} in {position:?}");
        let gain = 0..=P::MOST_QUIET_GAIN;
        let gains = position.is_tactical(mv) || gain.contains(&position.quiet_gain(mv));
        assert!(gains, "{mv:?} gains {} in {position:?}", position.quiet_gain(mv));
        assert!(position.history_slot(mv) < P::HISTORY_SLOTS, "{mv:?} in {position:?}");
        let kind = position.history_kind(mv, position.history_context());
        assert!(kind < P::HISTORY_KINDS, "{mv:?} in {position:?}");
        for rule in [HistoryRule::PieceAndTarget, HistoryRule::Squares, HistoryRule::Direction] {
            let slot = position.history_slot_by(mv, rule);
            assert!(slot < P::HISTORY_SLOTS, "{mv:?} by {rule:?} in {position:?}");
        }
        assert!(
            position.continuation_slot(mv) < P::CONTINUATION_SLOTS.max(1),
            "{mv:?} in {position:?}"
        );
    }
}

/// Static wins and losses are what they say: a static win is a legal move that wins in so many plies; no win of a
/// single ply (and no loss in two) is missed where the game says so, and no move loses at once
/// where it says so.
pub fn static_results_hold<P: Position>(position: &P) {
    if position.ending().is_some() {
        return;
    }
    if position.ending_by_clock().is_some() {
        assert!(position.static_win().is_none(), "a win after the last ply in {position:?}");
        return;
    }
    let us = position.side_to_move();
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let wins = |mv: &P::Move| {
        position.make(*mv).ending().is_some_and(|ending| ending.outcome.winner() == Some(us))
    };
    let seen = position.static_win();
    if let Some(win) = seen {
        assert!(position.is_legal(win.mv), "{win:?} is not legal in {position:?}");
        let child = position.make(win.mv);
        if child.side_to_move() == us && child.ending().is_none() {
            // The turn goes on: what is left of the win is seen there too.
            let left = win.plies - position.length_of(win.mv);
            assert_eq!(child.static_win_plies(), Some(left), "after {win:?} in {position:?}");
        } else {
            assert!(win.plies > 1 || wins(&win.mv), "{win:?} does not win in {position:?}");
        }
    }
    if P::STATIC_WIN_PLIES > 0 {
        assert_eq!(seen.is_some(), moves.iter().any(wins), "a win missed in {position:?}");
    }
    if seen.is_none() && position.in_check() {
        if let Some(plies) = position.static_loss_plies() {
            assert!(plies >= 2, "{position:?}");
            for mv in &moves {
                let child = position.make(*mv);
                let won = child.static_win_plies();
                assert!(plies > 2 || won == Some(1), "{mv:?} holds in {position:?}");
            }
        } else if P::STATIC_WIN_PLIES > 0 {
            let holds = |mv: &P::Move| position.make(*mv).static_win_plies().is_none();
            assert!(moves.iter().any(holds), "a loss missed in {position:?}");
        }
    }
    for &mv in &moves {
        let child = position.make(mv);
        if seen.is_none() && child.side_to_move() == us && child.ending().is_none() {
            let (whole, later) = (child.static_win_plies(), child.static_win_plies_later());
            assert_eq!(whole, later, "after {mv:?} in {position:?}");
        }
        let known = position.reply_win(mv, position.in_check());
        if known != ReplyWin::Unknown {
            assert_ne!(child.side_to_move(), us, "{mv:?} keeps the turn in {position:?}");
            let said = if let ReplyWin::In(plies) = known { Some(plies) } else { None };
            assert_eq!(said, child.static_win_plies(), "after {mv:?} in {position:?}");
        }
    }
    if !P::MOVER_MAY_LOSE {
        let loses = |mv: &P::Move| {
            position.make(*mv).ending().is_some_and(|ending| ending.outcome.winner() == Some(!us))
        };
        assert!(!moves.iter().any(loses), "a move loses at once in {position:?}");
    }
}

/// Text read back is the same position, and so are moves and turns.
pub fn text_reads_back<P: Notation>(position: &P) {
    let text = position.text();
    match P::parse(&text) {
        Ok(back) => {
            assert_eq!(back, *position, "'{text}' was read as another position");
            assert_eq!(back.key(), position.key(), "the key of '{text}', computed afresh");
            assert_eq!(back.second_key(), position.second_key(), "the second key of '{text}'");
        }
        Err(error) => panic!("'{text}' cannot be read back: {error}"),
    }
    for turn in position.legal_turns() {
        let written = position.turn_text(&turn);
        assert_eq!(position.parse_turn(&written).as_ref(), Ok(&turn), "'{written}' in '{text}'");
    }
}

/// The incremental evaluation equals the one from scratch, after each legal move and after the end of the turn; and a score
/// that is remembered is the one that was worked out.
pub fn evaluation_is_incremental<P: Position, E: Evaluator<P>>(evaluator: &E, position: &P) {
    if position.ending().is_some() {
        return;
    }
    let state = evaluator.fresh(position);
    let score = evaluator.evaluate(position, &state);
    assert_eq!(evaluator.remembered(position, || state), score, "in {position:?}");
    for passed in [position.null_move(), position.turn_ended()].into_iter().flatten() {
        let updated = evaluator.pass(&state, position, &passed);
        assert_eq!(updated, evaluator.fresh(&passed), "after a pass in {position:?}");
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    for mv in moves {
        let child = position.make(mv);
        let updated = evaluator.update(&state, position, mv, &child);
        assert_eq!(updated, evaluator.fresh(&child), "after {mv:?} in {position:?}");
        let score = evaluator.remembered(&child, || updated);
        assert_eq!(evaluator.evaluate(&child, &updated), score, "after {mv:?} in {position:?}");
    }
}

/// The referee plays what the rules generate, and takes it back.
pub fn referee_agrees<P: Notation>(start: P, plies: usize, rng: &mut impl Rng) {
    let mut game = Game::new(start, Referee::default());
    for _ in 0..plies {
        let turns = game.legal_turns();
        assert_eq!(turns.is_empty(), game.ending().is_some(), "{:?}", game.position());
        if turns.is_empty() {
            break;
        }
        let before = *game.position();
        let turn = before.turn_text(&turns[rng.random_range(0..turns.len())]);
        assert_eq!(game.play(&turn), Ok(()));
        let after = *game.position();
        assert!(game.undo());
        assert_eq!(*game.position(), before);
        assert_eq!(game.play(&turn), Ok(()));
        assert_eq!(*game.position(), after);
    }
}
