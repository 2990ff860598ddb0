//! How many nodes a worker may search.

use super::only;

#[test]
fn a_worker_stops_when_the_nodes_of_all_threads_reach_the_limit() {
    let mut setup = only(|_| ());
    setup.node_limit = 1_000;
    setup.work(|worker| {
        for (nodes, stops) in [(0, false), (600, false), (999, false), (1_000, true)] {
            worker.nodes = nodes;
            assert_eq!(worker.poll_now(), stops, "{nodes}");
        }
    });
    setup.work(|worker| {
        let others = &worker.shared.nodes;
        others.fetch_add(900, std::sync::atomic::Ordering::Relaxed);
        worker.nodes = 99;
        assert!(!worker.poll_now());
        worker.nodes = 100;
        assert!(worker.poll_now(), "with what the others searched");
    });
}
