//! The invariants of ARCHITECTURE.md that a program can check.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A package of the workspace.
struct Package {
    name: String,
    /// Its folder, from the workspace's: `crates/games/onitama`.
    folder: String,
    /// The packages of the workspace that it depends on, other than for tests.
    uses: BTreeSet<String>,
}

fn packages() -> Vec<Package> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--no-deps", "--format-version=1"]).current_dir(root());
    let metadata: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let list = metadata["packages"].as_array().unwrap();
    let names: BTreeSet<&str> =
        list.iter().filter_map(|package| package["name"].as_str()).collect();
    let read = |package: &Value| {
        let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().unwrap().strip_prefix(root()).unwrap();
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        Package {
            name: package["name"].as_str().unwrap().to_owned(),
            folder: folder.to_str().unwrap().replace('\\', "/"),
            uses: dependencies
                .filter(|dependency| dependency["kind"] != "dev")
                .filter_map(|dependency| dependency["name"].as_str())
                .filter(|name| names.contains(name))
                .map(str::to_owned)
                .collect(),
        }
    };
    list.iter().map(read).collect()
}

/// The tracked or new source files below a folder of the workspace.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return files;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !["target", "node_modules"].contains(&name) && !name.starts_with('.') {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The lines of a file that are code: no comments, nothing after the first test module.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.to_owned()));
    let shipped = lines.take_while(|(_, line)| line.trim() != "#[cfg(test)]");
    shipped.filter(|(_, line)| !line.trim_start().starts_with("//")).collect()
}

fn places(faults: &[(PathBuf, usize, String)]) -> String {
    let place = |(path, line, text): &(PathBuf, usize, String)| {
        format!("{}:{line}: {}\n", path.strip_prefix(root()).unwrap().display(), text.trim())
    };
    faults.iter().map(place).collect()
}

#[test]
fn dependencies_point_one_way() {
    let packages = packages();
    let games: BTreeSet<&str> = packages
        .iter()
        .filter(|package| package.folder.starts_with("crates/games/"))
        .map(|package| package.name.as_str())
        .collect();
    assert!(!games.is_empty());
    // Which other packages of the workspace each may name; a game is "a game".
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("game", &[] as &[&str]),
        ("bitboard", &[]),
        ("a game", &["game", "bitboard"]),
        ("search", &["game"]),
        ("mcts", &["game"]),
        ("engine", &["game", "search", "mcts", "a game"]),
        ("protocol", &["game"]),
        ("arena", &["engine", "protocol"]),
        ("tune", &["engine", "protocol", "arena"]),
        ("client", &["engine", "protocol", "arena"]),
    ]);
    for package in packages.iter().filter(|package| package.folder.starts_with("crates/")) {
        let role = if games.contains(package.name.as_str()) { "a game" } else { &package.name };
        let may = allowed.get(role).unwrap_or_else(|| panic!("{role}: say here what it may use"));
        for used in &package.uses {
            let used_role = if games.contains(used.as_str()) { "a game" } else { used };
            assert!(may.contains(&used_role), "{} may not depend on {used}", package.name);
        }
    }
    for package in packages.iter().filter(|package| !package.folder.starts_with("crates/")) {
        let named: Vec<&String> =
            package.uses.iter().filter(|used| games.contains(used.as_str())).collect();
        let is_app = package.folder.starts_with("apps/");
        assert!(!is_app || named.is_empty(), "{} names a game: {named:?}", package.name);
    }
}

#[test]
fn only_the_list_of_games_names_games() {
    let games: Vec<Package> =
        packages().into_iter().filter(|p| p.folder.starts_with("crates/games/")).collect();
    let list = root().join("crates/engine/src/games");
    let mut faults = Vec::new();
    for path in sources(&root().join("crates")).into_iter().chain(sources(&root().join("apps"))) {
        let own_tests = path
            .components()
            .any(|part| part.as_os_str() == "tests" || part.as_os_str() == "benches");
        for game in &games {
            if path.starts_with(&list) || own_tests || path.starts_with(root().join(&game.folder)) {
                continue;
            }
            let uses = format!("{}::", game.name);
            let named = code(&path).into_iter().filter(|(_, line)| line.contains(&uses));
            faults.extend(named.map(|(number, line)| (path.clone(), number, line)));
        }
    }
    assert!(faults.is_empty(), "a game is named outside engine/src/games:\n{}", places(&faults));
}

#[test]
fn nothing_below_the_apps_uses_the_terminal() {
    let words = [
        "println!",
        "print!",
        "eprintln!",
        "eprint!",
        "dbg!",
        "io::stdin",
        "io::stdout",
        "io::stderr",
    ];
    let mut faults = Vec::new();
    for path in sources(&root().join("crates")) {
        if path.components().any(|part| {
            ["tests", "benches", "examples"].iter().any(|&name| part.as_os_str() == name)
        }) {
            continue;
        }
        let printing = code(&path)
            .into_iter()
            .filter(|(_, line)| words.iter().any(|word| line.contains(word)));
        faults.extend(printing.map(|(number, line)| (path.clone(), number, line)));
    }
    assert!(faults.is_empty(), "the terminal is used below apps:\n{}", places(&faults));
}

#[test]
fn unsafe_code_says_why_it_is_sound() {
    let mut faults = Vec::new();
    for folder in ["crates", "apps", "xtask/src"] {
        for path in sources(&root().join(folder)) {
            let text = std::fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            for (index, line) in lines.iter().enumerate() {
                let opens =
                    ["unsafe {", "unsafe impl", "unsafe fn"].iter().any(|word| line.contains(word));
                let above = &lines[index.saturating_sub(6)..=index];
                let explained =
                    above.iter().any(|line| line.contains("SAFETY:") || line.contains("# Safety"));
                if opens && !line.trim_start().starts_with("//") && !explained {
                    faults.push((path.clone(), index + 1, (*line).to_owned()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "unsafe without a SAFETY line:\n{}", places(&faults));
}

#[test]
fn every_package_keeps_the_workspaces_lints() {
    for package in packages() {
        let manifest =
            std::fs::read_to_string(root().join(&package.folder).join("Cargo.toml")).unwrap();
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{} has no [lints] workspace = true",
            package.name
        );
    }
}

#[test]
fn files_stay_small() {
    let mut long = Vec::new();
    let mut lengths = Vec::new();
    for folder in ["crates", "apps", "xtask"] {
        for path in sources(&root().join(folder)) {
            let length = std::fs::read_to_string(&path).unwrap().lines().count();
            lengths.push(length);
            let is_node = path.ends_with("search/src/node.rs");
            let is_data = path.components().any(|part| part.as_os_str() == "data");
            if length > 600 && !is_node && !is_data {
                long.push((path, length, "over 600 lines".to_owned()));
            }
        }
    }
    assert!(long.is_empty(), "{}", places(&long));
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median <= 250, "the median file has {median} lines");
}
