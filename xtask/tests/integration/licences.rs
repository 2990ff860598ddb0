//! The licences of what is compiled in.

use std::process::Command;

use serde_json::Value;

use crate::structure::root;

/// Licences that ask for no more than their text beside the program, which `cargo xtask dist` puts there.
const ALLOWED: [&str; 10] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    // Of data: the certificates that browsers trust.
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The parts of an expression between words that stand outside brackets.
fn parts<'a>(expression: &'a str, word: &str) -> Vec<&'a str> {
    let (mut found, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in expression.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && expression[at..].starts_with(word) && at >= from {
            found.push(&expression[from..at]);
            from = at + word.len();
        }
    }
    found.push(&expression[from..]);
    found
}

/// True if an SPDX expression allows it: one of the licences between `OR`, all of those between
/// `AND`.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.trim();
    let (any, all) = (parts(expression, " OR "), parts(expression, " AND "));
    if any.len() > 1 {
        return any.into_iter().any(is_allowed);
    }
    if all.len() > 1 {
        return all.into_iter().all(is_allowed);
    }
    match expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => is_allowed(inner),
        None => ALLOWED.contains(&expression),
    }
}

#[test]
fn every_package_has_a_licence_that_is_allowed() {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version=1", "--locked"]).current_dir(root());
    let metadata: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 150, "{}", packages.len());
    let faults: Vec<String> = packages
        .iter()
        .filter(|package| {
            let licence = package["license"].as_str().unwrap_or_default().replace('/', " OR ");
            !is_allowed(&licence)
        })
        .map(|package| format!("{}: {}", package["name"], package["license"]))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_expression_is_read_as_it_is_meant() {
    for (expression, allowed) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("(MIT OR ISC) AND GPL-3.0", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(expression), allowed, "{expression}");
    }
}
