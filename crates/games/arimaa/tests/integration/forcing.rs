//! Goals in two turns, against the full enumeration of the answers.

use arimaa::Position;
use game::{Notation as _, Position as _, Turn};

use crate::defences::safe_ends;
use crate::random;

/// Of games of the engine: the position before the winner's last turn but one.
const FROM_GAMES: [&str; 8] = [
    "s [rHc..r.r..c..dr..r..Er...e...Rr.r.......RR.HR....R...Rh..CD...C.]",
    "g [..r.......r..D.d......H...rE....r.D.....H...R.Rr.Re.CR.R.MR.....]",
    "g [.....r..rH.........c......ER....r.eM.R.rRD.....C..C...Rr.R.R....]",
    "s [...cr.cr.rr...r.....d.h.rdE.......R....RR..er..R.DH.Cm...RRCR.R.]",
    "s [.rr..r.r.dc.r...rh..m.h.R.....R......r.r.H..e.dC.RRM.R..R.D.....]",
    "g [........r.c...dRRERr..r.........r....D..rR..M.R.C.D.CH..R....R..]",
    "g [..r.c.cr...r.EH..H.....rr.........R......D....hR.e.......RRR...R]",
    "s [..r.......c.dh..r..dm.r.R...E.......r....R.R...r.....e.C........]",
];

/// Of games of the engine: goals of six or seven steps in both turns.
const LONG: [&str; 5] = [
    "s [..........c...c.mH.......r.....rR.r.dr.rRerEh...CDd....M..R..C..]",
    "s [.r..r.....r.H..rr...c.r....r.cHdRrd.R.RR.C.e....RhE..h....D.....]",
    "s [.c......rMh...r.Rd..d..r.rr.EHrRr...m...Chce.R....R.CD....D..R..]",
    "g [.c.....rrDr..h.r.Rrd..r...Ee...r...R....Cr..R.DR..C..RmHR......R]",
    "s [...d....c.H...r..rec..rrRrE...r.R.R.hM.R.hRrRRm..DrC..D...C.....]",
];

/// The position after a turn, and nothing that the other side can do there keeps the goal from being reached.
fn end_of_win(position: &Position, turn: &Turn<Position>) -> Position {
    let end = turn.iter().fold(*position, |position, &mv| {
        assert!(position.is_legal(mv), "{}: {}", position.text(), position.move_text(mv));
        position.make(mv)
    });
    assert_ne!(end.side(), position.side(), "{}", position.text());
    assert_eq!((end.ending(), end.goal_distance()), (None, None), "{}", position.text());
    let (safe, _) = safe_ends(&end, false);
    assert!(safe.is_empty(), "{}: {:?}", position.text(), safe.values().next());
    end
}

#[test]
fn goals_in_two_turns_of_games_are_found_and_cannot_be_stopped() {
    for text in FROM_GAMES {
        let position = Position::parse(text).unwrap();
        let turn = position.goal_in_two(&mut 100_000, |_| true).expect(text);
        let end = end_of_win(&position, &turn);
        assert_eq!(position.goal_in_two(&mut 20, |_| true), None, "{text}: with hardly any steps");
        // Where history forbids that turn another one may be found.
        if let Some(other) = position.goal_in_two(&mut 100_000, |key| key != end.key()) {
            assert_ne!(end_of_win(&position, &other).key(), end.key(), "{text}");
        }
        let win = position.forced_win(&mut 100_000, &|_| true).expect(text);
        let steps = turn.iter().filter(|mv| !mv.is_pass()).count() as i32;
        assert_eq!((win.turn.as_slice(), win.plies), (turn.as_slice(), steps + 8), "{text}");
    }
}

#[test]
fn with_a_large_budget_longer_goals_are_found() {
    for text in LONG {
        let position = Position::parse(text).unwrap();
        assert_eq!(position.goal_in_two(&mut 10_000, |_| true), None, "{text}");
        let turn = position.goal_in_two(&mut 400_000, |_| true).expect(text);
        end_of_win(&position, &turn);
    }
}

#[test]
fn what_the_search_takes_does_not_depend_on_what_was_searched_before() {
    for text in FROM_GAMES.iter().chain(&LONG) {
        let position = Position::parse(text).unwrap();
        let taken = || {
            let mut left = 100_000;
            position.goal_in_two(&mut left, |_| true);
            100_000 - left
        };
        let first = taken();
        assert!(first > 0 && taken() == first, "{text}");
        // On a thread of its own nothing is kept from before.
        assert_eq!(std::thread::scope(|scope| scope.spawn(taken).join().unwrap()), first, "{text}");
    }
}

#[test]
fn goals_in_two_turns_of_random_positions_cannot_be_stopped() {
    let mut found = 0;
    for seed in 0..4 {
        let no_goal = |position: &Position| position.goal_distance().is_none();
        for position in random::positions(100 + seed).filter(no_goal).take(300) {
            if let Some(turn) = position.goal_in_two(&mut 3_000, |_| true) {
                end_of_win(&position, &turn);
                found += 1;
            }
        }
    }
    assert!(found >= 20, "{found}");
}
