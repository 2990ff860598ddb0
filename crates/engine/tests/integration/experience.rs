//! Engines that learn from their games.

use std::path::Path;

use engine::{Engine, EngineConfig, Event, Limits, ReadExperience, Referee, Stop, kind};

fn engine(game: &str, file: &Path, options: &[(&str, &str)]) -> Box<dyn Engine> {
    let mut all = vec![("ExperienceFile".to_owned(), file.to_str().unwrap().to_owned())];
    all.extend(options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())));
    let config = EngineConfig { hash_mib: 4, options: all, ..EngineConfig::default() };
    kind(game).unwrap().new_engine(&config).unwrap()
}

/// The turn, and the nodes that it took; None where nothing was searched.
fn think(engine: &mut dyn Engine, limits: &Limits) -> (String, Option<u64>) {
    let mut answer = None;
    engine.think(limits.clone(), &Stop::default(), &mut |event| {
        if let Event::BestMove { turn, last, .. } = event {
            answer = Some((turn.unwrap(), last.map(|last| last.nodes)));
        }
    });
    answer.unwrap()
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn learned(file: &Path) -> ReadExperience {
    ReadExperience::read(&std::fs::read(file).unwrap()).unwrap()
}

#[test]
fn what_one_engine_searched_another_need_not() {
    let folder = tempfile::tempdir().unwrap();
    for (game, plies) in [("chess", 9), ("onitama", 10), ("ataxx", 10)] {
        let file = folder.path().join(game);
        let turns = kind(game).unwrap().new_game(None, Referee::default()).unwrap().legal_turns();
        // Each after another first turn; all together, as a single search may go another way by chance.
        let nodes = |options: &[(&str, &str)]| -> u64 {
            let mut player = engine(game, &file, options);
            let of = |turn: &String| {
                player.set_game(None, std::slice::from_ref(turn)).unwrap();
                let (best, nodes) = think(&mut *player, &depth(plies));
                player.new_game();
                nodes.unwrap_or_else(|| panic!("{game}: {best} after {turn} was not searched"))
            };
            turns.iter().step_by(2).take(6).map(of).sum()
        };
        let first = nodes(&[]);
        let all = learned(&file);
        assert!(all.experience.len() > 50 && all.damaged.is_empty(), "{game}");
        let before = std::fs::read(&file).unwrap();
        let again = |what| nodes(&[("ExperienceLearn", "false"), ("ExperienceUse", what)]);
        let table = again("table");
        assert!(table < first * 9 / 10, "{game}: {table} of {first}");
        assert_ne!(again("order"), first, "{game}");
        assert_eq!(again("nothing"), nodes(&[("ExperienceFile", "")]), "{game}");
        assert_eq!(std::fs::read(&file).unwrap(), before, "{game}");
    }
    // Where a turn has several moves the root alone is kept; set-ups are not searched.
    let file = folder.path().join("arimaa");
    let mut player = engine("arimaa", &file, &[]);
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let mut turns = Vec::new();
    for known in [None, None, Some(1), Some(2)] {
        player.set_game(None, &turns).unwrap();
        turns.push(think(&mut *player, &limits).0);
        let learned = file.exists().then(|| learned(&file).experience.len());
        assert_eq!(learned, known, "after {turns:?}");
    }
}

/// The start of chess, as files of experience have it.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[test]
fn what_comes_up_again_is_counted_once_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chess");
    let mut player = engine("chess", &file, &[]);
    for games_before in 0..3 {
        for plies in [5, 6] {
            player.set_game(None, &[]).unwrap();
            think(&mut *player, &depth(plies));
        }
        player.new_game();
        let again = learned(&file).experience.lesson(START).unwrap().again;
        assert_eq!(again, games_before);
    }
}

#[test]
fn turns_that_did_well_are_played_again_and_those_that_did_badly_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chess");
    let mut player = engine("chess", &file, &[("ExperiencePlay", "true")]);
    let limits = depth(3);
    let play = |turns: &[&str], winner: Option<char>, player: &mut dyn Engine| {
        let mut game = kind("chess").unwrap().new_game(None, Referee::default()).unwrap();
        turns.iter().for_each(|turn| game.play(turn).unwrap());
        player.learn_result(&*game, winner);
        player.new_game();
    };
    // Four games tell something: a2a4 lost all, and is not played.
    for _ in 0..4 {
        play(&["a2a4", "e7e5"], Some('b'), &mut *player);
    }
    let (turn, nodes) = think(&mut *player, &limits);
    assert!(turn != "a2a4" && nodes.is_some());
    // After it Black has done well.
    let turns = ["a2a4".to_owned()];
    player.set_game(None, &turns).unwrap();
    assert_eq!(think(&mut *player, &limits), ("e7e5".to_owned(), None));
    // h2h3 won.
    for _ in 0..3 {
        play(&["h2h3", "e7e5"], Some('w'), &mut *player);
    }
    player.set_game(None, &[]).unwrap();
    assert_eq!(think(&mut *player, &limits), ("h2h3".to_owned(), None));
    // In analysis nobody plays by it, nor at a weak level.
    player.set_option("Level", "2").unwrap();
    assert!(think(&mut *player, &limits).1.is_some());
    let start = learned(&file);
    let lesson = start.experience.lesson(START);
    assert_eq!(lesson.unwrap().games(), 7);
}

#[test]
fn a_proven_end_is_the_result_where_nobody_tells_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chess");
    let mut player = engine("chess", &file, &[]);
    // Fool's mate, all but the last turn, which the engine finds.
    let turns = ["f2f3", "e7e5", "g2g4"].map(str::to_owned);
    player.set_game(None, &turns).unwrap();
    assert_eq!(think(&mut *player, &depth(4)).0, "d8h4");
    player.new_game();
    let all = learned(&file);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let first = all.experience.lesson(start).unwrap().played["f2f3"];
    assert_eq!((first.wins, first.draws, first.losses), (0, 0, 1));
}

#[test]
fn a_file_keeps_within_its_size_and_a_fault_of_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("onitama");
    for seed in 0..8 {
        let mut player = engine("onitama", &file, &[("ExperienceSize", "100")]);
        let start = kind("onitama").unwrap().starts().deal("base", seed).unwrap();
        player.set_game(Some(&start), &[]).unwrap();
        think(&mut *player, &depth(8));
    }
    engine("onitama", &file, &[("ExperienceSize", "100")]).new_game();
    let all = learned(&file);
    assert!((50..=100).contains(&all.experience.len()), "{}", all.experience.len());
    // A line that is damaged costs that line.
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let remark = engine("onitama", &file, &[]).remark().unwrap();
    assert!(remark.starts_with("experience: ") && remark.contains("damaged"), "{remark}");
    // A file that cannot be written costs no game.
    let gone = folder.path().join("gone");
    std::fs::create_dir(&gone).unwrap();
    let mut player = engine("onitama", &gone.join("file"), &[]);
    std::fs::remove_dir_all(&gone).unwrap();
    think(&mut *player, &depth(4));
    let fault = player.fault().unwrap();
    assert!(fault.starts_with("experience: ") && fault.contains("cannot be written"), "{fault}");
    assert_eq!(player.fault(), None);
    let config = EngineConfig {
        options: vec![("ExperienceFile".to_owned(), file.to_str().unwrap().to_owned())],
        ..EngineConfig::default()
    };
    let error = kind("chess").unwrap().new_engine(&config).err().unwrap().to_string();
    assert!(error.contains("it is experience of onitama, not of chess"), "{error}");
}
