//! The check of an engine names what is wrong with it.
#![cfg(target_os = "linux")]

use std::sync::atomic::AtomicBool;

use crate::common::{environment, program};
use arena::check::{Found, Point, Progress, check};

fn points(mode: &str) -> Vec<Point> {
    let spec: arena::EngineSpec = format!("{},args={mode},startup=1", program()).parse().unwrap();
    let kind = engine::kind("onitama").unwrap();
    let mut found = Vec::new();
    let mut begun = 0;
    let (environment, stop) = (environment(), AtomicBool::new(false));
    let points =
        check(spec.program().unwrap(), kind, &environment, &stop, &mut |event| match event {
            Progress::Begins(_, number, all) => {
                begun += 1;
                assert!(number == begun && number <= all - 3);
            }
            Progress::Found(point) => found.push(point.clone()),
        });
    let points = points.unwrap();
    assert_eq!(points, found);
    points
}

fn wrong(mode: &str) -> Vec<String> {
    let of = |point: &Point| match &point.found {
        Found::Wrong(reason) => Some(format!("{}: {reason}", point.what)),
        _ => None,
    };
    points(mode).iter().filter_map(of).collect()
}

fn names(mode: &str, words: &str) {
    let wrong = wrong(mode);
    assert!(wrong.iter().any(|reason| reason.contains(words)), "{mode}: {wrong:?}");
}

#[test]
fn faults_are_named() {
    names("crash-start", "it ended with exit code 3; its last words: no memory");
    names("no-uoiok", "nothing says the end of it within 1 s");
    names("no-readyok", "it does not answer isready");
    names("crash", "it ended with exit code 3; its last words: index 7");
    names("illegal-move", "bestmove 'ox a1e5'");
    names("not-utf8", "is no UTF-8");
    names("talk-after", "a bestmove that nobody asked for");
    names("ignore-quit", "it ignored quit");
    names("children", "it left 2 processes behind");
}

#[test]
fn what_is_right_is_said_to_be_right() {
    let points = points("good");
    let found =
        |what: &str| &points.iter().find(|point| point.what.starts_with(what)).unwrap().found;
    assert_eq!(found("says who it is"), &Found::Good);
    assert_eq!(found("plays a whole game"), &Found::Good);
    assert_eq!(found("ends at quit"), &Found::Good);
    // It plays at once, whatever it is asked; its line holds no turn.
    assert!(matches!(found("thinks until"), Found::Wrong(_)));
    assert!(matches!(found("has legal turns in its lines"), Found::Wrong(_)));
}

#[test]
fn the_check_goes_on_after_a_crash_and_where_the_engine_stops_responding() {
    for (mode, words) in [("crash", "exit code 3"), ("hang", "no bestmove within")] {
        let points = points(mode);
        assert!(points.len() >= 17, "{mode}: {points:?}");
        let wrong =
            |point: &&Point| matches!(&point.found, Found::Wrong(text) if text.contains(words));
        assert!(points.iter().filter(wrong).count() >= 2, "{mode}: {points:?}");
        let last = points.last().unwrap();
        assert_eq!(
            (last.what, &last.found),
            ("ends at quit, and leaves nothing behind", &Found::Good)
        );
    }
}

#[test]
fn what_is_late_once_is_looked_at_again() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().display();
    let line = format!("{},args=late-once,dir={dir}", program());
    let spec: arena::EngineSpec = line.parse().unwrap();
    let (environment, stop) = (environment(), AtomicBool::new(false));
    let kind = engine::kind("onitama").unwrap();
    let points = check(spec.program().unwrap(), kind, &environment, &stop, &mut |_| {}).unwrap();
    let point = points.iter().find(|point| point.what == "keeps to the time for a turn").unwrap();
    assert_eq!(point.found, Found::Good);
    assert!(folder.path().join("seen").exists(), "it was late once");
}
