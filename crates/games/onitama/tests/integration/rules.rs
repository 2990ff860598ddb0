//! Rules and texts, case by case.

use game::{Game, Notation, Position as _, Referee, TurnError};
use onitama::{Position, STONE, STREAM};

fn game(text: &str) -> Game<Position> {
    Game::new(Position::parse(text).unwrap(), Referee::default())
}

#[test]
fn positions_that_are_refused() {
    let cards = "r ox,boar horse,elephant crab";
    for (board, reason) in [
        ("bbBbb/5/5/rrRrr", "a board has 5 ranks, this one has 4"),
        ("bbBbb/5/5/5/rrRr", "rank 1 has 4 squares and not 5"),
        ("bbBbb/5/6/5/rrRrr", "a square is r, R, b, B or a number of empty ones"),
        ("bbBbb/5/5/5/rrRrrr", "rank 1 has more than 5 squares"),
        ("bbBbb/5/5/5/rrRrR", "Red has two masters"),
        ("bbbbb/5/5/5/rrRrr", "Blue has no master"),
        ("bbBbb/5/5/r4/rrRrr", "Red has 6 pieces, more than five"),
        ("2R2/5/5/5/2B2", "both masters stand on the other's temple"),
    ] {
        let error = Position::parse(&format!("{board} {cards}")).unwrap_err();
        assert_eq!(error.reason, reason, "{board}");
    }
    for (rest, reason, column) in [
        ("x ox,boar horse,elephant crab", "the side to move is r or b", 18),
        ("r ox,boar horse,elephant unicorn", "there is no card of this name", 43),
        ("r ox,boar horse,elephant ox", "this card is named twice", 43),
        ("r ox horse,elephant crab", "a hand is two cards joined by a comma", 20),
        ("r ox,boar,eel horse,elephant crab", "a hand is two cards, not more", 20),
        ("r ox,boar horse,elephant", "the fifth card is missing", 42),
        ("r ox,boar horse,elephant crab 1", "nothing more was expected", 48),
    ] {
        let error = Position::parse(&format!("bbBbb/5/5/5/rrRrr {rest}")).unwrap_err();
        assert_eq!((error.reason.as_str(), error.column), (reason, column), "{rest}");
    }
}

#[test]
fn moves_that_are_refused() {
    let position = Position::parse("bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab").unwrap();
    for (text, reason) in [
        ("ox c1c3", "Ox does not lead from c1 to c3 for Red"),
        ("ox c1d1", "Red's own piece stands on d1"),
        ("ox c2c3", "Red has no piece on c2"),
        ("horse c1c2", "Red does not hold Horse but Boar and Ox"),
        ("tiger c1c3", "Tiger is not one of the five cards in play"),
        ("dodo c1c3", "there is no card of this name"),
        ("pass ox", "Red can move and so may not pass"),
        ("ox c1", "a move is two squares from a1 to e5, as in c1c2"),
        ("ox c1f2", "a move is two squares from a1 to e5, as in c1c2"),
        ("ox", "the squares, or a card, is missing"),
        ("ox c1c2 now", "nothing more was expected"),
        ("", "a card, or 'pass', is missing"),
        ("\u{e9}\u{e9} \u{e9}\u{e9}", "there is no card of this name"),
    ] {
        assert_eq!(position.parse_move(text).unwrap_err().reason, reason, "{text}");
    }
    assert!(position.parse_move("Ox c1-c2").is_ok());
}

#[test]
fn the_way_of_the_stone_and_of_the_stream_end_the_game() {
    let mut stone = game("b1b2/5/2B2/1b2r/1rR2 r rooster,tiger crab,rabbit cobra");
    stone.play("tiger c1c3").unwrap();
    let ending = stone.ending().unwrap();
    assert_eq!(
        (ending.outcome.winner().map(Position::side_letter), ending.reason.0),
        (Some('r'), STONE)
    );
    let refused = stone.play("crab a5a4").unwrap_err();
    assert!(matches!(refused, TurnError::Over { .. }), "{refused}");
    assert!(stone.legal_turns().is_empty());

    let mut stream = game("5/1R3/5/4B/5 r tiger,goose crab,rabbit cobra");
    assert!(stream.play("goose b4c5").is_err(), "goose goes left and forward, not right");
    let mut stream2 = game("5/1R3/5/4B/5 r tiger,rooster crab,rabbit cobra");
    stream2.play("rooster b4c5").unwrap();
    assert_eq!(stream2.ending().unwrap().reason.0, STREAM);
    assert!(!stream.undo() && stream2.undo());
    assert_eq!(stream2.ending(), None);
}

#[test]
fn a_student_on_the_temple_and_a_master_at_home_end_nothing() {
    assert_eq!(game("2r2/5/B4/5/2R2 b tiger,rooster crab,rabbit cobra").ending(), None);
}

#[test]
fn a_forced_pass_exchanges_one_of_two_cards() {
    let mut game = game("b4/b4/B3r/b4/b1R2 b horse,crane tiger,ox dragon");
    let turns: Vec<String> =
        game.legal_turns().iter().map(|turn| game.position().turn_text(turn)).collect();
    assert_eq!(turns.len(), 2);
    assert!(turns.contains(&"pass ox".into()) && turns.contains(&"pass tiger".into()));
    assert!(game.play("pass dragon").is_err());
    game.play("pass tiger").unwrap();
    assert_eq!(game.position().text(), "b4/b4/B3r/b4/b1R2 r crane,horse dragon,ox tiger");
}

#[test]
fn the_third_repetition_is_a_draw_only_where_the_referee_says_so() {
    let start = Position::parse("B4/5/5/5/4R r ox,horse boar,cobra elephant").unwrap();
    for draw in [false, true] {
        let mut game = Game::new(start, Referee { repetition_draw: draw });
        let mut plies = 0;
        // Both masters shuffle; whatever the cards allow, some position must come back.
        while game.ending().is_none() && plies < 400 {
            let turns = game.legal_turns();
            let quiet = turns
                .iter()
                .map(|turn| game.position().turn_text(turn))
                .min_by_key(|text| {
                    let mut next = game.clone();
                    next.play(text).unwrap();
                    let won = next.ending().is_some_and(|end| end.outcome.winner().is_some());
                    // Not into a lost position either: two plies back and forth are safe here.
                    let lost = next.position().static_win().is_some();
                    (won, lost, std::cmp::Reverse(next.occurrences()), text.clone())
                })
                .unwrap();
            game.play(&quiet).unwrap();
            plies += 1;
        }
        assert_eq!(game.ending().is_some(), draw);
        if draw {
            let ending = game.ending().unwrap();
            assert_eq!(ending.outcome.winner(), None);
            assert!(ending.reason.0.contains("third repetition"));
            assert_eq!(game.occurrences(), 3);
        }
    }
}

#[test]
fn the_board_is_drawn_with_its_cards() {
    let drawn = Position::start().draw();
    let expected = "    a b c d e
  5 b b B b b 5   Blue: Elephant, Horse
  4 . . . . . 4
  3 . . . . . 3   Fifth card: Crab
  2 . . . . . 2
  1 r r R r r 1   Red: Boar, Ox, to move
    a b c d e

  Boar        Ox          Elephant    Horse       Crab
  . . . . .   . . . . .   . . . . .   . . . . .   . . . . .
  . . x . .   . . x . .   . . . . .   . . x . .   . . x . .
  . x @ x .   . . @ x .   . x @ x .   . . @ x .   x . @ . x
  . . . . .   . . x . .   . x . x .   . . x . .   . . . . .
  . . . . .   . . . . .   . . . . .   . . . . .   . . . . .";
    assert_eq!(drawn, expected, "\n{drawn}");
}

#[test]
fn few_pieces_never_pass() {
    let passes = |board: &str| {
        let text = format!("{board} r ox,boar horse,elephant crab");
        let position = Position::parse(&text).unwrap();
        let passed = position.null_move();
        if let Some(passed) = passed {
            assert_eq!(passed.key(), Position::parse(&text.replace(" r ", " b ")).unwrap().key());
        }
        passed.is_some()
    };
    assert!(passes("bbBbb/5/5/5/rrRrr"));
    assert!(passes("b1Bbb/5/5/5/r1Rr1"), "seven pieces");
    assert!(!passes("b1Bb1/5/5/5/r1Rr1"), "six: to pass may be the best");
    assert!(!passes("2B2/5/5/5/2Rr1"));
}
