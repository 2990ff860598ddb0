//! A pipe that has no room.
#![cfg(unix)]

use super::*;

#[test]
fn what_a_pipe_has_no_room_for_arrives_as_the_program_reads() {
    // `cat` says again what it reads. A pipe holds far less than these lines.
    let (cat, environment) = (ProgramSpec::new("cat"), Environment::default());
    let mut child = Child::start(&cat, &environment, Duration::from_secs(1)).unwrap();
    let lines: Vec<String> = (0..20_000).map(|number| format!("line {number} of many")).collect();
    let text = lines.join("\n") + "\n";
    assert!(text.len() > 1 << 18 && text.len() < MAX_UNREAD);
    child.say(&text);
    let until = Instant::now() + Duration::from_secs(20);
    for said in &lines {
        match child.line(until) {
            Line::Text { text, .. } => assert_eq!(text, *said),
            other => panic!("{other:?} instead of '{said}'"),
        }
    }
    assert!(child.quit("").is_empty(), "it ends with its input");
}
