//! `tesuji account`: the accounts of a club, and who of them moderates.

use anyhow::Result;
use clap::{Args, Subcommand};
use server::accounts;

use super::kept::KeptArgs;
use crate::output::line;

const EXAMPLES: &str = "\
Examples:
  tesuji account list --data ./games
  tesuji account moderator Alice --data ./games
  tesuji account moderator Alice --off --data ./games

The club may be running meanwhile.";

/// Arguments of `tesuji account`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AccountArgs {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    kept: KeptArgs,
}

#[derive(Subcommand)]
enum Action {
    /// List the accounts: name, kind, whether they moderate or are closed, and what is shown in place of a hidden name
    List,
    /// Make a person a moderator, who reads reports and acts on them
    Moderator {
        /// Name of the account
        name: String,
        /// Take the role away
        #[arg(long)]
        off: bool,
    },
}

/// Lists accounts, or gives and takes the role of a moderator.
pub fn run(args: &AccountArgs) -> Result<()> {
    let kept = args.kept.source("account")?;
    match &args.action {
        Action::List => {
            for account in accounts::list(&kept)? {
                let kind = if account.bot { "program" } else { "person" };
                let mut text = format!("{}  {kind}", account.name);
                for (is, word) in [(account.moderator, "moderator"), (account.closed, "closed")] {
                    if is {
                        text += &format!("  {word}");
                    }
                }
                if let Some(shown) = account.shown {
                    text += &format!("  shown as {shown}");
                }
                line(text)?;
            }
        }
        Action::Moderator { name, off } => {
            accounts::set_moderator(&kept, name, !off)?;
            let is = if *off { "is no moderator any more" } else { "is a moderator" };
            line(format!("{name} {is}."))?;
        }
    }
    Ok(())
}
