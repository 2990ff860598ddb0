//! An engine that plays the first legal turn and does one thing wrong, for the tests of the arena:
//! `misbehave MODE`. It is also the guard (`misbehave guard …`) and a small arena (`misbehave arena …`).

use std::io::{BufRead as _, Write as _};
use std::process::Command as Process;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::tournament::Running;
use arena::{Config, Environment, Format, GuardCommand, Openings, Rules, Tournament};
use engine::{AnyGame, Referee};
use protocol::Command;
use protocol::uoi::UOI;

fn say(text: &str) {
    say_bytes(text.as_bytes());
}

fn say_bytes(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(bytes);
    let _ = out.flush();
}

fn sleep(millis: u64) {
    std::thread::sleep(Duration::from_millis(millis));
}

fn forever() -> ! {
    loop {
        sleep(1000);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map_or("good", String::as_str) {
        "guard" => {
            let own = own();
            let rest = std::env::args_os().skip(2);
            let report = |text: &str| {
                let _ = writeln!(std::io::stderr(), "{text}");
            };
            std::process::exit(arena::guard::main(&own, rest, std::io::stdin(), &report));
        }
        "arena" => run_arena("children", &args[1]),
        "deaf-arena" => run_arena("deaf", &args[1]),
        "sleep" => forever(),
        mode => play(mode, args.get(1).map_or("", String::as_str)),
    }
}

fn own() -> GuardCommand {
    let program = std::env::current_exe().unwrap();
    GuardCommand { program, args: vec!["guard".to_owned()] }
}

/// A long match between engines that leave children behind, marked with `mark`.
fn run_arena(mode: &str, mark: &str) {
    let program = own().program.display().to_string();
    // More options than a pipe holds, where nobody reads.
    let options = if mode == "deaf" { ",option.Hash=1".repeat(20_000) } else { String::new() };
    let line = |name: &str| {
        format!("cmd={program},args={mode} {mark},nodes=1,startup=60,name={name}{options}")
    };
    let config = Config {
        game: "onitama".to_owned(),
        format: Format::Match,
        engines: vec![line("a"), line("b")],
        games: 1_000_000,
        rounds: 1,
        seed: 1,
        openings: Openings::Deal(String::new()),
        rules: Rules::default(),
        sprt: None,
        policy: Default::default(),
        event: None,
        site: None,
    };
    let tournament = Tournament::new(config).unwrap();
    let environment = Environment { guard: Some(own()), human: None, log: None };
    let running = Running {
        tournament: &tournament,
        store: None,
        environment: &environment,
        concurrency: 2,
        cores: 2,
        pin: false,
        wait: Duration::ZERO,
        stop: &AtomicBool::new(false),
    };
    let _ = running.run(&mut |_| say("game\n"));
}

/// A child in a group of its own, which nobody waits for.
fn leave_child(mark: &str) {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        let program = std::env::current_exe().unwrap();
        let _ = Process::new(&program).args(["sleep", mark]).process_group(0).spawn();
        // And one that has left the session, with its parent gone.
        let shell = format!("setsid '{}' sleep {mark} & exit", program.display());
        let _ = Process::new("sh").args(["-c", &shell]).status();
    }
    #[cfg(not(unix))]
    let _ = (mark, Process::new(""));
}

fn play(mode: &str, mark: &str) {
    if mode == "crash-start" || (mode == "crash-first-start" && first_time()) {
        eprintln!("no memory for the table");
        std::process::exit(3);
    }
    let mut game = None;
    let mut turns_asked = 0;
    let mut pondering = false;
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match UOI.parse(&line, ['r', 'b']) {
            Ok(Some(Command::Hello)) => match mode {
                "no-uoiok" => say("id name Late\n"),
                _ => {
                    if ["children", "deaf", "kill-guard"].contains(&mode) {
                        leave_child(mark);
                    }
                    say("id name Misbehave\nid author the tests\n");
                    say("option name Hash type spin default 1 min 1 max 9\nuoiok\n");
                    if mode == "deaf" {
                        // Its input is open, and never read again.
                        forever();
                    }
                }
            },
            Ok(Some(Command::IsReady)) if mode == "no-readyok" => {}
            Ok(Some(Command::IsReady)) => say("readyok\n"),
            Ok(Some(Command::Position { start, turns })) => {
                let kind = engine::kind("onitama").unwrap();
                let mut board = kind.new_game(start.as_deref(), Referee::default()).unwrap();
                turns.iter().for_each(|turn| board.play(turn).unwrap());
                turns_asked = turns.len();
                game = Some(board);
            }
            Ok(Some(Command::Go(go))) if go.ponder => pondering = true,
            Ok(Some(Command::PonderHit)) => {
                let Some(board) = &game else { continue };
                pondering = false;
                say("info depth 77 score cp 7 nodes 5\n");
                answer_and_expect(board.as_ref());
            }
            Ok(Some(Command::Stop)) if pondering => {
                pondering = false;
                // The search of the reply that did not come.
                match (mode, &game) {
                    ("ponder-deaf", _) | (_, None) => {}
                    (_, Some(board)) => {
                        sleep(if mode == "ponder-late" { 50 } else { 0 });
                        say(&format!("bestmove {}\n", board.legal_turns()[0]));
                    }
                }
            }
            Ok(Some(Command::Go(_))) if mode.starts_with("ponder") => {
                let Some(board) = &game else { continue };
                // A question while it ponders would be the arena's fault.
                assert!(!pondering, "asked while it ponders");
                say(
                    "info depth 1 multipv 1 score cp 7 nodes 5\ninfo depth 3 multipv 2 score cp -9\n",
                );
                answer_and_expect(board.as_ref());
            }
            Ok(Some(Command::Go(go))) => {
                if mode == "late-once"
                    && go.move_time == Some(Duration::from_millis(200))
                    && first_time()
                {
                    sleep(600);
                }
                let Some(board) = &game else { continue };
                let legal = board.legal_turns();
                // Only in the middle of a game, so that it is one.
                if turns_asked >= 2 {
                    misbehave(mode);
                }
                match (mode, turns_asked >= 2) {
                    ("hang" | "late-after-stop" | "hang-after-stop", true) => {}
                    ("unreadable-move", true) => say("bestmove\n"),
                    ("not-utf8-move", true) => say_bytes(b"bestmove \xff\xfe\n"),
                    ("no-move", true) => say("bestmove none\n"),
                    ("illegal-move", true) => say("bestmove ox a1e5\n"),
                    ("escape-move", true) => say("bestmove \u{1b}]0;title\u{7}\n"),
                    _ => {
                        say("info depth 1 score cp 7 nodes 5 pv x\n");
                        say(&format!("bestmove {}\n", legal[0]));
                    }
                }
                if mode == "talk-after" {
                    say(&format!("info depth 9\nbestmove {}\n", legal[0]));
                }
            }
            Ok(Some(Command::Stop)) => {
                let legal = game.as_ref().map(|board| board.legal_turns());
                let late = match mode {
                    "late-after-stop" => 100,
                    "hang-after-stop" => 3_000,
                    _ => continue,
                };
                sleep(late);
                if let Some(legal) = legal {
                    say(&format!("bestmove {}\n", legal[0]));
                }
            }
            Ok(Some(Command::Quit)) if mode != "ignore-quit" => return,
            _ => {}
        }
    }
    if mode == "ignore-quit" {
        forever();
    }
}

/// The first legal turn, and the first legal reply as the expected one.
fn answer_and_expect(board: &dyn AnyGame) {
    let turn = &board.legal_turns()[0];
    let mut after = board.boxed_clone();
    after.play(turn).unwrap();
    match after.legal_turns().first() {
        Some(reply) => say(&format!("bestmove {turn} ponder {reply}\n")),
        None => say(&format!("bestmove {turn}\n")),
    }
}

fn misbehave(mode: &str) {
    match mode {
        "kill-guard" => {
            #[cfg(unix)]
            let guard = std::os::unix::process::parent_id().to_string();
            #[cfg(not(unix))]
            let guard = String::new();
            let _ = Process::new("kill").args(["-9", &guard]).status();
            forever();
        }
        "escape" => {
            eprintln!("\u{1b}[2J\u{9b}31m gone");
            std::process::exit(3);
        }
        "crash" => {
            eprintln!("index 7 is out of range");
            std::process::exit(3);
        }
        "flood" => loop {
            say(&"info depth 1 score cp 1 nodes 1 pv ox c1c2\n".repeat(1000));
        },
        "endless-line" => loop {
            say(&"x".repeat(10_000));
        },
        "slow-move" => sleep(400),
        "not-utf8" => say_bytes(b"info string \xff\xfe\n"),
        _ => {}
    }
}

/// This folder has seen this program before.
fn first_time() -> bool {
    std::fs::OpenOptions::new().create_new(true).write(true).open("seen").is_ok()
}
