//! `tesuji games`.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::output::{json, line};

/// Arguments of `tesuji games`.
#[derive(Args)]
pub struct GamesArgs {
    /// Print JSON, one object per game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Output<'a> {
    game: &'a str,
    title: &'a str,
}

/// Lists the games.
pub fn run(args: &GamesArgs) -> Result<()> {
    for kind in engine::kinds() {
        if args.json {
            json(&Output { game: kind.name(), title: kind.title() })?;
        } else {
            line(format!("{:<10} {}", kind.name(), kind.title()))?;
        }
    }
    Ok(())
}
