//! Functions stay short, where a crate has agreed to it.

use std::path::PathBuf;

use crate::structure::{places, root, sources};

/// The lines that a function of the server may have, from `fn` to its closing brace.
const MOST: usize = 40;

/// The functions of a text that are longer: the line where each begins, its lines, and its name.
fn long(text: &str) -> Vec<(usize, usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(name) = name(line) else { continue };
        // A body ends where a brace stands as far to the left as its `fn`, as rustfmt has it; what has none ends at once.
        let indent = line.len() - line.trim_start().len();
        let ends = |line: &&str| {
            let begins = |c: char| line.starts_with(&format!("{:indent$}{c}", ""));
            begins('}') || (begins(')') && line.ends_with(';'))
        };
        let in_a_line = line.ends_with(['}', ';']);
        let end = lines[index..].iter().position(ends).filter(|_| !in_a_line);
        let Some(more) = end else { continue };
        if more + 1 > MOST {
            found.push((index + 1, more + 1, name));
        }
    }
    found
}

/// The name of the function that a line begins.
fn name(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let word = words.find(|word| {
        !["async", "const", "unsafe", "pub"].contains(word) && !word.starts_with("pub(")
    })?;
    let name = words.next().filter(|_| word == "fn")?;
    Some(name.split(['(', '<']).next().unwrap_or_default().to_owned())
}

#[test]
fn functions_of_the_server_stay_short() {
    let src = root().join("apps/server/src");
    let mut faults: Vec<(PathBuf, usize, String)> = Vec::new();
    for path in sources(&src) {
        // A test tells a story from its beginning to its end.
        if path.iter().any(|part| part == "tests" || part == "tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (line, length, name) in long(&text) {
            faults.push((path.clone(), line, format!("{name} has {length} lines")));
        }
    }
    assert!(faults.is_empty(), "more than {MOST} lines:\n{}", places(&faults));
}

#[test]
fn a_long_function_is_found_wherever_it_stands() {
    let body = "        let x = 1;\n".repeat(MOST);
    let text = format!(
        "fn short() {{}}\nimpl X {{\n    pub(super) async fn long(\n        self,\n    ) {{\n{body}    }}\n    fn next() {{\n    }}\n}}\n"
    );
    assert_eq!(long(&text), [(3, MOST + 4, "long".to_owned())]);
    let plain = "trait X {\n    fn a();\n    fn b(\n        &self,\n    );\n";
    assert_eq!(long(&format!("{plain}{}    }}\n}}\n", "    // said\n".repeat(MOST))), []);
}
