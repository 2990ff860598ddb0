//! `tesuji ablate`: what each technique is worth.

mod args;
mod games;
mod meter;
mod progress;
mod searches;
mod show;
mod techniques;

use anyhow::{Context as _, Result, bail};
use arena::ablation::folder::Folder;
use arena::ablation::{Measured, Options, Recipe, Row, Searches, Technique};

pub use args::AblateArgs;
use games::Matches;
use progress::Progress;

use crate::files;
use crate::interrupt;

/// The results so far, in memory or in a folder.
enum Found {
    Memory(Vec<Measured>),
    Folder(Box<Folder>),
}

impl Found {
    fn all(&self) -> &[Measured] {
        match self {
            Self::Memory(found) => found,
            Self::Folder(folder) => folder.found(),
        }
    }

    fn add(&mut self, piece: Measured) -> Result<()> {
        match self {
            Self::Memory(found) => found.push(piece),
            Self::Folder(folder) => folder.add(piece)?,
        }
        Ok(())
    }

    fn searches(&self, options: &Options) -> Option<&Searches> {
        self.all().iter().find_map(|piece| match piece {
            Measured::Searches(searches) if searches.options == *options => Some(searches),
            _ => None,
        })
    }
}

/// Measures what is not measured yet, and prints.
pub fn run(args: &AblateArgs) -> Result<()> {
    let recipe = args.recipe()?;
    if let Some(path) = &args.html {
        // Found out before anything is measured.
        files::target(path)?;
    }
    let folder = args.folder()?;
    let mut found = match &folder {
        Some(path) => Found::Folder(Box::new(Folder::open(path, recipe.clone(), args.is_again())?)),
        None => Found::Memory(Vec::new()),
    };
    let mut matches = Matches::new(folder.as_deref(), args)?;
    let ended = measure(args, &recipe, &mut found, &mut matches);
    if let Some(path) = &args.html {
        let page = arena::ablation::page::html(&recipe, found.all());
        files::replace(path, |out| out.write_all(page.as_bytes()))?;
    }
    ended
}

fn measure(
    args: &AblateArgs,
    recipe: &Recipe,
    found: &mut Found,
    matches: &mut Matches<'_>,
) -> Result<()> {
    // Ctrl-C ends the search or match under way, and with it all.
    interrupt::flag();
    show::head(args, recipe)?;
    search_all(args, recipe, found)?;
    if recipe.matches.is_some() {
        play_all(args, recipe, found, matches)?;
    }
    Ok(())
}

/// All searches, each row printed when it is whole, unless matches are still to come.
fn search_all(args: &AblateArgs, recipe: &Recipe, found: &mut Found) -> Result<()> {
    let Some(plan) = &recipe.searches else { return Ok(()) };
    let due = recipe.searched().len() * plan.positions;
    let mut progress = Progress::new(due as u64, "searches");
    let mut station = searches::Station::new(args.game, recipe)?;
    let base = std::iter::once(None);
    for technique in base.chain(recipe.techniques.iter().map(Some)) {
        let options =
            technique.map_or_else(|| vec![&recipe.base], |it| vec![&it.base, &it.changed]);
        let versus = technique.is_some_and(|it| it.change == arena::ablation::Change::Versus);
        for options in options.into_iter().filter(|_| !versus) {
            if found.searches(options).is_some() {
                // Found before, or as the base of another.
                continue;
            }
            let words = technique.map_or_else(String::new, Technique::words);
            let searches = station.measure(options, &words, &mut progress)?;
            found.add(Measured::Searches(searches))?;
        }
        if recipe.matches.is_none() || technique.is_none() {
            let row = Row::of(recipe, technique, found.all());
            progress.suspend(|| show::row(args, recipe, &row))?;
        }
    }
    progress.end();
    Ok(())
}

/// All matches, each row printed when it is whole.
fn play_all(
    args: &AblateArgs,
    recipe: &Recipe,
    found: &mut Found,
    matches: &mut Matches<'_>,
) -> Result<()> {
    let Some(plan) = &recipe.matches else { return Ok(()) };
    let played: Vec<&Technique> = recipe
        .techniques
        .iter()
        .filter(|technique| Row::of(recipe, Some(technique), found.all()).is_to_be_played())
        .collect();
    let due: usize = played.iter().map(|technique| recipe.limits(technique).len()).sum();
    let due = due as u64 * plan.games;
    let mut progress = Progress::new(due, "games");
    for technique in &recipe.techniques {
        let is_done = |found: &Found, limit| {
            found.all().iter().any(|piece| {
                matches!(piece, Measured::Match(it) if it.technique == technique.name && it.limit == limit)
            })
        };
        let limits = recipe.limits(technique).into_iter();
        for limit in limits.filter(|_| played.contains(&technique)) {
            if is_done(found, limit) {
                progress.skip(plan.games);
                continue;
            }
            let played = matches.play(recipe, technique, limit, &mut progress);
            let played = played.with_context(|| format!("{}, {limit}", technique.words()))?;
            let Some(played) = played else {
                progress.end();
                let kept = match found {
                    Found::Folder(_) => "the same command goes on",
                    Found::Memory(_) => "with --name or --out the same command could go on",
                };
                bail!("stopped: the lines so far are complete, and {kept}");
            };
            found.add(Measured::Match(played))?;
        }
        let row = Row::of(recipe, Some(technique), found.all());
        progress.suspend(|| show::row(args, recipe, &row))?;
    }
    progress.end();
    Ok(())
}
