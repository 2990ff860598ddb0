//! The referee: play, taking back, repetition and the end of a game.

use game::{Ending, Game, ONLY_REPETITIONS, Outcome, Position, Reason, Referee, Side, TurnError};

use crate::line::{DOWN, DRAW, ILLEGAL, IRRELEVANT, LOSS, Line, NONE, UP};

const PLAIN: Referee = Referee { repetition_draw: false };
const HOUSE: Referee = Referee { repetition_draw: true };

/// A game after these turns.
fn after<const R: u8>(referee: Referee, at: u8, turns: &str) -> Game<Line<R>> {
    let mut game = Game::new(Line::at(at), referee);
    for turn in turns.split_whitespace() {
        game.play(turn).unwrap();
    }
    game
}

/// How the game ended: the winner, and the reason.
fn end<const R: u8>(game: &Game<Line<R>>) -> Option<(Option<Side>, &'static str)> {
    game.ending().map(|ending| (ending.outcome.winner(), ending.reason.0))
}

#[test]
fn turns_are_played_and_taken_back() {
    let mut game = after::<NONE>(PLAIN, 5, "up up down");
    let fields =
        |game: &Game<Line<NONE>>| game.positions().iter().map(|p| p.at).collect::<Vec<_>>();
    assert_eq!(fields(&game), [5, 6, 7, 6]);
    assert_eq!((game.start().at, game.position().at), (5, 6));
    assert_eq!(game.position().side_to_move(), Side::Second);
    let turns: Vec<Vec<_>> = game.turns().iter().map(|turn| turn.to_vec()).collect();
    assert_eq!(turns, [[UP], [UP], [DOWN]]);
    assert!(game.undo());
    assert_eq!((fields(&game), game.turns().len()), (vec![5, 6, 7], 2));
    assert!(game.undo() && game.undo());
    assert!(!game.undo(), "nothing is left to take back");
    assert_eq!((fields(&game), game.turns().len()), (vec![5], 0));
    game.play("down").unwrap();
    assert_eq!(fields(&game), [5, 4]);
}

#[test]
fn a_turn_that_is_refused_changes_nothing() {
    let mut game = after::<NONE>(PLAIN, 5, "up");
    let error = game.play("sideways").unwrap_err();
    assert!(matches!(error, TurnError::Illegal(_)));
    assert_eq!(error.to_string(), "this is no step (at column 1: 'sideways')");
    assert!(game.play("end").is_err(), "no turn has begun");
    assert!(game.legal_turn("up").is_ok());
    assert_eq!((game.positions().len(), game.turns().len()), (2, 1));
}

#[test]
fn a_game_ends_on_the_board_for_want_of_moves_or_by_the_clock() {
    let game = after::<NONE>(PLAIN, 7, "up");
    assert_eq!(end(&game), None);
    assert_eq!(game.legal_turns().len(), 2);
    assert_eq!(game.legal_moves(), [UP, DOWN]);
    let mut game = after::<NONE>(PLAIN, 7, "up up");
    assert_eq!(end(&game), Some((Some(Side::First), "top")));
    assert!(game.legal_turns().is_empty() && game.legal_moves().is_empty());
    assert!(game.within(&[]).is_none() && game.complete_turn(&[]).is_none());
    assert_eq!(game.play("down"), Err(TurnError::Over { reason: Reason("top") }));
    let text = "the game is over (top), so no move can be played";
    assert_eq!(game.play("down").unwrap_err().to_string(), text);
    assert!(game.undo() && game.play("down").is_ok(), "it goes on from before");
    // From field 2 there is no way: the first side got there, the second has lost.
    let game = after::<NONE>(PLAIN, 3, "down");
    assert_eq!(end(&game), Some((Some(Side::First), "stuck")));
    assert!(game.legal_turns().is_empty());
    let late = Line { plies: 39, ..Line::<NONE>::at(5) };
    let mut game = Game::new(late, PLAIN);
    assert_eq!(end(&game), None);
    game.play("up").unwrap();
    assert_eq!(end(&game), Some((None, "forty plies")));
    // The board goes before the clock, and so does a want of moves.
    let mut game = Game::new(Line { at: 8, ..late }, PLAIN);
    game.play("up").unwrap();
    assert_eq!(end(&game), Some((Some(Side::First), "top")));
    let mut game = Game::new(Line { at: 3, ..late }, PLAIN);
    game.play("down").unwrap();
    assert_eq!(end(&game), Some((Some(Side::First), "stuck")));
}

const TWICE: &str = "up down";
const THRICE: &str = "up down up down";

#[test]
fn the_third_repetition_is_what_the_rules_say() {
    let game = after::<DRAW>(PLAIN, 5, TWICE);
    assert_eq!((game.occurrences(), end(&game)), (2, None));
    let mut game = after::<DRAW>(PLAIN, 5, THRICE);
    assert_eq!((game.occurrences(), end(&game)), (3, Some((None, "third repetition"))));
    assert!(game.legal_turns().is_empty());
    assert!(game.undo());
    assert_eq!((game.occurrences(), end(&game)), (2, None), "taken back");
    // The second side brought it about, and has lost.
    let loss = after::<LOSS>(PLAIN, 5, THRICE);
    assert_eq!(end(&loss), Some((Some(Side::First), "third repetition")));
    assert_eq!(end(&after::<LOSS>(PLAIN, 5, TWICE)), None);
    assert_eq!(end(&after::<NONE>(PLAIN, 5, THRICE)), None);
    let house = end(&after::<NONE>(HOUSE, 5, THRICE)).unwrap();
    assert!(house.0.is_none() && house.1.contains("a rule of Tesuji"), "{house:?}");
    let other = after::<NONE>(PLAIN, 5, THRICE).with_referee(HOUSE);
    assert_eq!(end(&other), Some(house), "under another referee");
    assert_eq!(end(&after::<NONE>(HOUSE, 5, TWICE)), None);
    assert_eq!(end(&after::<IRRELEVANT>(HOUSE, 5, THRICE)), None);
}

#[test]
fn what_stood_on_the_board_before_the_start_counts() {
    let here = Line::<DRAW>::at(5);
    let with = |earlier: &[Line<DRAW>]| Game::with_past(earlier.to_vec(), here, PLAIN);
    assert_eq!(with(&[]).occurrences(), 1);
    assert_eq!(with(&[here, Line::at(6)]).occurrences(), 2);
    assert_eq!(with(&[here.second(), here.second()]).occurrences(), 1, "another side to move");
    assert_eq!(end(&with(&[here, here])), Some((None, "third repetition")));
    assert_eq!((with(&[here]).positions().len(), with(&[here]).turns().len()), (1, 0));
}

#[test]
fn a_turn_that_repeats_illegally_is_refused() {
    let mut game = after::<ILLEGAL>(PLAIN, 5, "up down up");
    assert_eq!(end(&game), None);
    assert_eq!(game.play("down"), Err(TurnError::Repeats));
    assert_eq!(game.legal_turn("down"), Err(TurnError::Repeats));
    assert_eq!(game.positions().len(), 4);
    let turns: Vec<Vec<_>> = game.legal_turns().iter().map(|turn| turn.to_vec()).collect();
    assert_eq!((turns, game.legal_moves()), (vec![vec![UP]], vec![UP]));
    assert_eq!(game.complete_turn(&[]).unwrap()[..], [UP]);
    assert_eq!(game.complete_turn(&[DOWN]), None);
    game.play("up").unwrap();
    assert_eq!(game.position().at, 7);
    // The second time is no fault.
    assert_eq!(after::<ILLEGAL>(PLAIN, 5, "up").legal_moves(), [UP, DOWN]);
    assert_eq!(after::<ILLEGAL>(PLAIN, 5, TWICE).occurrences(), 2);
}

#[test]
fn a_side_that_could_only_repeat_has_lost() {
    let (above, below) = (Line::<ILLEGAL>::at(7), Line::<ILLEGAL>::at(5));
    let here = Line::<ILLEGAL>::at(6).second();
    let with = |earlier: &[Line<ILLEGAL>]| Game::with_past(earlier.to_vec(), here, PLAIN);
    let stuck = with(&[above, below, below, above]);
    let ending = Ending { outcome: Outcome::Win(Side::First), reason: Reason(ONLY_REPETITIONS) };
    assert_eq!(stuck.ending(), Some(ending));
    assert!(stuck.legal_turns().is_empty() && stuck.legal_moves().is_empty());
    let open = with(&[above, below, below]);
    assert_eq!((open.ending(), open.legal_moves()), (None, vec![UP]));
    let open = with(&[above, above, below, above]);
    assert_eq!((open.ending(), open.legal_moves()), (None, vec![DOWN]));
}
