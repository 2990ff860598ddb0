//! `cargo xtask fuzz`: random input for the parsers, by cargo-fuzz.

use anyhow::{Context as _, Result, bail};

use crate::shell;

const USAGE: &str = "usage: cargo xtask fuzz [TARGET] [--seconds N]";

/// Runs one target or all of them, each for so many seconds. False if one found something.
pub fn run(args: &[&str]) -> Result<bool> {
    let mut seconds = 60_u32;
    let mut chosen = None;
    let mut words = args.iter();
    while let Some(&word) = words.next() {
        match word {
            "--seconds" => {
                let value = words.next().context(USAGE)?;
                seconds =
                    value.parse().with_context(|| format!("'{value}' is no number of seconds"))?;
            }
            _ if word.starts_with('-') || chosen.is_some() => {
                bail!("'{word}' was not expected; {USAGE}")
            }
            _ => chosen = Some(word),
        }
    }
    let mut targets = targets()?;
    if let Some(chosen) = chosen {
        let all = targets.join(", ");
        targets.retain(|target| target == chosen);
        anyhow::ensure!(!targets.is_empty(), "there is no target '{chosen}'; there are {all}");
    }
    if !shell::has_cargo("fuzz") {
        println!("cargo-fuzz is missing: cargo install cargo-fuzz --locked");
        let done = shell::run(&mut shell::cargo(&["install", "cargo-fuzz", "--locked"]))?;
        anyhow::ensure!(done.success, "cargo-fuzz could not be installed");
    }
    let time = format!("-max_total_time={seconds}");
    let mut clean = true;
    for target in targets {
        let mut command = shell::cargo(&[
            "fuzz",
            "run",
            &target,
            "--",
            &time,
            "-timeout=10",
            "-dict=fuzz/words.dict",
        ]);
        // cargo-fuzz asks for a nightly compiler; this lets the stable one do it.
        command.env("RUSTC_BOOTSTRAP", "1");
        // SQLite has two static arrays of one name, which is no fault.
        command.env("ASAN_OPTIONS", "detect_odr_violation=0");
        let found = !shell::run(&mut command)?.success;
        println!("{target}: {}", if found { "FAILED" } else { "nothing found" });
        clean &= !found;
    }
    Ok(clean)
}

/// The names of the targets: a file each.
fn targets() -> Result<Vec<String>> {
    let folder = shell::root().join("fuzz/fuzz_targets");
    let files = std::fs::read_dir(&folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut names: Vec<String> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}
