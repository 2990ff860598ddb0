//! External programs and what they do wrong: verdicts, reasons, and that no process is left behind.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Events, MISBEHAVE, config, play, program};
use arena::{FaultKind, FaultPolicy, Format, GameRecord};

/// Processes whose command line has this word, without those of this test.
fn processes(word: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).replace('\0', " "))
    });
    lines.filter(|line| line.contains(word)).collect()
}

fn gone(word: &str, wait_budget: Duration) {
    let begun = Instant::now();
    while !processes(word).is_empty() {
        assert!(begun.elapsed() < wait_budget, "left behind: {:?}", processes(word));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Two games against a random player, in which the program is the first engine.
fn against_random(mode: &str, settings: &str) -> Events {
    let mark = format!("mark-{mode}-{}", std::process::id());
    let line = format!("{},args={mode} {mark},name=odd{settings}", program());
    let mut config = config(Format::RoundRobin, &[&line, "random,seed=1,name=random"], 2);
    config.policy = FaultPolicy { replays: 1, disqualify_after: 0 };
    let events = play(config);
    gone(&mark, Duration::from_secs(10));
    events
}

fn lost_by(record: &GameRecord, kind: FaultKind, words: &str) {
    assert_eq!(record.half_points(), 0, "{record:?}");
    let fault = &record.fault.as_ref().unwrap().fault;
    assert_eq!(fault.kind, kind, "{record:?}");
    assert!(record.result.reason.contains(words), "{}", record.result.reason);
    record.replay().unwrap();
}

/// Both games are lost for this reason, after `void` games that were played again.
fn loses(mode: &str, settings: &str, kind: FaultKind, words: &str, voids: usize) {
    let events = against_random(mode, settings);
    assert_eq!(events.records.len(), 2, "{mode}");
    events.records.iter().for_each(|record| lost_by(record, kind, words));
    assert_eq!(events.voids.len(), voids, "{mode}: {:?}", events.voids);
}

#[test]
fn a_program_plays_whole_games() {
    let events = against_random("good", ",tc=100+0.1");
    for record in &events.records {
        assert_eq!((&record.fault, &record.remarks[..]), (&None, &[][..]));
        assert_eq!(record.notes.len(), record.turns.len());
        let begins = record.start.split(' ').nth(1).unwrap().starts_with(record.first_engine);
        let own = usize::from(!begins);
        let note = record.notes[own];
        assert_eq!((note.depth, note.nodes), (Some(1), Some(5)));
        assert_eq!(note.score, Some(engine::Verdict::Points(7)));
        assert!(note.left.is_some_and(|left| left > 50.0) && note.seconds > 0.0);
        record.replay().unwrap();
    }
}

#[test]
fn what_does_not_start_is_played_again_and_then_lost() {
    let start = ",startup=0.5";
    loses("crash-start", start, FaultKind::CrashAtStart, "no memory for the table", 2);
    loses("no-uoiok", start, FaultKind::SlowStart, "did not say who it is within 0.5 s", 2);
    loses("no-readyok", start, FaultKind::NotReady, "did not say readyok within 0.5 s", 2);
}

#[test]
fn a_program_that_is_not_there() {
    let missing = "cmd=/no/such/engine,name=odd,nodes=1";
    let events = play(config(Format::RoundRobin, &[missing, "random"], 2));
    let reason = "/no/such/engine cannot be started: No such file or directory";
    events.records.iter().for_each(|record| lost_by(record, FaultKind::NoStart, reason));
    assert_eq!(events.voids.len(), 4);
}

#[test]
fn an_option_that_is_not_there() {
    loses(
        "good",
        ",option.Speed=9",
        FaultKind::NoStart,
        "it has no option 'Speed'; it has Hash",
        2,
    );
}

#[test]
fn a_crash_in_a_game_is_a_loss() {
    let words = "it ended with exit code 3; its last words: index 7 is out of range";
    loses("crash", "", FaultKind::Crash, words, 0);
}

#[test]
fn turns_that_are_none() {
    loses("illegal-move", "", FaultKind::IllegalTurn, "illegal turn 'ox a1e5'", 0);
    loses("unreadable-move", "", FaultKind::UnreadableTurn, "bestmove needs a turn", 0);
    loses("not-utf8-move", "", FaultKind::UnreadableTurn, "its turn is no UTF-8", 0);
    loses("no-move", "", FaultKind::NoTurn, "no turn", 0);
}

#[test]
fn turns_that_come_late_or_not_at_all() {
    loses("slow-move", ",time=0.1", FaultKind::Time, "s for a turn, with 0.100 s left", 0);
    loses("late-after-stop", ",tc=0.2", FaultKind::Time, "s for a turn, with 0.", 0);
    loses("hang", ",time=0.1", FaultKind::Hang, "and none 1 s after stop", 0);
    loses("hang-after-stop", ",time=0.1", FaultKind::Hang, "and none 1 s after stop", 0);
    // Nothing bounds its time but wait_budget.
    loses("late-after-stop", ",nodes=5,hang=0.2", FaultKind::Hang, "until it was told to stop", 0);
}

#[test]
fn too_much_output() {
    loses("flood", ",tc=60", FaultKind::Flood, "it flooded its output", 0);
    loses("endless-line", ",tc=60", FaultKind::EndlessLine, "bytes without an end", 0);
}

#[test]
fn what_is_odd_is_noted_and_no_fault() {
    for (mode, words) in [
        ("not-utf8", "it said lines that are no UTF-8"),
        ("talk-after", "it gave a turn when it was not asked for one"),
    ] {
        let events = against_random(mode, ",nodes=1");
        assert!(events.records.iter().all(|record| record.fault.is_none()), "{mode}");
        let remarks: Vec<&String> =
            events.records.iter().flat_map(|record| &record.remarks).collect();
        assert!(remarks.iter().any(|remark| remark.contains(words)), "{mode}: {remarks:?}");
    }
    let events = against_random("ignore-quit", ",nodes=1");
    assert!(
        events.remarks.iter().any(|text| text.contains("ignored quit")),
        "{:?}",
        events.remarks
    );
    let events = against_random("children", ",nodes=1");
    let left = "it left 2 processes behind, which were killed";
    assert!(events.remarks.iter().any(|text| text.contains(left)), "{:?}", events.remarks);
}

/// The depths that a program said of its turns: 77 is what it says after `ponderhit`.
fn depths(record: &GameRecord) -> Vec<u32> {
    record.notes.iter().filter_map(|note| note.depth).collect()
}

#[test]
fn a_program_ponders_on_the_reply_that_it_expects() {
    // The other one plays what is expected: every turn but the first is pondered on.
    let ponders = format!("{},args=ponder,name=odd,tc=10,ponder=true", program());
    let plain = format!("{},args=good,name=plain,nodes=1", program());
    let events = play(config(Format::RoundRobin, &[&ponders, &plain], 2));
    assert_eq!(events.records.len(), 2);
    for record in &events.records {
        assert_eq!((&record.fault, &record.remarks[..]), (&None, &[][..]));
        let own: Vec<u32> = depths(record);
        let hits = own.iter().filter(|&&depth| depth == 77).count();
        assert!(hits + 2 >= record.turns.len() / 2 && hits > 0, "{own:?}");
        record.replay().unwrap();
    }
    // A random one does not: what was thought of another reply is passed over, when it comes late too.
    for mode in ["ponder", "ponder-late"] {
        let events = against_random(mode, ",tc=10,ponder=true");
        for record in &events.records {
            assert_eq!((&record.fault, &record.remarks[..]), (&None, &[][..]), "{mode}");
            assert!(depths(record).contains(&1), "{mode}: {:?}", depths(record));
            record.replay().unwrap();
        }
    }
    // Nothing of its other lines (multi-PV) is taken for its own; without `ponder` it is not asked to.
    let events = against_random("ponder", ",nodes=1");
    assert!(events.records.iter().all(|record| depths(record).iter().all(|&depth| depth == 1)));
}

#[test]
fn a_program_that_ponders_and_does_not_hear_stop() {
    let text = "it pondered, and gave no turn 1 s after stop";
    loses("ponder-deaf", ",tc=10,ponder=true", FaultKind::Hang, text, 0);
}

#[test]
fn one_bad_start_is_played_again_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().display();
    let odd = format!("{},args=crash-first-start,dir={dir},name=odd,nodes=1", program());
    let events = play(config(Format::RoundRobin, &[&odd, "random"], 4));
    assert_eq!((events.voids.len(), events.records.len()), (1, 4));
    assert!(events.records.iter().all(|record| record.fault.is_none()));
}

#[test]
fn an_engine_with_many_faults_is_disqualified_and_the_others_play_on() {
    let odd = format!("{},args=illegal-move,name=odd,nodes=1", program());
    let mut config = config(Format::RoundRobin, &["random,name=a", &odd, "random,name=b"], 6);
    config.policy.disqualify_after = 3;
    let events = play(config);
    assert_eq!((events.records.len(), &events.disqualified[..]), (18, &[1][..]));
    let forfeits: Vec<&GameRecord> = events
        .records
        .iter()
        .filter(|record| record.result.reason.contains("disqualified after"))
        .collect();
    assert!((6..=9).contains(&forfeits.len()), "{}", forfeits.len());
    let of_others =
        |record: &&GameRecord| record.names.as_ref().unwrap().iter().all(|name| name != "odd");
    let others: Vec<&GameRecord> = events.records.iter().filter(of_others).collect();
    assert_eq!(others.len(), 6);
    assert!(others.iter().all(|record| record.fault.is_none()));
}

/// A slow engine loses its games on time, each by itself: it is not broken.
#[test]
fn losing_on_time_does_not_disqualify() {
    let odd = format!("{},args=slow-move,name=odd,time=0.1", program());
    let mut config = config(Format::RoundRobin, &["random", &odd], 4);
    config.policy.disqualify_after = 2;
    let events = play(config);
    assert_eq!((events.records.len(), events.disqualified.len()), (4, 0));
    let on_time = |record: &GameRecord| {
        record.fault.as_ref().is_some_and(|at| at.fault.kind == FaultKind::Time)
    };
    assert!(events.records.iter().all(on_time));
}

#[test]
fn nothing_is_left_when_the_arena_is_killed() {
    let mark = format!("mark-killed-{}", std::process::id());
    let mut arena =
        Command::new(MISBEHAVE).args(["arena", &mark]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = [0; 5];
    std::io::Read::read_exact(arena.stdout.as_mut().unwrap(), &mut line).unwrap();
    assert!(processes(&mark).len() > 4, "it plays: {:?}", processes(&mark));
    arena.kill().unwrap();
    arena.wait().unwrap();
    gone(&mark, Duration::from_secs(10));
}

#[test]
fn nothing_is_left_of_programs_that_never_read_when_the_arena_is_killed() {
    let mark = format!("mark-deaf-{}", std::process::id());
    let mut arena = Command::new(MISBEHAVE).args(["deaf-arena", &mark]).spawn().unwrap();
    let begun = Instant::now();
    let helpers = |lines: Vec<String>| lines.iter().filter(|line| line.contains("sleep")).count();
    while helpers(processes(&mark)) < 2 {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "it has helpers: {:?}",
            processes(&mark)
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    // The pipe is full by now.
    std::thread::sleep(Duration::from_millis(500));
    arena.kill().unwrap();
    arena.wait().unwrap();
    gone(&mark, Duration::from_secs(10));
}

#[test]
fn a_program_that_never_reads_does_not_hold_up_the_arena() {
    let begun = Instant::now();
    let settings = format!(",startup=0.5{}", ",option.Hash=1".repeat(20_000));
    loses("deaf", &settings, FaultKind::NotReady, "did not say readyok within 0.5 s", 2);
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn nothing_is_left_when_a_guard_is_killed() {
    // Processes that it leaves behind are looked for by `loses`.
    loses("kill-guard", ",nodes=1", FaultKind::Crash, "it was ended by a signal", 0);
}

#[test]
fn what_a_terminal_would_obey_is_not_passed_on() {
    for (mode, kind) in [("escape", FaultKind::Crash), ("escape-move", FaultKind::IllegalTurn)] {
        let events = against_random(mode, ",nodes=1");
        for record in &events.records {
            assert_eq!(record.fault.as_ref().map(|found| found.fault.kind), Some(kind), "{mode}");
            let text = serde_json::to_string(record).unwrap();
            let texts = [&record.result.reason, &record.fault.as_ref().unwrap().fault.text];
            assert!(texts.iter().all(|text| !text.contains(char::is_control)), "{text}");
        }
    }
}

#[test]
fn what_is_said_is_logged_by_engine() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("{},args=crash,name=a/b,nodes=1", program());
    let environment = arena::Environment {
        log: Some(arena::TrafficLog::new(folder.path()).unwrap()),
        ..crate::common::environment()
    };
    crate::common::play_in(config(Format::RoundRobin, &[&line, "random"], 2), &environment, 1);
    let log = std::fs::read_to_string(folder.path().join("a_b.log")).unwrap();
    for part in ["] > uoi\n", "] < uoiok\n", "] ! index 7 is out of range\n"] {
        assert!(log.contains(part), "{part} is missing in {log}");
    }
}

#[test]
fn faults_are_counted_by_engine_and_kind() {
    let odd = format!("{},args=illegal-move,name=odd,nodes=1", program());
    let mut config = config(Format::RoundRobin, &["random", &odd], 20);
    config.policy.disqualify_after = 4;
    let events = play(config);
    let outcome = events.outcome.unwrap();
    assert!(outcome.faults[0].is_empty());
    let count = |kind| outcome.faults[1].get(&kind).copied().unwrap_or(0);
    let (played, forfeits) = (count(FaultKind::IllegalTurn), count(FaultKind::Disqualified));
    assert!((4..=6).contains(&played) && played + forfeits == 20, "{:?}", outcome.faults);
    let lost = |record: &&GameRecord| record.turns.is_empty();
    for record in events.records.iter().filter(lost) {
        let fault = &record.fault.as_ref().unwrap().fault;
        assert_eq!(
            (fault.kind, fault.text.as_str()),
            (FaultKind::Disqualified, "disqualified after 4 faults")
        );
        assert!(record.result.reason.ends_with("'s engine was disqualified after 4 faults"));
        record.replay().unwrap();
    }
}

#[test]
fn a_program_is_killed_with_its_guard() {
    let mark = format!("mark-become-{}", std::process::id());
    let mut guard = Command::new(MISBEHAVE)
        .args(["guard", "--grace=60000", "--", MISBEHAVE, "ignore-quit", &mark])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    // The guard, and the program itself.
    let runs = |lines: Vec<String>| {
        lines.iter().any(|line| !line.contains("guard") && line.contains("ignore-quit"))
    };
    while !runs(processes(&mark)) {
        assert!(begun.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(10));
    }
    guard.kill().unwrap();
    guard.wait().unwrap();
    gone(&mark, Duration::from_secs(10));
    assert!(Path::new(MISBEHAVE).exists());
}
