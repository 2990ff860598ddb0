//! The static goal detection against the full enumeration of turns, and the published tactics.

use arimaa::Position;
use game::{Game, MoveList, Notation as _, Position as _, Referee};
use serde::Deserialize;

use crate::random;

/// The fewest steps of a turn that ends with a rabbit of its side on goal, by trying all of them.
fn by_enumeration(position: &Position, most: u32) -> Option<u32> {
    fn within(position: &Position, side: game::Side, left: u32) -> bool {
        if position.side() != side {
            return position.on_goal(side);
        }
        if position.on_goal(side) && !position.has_open_push() {
            return true;
        }
        if left == 0 {
            return false;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.iter().any(|&mv| !mv.is_pass() && within(&position.make(mv), side, left - 1))
    }
    (0..=most).find(|&left| within(position, position.side(), left))
}

fn check(count: usize, seed: u64) {
    let mut goals = [0; 5];
    for position in random::positions(seed).take(count) {
        let expected = by_enumeration(&position, u32::from(position.steps_left()));
        assert_eq!(position.goal_distance(), expected, "{}", position.text());
        assert_eq!(position.goal_distance(), expected, "asked again: {}", position.text());
        goals[expected.map_or(0, |steps| steps.min(4) as usize)] += 1;
    }
    assert!(goals.iter().all(|&number| number * 200 > count), "{goals:?}");
}

#[test]
fn goals_are_those_of_the_enumeration() {
    check(2_000, 1);
}

#[test]
#[ignore = "100,000 positions take some minutes"]
fn goals_are_those_of_the_enumeration_on_100_000_positions() {
    for seed in 2..12 {
        check(10_000, seed);
    }
}

/// Help that comes from further than beside the rabbit's way: the guard of what freezes it on a trap is pulled away, as it has
/// no room to be pushed; or a friend comes that waits for another, which waits for a third.
#[test]
fn far_help_is_seen() {
    for (text, steps) in [
        ("g [r...........rR.....Edh......r...................................]", Some(3)),
        ("g [..h.....R.C....rd..C.DH....e....................................]", Some(4)),
    ] {
        let position = Position::parse(text).unwrap();
        assert_eq!(by_enumeration(&position, 4), steps, "{text}");
        assert_eq!(position.goal_distance(), steps, "{text}");
    }
}

#[derive(Deserialize)]
struct Tactics {
    goal: Vec<Goal>,
    no_goal: Vec<NoGoal>,
    two_turns: Vec<TwoTurns>,
}

#[derive(Deserialize)]
struct Goal {
    position: String,
    goal_in_steps: u32,
    winning_turns: Vec<String>,
    all_listed: bool,
}

#[derive(Deserialize)]
struct NoGoal {
    position: String,
}

#[derive(Deserialize)]
struct TwoTurns {
    position: String,
    first_turns: Vec<First>,
}

#[derive(Deserialize)]
struct First {
    turn: String,
    board_after: String,
}

fn tactics() -> Tactics {
    serde_json::from_str(include_str!("../../data/tactics.json")).unwrap()
}

#[test]
fn goals_within_the_turn_are_found_in_the_fewest_steps() {
    let cases = tactics().goal;
    assert_eq!(cases.len(), 40);
    for case in cases {
        let position = Position::parse(&case.position).unwrap();
        assert_eq!(position.goal_distance(), Some(case.goal_in_steps), "{}", case.position);
        assert_eq!(position.static_win_plies(), Some(case.goal_in_steps as i32));
        // The win's first steps lead to it.
        let mut at = position;
        let mut line = Vec::new();
        while at.side() == position.side() {
            let win = at.static_win().unwrap();
            line.push(win.mv);
            at = at.make(win.mv);
        }
        assert_eq!(at.ending().unwrap().outcome.winner(), Some(position.side()));
        let written = position.turn_text(&line.into_iter().collect());
        if case.all_listed {
            assert!(case.winning_turns.contains(&written), "{}: {written}", case.position);
        }
        for turn in &case.winning_turns {
            let mut game = Game::new(position, Referee::default());
            game.play(turn).unwrap();
            assert!(game.ending().is_some(), "{} {turn}", case.position);
        }
    }
}

#[test]
fn no_goal_is_seen_where_there_is_none() {
    for case in tactics().no_goal {
        let position = Position::parse(&case.position).unwrap();
        assert_eq!(position.goal_distance(), None, "{}", case.position);
    }
}

#[test]
fn wins_in_two_turns_leave_no_answer() {
    for case in tactics().two_turns {
        let position = Position::parse(&case.position).unwrap();
        assert_eq!(position.goal_distance(), None, "{}", case.position);
        for first in case.first_turns.iter().take(2) {
            let mut game = Game::new(position, Referee::default());
            game.play(&first.turn).unwrap();
            assert_eq!(game.position().board().letters(), first.board_after);
            assert!(leaves_no_answer(&position, &first.turn), "{}", case.position);
        }
    }
}

/// True if every answer to a turn that does not lose at once leaves a goal within the next turn.
fn leaves_no_answer(position: &Position, turn: &str) -> bool {
    let mut game = Game::new(*position, Referee::default());
    game.play(turn).unwrap();
    let before = *game.position();
    game.legal_turns().iter().all(|reply| {
        let after = reply.iter().fold(before, |at, &mv| at.make(mv));
        let over = after.ending().map(|ending| ending.outcome.winner());
        over.map_or(after.goal_distance().is_some(), |winner| winner == Some(position.side()))
    })
}
