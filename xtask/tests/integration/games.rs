//! Games have folders of their own; nothing shared names them.

use std::path::{Path, PathBuf};

use crate::structure::{code, places, root, sources};

/// The games and the examples, as scripts write them: a folder each.
fn games() -> Vec<String> {
    let folders = ["crates/games", "examples"].map(|folder| std::fs::read_dir(root().join(folder)));
    let entries = folders.into_iter().flat_map(|folder| folder.unwrap()).map(Result::unwrap);
    // Beside the games stand programs that play them.
    let games = entries.filter(|entry| entry.path().join("Cargo.toml").exists());
    let mut names: Vec<String> =
        games.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// True if a line names a game, in whatever case; a word that goes on after it, as `Chess960` does, is another.
fn names(line: &str, game: &str) -> bool {
    let line = line.to_lowercase();
    [game.to_owned(), game.replace('_', " ")].iter().any(|name| {
        line.match_indices(name.as_str()).any(|(at, _)| {
            let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            !is_word(line[..at].chars().next_back())
                && !is_word(line[at + name.len()..].chars().next())
        })
    })
}

/// True if a line of a help text shows a command, which needs the name of some game; or is of the time control that is
/// called after one.
fn is_example(line: &str) -> bool {
    if line.contains("arimaa:") {
        return true;
    }
    line.trim_start_matches(['"', ' ', '|']).starts_with("tesuji ") || line.contains("| tesuji ")
}

/// The page's files of these kinds that are no game's own, no tests, and no pictures.
fn page() -> Vec<PathBuf> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_games = folder.ends_with("js/games");
            if path.is_dir() && !is_games {
                collect(&path, found);
            } else if ["js", "css", "html"]
                .iter()
                .any(|&kind| path.extension().is_some_and(|end| end == kind))
            {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(&root().join("apps/web/page"), &mut found);
    found
}

/// The lines of a file of the page without those that are comments.
fn page_code(path: &Path) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.to_owned()));
    let comment =
        |line: &str| ["//", "/*", "*"].iter().any(|mark| line.trim_start().starts_with(mark));
    lines.filter(|(_, line)| !comment(line)).collect()
}

#[test]
fn nothing_shared_names_a_game() {
    let games = games();
    assert!(games.len() >= 7, "{games:?}");
    let own = [root().join("crates/games"), root().join("crates/engine/src/games")];
    let is_shared = |path: &PathBuf| {
        let inner = path.strip_prefix(root()).unwrap();
        let is_test = inner.components().any(|part| {
            ["tests", "benches", "tests.rs"].iter().any(|name| part.as_os_str() == *name)
        });
        !is_test && !own.iter().any(|folder| path.starts_with(folder))
    };
    let rust = ["crates", "apps"].iter().flat_map(|folder| sources(&root().join(folder)));
    let rust: Vec<_> = rust.filter(is_shared).map(|path| (code(&path), path)).collect();
    let page: Vec<_> = page().into_iter().map(|path| (page_code(&path), path)).collect();
    assert!(rust.len() > 100 && page.len() > 60, "{} and {} files", rust.len(), page.len());
    let mut faults = Vec::new();
    for (lines, path) in rust.into_iter().chain(page) {
        for (number, line) in lines {
            if !is_example(&line) && games.iter().any(|game| names(&line, game)) {
                faults.push((path.clone(), number, line));
            }
        }
    }
    assert!(faults.is_empty(), "a game is named where it is not at home:\n{}", places(&faults));
}

#[test]
fn a_name_is_a_word_of_its_own() {
    for (line, named) in [
        ("chess::Position", true),
        ("Connect Four and others", true),
        ("[data-game=\"connect_four\"]", true),
        ("UCI_Chess960", false),
        ("chessboard", false),
    ] {
        assert_eq!(["chess", "connect_four"].iter().any(|game| names(line, game)), named, "{line}");
    }
    assert!(is_example("  tesuji perft chess 6") && !is_example("Chess is told in chess.md"));
}

#[test]
fn every_game_has_its_places() {
    let list = std::fs::read_to_string(root().join("crates/engine/src/games/mod.rs")).unwrap();
    for game in games() {
        assert!(list.contains(&format!("    {game}::")), "{game} is not in the list of games");
        let view = format!("apps/web/page/js/games/{game}/index.js");
        assert!(root().join(&view).exists(), "{game} has no {view}");
        let export = std::fs::read_to_string(root().join(view)).unwrap();
        assert!(
            export.contains(&format!("export const {game} ")),
            "{game}: the page's export has another name"
        );
        let tests = format!("apps/web/page/js/games/{game}/page.test.js");
        assert!(root().join(&tests).exists(), "{game} has no {tests}");
    }
}
