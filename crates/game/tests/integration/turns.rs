//! Turns of several moves: their beginnings, their completion and what history forbids within them.

use game::{Game, Referee, Side, TurnError};

use crate::line::{DOWN, END, ILLEGAL, Line, NONE, Step, UP};

type Plain = Line<NONE, 2>;
type Strict = Line<ILLEGAL, 2>;

fn plain(at: u8) -> Game<Plain> {
    Game::new(Line::at(at), Referee::default())
}

/// From field 5, after positions that stood on the board twice each.
fn strict(twice: &[Strict]) -> Game<Strict> {
    let earlier = twice.iter().flat_map(|&position| [position, position]).collect();
    Game::with_past(earlier, Line::at(5), Referee::default())
}

fn second(at: u8) -> Strict {
    Strict::at(at).second()
}

fn completed<const R: u8>(game: &Game<Line<R, 2>>, begun: &[Step]) -> Option<Vec<Step>> {
    game.complete_turn(begun).map(|turn| turn.to_vec())
}

#[test]
fn a_turn_is_played_as_a_whole() {
    let mut game = plain(5);
    assert_eq!(game.legal_turns().len(), 6);
    game.play("up end").unwrap();
    assert_eq!((game.position().at, game.position().side), (6, Side::Second));
    game.play("down down").unwrap();
    assert_eq!((game.position().at, game.position().side), (4, Side::First));
    assert_eq!((game.positions().len(), game.turns().len()), (3, 2));
    assert!(matches!(game.play("up"), Err(TurnError::Illegal(_))), "the turn goes on");
    assert!(matches!(game.play("up up up"), Err(TurnError::Illegal(_))), "the turn is over");
    assert!(game.undo());
    assert_eq!((game.position().at, game.position().side), (6, Side::Second));
}

#[test]
fn a_turn_begun_goes_on_with_some_moves() {
    let game = plain(5);
    assert_eq!(game.legal_moves(), [UP, DOWN]);
    assert_eq!(game.moves_after(&[UP]), [UP, DOWN, END]);
    assert!(game.moves_after(&[UP, END]).is_empty(), "complete");
    assert!(game.moves_after(&[UP, UP]).is_empty(), "complete");
    assert!(game.moves_after(&[END]).is_empty(), "illegal");
    assert_eq!(game.within(&[]).unwrap().at, 5);
    assert_eq!(game.within(&[UP]).map(|position| (position.at, position.done)), Some((6, 1)));
    assert_eq!(game.within(&[UP, UP]).map(|position| position.side), Some(Side::Second));
    assert!(game.within(&[UP, UP, UP]).is_none(), "of another turn");
    assert!(game.within(&[UP, Step(9)]).is_none());
}

#[test]
fn a_turn_is_completed_with_a_win_or_as_few_moves_as_can_be() {
    assert_eq!(completed(&plain(5), &[UP]), Some(vec![UP, END]));
    assert_eq!(completed(&plain(5), &[]).map(|turn| (turn.len(), turn[1])), Some((2, END)));
    assert_eq!(completed(&plain(5), &[UP, DOWN]), Some(vec![UP, DOWN]));
    assert_eq!(completed(&plain(5), &[END]), None);
    assert_eq!(completed(&plain(8), &[]), Some(vec![UP]), "a win");
    assert_eq!(completed(&plain(7), &[]), Some(vec![UP, UP]));
    assert_eq!(completed(&plain(7), &[UP]), Some(vec![UP, UP]));
    assert_eq!(completed(&plain(7), &[DOWN]), Some(vec![DOWN, END]));
    assert_eq!(completed(&plain(3), &[DOWN]), Some(vec![DOWN, END]), "the only way");
    // Also where the game does not see that a step wins.
    let blind = Game::new(Line::<NONE, 2, 6>::at(8), Referee::default());
    assert_eq!(blind.complete_turn(&[]).map(|turn| turn.to_vec()), Some(vec![UP]));
}

#[test]
fn history_forbids_ends_of_turns_and_what_leads_to_nothing_else() {
    let game = strict(&[second(6)]);
    assert_eq!(game.moves_after(&[UP]), [UP, DOWN]);
    assert_eq!(game.moves_after(&[DOWN]), [UP, DOWN, END]);
    let other = completed(&game, &[UP]).unwrap();
    assert!(other == [UP, UP] || other == [UP, DOWN], "{other:?}");
    assert_eq!(completed(&game, &[UP, END]), None);
    assert_eq!(completed(&game, &[UP, UP]), Some(vec![UP, UP]));
    let mut game = game;
    assert_eq!(game.play("up end"), Err(TurnError::Repeats));
    assert_eq!(game.legal_turns().len(), 5);
    // All that begins with a step up is forbidden: the step is, too.
    let game = strict(&[second(5), second(6), second(7)]);
    assert_eq!(game.legal_moves(), [DOWN]);
    assert!(game.moves_after(&[UP]).is_empty());
    assert_eq!((game.legal_turns().len(), completed(&game, &[UP])), (2, None));
    assert!(game.ending().is_none());
    // And where nothing is left the game is lost.
    let game = strict(&[3, 4, 5, 6, 7].map(second));
    assert_eq!(game.ending().and_then(|ending| ending.outcome.winner()), Some(Side::Second));
    // Once is not enough to forbid.
    let once = Game::with_past(vec![second(6)], Strict::at(5), Referee::default());
    assert_eq!(once.moves_after(&[UP]), [UP, DOWN, END]);
}
