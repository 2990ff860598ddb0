//! `tesuji completions` and `tesuji man`.

use std::io::Write as _;

use anyhow::Result;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::cli::Cli;

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
pub fn completions(args: &CompletionsArgs) -> Result<()> {
    // Into memory first: the generator panics where the output cannot be written.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tesuji", &mut script);
    Ok(std::io::stdout().lock().write_all(&script)?)
}

/// Prints the page of `tesuji` and, below it, those of its commands.
pub fn man() -> Result<()> {
    let mut page = Vec::new();
    let mut root = Cli::command();
    root.build();
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
