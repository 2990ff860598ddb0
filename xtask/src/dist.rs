//! `cargo xtask dist`: the archive of a release.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::shell::{cargo, root, run};

/// The files of the archive beside the program, as they stand in the workspace.
const FILES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// The shells that completions are made for, and what their files are called.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "tesuji.bash"),
    ("zsh", "_tesuji"),
    ("fish", "tesuji.fish"),
    ("elvish", "tesuji.elv"),
    ("powershell", "_tesuji.ps1"),
];

/// Builds the program and packs it with licences, manual pages and completions; with `--binary FILE` that program.
pub fn run_task(args: &[&str]) -> Result<bool> {
    let binary = match args {
        [] => match build()? {
            Some(binary) => binary,
            None => return Ok(false),
        },
        ["--binary", file] => PathBuf::from(file),
        _ => anyhow::bail!("dist takes nothing, or --binary FILE"),
    };
    let version = output(Command::new(&binary).arg("--version"))?;
    let version = version.trim().rsplit(' ').next().unwrap_or_default().to_owned();
    let name = format!("tesuji-{version}-{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    let dist = root().join("target/dist");
    let folder = dist.join(&name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    assemble(&binary, &folder)?;
    let archive = dist.join(format!("{name}.tar.gz"));
    let packed = Command::new("tar")
        .arg("-C")
        .arg(&dist)
        .arg("-czf")
        .args([archive.as_os_str(), name.as_ref()])
        .status()
        .context("tar does not start")?;
    ensure!(packed.success(), "tar has failed");
    println!("{}", archive.display());
    Ok(true)
}

/// The program as it is released.
fn build() -> Result<Option<PathBuf>> {
    let built = run(&mut cargo(&["build", "--release", "--locked", "-p", "tesuji"]))?;
    let name = format!("target/release/tesuji{}", std::env::consts::EXE_SUFFIX);
    Ok(built.success.then(|| root().join(name)))
}

fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ran =
        command.stdin(Stdio::null()).output().with_context(|| format!("{name} does not start"))?;
    ensure!(ran.status.success(), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
    Ok(String::from_utf8(ran.stdout)?)
}

/// Puts everything into a folder.
fn assemble(binary: &Path, folder: &Path) -> Result<()> {
    let [man, completions, licences] =
        ["man/man1", "completions", "licences"].map(|below| folder.join(below));
    for folder in [&man, &completions, &licences] {
        std::fs::create_dir_all(folder)?;
    }
    let program = binary.file_name().context("the program has no name")?;
    std::fs::copy(binary, folder.join(program))
        .with_context(|| format!("{} cannot be copied", binary.display()))?;
    for file in FILES {
        std::fs::copy(root().join(file), folder.join(file))
            .with_context(|| format!("{file} cannot be copied"))?;
    }
    output(Command::new(binary).args(["man", "--all"]).arg(&man))?;
    for (shell, file) in SHELLS {
        let script = output(Command::new(binary).args(["completions", shell]))?;
        std::fs::write(completions.join(file), script)?;
    }
    third_party(&licences)
}

/// The licences of the crates that are compiled in: each asks for its text beside the program.
fn third_party(folder: &Path) -> Result<()> {
    let host = output(&mut cargo(&["-vV"]))?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let metadata = output(&mut cargo(&[
        "metadata",
        "--format-version=1",
        "--locked",
        &format!("--filter-platform={host}"),
    ]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let used = compiled_in(&metadata).context("cargo does not list the packages compiled in")?;
    let mut list = String::from("The crates that are compiled in, and their licences.\n\n");
    list += "gifenc (in the page, its text in the file): MIT\n";
    let packages = metadata["packages"].as_array().into_iter().flatten();
    for package in
        packages.filter(|package| package["id"].as_str().is_some_and(|id| used.contains(id)))
    {
        let text = |field: &str| package[field].as_str().unwrap_or("?").to_owned();
        // Those of this workspace have the licences beside the program.
        if package["source"].is_null() {
            continue;
        }
        let name = format!("{}-{}", text("name"), text("version"));
        list += &format!("{name}: {}\n", text("license"));
        let manifest = PathBuf::from(text("manifest_path"));
        let own = manifest.parent().map(std::fs::read_dir).and_then(Result::ok);
        for entry in own.into_iter().flatten().flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            let upper = file.to_uppercase();
            let notices = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT"];
            if notices.iter().any(|word| upper.starts_with(word)) && entry.path().is_file() {
                std::fs::create_dir_all(folder.join(&name))?;
                std::fs::copy(entry.path(), folder.join(&name).join(file))?;
            }
        }
    }
    std::fs::write(folder.join("LIST.txt"), list)?;
    Ok(())
}

/// The packages that the program is made of, by cargo's names for them: all that it needs, but for what is used to build
/// or to test it.
fn compiled_in(metadata: &Value) -> Option<BTreeSet<String>> {
    let nodes = metadata["resolve"]["nodes"].as_array()?;
    let packages = metadata["packages"].as_array()?;
    let program = packages.iter().find(|package| package["name"] == "tesuji")?["id"].as_str()?;
    let mut found = BTreeSet::new();
    let mut left = vec![program.to_owned()];
    while let Some(id) = left.pop() {
        if !found.insert(id.clone()) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id.as_str())?;
        for dependency in node["deps"].as_array()? {
            let kinds = dependency["dep_kinds"].as_array()?;
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                left.push(dependency["pkg"].as_str()?.to_owned());
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compiled_in_is_known() {
        let node = |id: &str, needs: &[(&str, Option<&str>)]| {
            let deps: Vec<Value> = needs
                .iter()
                .map(|(id, kind)| serde_json::json!({"pkg": id, "dep_kinds": [{"kind": kind}]}))
                .collect();
            serde_json::json!({"id": id, "deps": deps})
        };
        let metadata = serde_json::json!({
            "packages": [{"name": "tesuji", "id": "t"}],
            "resolve": {"nodes": [
                node("t", &[("a", None), ("test", Some("dev")), ("make", Some("build"))]),
                node("a", &[("b", None), ("t", None)]),
                node("b", &[]),
                node("test", &[]),
                node("make", &[]),
            ]},
        });
        let found: Vec<String> = compiled_in(&metadata).unwrap().into_iter().collect();
        assert_eq!(found, ["a", "b", "t"]);
    }
}
