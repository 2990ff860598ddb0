//! `tesuji completions` and `tesuji man`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::files;

const EXAMPLES: &str = "\
Examples:
  tesuji completions bash > ~/.local/share/bash-completion/completions/tesuji
  tesuji completions zsh > ~/.zfunc/_tesuji
  tesuji completions fish > ~/.config/fish/completions/tesuji.fish";

/// Arguments of `tesuji completions`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub fn completions(args: &CompletionsArgs, mut root: Command) -> Result<()> {
    // Into memory first: the generator panics where the output cannot be written.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut root, "tesuji", &mut script);
    Ok(std::io::stdout().lock().write_all(&script)?)
}

/// Arguments of `tesuji man`.
#[derive(Args)]
#[command(after_help = "Example:\n  tesuji man --all ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    all: Option<PathBuf>,
}

/// Prints the page of `tesuji` and, below it, those of its commands; or writes a page for each.
pub fn man(args: &ManArgs, root: Command) -> Result<()> {
    let mut root = root.disable_help_subcommand(true);
    root.build();
    match &args.all {
        Some(folder) => write_all(&root, "tesuji", folder),
        None => print_all(&root),
    }
}

/// Writes `tesuji.1`, `tesuji-match.1` and so on.
fn write_all(command: &Command, name: &str, folder: &Path) -> Result<()> {
    let mut page = Vec::new();
    let title = command.clone().name(name.to_owned()).display_name(name.to_owned());
    clap_mangen::Man::new(title).render(&mut page)?;
    files::replace(&folder.join(format!("{name}.1")), |out| out.write_all(&page))?;
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    shown.filter(|command| command.get_name() != "help").try_for_each(|command| {
        write_all(command, &format!("{name}-{}", command.get_name()), folder)
    })
}

fn print_all(root: &Command) -> Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(root.clone()).render(&mut page)?;
    for command in root.get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = command.get_bin_name().unwrap_or_default().to_owned();
        let man = clap_mangen::Man::new(command.clone().name(name.clone()));
        writeln!(page, ".SH {}", name.to_uppercase())?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        if command.get_after_help().is_some() {
            man.render_extra_section(&mut page)?;
        }
    }
    Ok(std::io::stdout().lock().write_all(&page)?)
}
