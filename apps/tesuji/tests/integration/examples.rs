//! The example games, in builds that have them: asked for by name, in no list, and played over UGI.

use crate::common::{piped, tesuji};

#[test]
fn an_example_is_asked_for_by_name_and_is_in_no_list() {
    let ran = tesuji(&["perft", "breakthrough", "3", "--json"]);
    assert!(ran.out.contains("\"nodes\":11132"), "{}", ran.out);
    for args in [&["perft", "--help"][..], &["perft", "no_such_game", "3"]] {
        let ran = tesuji(args);
        let output = ran.out + &ran.err;
        assert!(output.contains("onitama") && !output.contains("breakthrough"), "{output}");
    }
}

#[test]
fn the_engine_answers_the_questions_of_ugi() {
    let over = "8/w7/8/8/8/8/8/b7 w";
    let input = format!(
        "ugi\nisready\nposition startpos\nquery p1turn\nposition startpos moves a2a3\nquery p1turn\nquery result\n\
         position fen {over}\nquery gameover\nquery result\ngo p1time 1000 p2time 1000\nquit\n"
    );
    let ran = piped(&["engine", "breakthrough"], input.as_bytes());
    let answers: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("response ")).collect();
    let expected =
        ["true", "false", "none", "true", "p2win"].map(|word| format!("response {word}"));
    assert_eq!(answers, expected);
    assert!(ran.out.contains("\nugiok\n") && ran.out.ends_with("bestmove none\n"), "{}", ran.out);
}

#[test]
fn our_engine_and_a_program_play_a_match_over_ugi() {
    let program =
        format!("cmd={},args=engine othello,name=program,tc=5+0.05", env!("CARGO_BIN_EXE_tesuji"));
    let ran = tesuji(&[
        "match",
        "othello",
        "--engine",
        "tesuji,nodes=200",
        "--engine",
        &program,
        "--games",
        "2",
        "--seed",
        "1",
        "--json",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.out.matches("\"fault\"").count(), 0, "{}", ran.out);
    assert!(ran.out.contains("more stones"), "{}", ran.out);
}
