use std::path::PathBuf;

use super::*;

fn pair(a: &str, b: &str) -> (String, String) {
    (a.to_owned(), b.to_owned())
}

#[test]
fn every_setting_is_read() {
    let text = "tesuji,nodes=1000,threads=2,hash=32,time=0.5,depth=7,option.Lmr=false,\
                preset=baseline,kind=alphabeta,name=old";
    let spec: EngineSpec = text.parse().unwrap();
    assert_eq!((spec.name(), spec.threads()), ("old", 2));
    assert_eq!(spec.to_string(), text);
    let limits = spec.limits();
    assert_eq!((limits.nodes, limits.depth), (Some(1000), Some(7)));
    assert_eq!(limits.move_time, Some(Duration::from_millis(500)));
    let Kind::Tesuji(config) = &spec.kind else { panic!("{spec:?}") };
    assert_eq!(config.hash_mib, 32);
    let options = [("Lmr", "false"), ("Preset", "baseline"), ("Algorithm", "alphabeta")];
    assert_eq!(config.options, options.map(|(name, value)| pair(name, value)));
    let random: EngineSpec = "random,seed=3".parse().unwrap();
    assert_eq!(random.kind, Kind::Random { seed: Some(3) });
}

#[test]
fn a_line_names_the_family_of_the_search() {
    for line in ["mcts,nodes=1000", "tesuji,kind=mcts,nodes=1000"] {
        let spec: EngineSpec = line.parse().unwrap();
        let Kind::Tesuji(config) = &spec.kind else { panic!("{spec:?}") };
        assert_eq!(config.options, [pair("Algorithm", "mcts")]);
        // A tree takes memory as it grows: a number of nodes does not bound it.
        assert_eq!(config.hash_mib, DEFAULT_HASH_MIB);
    }
}

#[test]
fn every_setting_of_a_program_is_read() {
    let text = "cmd=/opt/a b/engine,proto=uoi,dir=/tmp,args=\"--x 1,2\",env=A=1,env=B=x=y,\
                option.Threads=4,tc=10+0.1,margin=0.02,restart=always,startup=3,hang=7,name=e";
    let spec: EngineSpec = text.parse().unwrap();
    let program = spec.program().unwrap();
    assert_eq!(program.command, PathBuf::from("/opt/a b/engine"));
    assert_eq!(program.args, ["--x", "1,2"]);
    assert_eq!(program.env, [pair("A", "1"), pair("B", "x=y")]);
    assert_eq!((program.dir.clone(), spec.threads()), (Some(PathBuf::from("/tmp")), 4));
    assert_eq!(program.restart, Restart::Always);
    assert_eq!((program.startup, program.hang), (Duration::from_secs(3), Duration::from_secs(7)));
    assert_eq!(spec.clock().unwrap().to_string(), "10+0.1");
    assert_eq!((spec.margin(), spec.limits().move_time), (Duration::from_millis(20), None));
}

#[test]
fn without_a_limit_a_turn_takes_a_tenth_of_a_second() {
    let spec: EngineSpec = "tesuji".parse().unwrap();
    assert_eq!(spec.limits().move_time, Some(DEFAULT_MOVE_TIME));
    // People take their time.
    let person: EngineSpec = "human".parse().unwrap();
    assert_eq!((person.limits().move_time, person.clock()), (None, None));
}

#[test]
fn a_line_has_a_limit() {
    let long = format!("tesuji,name={}", "x".repeat(1 << 20));
    assert_eq!(long.parse::<EngineSpec>(), Err(SpecError::Long));
}

#[test]
fn a_table_is_no_larger_than_the_nodes_of_a_game() {
    let mib = |text: &str| match text.parse::<EngineSpec>().unwrap().kind {
        Kind::Tesuji(config) => config.hash_mib,
        _ => panic!("{text}"),
    };
    assert_eq!(mib("tesuji,nodes=100"), 1);
    assert_eq!(mib("tesuji,nodes=5000"), 5);
    assert_eq!(mib("tesuji,nodes=1000000"), 16);
    assert_eq!(mib("tesuji,nodes=100,hash=8"), 8);
    assert_eq!(mib("tesuji,time=1"), 16);
}

#[test]
fn bad_lines_name_the_fault_and_the_place() {
    let kinds = "a line begins with tesuji, mcts, random, human or cmd=PROGRAM";
    for (text, error) in [
        ("", format!("there is no engine '': {kinds}")),
        ("stockfish", format!("there is no engine 'stockfish': {kinds}; did you mean cmd=stockfish?")),
        ("cmd=", format!("there is no engine 'cmd=': {kinds}")),
        ("tesuji,fast", "part 2 ('fast') is not of the form key=value".into()),
        ("tesuji,", "part 2 ('') is not of the form key=value".into()),
        ("tesuji,name=\"x", "part 2: a quote is opened and not closed".into()),
        ("random,seed=-1", "part 2: '-1' is no value for seed: use a whole number".into()),
        (
            "random,depth=3",
            "part 2: there is no setting 'depth'; seed and name are understood".into(),
        ),
        (
            "tesuji,depth=3,time=nan",
            "part 3: 'nan' is no value for time: use seconds a turn, above 0 and up to 86400, \
             as in 0.1"
                .into(),
        ),
        (
            "tesuji,kind=minimax",
            "part 2: 'minimax' is no value for kind: use alphabeta or mcts".into(),
        ),
        (
            "cmd=x,proto=gtp",
            "part 2: 'gtp' is no value for proto: there is no protocol 'gtp': known is uoi, uai, aei, uci, ugi, xboard"
                .into(),
        ),
        ("cmd=x,env=A", "part 2: 'A' is no value for env: use NAME=VALUE".into()),
    ] {
        assert_eq!(text.parse::<EngineSpec>().unwrap_err().to_string(), error);
    }
    let clock = "tesuji,tc=fast".parse::<EngineSpec>().unwrap_err().to_string();
    assert_eq!(
        clock,
        "part 2: 'fast' is no value for tc: 'fast' is no time in seconds, as in 10 or 0.1"
    );
}

#[test]
fn settings_for_all_are_outweighed_by_an_engines_own() {
    let with = |line: &str, each: &str| line.parse::<EngineSpec>().unwrap().with(each);
    let spec =
        with("\"cmd=a,b\",tc=5+1,option.Hash=8", "tc=10+0.1,option.Hash=64,margin=0.2").unwrap();
    assert_eq!(spec.clock().unwrap().to_string(), "5+1");
    assert_eq!(spec.margin(), Duration::from_millis(200));
    assert_eq!(spec.program().unwrap().options.last(), Some(&pair("Hash", "8")));
    assert_eq!(spec.program().unwrap().command, PathBuf::from("a,b"));
    let plain = with("tesuji", "nodes=10k,time=500ms").unwrap();
    assert_eq!(
        (plain.limits().nodes, plain.to_string().as_str()),
        (Some(10_000), "tesuji,nodes=10k,time=500ms")
    );
    assert_eq!(plain.limits().move_time, Some(Duration::from_millis(500)));
    assert_eq!(with("random,seed=3", "nodes=5").unwrap().to_string(), "random,seed=3");
    assert!(with("tesuji", "speed=3").unwrap_err().to_string().contains("'speed'"));
}

#[test]
fn a_bound_that_a_protocol_cannot_say_is_an_error() {
    let check = |game: &str, line: &str| {
        let spec: EngineSpec = line.parse().unwrap();
        spec.check(engine::kind(game).unwrap()).map_err(|error| error.to_string())
    };
    let error = "a number of nodes cannot be said in xboard: use time, tc or depth";
    assert_eq!(check("chess", "cmd=x,proto=xboard,nodes=5"), Err(error.to_owned()));
    // Without a word of time a turn has a tenth of a second.
    let error =
        "0.1 s for a turn cannot be said in xboard: use whole seconds (time=1), tc or depth";
    assert_eq!(check("chess", "cmd=x,proto=xboard"), Err(error.to_owned()));
    assert!(check("chess", "cmd=x,proto=xboard,time=2.5").is_err());
    assert_eq!(check("chess", "cmd=x,proto=xboard,time=2"), Ok(()));
    let error = check("arimaa", "cmd=x,tc=40/60").unwrap_err();
    assert!(
        error.starts_with("a time for a number of turns (40/60) cannot be said in aei"),
        "{error}"
    );
    assert!(check("arimaa", "cmd=x,ponder=true").is_err());
    for (game, line) in [
        ("chess", "cmd=x,nodes=5,tc=40/60"),
        ("arimaa", "cmd=x,depth=3"),
        ("arimaa", "cmd=x,tc=arimaa:15s/60s"),
    ] {
        assert_eq!(check(game, line), Ok(()));
    }
    assert!(check("chess", "cmd=x,proto=aei").is_err());
}

#[test]
fn tables_say_the_same_as_lines() {
    let tables = read_tables(
        "[[engine]]\ncmd = \"a\"\nproto = \"uoi\"\nargs = [\"--x y\", \"z\"]\nname = \"A\"\n\
         tc = \"10+0.1\"\nenv = { B = \"1\" }\noptions = { Hash = 64, \"Null Move\" = true }\n\
         [[engine]]\nkind = \"tesuji\"\nnodes = 100\noptions = { Lmr = false }\n\
         [[engine]]\nline = \"random,seed=3\"\n",
    )
    .unwrap();
    let program = tables[0].program().unwrap();
    assert_eq!((tables[0].name(), &program.args[..]), ("A", &["--x y".to_owned(), "z".into()][..]));
    assert_eq!(program.options, [pair("Hash", "64"), pair("Null Move", "true")]);
    assert_eq!(program.env, [pair("B", "1")]);
    let same: EngineSpec = "tesuji,nodes=100,option.Lmr=false".parse().unwrap();
    assert_eq!(tables[1].kind, same.kind);
    assert_eq!(tables[2].kind, Kind::Random { seed: Some(3) });
    for spec in &tables {
        let again: EngineSpec = spec.to_string().parse().unwrap();
        assert_eq!(again.kind, spec.kind, "a table's line is read as the same engine");
    }
}

#[test]
fn bad_tables_name_the_fault_and_the_place() {
    for (text, error) in [
        ("", "there is no table [[engine]] in it"),
        ("engine = 3", "engine must be a list of tables: write [[engine]]"),
        (
            "[[engine]]\nname = \"a\"",
            "engine 1: it needs kind (tesuji, mcts, random, human), cmd or line",
        ),
        (
            "[[engine]]\nkind = \"tesuji\"\ndepth = \"six\"",
            "engine 1: depth: 'six' is no value for depth: use plies, a whole number from 1",
        ),
        (
            "[[engine]]\ncmd = \"a\"\n[[engine]]\ncmd = \"b\"\nspeed = 3",
            "engine 2: speed: there is no setting 'speed'; proto, dir",
        ),
        ("[[engine]]\ncmd = 3", "engine 1: cmd must be text"),
        ("[[engine]]\ncmd = \"a\"\nargs = 3", "engine 1: args must be a list of texts"),
        ("[tournament]\n", "there is no setting 'tournament': only [[engine]] is understood"),
        ("[[engine]\n", "TOML parse error at line 1"),
    ] {
        let found = read_tables(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
}
