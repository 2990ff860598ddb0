//! Games as text.

use chess::Position;
use chess::pgn::{Pgn, PgnMove, PgnResult, read};
use game::{MoveList, Notation as _, Position as _};

const GAME: &str = r#"% for another program
[Event "Test \"one\""]
[White "A"]
[Black "B"]
[Result "1-0"]
[WhiteElo "1800"]

{Before the first move.} 1. e4 {[%clk 0:05:00] best by test} e5 2.Nf3! Nc6 $14 (2... d6 {Philidor} 3. d4 (3. Bc4
Be7) exd4) 3. Bb5 ; the Spanish
a6 4. Ba4 {[%emt 0:00:02.5]} Nf6 5. 0-0 1-0

[White "C"]
[FEN "4k3/8/8/8/8/8/8/R3K3 b - - 0 7"]

7... Kd7 8. Ra7+ *
"#;

fn games(text: &str) -> Vec<Pgn> {
    read(text).map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

#[test]
fn games_are_read_with_all_that_is_said() {
    let all = games(GAME);
    assert_eq!(all.len(), 2);
    let first = &all[0];
    assert_eq!(first.tag("Event"), Some("Test \"one\""));
    assert_eq!(first.result, PgnResult::White);
    assert_eq!(first.comment.as_deref(), Some("Before the first move."));
    assert_eq!(first.moves.len(), 9);
    assert_eq!(first.moves[0].clock, Some(300.0));
    assert_eq!(first.moves[0].comment.as_deref(), Some("best by test"));
    assert_eq!(first.moves[2].nags, [1]);
    assert_eq!(first.moves[3].nags, [14]);
    let variation = &first.moves[3].variations[0];
    assert_eq!(variation.len(), 3);
    assert_eq!(variation[0].comment.as_deref(), Some("Philidor"));
    assert_eq!(variation[1].variations[0].len(), 2);
    assert_eq!(first.moves[4].comment.as_deref(), Some("the Spanish"));
    assert_eq!(first.moves[6].elapsed, Some(2.5));
    assert_eq!(all[1].result, PgnResult::Unknown);
    assert_eq!(all[1].moves.len(), 2);
}

#[test]
fn what_is_written_reads_back() {
    for game in games(GAME) {
        let text = game.to_string();
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        let back = games(&text);
        assert_eq!(back.len(), 1);
        assert_eq!(back[0].moves, game.moves, "{text}");
        assert_eq!((back[0].start, back[0].result), (game.start, game.result));
        assert_eq!(back[0].to_string(), text);
    }
    let text = games(GAME)[0].to_string();
    assert!(text.contains("1. e4 {[%clk 0:05:00] best by test} 1... e5 2. Nf3 $1"), "{text}");
    assert!(text.contains("5. O-O 1-0"), "{text}");
}

#[test]
fn random_games_of_both_kinds_read_back() {
    for seed in 0..40 {
        let start =
            if seed % 2 == 0 { Position::start() } else { Position::chess960(seed * 23).unwrap() };
        let mut position = start;
        let mut moves = Vec::new();
        for ply in 0..120_usize {
            let mut legal = MoveList::new();
            if position.ending().is_none() {
                position.legal_moves(&mut legal);
            }
            let Some(&mv) = legal.get((seed as usize * 7 + ply * 13) % legal.len().max(1)) else {
                break;
            };
            moves.push(PgnMove::new(mv));
            position = position.make(mv);
        }
        let game = Pgn { tags: Vec::new(), start, comment: None, moves, result: PgnResult::Draw };
        let back = games(&game.to_string());
        assert_eq!((&back[0].moves, back[0].start), (&game.moves, start));
    }
}

#[test]
fn the_tag_of_the_game_decides_though_its_turns_are_legal_here() {
    let other = "[Game \"ataxx\"]\n[Start \"x5o/7/7/7/7/7/o5x x 0 1\"]\n\n1. g2g4 2. a2a4\n";
    let own = "[Game \"Chess\"]\n\n1. e4 *\n";
    let all: Vec<_> = read(&format!("{other}\n{own}")).collect();
    assert_eq!(all.len(), 2);
    let error = all[0].as_ref().unwrap_err().to_string();
    assert_eq!(error, "game 1, line 4: it is a game of ataxx");
    assert_eq!(all[1].as_ref().unwrap().moves.len(), 1);
}

#[test]
fn a_game_that_cannot_be_read_is_named_and_the_next_one_follows() {
    let text =
        "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\n\n1. d4\n";
    let all: Vec<_> = read(text).collect();
    assert_eq!(all.len(), 3);
    let error = all[0].as_ref().unwrap_err().to_string();
    assert_eq!(error, "game 1, line 3: move 3 ('Ke3'): no such move is legal here");
    assert_eq!(all[1].as_ref().unwrap().tag("White"), Some("B"));
    assert!(all[2].as_ref().unwrap_err().reason.contains("has no end"));
    for (bad, reason) in [
        ("1. e4 )", "closes no variation"),
        ("(1. e4)", "before the first move"),
        ("1. e4 (1. d4", ") is missing"),
        ("1. e4 {never ends", "} is missing"),
        ("1. e4 $999", "a number to 255"),
        ("[FEN \"8/8\"]\n*", "the tag FEN cannot be read"),
    ] {
        let error = read(bad).next().unwrap().unwrap_err();
        assert!(error.reason.contains(reason), "{bad}: {error}");
    }
    assert_eq!(read("").count(), 0);
}
