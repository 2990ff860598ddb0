//! `lab playouts`.

use anyhow::{Context as _, Result};
use cpu_time::ThreadTime;
use engine::{EngineConfig, Limits, Referee, Request, Stop};

use crate::think::game;

#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(default_value = "arimaa")]
    game: String,
    /// Seconds for each kind of playout and position
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// How many positions, of middle games
    #[arg(long, default_value_t = 4)]
    positions: u64,
    /// The tree, in MiB
    #[arg(long, default_value_t = 256)]
    hash: usize,
}

/// The kinds of playouts that are measured: a name, and the options that make it.
const KINDS: [(&str, &[(&str, &str)]); 6] = [
    ("root move by UCT, evaluated after it", &[("MctsFormula", "0"), ("MctsMaturity", "1000")]),
    (
        "root move by UCT, evaluated after 4 random moves",
        &[("MctsFormula", "0"), ("MctsMaturity", "1000"), ("MctsPlayoutPlies", "4")],
    ),
    ("tree, evaluated at its edge (as it plays)", &[]),
    ("tree, 4 random moves", &[("MctsPlayoutPlies", "4")]),
    ("tree, 16 random moves", &[("MctsPlayoutPlies", "16")]),
    ("tree, random moves to the end of the game", &[("MctsPlayoutPlies", "1000")]),
];

/// Positions after some turns of play between engines that see little, each from a start of its own.
fn middle_games(args: &Args) -> Result<Vec<Box<dyn engine::AnyGame>>> {
    let kind = game(&args.game)?;
    let mut games = Vec::new();
    for seed in 1..=args.positions {
        let start = kind.starts().deal(kind.info().match_deal, seed)?;
        let mut game = kind.new_game(Some(&start), Referee::default())?;
        let mut engine = kind.new_engine(&EngineConfig { hash_mib: 1, ..Default::default() })?;
        for _ in 0..12 {
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let request = Request::new(game.as_ref(), limits);
            let found = request.search(engine.as_mut(), &Stop::default(), &mut |_| {})?;
            game.play(&found.turn.context("the game is over too soon")?)?;
        }
        games.push(game);
    }
    Ok(games)
}

/// Counts playouts a second of processor time, on one thread.
pub fn run(args: &Args) -> Result<()> {
    let games = middle_games(args)?;
    println!(
        "{}: playouts a second of one thread's processor time, {} positions",
        args.game,
        games.len()
    );
    for (name, options) in KINDS {
        let (mut playouts, mut nodes, mut seconds) = (0, 0, 0.0);
        for begun in &games {
            let config = EngineConfig { threads: 1, hash_mib: args.hash, options: Vec::new() };
            let config = config.with("Algorithm", "mcts");
            let config =
                options.iter().fold(config, |config, (name, value)| config.with(name, value));
            let mut engine = game(&args.game)?.new_engine(&config)?;
            let time = std::time::Duration::from_secs_f64(args.seconds);
            let limits = Limits { move_time: Some(time), ..Limits::default() };
            let request = Request::new(begun.as_ref(), limits);
            let before = ThreadTime::now();
            let found = request.search(engine.as_mut(), &Stop::default(), &mut |_| {})?;
            seconds += before.elapsed().as_secs_f64();
            let counted = found.statistics.context("the search counted nothing")?;
            playouts += counted.leaves;
            nodes += counted.states;
        }
        let mean = |count: u64| (count as f64 / seconds).round();
        println!("{:>9} playouts {:>9} positions  {name}", mean(playouts), mean(nodes));
    }
    Ok(())
}
