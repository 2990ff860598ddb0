//! What a program can check of the documents: links lead somewhere, and the pages on the search name what it has.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn pages(folder: &Path, deep: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && deep {
            found.extend(pages(&path, deep));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What stands between `open` and `close`, again and again.
fn between<'a>(text: &'a str, open: &str, close: char) -> Vec<&'a str> {
    text.split(open).skip(1).filter_map(|rest| rest.split(close).next()).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut dead = Vec::new();
    for page in pages(&root(), false).into_iter().chain(pages(&root().join("docs"), true)) {
        let text = std::fs::read_to_string(&page).unwrap();
        let mut links = between(&text, "](", ')');
        links.extend(between(&text, "src=\"", '"'));
        links.extend(between(&text, "srcset=\"", '"'));
        for link in links {
            let file = link.split('#').next().unwrap_or_default();
            let here = page.parent().unwrap();
            if !link.contains("://") && !file.is_empty() && !here.join(file).exists() {
                dead.push(format!("{}: {link}", page.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// `late_move` as `LateMove`.
fn camel_case(name: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(word).collect()
}

#[test]
fn the_pages_on_techniques_name_every_parameter_with_its_starting_value() {
    let declared = std::fs::read_to_string(root().join("crates/search/src/params.rs")).unwrap();
    let pages = pages(&root().join("docs/techniques"), false);
    let texts: Vec<String> =
        pages.iter().map(|page| std::fs::read_to_string(page).unwrap()).collect();
    let paragraphs: Vec<&str> = texts.iter().flat_map(|text| text.split("\n\n")).collect();
    let mut missing = Vec::new();
    let mut count = 0;
    // "lmr_depth: i32 = 3, 2..=20, step 1, "plies";"
    for line in declared.lines().filter(|line| line.contains(", step ")) {
        let (name, rest) = line.trim().split_once(": ").unwrap();
        let start = rest.split_once("= ").unwrap().1.split(',').next().unwrap();
        let (name, switch) = (format!("`{}`", camel_case(name)), rest.starts_with("bool"));
        count += 1;
        let tells = |paragraph: &&str| {
            let plain = paragraph.replace(',', "");
            let numbers = plain.split(|c: char| !c.is_ascii_alphanumeric());
            paragraph.contains(&name) && (switch || numbers.into_iter().any(|word| word == start))
        };
        if !paragraphs.iter().any(tells) {
            missing.push(format!("{name} = {start}"));
        }
    }
    assert!(count >= 30, "only {count} declarations were found");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_guide_to_a_new_game_shows_whole_files() {
    let guide = std::fs::read_to_string(root().join("docs/new-game.md")).unwrap();
    assert!(guide.lines().count() <= 150, "the guide has {} lines", guide.lines().count());
    let parts: Vec<&str> = guide.split("```").collect();
    let mut shown = 0;
    for (before, block) in parts.iter().step_by(2).zip(parts.iter().skip(1).step_by(2)) {
        let (language, code) = block.split_once('\n').unwrap();
        if language == "sh" {
            continue;
        }
        let line = before.lines().rev().find(|line| !line.is_empty()).unwrap();
        let file = line.strip_prefix('`').and_then(|line| line.strip_suffix("`, whole:"));
        let file = file.unwrap_or_else(|| panic!("before a block stands its file: {line}"));
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        assert_eq!(code, text, "{file}");
        shown += 1;
    }
    assert!(shown >= 2, "{shown}");
}
