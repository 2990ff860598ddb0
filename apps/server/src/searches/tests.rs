use std::collections::BTreeMap;
use std::sync::mpsc;
use std::time::Duration;

use engine::{Info, Limits, Request};

use super::{Priority, Progress, Searches, Task, put_line};
use crate::engines;
use crate::gate::ClientId;
use crate::protocol::study::Algorithm;

fn client(address: u8, number: u64) -> ClientId {
    ClientId { address: [10, 0, 0, address].into(), number }
}

fn task(client: ClientId, limits: Limits) -> Task {
    let kind = engines::kind("onitama").expect("a game");
    let start = engines::deal(kind, "base", 1).expect("a deal");
    let request = Request::at(kind, &start, limits).expect("a position");
    let (level, priority) = (1, Priority::Turn);
    Task { kind, request, level, algorithm: Algorithm::AlphaBeta, priority, client }
}

#[test]
fn many_searches_of_one_client_delay_no_other() {
    let searches = Searches::start(1, 1, None).expect("a thread");
    let (sender, served) = mpsc::channel();
    let quick = Limits { nodes: Some(10), ..Limits::default() };
    let submit = |client: ClientId, limits: Limits| {
        let sender = sender.clone();
        searches.submit(task(client, limits), move |progress| {
            if matches!(progress, Progress::Started) {
                sender.send(client).expect("the test listens");
            }
        })
    };
    let (greedy, twin, other) = (client(1, 1), client(1, 2), client(2, 3));
    // All that follow wait while the first thinks.
    let first = submit(greedy, Limits { infinite: true, ..Limits::default() });
    let next = || served.recv_timeout(Duration::from_secs(20)).expect("a search begins");
    assert_eq!(next(), greedy);
    let mut held: Vec<_> = (0..24).map(|_| submit(greedy, quick.clone())).collect();
    held.push(submit(twin, quick.clone()));
    held.push(submit(other, quick));
    first.finish();
    let order: Vec<ClientId> = (0..4).map(|_| next()).collect();
    assert_eq!(order, [other, twin, greedy, greedy]);
}

/// A report of a search.
fn report() -> Info {
    let searches = Searches::start(1, 1, None).expect("a thread");
    let (sender, told) = mpsc::channel();
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let _handle = searches.submit(task(client(1, 1), limits), move |progress| {
        if let Progress::Reports(reports) = progress {
            // Later ones find nobody.
            let _ = sender.send(reports);
        }
    });
    told.recv_timeout(Duration::from_secs(20)).expect("a report").remove(0)
}

#[test]
fn a_line_that_loses_its_place_takes_that_of_the_other() {
    let report = report();
    let put = |lines: &mut BTreeMap<usize, Info>, number: usize, turn: &str| {
        put_line(lines, Info { multi_pv: number, pv: vec![turn.into()], ..report.clone() });
        let told = |(number, info): (&usize, &Info)| {
            assert_eq!(*number, info.multi_pv);
            info.pv[0].clone()
        };
        lines.iter().map(told).collect::<Vec<_>>().join(" ")
    };
    let mut lines = BTreeMap::new();
    assert_eq!(put(&mut lines, 1, "a"), "a");
    assert_eq!(put(&mut lines, 2, "b"), "a b");
    assert_eq!(put(&mut lines, 1, "a"), "a b");
    assert_eq!(put(&mut lines, 3, "c"), "a b c");
    // The next depth is over after its first line.
    assert_eq!(put(&mut lines, 1, "b"), "b a c");
    assert_eq!(put(&mut lines, 1, "d"), "d a c");
    assert_eq!(put(&mut lines, 2, "c"), "d c a");
    // A reader that has passed on its reports holds some lines alone.
    lines.remove(&1);
    assert_eq!(put(&mut lines, 1, "a"), "a c");
}
