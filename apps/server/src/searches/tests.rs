use std::sync::mpsc;
use std::time::Duration;

use engine::{Limits, Request};

use super::{Priority, Progress, Searches, Task};
use crate::engines;
use crate::gate::ClientId;

fn client(address: u8, number: u64) -> ClientId {
    ClientId { address: [10, 0, 0, address].into(), number }
}

fn task(client: ClientId, limits: Limits) -> Task {
    let kind = engines::kind("onitama").expect("a game");
    let start = engines::deal(kind, "base", 1).expect("a deal");
    let request = Request::at(kind, &start, limits).expect("a position");
    let (level, priority) = (1, Priority::Turn);
    Task { kind, request, level, priority, client }
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
