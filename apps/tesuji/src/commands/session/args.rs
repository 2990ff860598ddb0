//! Who plays, and under which rules, from the command line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use arena::openings::{MOST_BYTES, Reading};
use arena::store::Store;
use arena::words::counted;
use arena::{DrawRule, EngineSpec, FaultPolicy, Openings, ResignRule, Rules, read_tables};
use clap::{Args, ValueEnum};

use super::store::open_store;
use crate::cli::{Game, OPEN, usage_error, whole};
use crate::files;
use crate::think::seconds;

/// The largest file of engines that is read, in bytes.
const MOST_ENGINES: u64 = 4 << 20;

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// Shuffled by the seed
    Random,
    /// In the order of the file
    Sequential,
}

/// Who plays, and under which rules.
#[derive(Args)]
pub struct PlayingArgs {
    /// An engine, as a line; repeat for each engine
    #[arg(long = "engine", value_name = "LINE")]
    engines: Vec<EngineSpec>,
    /// Engines as tables of a TOML file, after those of --engine
    #[arg(long, value_name = "FILE")]
    engines_file: Option<PathBuf>,
    /// Settings for all engines (not random and human), unless its line sets them: tc=10+0.1,option.Hash=64
    #[arg(long, value_name = "SETTINGS")]
    each: Option<String>,
    /// Cards or decks to deal from: base, base+senseis_path, any, or five cards
    #[arg(long, value_name = "DEAL", default_value = "")]
    deal: String,
    /// Start from the positions of this file (one per line, EPD, or JSON), each from both sides
    #[arg(long, value_name = "FILE", conflicts_with = "deal")]
    openings: Option<PathBuf>,
    /// Order of the openings of a file
    #[arg(long, value_name = "ORDER", default_value = "random")]
    order: Order,
    /// Play only this many plies of openings that are lists of moves (PGN, `moves ...`)
    #[arg(long, value_name = "N", requires = "openings", value_parser = whole::<usize>(0, 10_000))]
    opening_plies: Option<usize>,
    /// Start from the opening of this number, from 1
    #[arg(long, value_name = "N", requires = "openings", default_value_t = 1, value_parser = whole::<u64>(1, 1_000_000_000))]
    opening_start: u64,
    /// Games to play at once [default: the machine's cores divided by the threads of an engine]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    concurrency: Option<u16>,
    /// Pin each game to cores of its own (Linux)
    #[arg(long)]
    pin: bool,
    /// Adjudicate a draw after this many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u32>(1, OPEN))]
    max_plies: u32,
    /// Adjudicate a draw when both engines score it so for some turns: plies=40,turns=8,points=10
    #[arg(long, value_name = "RULE")]
    adjudicate_draw: Option<DrawRule>,
    /// Adjudicate a loss when both engines score it so for some turns: turns=4,points=800; or the losing one alone:
    /// turns=4,points=800,one-sided
    #[arg(long, value_name = "RULE")]
    adjudicate_loss: Option<ResignRule>,
    /// Adjudicate a win by the endgame tables of up to this many pieces a side (Onitama: 2)
    #[arg(long, value_name = "MEN")]
    adjudicate_tables: Option<u8>,
    /// Adjudicate wins and draws by the Syzygy endgame tables in these folders (chess)
    #[arg(long, value_name = "FOLDERS", conflicts_with = "adjudicate_tables")]
    adjudicate_syzygy: Option<String>,
    /// Probe these tables only with this many pieces or fewer on the board [default: all that they have]
    #[arg(long, value_name = "N", requires = "adjudicate_syzygy", value_parser = whole::<u32>(2, 7))]
    adjudicate_syzygy_pieces: Option<u32>,
    /// Number of times to replay a game that an engine could not begin, before it is lost
    #[arg(long, value_name = "N", default_value_t = 2)]
    replays: u32,
    /// Disqualify an engine after this many faults; 0 for never
    #[arg(long, value_name = "N", default_value_t = 10)]
    disqualify_after: u32,
    /// Seconds to wait between games
    #[arg(long, value_name = "S", default_value = "0", value_parser = seconds)]
    wait: Duration,
    /// Append each game to this file: as PGN where its name ends in .pgn (chess), otherwise as a line of JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Name of the event in records
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Place of the event in records
    #[arg(long, value_name = "NAME")]
    site: Option<String>,
    /// Log the input and output of programs, standard error too, to files in this folder, one for each engine
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Folder of the stored tournaments [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Start anew, even if the same tournament was started before
    #[arg(long)]
    again: bool,
    /// Print JSON: one object per event, then the result
    #[arg(long)]
    json: bool,
}

/// The engines of a TOML file, as lines, which the store can keep.
pub fn engine_lines(path: &Path) -> Result<Vec<String>> {
    let name = path.display();
    let text = files::read_text(path, MOST_ENGINES)?;
    let tables = read_tables(&text).with_context(|| format!("{name}"))?;
    Ok(tables.iter().map(ToString::to_string).collect())
}

impl PlayingArgs {
    /// The engines' lines.
    pub fn engines(&self) -> Result<Vec<String>> {
        let mut engines: Vec<String> = self.engines.iter().map(ToString::to_string).collect();
        if let Some(path) = &self.engines_file {
            engines.extend(engine_lines(path)?);
        }
        if let Some(each) = &self.each {
            for line in &mut engines {
                let spec = line.parse::<EngineSpec>().and_then(|spec| spec.with(each));
                *line = spec.with_context(|| format!("--each with '{line}'"))?.to_string();
            }
        }
        Ok(engines)
    }

    /// Where games begin.
    pub fn openings(&self, game: Game) -> Result<Openings> {
        let Some(path) = &self.openings else { return Ok(Openings::Deal(self.deal.clone())) };
        let name = path.display();
        let text = files::read_text(path, MOST_BYTES)?;
        let how = Reading {
            shuffled: self.order == Order::Random,
            plies: self.opening_plies,
            first: self.opening_start - 1,
        };
        Openings::read(&text, game, how).with_context(|| format!("{name}"))
    }

    /// Rules beside those of the game.
    pub fn rules(&self) -> Rules {
        Rules {
            max_plies: self.max_plies as usize,
            draw: self.adjudicate_draw,
            resign: self.adjudicate_loss,
            tables: self.adjudicate_tables,
            table_folders: self.adjudicate_syzygy.clone(),
            table_pieces: self.adjudicate_syzygy_pieces,
        }
    }

    /// The consequences of faults.
    pub fn policy(&self) -> FaultPolicy {
        FaultPolicy { replays: self.replays, disqualify_after: self.disqualify_after }
    }

    /// Name and place of the event in records.
    pub fn event(&self) -> [Option<String>; 2] {
        [self.event.clone(), self.site.clone()]
    }

    /// It is to begin anew.
    pub fn again(&self) -> bool {
        self.again
    }

    /// How it is run and reported.
    pub fn how(&self) -> How {
        How {
            concurrency: self.concurrency.map_or(0, usize::from),
            pin: self.pin,
            out: self.out.clone(),
            wait: self.wait,
            log: self.log.clone(),
            json: self.json,
        }
    }

    /// The store.
    pub fn store(&self) -> Result<Store> {
        if let Some(out) = &self.out {
            // Found out before anything is begun.
            files::target(out)?;
        }
        open_store(self.data.as_deref())
    }
}

/// How a tournament is run and reported.
pub struct How {
    /// Games at once; 0 for as many as the cores can carry.
    pub concurrency: usize,
    /// Each game is kept to cores of its own.
    pub pin: bool,
    /// Where records go beside the store.
    pub out: Option<PathBuf>,
    /// How long each worker rests between two games.
    pub wait: Duration,
    /// The folder for what engines and the arena say to each other; None for nowhere.
    pub log: Option<PathBuf>,
    /// JSON is printed.
    pub json: bool,
}

/// A usage error where the engines are not as many as the command needs.
pub fn need(command: &str, engines: &[String], two: bool) -> Result<()> {
    let given = engines.len();
    if two && given != 2 {
        let given = counted(given as u64, "time");
        let text = format!("a match is between two engines: give --engine twice, not {given}");
        return Err(usage_error(command, text));
    }
    if given < 2 {
        let text = format!(
            "a tournament needs two engines or more: give --engine or --engines-file, not {}",
            counted(given as u64, "engine")
        );
        return Err(usage_error(command, text));
    }
    Ok(())
}
