//! The published rule cases, and the set-ups.

use arimaa::Position;
use game::{Game, Notation as _, Position as _, Referee, Side};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    cases: Vec<Case>,
    setups: Vec<Setup>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    position: String,
    turn: String,
    legal: bool,
    after64: Option<String>,
    result: Option<String>,
    #[serde(default)]
    history: Vec<(String, char, usize)>,
}

#[derive(Deserialize)]
struct Setup {
    id: String,
    side: char,
    turn: String,
    legal: bool,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../../data/rules.json")).unwrap()
}

#[test]
fn the_step_that_only_undoes_the_last_one_is_known() {
    let empty = "        ";
    let board = |rows: [&str; 8]| format!("g [{}]", rows.concat());
    let after = |text: &str, steps: &[&str]| {
        steps.iter().fold(Position::parse(text).unwrap(), |position, step| {
            position.make(position.parse_move(step).unwrap())
        })
    };
    let undone = |text: &str, steps: &[&str]| {
        let position = after(text, steps);
        position.take_back().map(|mv| position.move_text(mv))
    };
    let rows = ["r      r", empty, empty, "    h   ", "    E   ", empty, empty, "R      R"];
    let open = board(rows);
    assert_eq!(undone(&open, &[]), None, "nothing to undo");
    assert_eq!(undone(&open, &["Ee4s"]), Some("Ee3n".into()));
    assert_eq!(undone(&open, &["Ee4w", "he5s"]), None, "a pull");
    assert_eq!(undone(&open, &["he5n", "Ee4n"]), None, "what was pushed stays away");
    assert_eq!(undone(&open, &["he5n", "Ee4n", "Ee5w"]), Some("Ed5e".into()));
    let rows = ["r      r", empty, "  DE   d", empty, empty, empty, empty, "R      R"];
    assert_eq!(undone(&board(rows), &["Ed6s"]), None, "the dog on the trap is lost");
}

#[test]
fn every_case_of_the_reference() {
    let cases = reference().cases;
    assert!(cases.len() >= 45, "{}", cases.len());
    for case in cases {
        let start = Position::parse(&case.position).unwrap();
        let seen = case.history.iter().flat_map(|(board, side, times)| {
            let position = Position::parse(&format!("{side} [{board}]")).unwrap();
            std::iter::repeat_n(position, *times)
        });
        let mut game = Game::with_past(seen.collect(), start, Referee::default());
        let played = game.play(&case.turn);
        assert_eq!(played.is_ok(), case.legal, "{}: {played:?}", case.id);
        if !case.legal {
            continue;
        }
        let board = game.position().board().letters();
        assert_eq!(Some(board), case.after64, "{}", case.id);
        let result = case.result.unwrap();
        let won = game.ending().map(|ending| ending.outcome.winner());
        let expected = match &result[..2] {
            "g " => Some(Some(Side::First)),
            "s " => Some(Some(Side::Second)),
            _ => None,
        };
        assert!(expected.is_some() || result == "game goes on", "{result}");
        assert_eq!(won, expected, "{}: {result}", case.id);
        // Turns played read back, with the captures written.
        let turn = start.parse_turn(&case.turn).unwrap();
        assert_eq!(start.parse_turn(&start.turn_text(&turn)), Ok(turn), "{}", case.id);
    }
}

#[test]
fn every_setup_of_the_reference() {
    for setup in reference().setups {
        let mut game = Game::new(Position::empty(), Referee::default());
        if setup.side == 's' {
            let gold = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
            game.play(gold).unwrap();
        }
        let played = game.play(&setup.turn);
        assert_eq!(played.is_ok(), setup.legal, "{}: {played:?}", setup.id);
        if setup.legal {
            assert_eq!(game.position().is_setup(), setup.side == 'g', "{}", setup.id);
        }
    }
}

#[test]
fn the_ends_have_their_reasons() {
    let ending = |text: &str| Position::parse(text).unwrap().ending().unwrap().reason.0;
    let goal = "s [...R...........r.......................................R........]";
    assert_eq!(ending(goal), arimaa::GOAL_REACHED);
    let none = "s [............................................D...................]";
    assert_eq!(ending(none), arimaa::NO_RABBITS);
    let stuck = "g [r.......Rr......c...............................................]";
    let game = Game::new(Position::parse(stuck).unwrap(), Referee::default());
    let ending = game.ending().unwrap();
    assert_eq!(
        (ending.outcome.winner(), ending.reason.0),
        (Some(Side::Second), "no step is possible")
    );
}

#[test]
fn a_game_from_the_empty_board_is_set_up_in_any_order() {
    let mut game = Game::new(Position::start(), Referee::default());
    game.play("Hh2 Dg2 Cf2 Ee2 Md2 Cc2 Db2 Ha2 Rh1 Rg1 Rf1 Re1 Rd1 Rc1 Rb1 Ra1").unwrap();
    assert!(game.play("Ee2n").is_err());
    game.play("ra7 hb7 cc7 md7 ee7 cf7 hg7 rh7 ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8").unwrap();
    game.play("Ee2n Ee3n Ee4n").unwrap();
    assert_eq!(game.position().side(), Side::Second);
    let text = arimaa::record::write(&game);
    let lines = arimaa::record::read(&text).unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!((lines[2].number, lines[2].side), (2, Side::First));
    let mut again = Game::new(Position::start(), Referee::default());
    for line in lines {
        again.play(&line.turn).unwrap();
    }
    assert_eq!(again.position(), game.position());
}
