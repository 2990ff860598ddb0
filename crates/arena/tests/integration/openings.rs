//! Openings from files: positions, turns and whole games.

use arena::Openings;
use arena::openings::Reading;

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

#[test]
fn openings_are_cut_begun_later_and_grouped() {
    let kind = engine::kind("chess").unwrap();
    let text = "moves e2e4, e7e5, g1f3\nmoves d2d4, d7d5, c2c4\n\
                {\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"turns\":[],\"group\":\"start\"}\n\
                {\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"turns\":[\"a2a3\"],\"group\":\"start\"}\n";
    let how = Reading { plies: Some(1), first: 2, shuffled: false };
    let read = Openings::read(text, kind, how).unwrap();
    let Openings::List { positions, first, groups: Some(groups), .. } = &read else {
        panic!("{read:?}")
    };
    assert!(
        positions[0].contains("4P3") && positions[0].contains(" b "),
        "one ply: {}",
        positions[0]
    );
    assert_eq!((*first, groups.names.len()), (2, 2));
    assert_eq!(groups.of, [0, 0, 1, 1]);
    let plan = arena::Config {
        game: "chess".to_owned(),
        openings: read.clone(),
        ..crate::common::config(arena::Format::Match, &["random", "random"], 8)
    };
    let tournament = arena::Tournament::new(plan).unwrap();
    let group = |number| tournament.opening(number).unwrap().1.unwrap().to_owned();
    assert_eq!([0, 1, 2, 3, 4].map(group), ["start", "start", "(no group)", "(no group)", "start"]);
    let games =
        "[Event \"x\"]\n[ECO \"C20\"]\n\n1. e4 e5 *\n\n".repeat(3) + "[ECO \"D00\"]\n\n1. d4 *\n";
    let read = Openings::read(&games, kind, Reading::default()).unwrap();
    let Openings::List { groups: Some(groups), .. } = read else { panic!("{read:?}") };
    assert_eq!(
        (groups.names, groups.of),
        (vec!["C20".to_owned(), "D00".to_owned()], vec![0, 0, 0, 1])
    );
}

#[test]
fn a_file_of_openings_has_a_limit() {
    let kind = engine::kind("onitama").unwrap();
    let text = "#".repeat(arena::openings::MOST_BYTES as usize + 1);
    let error = Openings::read(&text, kind, Reading::default()).unwrap_err().to_string();
    assert_eq!(error, "it is larger than 256 MiB, which is the limit");
}

/// The size of lists and looks does not grow with the openings.
#[test]
fn openings_are_kept_apart_from_what_lists_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = arena::store::Store::open(folder.path()).unwrap();
    let start =
        engine::kind("onitama").unwrap().new_game(None, Default::default()).unwrap().start_text();
    let positions = vec![start; 10_000];
    let openings = Openings::List { positions, shuffled: true, first: 0, groups: None };
    let plan = arena::Config {
        openings,
        ..crate::common::config(arena::Format::Match, &["random", "random"], 4)
    };
    let identity = plan.identity().to_string();
    assert!(identity.len() < 2_000, "{}", identity.len());
    let id = store.create("m", &identity, &plan).unwrap();
    let listed = store.list().unwrap().remove(0);
    assert!(
        matches!(&listed.config.openings, Openings::List { positions, .. } if positions.is_empty())
    );
    assert_eq!(store.config(&listed).unwrap(), plan);
    arena::view::overview(&store, listed.clone()).unwrap();
    // Engines that join change nothing of it.
    store.set_config(id, &plan).unwrap();
    assert_eq!(store.config(&store.get(id).unwrap().unwrap()).unwrap(), plan);
    let mut other = plan.clone();
    let Openings::List { positions, .. } = &mut other.openings else { panic!() };
    positions[9_999].push(' ');
    assert_ne!(other.identity(), plan.identity());
    store.remove(id).unwrap();
}
