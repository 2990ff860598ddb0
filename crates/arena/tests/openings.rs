//! Openings from files: positions, turns and whole games.

use arena::Openings;

fn read(game: &str, text: &str) -> Result<Vec<String>, String> {
    let kind = engine::kind(game).unwrap();
    match Openings::read(text, kind, Default::default()) {
        Ok(Openings::List { positions, .. }) => Ok(positions),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.to_string()),
    }
}

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn positions_and_turns_are_read_from_lines() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = format!(
        "# comment\n\n{start}\n{start} moves e2e4\nmoves e2e4\n\
         rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"x\";\n\
         {{\"start\":\"{start}\",\"turns\":[\"e2e4\"]}}\n"
    );
    let found = read("chess", &text).unwrap();
    assert_eq!(found, [start, AFTER_E4, AFTER_E4, AFTER_E4, AFTER_E4]);
    assert_eq!(read("ataxx", "moves g2, a2\n").unwrap().len(), 1);
}

#[test]
fn games_give_the_positions_where_they_end() {
    let pgn = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {x} *\n";
    let found = read("chess", pgn).unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0], AFTER_E4);
    assert!(found[1].contains(" b KQkq - 1 2"), "{}", found[1]);
    assert_eq!(read("chess", "1. e4 *\n").unwrap(), [AFTER_E4]);
    let text = "[Game \"onitama\"]\n[Start \"bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab\"]\n\n1. ox c1c2\n";
    assert!(read("onitama", text).unwrap()[0].contains(" b "));
    let setup = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Cb2 Dc2 Md2 Ee2 Df2 Cg2 Hh2\n\
                 1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 cb7 dc7 md7 ee7 df7 cg7 hh7\n";
    assert!(read("arimaa", setup).unwrap()[0].starts_with("g [rrrrrrrr"));
}

#[test]
fn faults_name_their_place() {
    for (game, text, fault) in [
        ("chess", "\n", "no opening"),
        ("chess", "moves e2e4\nmoves e2e5\n", "line 2: turn 1 ('e2e5')"),
        ("chess", "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n", "game 2, line 7"),
        ("chess", "1. f3 e5 2. g4 Qh4# 0-1\n", "game 1: the game is over there"),
        ("onitama", "[Game \"onitama\"]\n\n1. ox c1c2\n", "no line [Start"),
    ] {
        let error = read(game, text).unwrap_err();
        assert!(error.contains(fault), "{text}: {error}");
    }
}
