//! The commands that the documents show are commands that there are: each is read, its options are those of its help,
//! and those that end soon are run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::tesuji;

/// The pages for users.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/club", "docs/games", "docs/techniques", "experiments"] {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        found.extend(
            entries
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.extension().is_some_and(|kind| kind == "md" || kind == "toml")),
        );
    }
    found.sort();
    found
}

/// The commands of a page, each as its words: those in blocks of code and those in a line of text.
fn commands(text: &str, program: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut in_block = false;
    let joined = text.replace("\\\n", " ");
    for line in joined.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if in_block || line.starts_with("#   ") {
            let line = line.trim_start_matches("#   ").trim_start_matches("$ ").trim();
            found.extend(line.strip_prefix(program).map(words));
        }
    }
    // In a line of text a command may go on in the next line.
    let outside: Vec<&str> = text.split("```").step_by(2).collect();
    let flat = outside.join("\n").replace('\n', " ");
    for code in flat.split('`').skip(1).step_by(2) {
        found.extend(code.strip_prefix(program).map(words));
    }
    found
}

/// The words of a command as a shell has them, up to a comment, a pipe or a redirection.
fn words(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut word, mut any, mut quote) = (String::new(), false, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => (quote, any) = (Some(c), true),
            (None, '#' | '|' | '>' | ';' | '&') if !any => break,
            (None, c) if c.is_whitespace() => {
                if std::mem::take(&mut any) {
                    found.push(std::mem::take(&mut word));
                }
            }
            _ => {
                word.push(c);
                any = true;
            }
        }
    }
    if any {
        found.push(word);
    }
    found
}

/// True if a word stands for others: `GAME`, `[--json]`, `…`.
fn stands_for_others(word: &str) -> bool {
    let plain = word.trim_end_matches('…');
    word.contains(['…', '[', ']', '|'])
        || (!plain.is_empty() && plain.chars().all(|c| c.is_ascii_uppercase()))
}

/// The help of a command and of its own subcommand, if it has one.
fn help(words: &[String], known: &mut BTreeMap<Vec<String>, String>) -> String {
    let mut path: Vec<String> = words.iter().take(1).cloned().collect();
    if ["account", "arena", "book", "data", "openings", "token"].contains(&words[0].as_str()) {
        path.extend(words.get(1).filter(|word| !stands_for_others(word)).cloned());
    }
    let ask = || {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        let ran = tesuji(&args);
        assert_eq!(ran.code, 0, "tesuji {}: {}", args.join(" "), ran.err);
        ran.out
    };
    known.entry(path.clone()).or_insert_with(ask).clone()
}

/// True if a command ends within a second or so, needs no file and changes nothing.
fn is_quick(words: &[String]) -> bool {
    let has = |name: &str| words.iter().any(|word| word == name);
    let after = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1)?.parse::<u32>().ok()
    };
    !words.iter().any(|word| stands_for_others(word))
        && !has("--out")
        && match words[0].as_str() {
            "elo" => words.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit())),
            "show" | "games" | "man" => true,
            "perft" => words[2..].iter().filter_map(|word| word.parse::<u32>().ok()).all(|n| n < 5),
            "analyze" => {
                !has("hex") && after("--depth").is_some_and(|depth| depth <= 10) && !has("--suite")
            }
            "bench" => after("--depth").is_some_and(|depth| depth <= 6),
            _ => false,
        }
}

#[test]
fn the_commands_of_the_documents_are_there() {
    let mut known = BTreeMap::new();
    let mut faults = Vec::new();
    let (mut seen, mut run) = (0, 0);
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        for words in commands(&text, "tesuji ") {
            let built_in = |word: &str| word == "help" || word.starts_with('-');
            if words.first().is_none_or(|word| stands_for_others(word) || built_in(word)) {
                continue;
            }
            seen += 1;
            let shown = words.join(" ");
            let first = tesuji(&[&words[0], "--help"]);
            if first.code != 0 {
                faults.push(format!("{name}: tesuji {shown}: there is no such command"));
                continue;
            }
            let help = help(&words, &mut known);
            for option in words.iter().filter(|word| word.starts_with("--")) {
                let option = option.split(['=', ']', '|', '…']).next().unwrap_or_default();
                let there = help
                    .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
                    .any(|word| word == option);
                if !there {
                    faults.push(format!("{name}: tesuji {shown}: there is no {option}"));
                }
            }
            if is_quick(&words) {
                run += 1;
                let args: Vec<&str> = words.iter().map(String::as_str).collect();
                let ran = tesuji(&args);
                if ran.code != 0 {
                    faults.push(format!("{name}: tesuji {shown}: {}", ran.err));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(seen > 60 && run > 4, "{seen} commands seen, {run} run");
}

/// Units, container files and proxies start the program with options that it has.
#[test]
fn the_files_for_a_server_start_the_program_as_it_is() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let helps = ["serve", "backup"].map(|name| (name, tesuji(&[name, "--help"]).out));
    let (mut faults, mut seen) = (Vec::new(), 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let text = text.replace(['"', ',', '\'', '`'], " ");
        for (name, help) in &helps {
            for line in text.lines().filter_map(|line| line.split_once(&format!(" {name} --"))) {
                let options = line.1.split_whitespace().filter(|word| word.starts_with("--"));
                for option in options {
                    seen += 1;
                    if !help.contains(&format!("{option} "))
                        && !help.contains(&format!("{option}\n"))
                    {
                        faults.push(format!("{}: {name} {option}", file.display()));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(seen >= 10, "{seen} options seen");
}

#[test]
fn the_tasks_of_the_documents_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let usage = std::fs::read_to_string(root.join("xtask/src/main.rs")).unwrap();
    let lab = std::fs::read_to_string(root.join("xtask/lab/src/main.rs")).unwrap().to_lowercase();
    let mut seen = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for words in commands(&text, "cargo xtask ") {
            let Some(task) = words.first().filter(|word| !stands_for_others(word)) else {
                continue;
            };
            seen += 1;
            assert!(
                usage.contains(&format!("\n  {task} ")),
                "{}: cargo xtask {task}",
                page.display()
            );
            let Some(measured) = words.get(1).filter(|_| task == "bench") else { continue };
            let measured = measured.replace('-', "");
            assert!(
                lab.contains(&format!("    {measured}")),
                "{}: bench {measured}",
                page.display()
            );
        }
    }
    assert!(seen > 10, "{seen} tasks seen");
}

#[test]
fn words_are_those_of_a_shell() {
    let line = "analyze onitama --moves 'ox c1c2' \"b c\" --depth 3   # why | x";
    let found = words(line);
    assert_eq!(found, ["analyze", "onitama", "--moves", "ox c1c2", "b c", "--depth", "3"]);
    assert_eq!(words("arena export 3 | tesuji verify -"), ["arena", "export", "3"]);
    let text = "Use `tesuji elo\n--games 1,2,3`.\n```sh\ntesuji show \\\n  ataxx\n```\n";
    assert_eq!(commands(text, "tesuji ").len(), 2);
}
