//! Checks of the documents: links lead somewhere, and the pages on the search name what it has.

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

/// The texts between `open` and `close`.
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

/// The headings of a page, as links name them.
fn anchors(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for outside in text.split("```").step_by(2) {
        for line in outside.lines().filter(|line| line.starts_with('#')) {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            found.push(kept.collect::<String>().replace(' ', "-"));
        }
    }
    found
}

#[test]
fn links_to_headings_lead_to_them() {
    let mut dead = Vec::new();
    for page in pages(&root(), false).into_iter().chain(pages(&root().join("docs"), true)) {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in between(&text, "](", ')') {
            let Some((file, anchor)) = link.split_once('#') else { continue };
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            if link.contains("://") || target.extension().is_none_or(|kind| kind != "md") {
                continue;
            }
            let there = std::fs::read_to_string(target)
                .is_ok_and(|text| anchors(&text).iter().any(|found| found == anchor));
            if !there {
                dead.push(format!("{}: {link}", page.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// Pages for those who run a club, write programs for it or train the engine, beside the manual of its users.
const BESIDE: [&str; 5] = ["api.md", "networks.md", "scale.md", "security.md", "tuning.md"];

/// The manual is what users read: at most fifteen pages, short ones, in lines that fit a screen. What was tried and
/// measured, and when, goes to docs/log.
#[test]
fn the_manual_is_short() {
    let manual: Vec<PathBuf> =
        ["docs", "docs/games"].iter().flat_map(|of| pages(&root().join(of), false)).collect();
    let beside = |page: &&PathBuf| BESIDE.iter().any(|name| page.ends_with(name));
    let count = manual.iter().filter(|page| !beside(page)).count();
    assert!(count <= 15, "{count} pages");
    let mut long = Vec::new();
    let others = ["docs/techniques", "docs/club"].map(|of| pages(&root().join(of), false)).concat();
    for page in manual.iter().chain(&others) {
        let text = std::fs::read_to_string(page).unwrap();
        let name = page.strip_prefix(root()).unwrap().display().to_string();
        if text.lines().count() > 150 {
            long.push(format!("{name}: {} lines", text.lines().count()));
        }
        let mut in_block = false;
        for (number, line) in (1..).zip(text.lines()) {
            in_block ^= line.starts_with("```");
            if !in_block && line.chars().count() > 120 {
                long.push(format!("{name}, line {number}: {} characters", line.chars().count()));
            }
        }
        for word in ["the issue", "aim of", "The aim", "aim is missed", "was tried", "busy machine"]
        {
            if text.contains(word) {
                long.push(format!("{name}: '{word}' belongs to docs/log"));
            }
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}

/// `late_move` as `LateMove`.
fn camel_case(name: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(word).collect()
}

#[test]
fn the_pages_on_techniques_name_every_parameter_with_its_starting_value() {
    let files = ["crates/search/src/params.rs", "crates/mcts/src/params.rs"];
    let declared = files.map(|file| std::fs::read_to_string(root().join(file)).unwrap()).join("\n");
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
        let mentions = |paragraph: &&str| {
            let plain = paragraph.replace(',', "");
            let numbers = plain.split(|c: char| !c.is_ascii_alphanumeric());
            paragraph.contains(&name) && (switch || numbers.into_iter().any(|word| word == start))
        };
        if !paragraphs.iter().any(mentions) {
            missing.push(format!("{name} = {start}"));
        }
    }
    assert!(count >= 60, "only {count} declarations were found");
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
