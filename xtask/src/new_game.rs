//! `cargo xtask new-game`: the folders of a game, copied from an example, and the lines that list it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::shell;

const USAGE: &str = "usage: cargo xtask new-game NAME [--from EXAMPLE] [--example]";
const MANIFEST: &str = "crates/engine/Cargo.toml";
const LIST: &str = "crates/engine/src/games/mod.rs";
const NEXT: &str = "\
Next: the rules in src/, the counts in tests/, what the engine needs to know in crates/engine/src/games, the page in
apps/web/page/js/games. docs/new-game.md says what to look at.";

/// Makes a game.
pub fn run(args: &[&str]) -> Result<bool> {
    let (mut name, mut from, mut is_example) = (None, "connect_four", false);
    let mut words = args.iter();
    while let Some(&word) = words.next() {
        match word {
            "--from" => from = words.next().context(USAGE)?,
            "--example" => is_example = true,
            _ if word.starts_with('-') || name.is_some() => {
                bail!("'{word}' was not expected; {USAGE}")
            }
            _ => name = Some(word),
        }
    }
    for path in create(&shell::root(), name.context(USAGE)?, from, is_example)? {
        println!("{}", path.display());
    }
    // A name of another length or another letter moves lines.
    let formatted = shell::run(&mut shell::cargo(&["fmt", "--all"]))?.success;
    println!("{NEXT}");
    Ok(formatted)
}

/// Copies the example and writes the lines; what was made, from the workspace's folder.
fn create(root: &Path, name: &str, from: &str, is_example: bool) -> Result<Vec<PathBuf>> {
    let is_word = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    ensure!(is_word, "'{name}' is no name: use small letters, digits and _, as in connect_four");
    let example = root.join("examples").join(from);
    ensure!(example.is_dir(), "there is no example '{from}' in the folder examples");
    let parent = if is_example { "examples" } else { "crates/games" };
    let names = Names { from, name };
    let mut made = Vec::new();
    for (source, target) in [
        (format!("examples/{from}"), format!("{parent}/{name}")),
        (
            format!("crates/engine/src/games/{from}.rs"),
            format!("crates/engine/src/games/{name}.rs"),
        ),
        (format!("apps/web/page/js/games/{from}"), format!("apps/web/page/js/games/{name}")),
    ] {
        let (source, target) = (root.join(source), root.join(target));
        ensure!(!target.exists(), "{} is there already", target.display());
        copy(&source, &target, &names, &mut made)?;
    }
    edit(root, MANIFEST, |text| manifest_with(text, name, is_example))?;
    let entry = format!("    {name}::{},\n", camel(name));
    edit(root, LIST, |text| {
        let list = if is_example { "    examples:\n" } else { "    kinds:\n" };
        insert(text, list, "}\n", &entry)
    })?;
    made.extend([PathBuf::from(MANIFEST), PathBuf::from(LIST)]);
    let short = |path: PathBuf| path.strip_prefix(root).map(Path::to_owned).unwrap_or(path);
    Ok(made.into_iter().map(short).collect())
}

/// A name in the place of another, however it is written.
struct Names<'a> {
    from: &'a str,
    name: &'a str,
}

impl Names<'_> {
    fn replaced(&self, text: &str) -> String {
        text.replace(self.from, self.name)
            .replace(&camel(self.from), &camel(self.name))
            .replace(&title(self.from), &title(self.name))
    }
}

/// `connect_four` as `Connect Four`.
fn title(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        })
    };
    name.split('_').map(word).collect::<Vec<_>>().join(" ")
}

/// `connect_four` as `ConnectFour`.
fn camel(name: &str) -> String {
    title(name).replace(' ', "")
}

fn copy(source: &Path, target: &Path, names: &Names<'_>, made: &mut Vec<PathBuf>) -> Result<()> {
    let place = || source.display().to_string();
    if source.is_dir() {
        std::fs::create_dir_all(target).with_context(place)?;
        for entry in std::fs::read_dir(source).with_context(place)? {
            let path = entry.with_context(place)?.path();
            let file = path.file_name().unwrap_or_default();
            copy(&path, &target.join(file), names, made)?;
        }
        return Ok(());
    }
    let text = std::fs::read_to_string(source).with_context(place)?;
    std::fs::write(target, names.replaced(&text)).with_context(place)?;
    made.push(target.to_owned());
    Ok(())
}

fn edit(root: &Path, path: &str, change: impl FnOnce(&str) -> Option<String>) -> Result<()> {
    let text = std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
    let text = change(&text).with_context(|| format!("{path} has no place for the game"))?;
    std::fs::write(root.join(path), text).with_context(|| path.to_owned())
}

/// A line before the first `end` after `start`.
fn insert(text: &str, start: &str, end: &str, line: &str) -> Option<String> {
    let from = text.find(start)? + start.len();
    let at = from + text[from..].find(end)?;
    Some(format!("{}{line}{}", &text[..at], &text[at..]))
}

fn manifest_with(text: &str, name: &str, is_example: bool) -> Option<String> {
    if !is_example {
        let line = format!("{name} = {{ path = \"../games/{name}\" }}\n");
        return insert(text, "# The games.", "\n\n", &format!("\n{}", line.trim_end()));
    }
    let path = format!("path = \"../../examples/{name}\"");
    let text = insert(
        text,
        "[dependencies]",
        "\n[features]",
        &format!("{name} = {{ {path}, optional = true }}\n"),
    )?;
    let text = insert(&text, "examples = [", "]", &format!(", \"dep:{name}\""))?;
    insert(&text, "[dev-dependencies]", "tempfile =", &format!("{name} = {{ {path} }}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A copy of what the task reads.
    fn workspace(of: &str) -> PathBuf {
        let root =
            std::env::temp_dir().join(format!("tesuji-new-game-{of}-{}", std::process::id()));
        for path in [
            "examples/connect_four",
            "apps/web/page/js/games/connect_four",
            "crates/engine/src/games/connect_four.rs",
            MANIFEST,
            LIST,
        ] {
            let same = Names { from: "connect_four", name: "connect_four" };
            let target = root.join(path);
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            copy(&shell::root().join(path), &target, &same, &mut Vec::new()).unwrap();
        }
        root
    }

    #[test]
    fn a_game_is_one_folder_of_rules_one_of_the_page_and_a_line_in_the_list() {
        let root = workspace("game");
        let made = create(&root, "nine_holes", "connect_four", false).unwrap();
        let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
        assert!(made.contains(&PathBuf::from("crates/games/nine_holes/src/position.rs")));
        assert!(read("crates/games/nine_holes/Cargo.toml").contains("name = \"nine_holes\""));
        let definition = read("crates/engine/src/games/nine_holes.rs");
        assert!(
            definition.contains("for NineHoles {") && definition.contains("\"Nine Holes\""),
            "{definition}"
        );
        assert!(read("apps/web/page/js/games/nine_holes/index.js").contains("title: 'Nine Holes'"));
        assert_eq!(read(LIST).matches("nine_holes::NineHoles,").count(), 1);
        let manifest = read(MANIFEST);
        let line = "\nnine_holes = { path = \"../games/nine_holes\" }\n";
        assert!(manifest.contains(line), "{manifest}");
        for path in made {
            let text = read(path.to_str().unwrap());
            let is_list = path.ends_with("Cargo.toml") || path.ends_with("mod.rs");
            assert!(is_list || !text.contains("connect_four"), "{}", path.display());
        }
        let again = create(&root, "nine_holes", "connect_four", false).unwrap_err().to_string();
        assert!(again.ends_with("is there already"), "{again}");
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn an_example_is_in_the_list_of_examples_alone() {
        let root = workspace("example");
        create(&root, "hex", "connect_four", true).unwrap();
        let list = std::fs::read_to_string(root.join(LIST)).unwrap();
        let (_, examples) = list.split_once("    examples:\n").unwrap();
        assert!(examples.contains("    hex::Hex,\n"), "{list}");
        let manifest = std::fs::read_to_string(root.join(MANIFEST)).unwrap();
        for part in ["optional = true }", "\"dep:hex\"", "hex = { path = \"../../examples/hex\" }"]
        {
            assert!(manifest.contains(part), "{part}: {manifest}");
        }
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn what_is_no_name_is_refused() {
        let root = workspace("names");
        for (name, from, fault) in [
            ("Hex", "connect_four", "'Hex' is no name"),
            ("../hex", "connect_four", "'../hex' is no name"),
            ("hex", "no_such", "there is no example 'no_such'"),
        ] {
            let error = create(&root, name, from, false).unwrap_err().to_string();
            assert!(error.starts_with(fault), "{error}");
        }
        std::fs::remove_dir_all(root).unwrap();
    }
}
