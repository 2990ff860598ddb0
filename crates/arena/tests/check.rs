//! The check of an engine names what is wrong with it.
#![cfg(target_os = "linux")]

mod common;

use arena::check::{Found, Point, check};
use common::{environment, program};

fn points(mode: &str) -> Vec<Point> {
    let spec: arena::EngineSpec = format!("{},args={mode},startup=1", program()).parse().unwrap();
    let kind = engine::kind("onitama").unwrap();
    let mut told = Vec::new();
    let points =
        check(spec.program().unwrap(), kind, &environment(), &mut |point| told.push(point.clone()));
    let points = points.unwrap();
    assert_eq!(points, told);
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
    names("children", "it left 1 processes behind");
}

#[test]
fn what_is_right_is_said_to_be_right() {
    let points = points("good");
    let found =
        |what: &str| &points.iter().find(|point| point.what.starts_with(what)).unwrap().found;
    assert_eq!(found("says who it is"), &Found::Good);
    assert_eq!(found("plays a whole game"), &Found::Good);
    assert_eq!(found("ends at quit"), &Found::Good);
    // It plays at once, whatever it is told; its line holds no turn.
    assert!(matches!(found("thinks until"), Found::Wrong(_)));
    assert!(matches!(found("has legal turns in its lines"), Found::Wrong(_)));
}
