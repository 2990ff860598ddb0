//! The published counts of step sequences and distinct turns, with their digests.

use arimaa::Position;
use game::perft::{Finished, divide, perft, walk};
use game::{Notation as _, Position as _};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    positions: Vec<Case>,
    bulk: Vec<BulkCase>,
}

#[derive(Deserialize)]
struct Case {
    position: String,
    sequences: [u64; 4],
    complete_sequences: [u64; 4],
    turns: u64,
    digest_xor: String,
    digest_sum: String,
}

#[derive(Deserialize)]
struct BulkCase {
    position: String,
    first_steps: u64,
    turns: u64,
    digest_xor: String,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../../data/perft.json")).unwrap()
}

#[test]
fn sequences_turns_and_digests_are_those_of_the_reference() {
    let cases = reference().positions;
    assert_eq!(cases.len(), 24);
    for case in cases {
        let position = Position::parse(&case.position).unwrap();
        assert_eq!(position.text(), case.position);
        let counts = position.count_turns();
        assert_eq!(counts.sequences, case.sequences, "{}", case.position);
        assert_eq!(counts.complete, case.complete_sequences, "{}", case.position);
        assert_eq!(counts.turns, case.turns, "{}", case.position);
        assert_eq!(format!("{:016x}", counts.digest_xor), case.digest_xor, "{}", case.position);
        assert_eq!(format!("{:016x}", counts.digest_sum), case.digest_sum, "{}", case.position);
    }
}

#[test]
fn distinct_turns_of_positions_from_games() {
    let cases = reference().bulk;
    assert_eq!(cases.len(), 200);
    // Every fourth here; all of them where the ignored tests are run.
    for case in cases.iter().step_by(4) {
        check_bulk(case);
    }
}

#[test]
#[ignore = "some minutes in a debug build"]
fn distinct_turns_of_all_positions_from_games() {
    reference().bulk.iter().for_each(check_bulk);
}

fn check_bulk(case: &BulkCase) {
    let position = Position::parse(&case.position).unwrap();
    let counts = position.count_turns();
    let found = (counts.sequences[0], counts.turns, format!("{:016x}", counts.digest_xor));
    assert_eq!(found, (case.first_steps, case.turns, case.digest_xor.clone()), "{}", case.position);
}

#[test]
fn the_turns_listed_are_the_distinct_ones() {
    for case in reference().positions.iter().filter(|case| case.turns < 9_000) {
        let position = Position::parse(&case.position).unwrap();
        let turns = position.distinct_turns();
        assert_eq!(turns.len() as u64, case.turns, "{}", case.position);
        for turn in turns.iter().step_by(17) {
            let text = position.turn_text(turn);
            assert_eq!(position.parse_turn(&text).as_ref(), Ok(turn), "{text}");
        }
    }
}

#[test]
fn bulk_counts_equal_the_walk_and_the_division() {
    for case in reference().positions {
        let position = Position::parse(&case.position).unwrap();
        for finished in [Finished::OneLeaf, Finished::Nothing] {
            let counted = perft(&position, 3, finished);
            assert_eq!(counted, walk(&position, 3, finished), "{}", case.position);
            let parts: u64 = divide(&position, 3, finished).iter().map(|(_, n)| n).sum();
            let over = position.count_legal_moves() == 0;
            assert!(over || counted == parts, "{}", case.position);
        }
    }
}

#[test]
fn the_tree_of_steps_is_the_sequences_and_the_passes() {
    for case in reference().positions {
        let position = Position::parse(&case.position).unwrap();
        let count = |depth| perft(&position, depth, Finished::Nothing);
        assert_eq!(count(1), case.sequences[0]);
        // At the second ply the turn may end after any step but an open push.
        let second = case.sequences[1] + case.complete_sequences[0];
        assert_eq!(count(2), second, "{}", case.position);
    }
}
