//! The invariants of ARCHITECTURE.md that a program can check.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

pub(crate) fn root() -> PathBuf {
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
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
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
pub(crate) fn code(path: &Path) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.to_owned()));
    let shipped = lines.take_while(|(_, line)| line.trim() != "#[cfg(test)]");
    shipped.filter(|(_, line)| !line.trim_start().starts_with("//")).collect()
}

pub(crate) fn places(faults: &[(PathBuf, usize, String)]) -> String {
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
        .filter(|package| {
            ["crates/games/", "examples/"].iter().any(|of| package.folder.starts_with(of))
        })
        .map(|package| package.name.as_str())
        .collect();
    assert!(!games.is_empty());
    // Which other packages of the workspace each may name; a game is "a game".
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("game", &[] as &[&str]),
        ("bitboard", &[]),
        ("a game", &["game", "bitboard"]),
        ("search", &["game"]),
        ("mcts", &["game", "search"]),
        ("network", &["game"]),
        ("engine", &["game", "search", "mcts", "network", "a game"]),
        ("protocol", &["game"]),
        ("arena", &["engine", "protocol"]),
        ("tune", &["engine", "protocol", "arena", "network"]),
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
            let is_data = path.components().any(|part| part.as_os_str() == "data");
            if length > 600 && !is_data {
                long.push((path, length, "over 600 lines".to_owned()));
            }
        }
    }
    assert!(long.is_empty(), "{}", places(&long));
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median <= 250, "the median file has {median} lines");
}

/// A file of a crate, as a module.
struct Module {
    /// Its path in the crate: `["games", "chess"]`.
    path: Vec<String>,
    file: PathBuf,
    /// The paths of its `use` lines and within its code, each from the crate's root, and whether it only passes the name on.
    names: Vec<(Vec<String>, bool)>,
}

/// The code of a file without comments, texts and tests.
fn plain_code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let mut plain = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            // A module of tests in a file of its own is a line, any other the rest of the file.
            if lines.next().is_some_and(|item| item.trim_end().ends_with('{')) {
                break;
            }
            continue;
        }
        let line = line.split("//").next().unwrap_or_default();
        let outside = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        plain += &outside;
        plain.push('\n');
    }
    plain
}

/// The single paths of the tree of a `use` line.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let rest = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in rest.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().unwrap().push(c),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| leaves(part)).map(|leaf| format!("{}{leaf}", head.trim())).collect()
}

/// A path in a module of that path, from the crate's root; None where it leads out of the crate.
fn from_root(name: &str, within: &[String], children: &[String]) -> Option<Vec<String>> {
    let mut parts = name.split("::").map(str::to_owned).peekable();
    let mut base = within.to_vec();
    match parts.peek().map(String::as_str) {
        Some("crate") => {
            parts.next();
            base.clear();
        }
        Some("self") => drop(parts.next()),
        Some("super") => {
            while parts.next_if(|part| part == "super").is_some() {
                base.pop();
            }
        }
        Some(first) if children.iter().any(|child| child == first) => {}
        _ => return None,
    }
    base.extend(parts);
    Some(base)
}

/// The modules of a crate, by their files.
fn modules(src: &Path) -> Vec<Module> {
    let files: Vec<PathBuf> = sources(src)
        .into_iter()
        .filter(|file| !file.components().any(|part| part.as_os_str() == "tests"))
        .filter(|file| !file.ends_with("tests.rs"))
        .collect();
    let path = |file: &Path| -> Vec<String> {
        let inner = file.strip_prefix(src).unwrap().with_extension("");
        let parts = inner.components().map(|part| part.as_os_str().to_str().unwrap().to_owned());
        parts.filter(|part| !["lib", "main", "mod"].contains(&part.as_str())).collect()
    };
    let paths: Vec<Vec<String>> = files.iter().map(|file| path(file)).collect();
    let read = |(file, path): (&PathBuf, &Vec<String>)| {
        let below = paths.iter().filter(|other| other.len() == path.len() + 1);
        let children: Vec<String> = below
            .filter(|other| other.starts_with(path))
            .filter_map(|other| other.last().cloned())
            .collect();
        let mut code = plain_code(file);
        let mut names = Vec::new();
        while let Some(at) = code.find("use ").filter(|at| !code[*at..].is_empty()) {
            let end = code[at..].find(';').map_or(code.len(), |end| at + end);
            let start = code[..at].rfind('\n').map_or(0, |line| line + 1);
            let passes_on = code[start..at].trim_start().starts_with("pub");
            let tree = code[at + 4..end].replace('\n', " ");
            for leaf in leaves(&tree) {
                let leaf = leaf.trim_start_matches("::").to_owned();
                names.extend(from_root(&leaf, path, &children).map(|name| (name, passes_on)));
            }
            code.replace_range(start..end, "");
        }
        // Modules that a line names are the beginnings of paths.
        let used = names.iter().map(|(name, _)| name).filter(|name| paths.contains(name));
        let used: Vec<Vec<String>> = used.cloned().collect();
        // Paths within the code.
        for word in code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            if word.contains("::") {
                let (first, rest) = word.split_once("::").unwrap_or_default();
                let module = used.iter().find(|used| used.last().is_some_and(|it| it == first));
                let below = |module: &Vec<String>| {
                    let rest = rest.split("::").map(str::to_owned);
                    module.iter().cloned().chain(rest).collect()
                };
                let name = module.map(below).or_else(|| from_root(word, path, &children));
                names.extend(name.map(|name| (name, false)));
            }
        }
        Module { path: path.clone(), file: file.clone(), names }
    };
    files.iter().zip(&paths).map(read).collect()
}

/// The module that a name stands in: itself, or, where a module above passes it on, the one that it comes from.
fn home(modules: &[Module], name: &[String]) -> Option<usize> {
    let depth = (0..=name.len())
        .rev()
        .find(|&depth| modules.iter().any(|module| module.path == name[..depth]))?;
    let at = modules.iter().position(|module| module.path == name[..depth])?;
    let item = name.get(depth)?;
    let source = modules[at]
        .names
        .iter()
        .find(|(passed, passes_on)| *passes_on && passed.last() == Some(item) && passed != name);
    source.map_or(Some(at), |(passed, _)| home(modules, passed).or(Some(at)))
}

/// A circle of modules, if there is one.
fn circle(uses: &[BTreeSet<usize>]) -> Option<Vec<usize>> {
    fn walk(
        at: usize,
        uses: &[BTreeSet<usize>],
        done: &mut [bool],
        way: &mut Vec<usize>,
    ) -> Option<Vec<usize>> {
        if let Some(from) = way.iter().position(|&on| on == at) {
            return Some(way[from..].to_vec());
        }
        if done[at] {
            return None;
        }
        way.push(at);
        let found = uses[at].iter().find_map(|&next| walk(next, uses, done, way));
        way.pop();
        done[at] = true;
        found
    }
    let mut done = vec![false; uses.len()];
    (0..uses.len()).find_map(|at| walk(at, uses, &mut done, &mut Vec::new()))
}

#[test]
fn no_files_of_a_crate_use_each_other() {
    let mut faults = String::new();
    for package in packages() {
        let modules = modules(&root().join(&package.folder).join("src"));
        let mut uses = vec![BTreeSet::new(); modules.len()];
        for (at, module) in modules.iter().enumerate() {
            let named = module.names.iter().filter(|(_, passes_on)| !passes_on);
            let homes = named.filter_map(|(name, _)| home(&modules, name));
            uses[at].extend(homes.filter(|&home| home != at));
        }
        while let Some(found) = circle(&uses) {
            let name =
                |&at: &usize| modules[at].file.strip_prefix(root()).unwrap().display().to_string();
            faults += &format!("{}\n", found.iter().map(name).collect::<Vec<_>>().join(" -> "));
            // The rest is reported without this circle.
            let (last, first) = (found[found.len() - 1], found[0]);
            uses[last].remove(&first);
        }
    }
    assert!(faults.is_empty(), "files that use each other:\n{faults}");
}
