//! `tesuji token`: tokens with which programs sign in to a club.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::{Args, Subcommand};
use server::tokens;

use super::kept::KeptArgs;
use crate::output::line;

const EXAMPLES: &str = "\
Examples:
  tesuji token create Robot --bot --data ./games
  tesuji token list --data ./games
  tesuji token revoke ID --data ./games

A token is shown once and kept as a hash. The club may be running meanwhile.";

/// Where a token is looked for that is not given.
const VARIABLE: &str = "TESUJI_TOKEN";

/// The token of a member, for commands that go to a club.
#[derive(Args)]
pub struct TokenOf {
    /// The token, which other users of this machine may see [default: that of TESUJI_TOKEN]
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file")]
    token: Option<String>,
    /// A file with the token
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
}

impl TokenOf {
    /// The token.
    ///
    /// # Errors
    /// Where there is none.
    pub fn read(&self) -> Result<String> {
        if let Some(token) = &self.token {
            return Ok(token.clone());
        }
        if let Some(file) = &self.token_file {
            let text = std::fs::read_to_string(file);
            return text.with_context(|| format!("{} cannot be read", file.display()));
        }
        std::env::var(VARIABLE).with_context(|| {
            format!(
                "a token is wanted: --token, --token-file or {VARIABLE}; `tesuji token create NAME` makes one"
            )
        })
    }
}

/// Arguments of `tesuji token`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TokenArgs {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    kept: KeptArgs,
}

#[derive(Subcommand)]
enum Action {
    /// Make a token for an account, and print it
    Create {
        /// Name of the account
        name: String,
        /// Of a program, whose account is made where there is none
        #[arg(long)]
        bot: bool,
    },
    /// List the tokens in use: id, account, kind
    List,
    /// End the use of a token
    Revoke {
        /// The token, or its id
        token: String,
    },
}

/// Makes, lists or revokes tokens.
pub fn run(args: &TokenArgs) -> Result<()> {
    let kept = args.kept.source("token")?;
    match &args.action {
        Action::Create { name, bot } => line(tokens::create(&kept, name, *bot)?)?,
        Action::List => {
            for token in tokens::list(&kept)? {
                let kind = if token.bot { "program" } else { "person" };
                line(format!("{}  {}  {kind}", token.id, token.name))?;
            }
        }
        Action::Revoke { token } => {
            tokens::revoke(&kept, token)?;
            line("The token is revoked.")?;
        }
    }
    Ok(())
}
