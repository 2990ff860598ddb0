//! `tesuji engine`: the protocol on standard input and output.

mod ask;
mod backend;
mod message;
mod options;

use std::io::{Read as _, Write as _};
use std::sync::mpsc::{Sender, channel};

use ::engine::{Event, Info};
use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use protocol::{Dialect, Protocol, Report, SearchInfo, Session, State, aei};

use self::backend::Thinker;
use self::message::Message;
use crate::cli::{Game, game_parser};

const EXAMPLES: &str = "\
Example, to be typed or sent by a program:
  uoi
  setoption name Threads value 2
  position startpos moves ox c1c2, horse b5b4
  go movetime 1000

At the prompt the engine also answers d (the board), eval (the static evaluation, term by term),
go perft N and bench. A front end that cannot pass arguments starts the program by the name
tesuji-GAME (a copy or a link).

The protocols are described in docs/games, and UGI, that of a game without one of its own, in docs/protocols.md.";

/// Arguments of `tesuji engine`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct EngineArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// Options that the engine lists; all of them can be set
    #[arg(long, value_name = "WHICH", default_value = "usual")]
    options: Listed,
}

/// Which options are listed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Listed {
    /// Those that a player expects in the dialog of a front end
    Usual,
    /// The switches and numbers of the search and the evaluation too
    All,
}

/// The game whose engine a program of this name is: `tesuji-chess`.
pub fn game_of_name(program: &str) -> Option<Game> {
    let name = std::path::Path::new(program).file_stem()?.to_str()?;
    ::engine::kind(name.strip_prefix("tesuji-")?)
}

/// Runs the session until `quit` or the end of the input.
pub fn run(args: &EngineArgs) -> Result<()> {
    let (sender, messages) = channel();
    let mut server = session(args, sender.clone())?;
    std::thread::spawn(move || read(&sender));
    let mut output = String::new();
    let mut ended = false;
    for message in &messages {
        let state = match message {
            Message::Bytes(bytes) => server.feed(&bytes, &mut output),
            Message::Event(event) => {
                write_event(server.as_mut(), event, &mut output);
                State::Open
            }
            Message::Text(lines) => {
                server.backend().answers_to_come -= 1;
                output.push_str(&server.write(&Report::Text(lines)));
                State::Open
            }
            Message::End => {
                server.finish(&mut output);
                ended = true;
                State::Open
            }
        };
        for text in std::mem::take(&mut server.backend().remarks) {
            output.push_str(&server.write(&Report::Remark(text)));
        }
        send(&mut output)?;
        // Who has asked and says no more still reads the answer.
        if state == State::Closed || (ended && server.backend().answers_to_come == 0) {
            break;
        }
    }
    // A search that was under way is ended, and its answer still given.
    server.backend().end();
    for message in messages.try_iter() {
        if let Message::Event(event) = message {
            write_event(server.as_mut(), event, &mut output);
        }
    }
    send(&mut output)
}

/// A session in the game's protocol.
fn session(args: &EngineArgs, messages: Sender<Message>) -> Result<Box<dyn Session<Thinker>>> {
    let (kind, all) = (args.game, args.options == Listed::All);
    let protocol: Protocol = kind.info().protocol.parse().map_err(anyhow::Error::msg)?;
    let dialect = protocol.dialect().unwrap_or(&aei::AEI);
    let thinker = Thinker::new(kind, dialect, messages, all)?;
    let session = protocol.session(kind.side_letters(), thinker);
    session.context("the engine does not speak the game's protocol")
}

fn send(output: &mut String) -> Result<()> {
    if !output.is_empty() {
        let mut out = std::io::stdout().lock();
        out.write_all(output.as_bytes())?;
        out.flush()?;
        output.clear();
    }
    Ok(())
}

fn read(messages: &Sender<Message>) {
    let mut input = std::io::stdin().lock();
    let mut buffer = [0; 4096];
    loop {
        let message = match input.read(&mut buffer) {
            Ok(0) => Message::End,
            Ok(count) => Message::Bytes(buffer[..count].to_vec()),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => Message::End,
        };
        let last = matches!(message, Message::End);
        if messages.send(message).is_err() || last {
            return;
        }
    }
}

fn write_event(server: &mut dyn Session<Thinker>, event: Event, output: &mut String) {
    let dialect = server.backend().dialect;
    // Asked once a search: a fault is not reported again.
    if matches!(event, Event::BestMove { .. })
        && let Some(fault) = server.backend().engine.fault()
    {
        output.push_str(&server.write(&Report::Error(fault)));
    }
    let mut write = |report: &Report| output.push_str(&server.write(report));
    match event {
        Event::Info(info) => write(&Report::Info(report(info, dialect))),
        Event::Current { turn, number } => write(&Report::Current { turn, number }),
        Event::BestMove { turn, ponder, .. } => write(&Report::BestMove { turn, ponder }),
        Event::Failed(fault) => {
            write(&Report::Error(format!("the engine failed: {fault}")));
            write(&Report::BestMove { turn: None, ponder: None });
        }
    }
}

fn report(info: Info, dialect: &Dialect) -> SearchInfo {
    SearchInfo {
        depth: info.depth,
        seldepth: info.seldepth,
        multi_pv: info.multi_pv,
        score: info.score.verdict(),
        bound: info.bound,
        wdl: info.chances,
        nodes: info.nodes,
        time: info.time,
        hashfull: info.hashfull,
        table_hits: (dialect.hello == "uci").then_some(info.table_hits),
        pv: info.pv,
    }
}
