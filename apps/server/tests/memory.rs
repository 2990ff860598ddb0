//! The memory of a connection. Alone in its program, so that other tests do not count.

#![cfg(target_os = "linux")]

#[path = "integration/common/mod.rs"]
mod common;

use common::Running;

#[tokio::test]
async fn an_idle_websocket_takes_little_memory() {
    fn resident_kib() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").expect("a status");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line");
        line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number")
    }
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(server.silent_socket([127, 0, 0, 1]).await);
    }
    let before = resident_kib();
    for _ in 0..200 {
        held.push(server.silent_socket([127, 0, 0, 1]).await);
    }
    let each = resident_kib().saturating_sub(before) as f64 / 200.0;
    println!("{each:.1} KiB a WebSocket");
    assert!(each < 29.0, "{each:.1} KiB a WebSocket");
}
