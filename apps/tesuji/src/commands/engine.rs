//! `tesuji engine`: the protocol on standard input and output.

use std::io::{Read as _, Write as _};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use ::engine::{
    Clock, Engine, EngineConfig, Event, Info, Limits, MAX_HASH, MAX_THREADS, OpeningBook, Referee,
    Verdict,
};
use anyhow::{Context as _, Result};
use clap::Args;
use protocol::{
    Backend, Bound, Dialect, Go, OptionInfo, OptionKind, Report, ScoreText, SearchInfo, Server,
    Session, State, aei,
};

use crate::cli::{Game, game_parser};
use crate::commands::new_engine;

const MAX_LINES: i64 = 64;
/// The option that names folders of endgame tables.
const TABLE_PATH: &str = "SyzygyPath";
/// The pieces a side up to which endgame tables are asked from the start.
const TABLE_MEN: i64 = 2;

const EXAMPLES: &str = "\
Example, to be typed or sent by a program:
  uoi
  setoption name Threads value 2
  position startpos moves ox c1c2, horse b5b4
  go movetime 1000

The protocols are told in docs/games: UOI in onitama.md, UAI in ataxx.md, AEI in arimaa.md, UCI
in chess.md.";

/// Arguments of `tesuji engine`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct EngineArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
}

/// What the session waits for.
enum Message {
    Bytes(Vec<u8>),
    End,
    Event(Event),
}

/// Runs the session until `quit` or the end of the input.
pub fn run(args: &EngineArgs) -> Result<()> {
    let (sender, messages) = channel();
    let mut server = session(args.game, sender.clone())?;
    std::thread::spawn(move || read(&sender));
    let mut output = String::new();
    for message in &messages {
        let state = match message {
            Message::Bytes(bytes) => server.feed(&bytes, &mut output),
            Message::Event(event) => {
                tell(server.as_mut(), event, &mut output);
                State::Open
            }
            Message::End => {
                server.finish(&mut output);
                State::Closed
            }
        };
        for text in std::mem::take(&mut server.backend().remarks) {
            output.push_str(&server.write(&Report::Remark(text)));
        }
        send(&mut output)?;
        if state == State::Closed {
            break;
        }
    }
    // A search that was under way is ended, and its answer still given.
    server.backend().end();
    for message in messages.try_iter() {
        if let Message::Event(event) = message {
            tell(server.as_mut(), event, &mut output);
        }
    }
    send(&mut output)
}

/// A session in the game's protocol.
fn session(kind: Game, messages: Sender<Message>) -> Result<Box<dyn Session<Thinker>>> {
    if kind.protocol() == "aei" {
        return Ok(Box::new(aei::AeiServer::new(Thinker::new(kind, &aei::AEI, messages)?)));
    }
    let dialect = protocol::dialect(kind.protocol()).context("the game has no protocol")?;
    Ok(Box::new(Server::new(dialect, Thinker::new(kind, dialect, messages)?)))
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

fn tell(server: &mut dyn Session<Thinker>, event: Event, output: &mut String) {
    let dialect = server.backend().dialect;
    // Asked once a search: what it tells is not told again.
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
        score: match info.score.verdict() {
            Verdict::Win(plies) => ScoreText::Win(plies),
            Verdict::Loss(plies) => ScoreText::Loss(plies),
            Verdict::Points(points) => ScoreText::Points(points),
        },
        bound: match info.bound {
            ::engine::Bound::Exact => Bound::Exact,
            ::engine::Bound::Lower => Bound::Lower,
            ::engine::Bound::Upper => Bound::Upper,
        },
        nodes: info.nodes,
        time: info.time,
        hashfull: info.hashfull,
        table_hits: (dialect.hello == "uci").then_some(info.table_hits),
        pv: info.pv,
    }
}

/// The engine behind the protocol.
struct Thinker {
    engine: Box<dyn Engine>,
    messages: Sender<Message>,
    dialect: &'static Dialect,
    kind: Game,
    multi_pv: usize,
    strength: Strength,
    /// The book, and whether to play from it.
    book: (Option<Box<dyn OpeningBook>>, bool),
    /// The position that was set, as text.
    position: Option<String>,
    /// What the user is to read next.
    remarks: Vec<String>,
}

/// What `UCI_LimitStrength` and `UCI_Elo` say.
struct Strength {
    limited: bool,
    elo: i64,
}

/// The level that comes nearest to a strength in Elo, from 1, where the levels have these.
fn level_of(elo: i64, levels: &[u32]) -> usize {
    let apart = |&(_, &of): &(usize, &u32)| elo.abs_diff(i64::from(of));
    (1..).zip(levels).min_by_key(apart).map_or(0, |(level, _)| level)
}

impl Thinker {
    fn new(kind: Game, dialect: &'static Dialect, messages: Sender<Message>) -> Result<Self> {
        let options = vec![("Tables".to_owned(), TABLE_MEN.to_string())];
        let engine = new_engine(kind, &EngineConfig { options, ..EngineConfig::default() })?;
        let elo = kind.level_elo().last().map_or(0, |&elo| elo.into());
        let strength = Strength { limited: false, elo };
        Ok(Self {
            engine,
            messages,
            dialect,
            kind,
            multi_pv: 1,
            strength,
            book: (None, false),
            position: None,
            remarks: Vec::new(),
        })
    }

    fn end(&mut self) {
        self.engine.stop();
        self.engine.wait();
    }

    /// The options that UCI has names for.
    fn uci_options(&self) -> Vec<OptionInfo> {
        let check = |name: &str| OptionInfo {
            name: name.to_owned(),
            kind: OptionKind::Check { start: false },
        };
        let mut options: Vec<OptionInfo> =
            self.kind.writing_option().map(check).into_iter().collect();
        if self.dialect.hello == "uci" {
            options.push(check("Ponder"));
            options.push(OptionInfo { name: "Clear Hash".to_owned(), kind: OptionKind::Button });
        }
        if self.kind.has_books() {
            options.push(check("OwnBook"));
            let kind = OptionKind::Text { start: "<empty>".to_owned() };
            options.push(OptionInfo { name: "BookFile".to_owned(), kind });
        }
        if self.kind.has_table_folders() {
            let kind = OptionKind::Text { start: "<empty>".to_owned() };
            options.push(OptionInfo { name: TABLE_PATH.to_owned(), kind });
        }
        if let &[least, .., most] = self.kind.level_elo() {
            let (min, max) = (least.into(), most.into());
            let kind = OptionKind::Spin { start: max, min, max };
            options.push(check("UCI_LimitStrength"));
            options.push(OptionInfo { name: "UCI_Elo".to_owned(), kind });
        }
        options
    }

    /// The heaviest turn of the book here, where it is asked for a turn to play.
    fn book_turn(&self, go: &Go) -> Option<String> {
        let (Some(book), true) = &self.book else { return None };
        let plays = !go.infinite && !go.ponder && go.mate.is_none() && go.search_moves.is_empty();
        let position = self.position.as_deref().filter(|_| plays)?;
        book.turns(position).into_iter().next().map(|(turn, _)| turn)
    }

    /// The options of books.
    fn set_book_option(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        if !self.kind.has_books() {
            return None;
        }
        match (name.to_ascii_lowercase().as_str(), value) {
            ("ownbook", "true" | "false") => self.book.1 = value == "true",
            ("ownbook", _) => {
                return Some(Err(format!("'{value}' is no value for OwnBook: use true or false")));
            }
            ("bookfile", "" | "<empty>") => self.book.0 = None,
            ("bookfile", path) => {
                let read = std::fs::read(path).map_err(|error| error.to_string());
                match read.and_then(|bytes| self.kind.read_book(bytes)) {
                    Ok(book) => self.book.0 = Some(book),
                    Err(error) => {
                        return Some(Err(format!("the book '{path}' cannot be read: {error}")));
                    }
                }
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    /// Sets one of these; None where it is another.
    fn set_uci_option(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let elos = self.kind.level_elo();
        let wrong =
            |expected: &str| Err(format!("'{value}' is no value for {name}: use {expected}"));
        match name.to_ascii_lowercase().as_str() {
            // That the engine will be told to ponder: it is ready for that.
            "ponder" if self.dialect.hello == "uci" => return Some(Ok(())),
            "clear hash" => {
                self.engine.new_game();
                return Some(Ok(()));
            }
            "uci_limitstrength" if !elos.is_empty() => match value {
                "true" | "false" => self.strength.limited = value == "true",
                _ => return Some(wrong("true or false")),
            },
            "uci_elo" if !elos.is_empty() => {
                let range = i64::from(elos[0])..=i64::from(elos[elos.len() - 1]);
                match value.parse().ok().filter(|elo| range.contains(elo)) {
                    Some(elo) => self.strength.elo = elo,
                    None => {
                        let (min, max) = (range.start(), range.end());
                        return Some(wrong(&format!("a whole number from {min} to {max}")));
                    }
                }
            }
            _ => return None,
        }
        let level = if self.strength.limited { level_of(self.strength.elo, elos) } else { 0 };
        Some(self.engine.set_option("Level", &level.to_string()).map_err(|error| error.to_string()))
    }

    fn by_side(&self, times: &[(char, Duration)]) -> Result<[Duration; 2], String> {
        let mut found = [Duration::ZERO; 2];
        for &(letter, time) in times {
            let [first, second] = self.dialect.clocks.map(|letters| &letters[..1]);
            let unknown =
                || format!("there is no side '{letter}': the sides are {first} and {second}");
            found[self.dialect.side_of_clock(letter).ok_or_else(unknown)?] = time;
        }
        Ok(found)
    }
}

impl Backend for Thinker {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn author(&self) -> String {
        "the Tesuji authors".to_owned()
    }

    fn options(&self) -> Vec<OptionInfo> {
        let spin = |name: &str, start: i64, min: i64, max: i64| OptionInfo {
            name: name.to_owned(),
            kind: OptionKind::Spin { start, min, max },
        };
        let config = EngineConfig::default();
        let mut options = vec![
            spin("Threads", config.threads as i64, 1, MAX_THREADS as i64),
            spin("Hash", config.hash_mib as i64, 0, MAX_HASH as i64),
            spin("MultiPV", 1, 1, MAX_LINES),
            spin("Level", 0, 0, ::engine::levels().len() as i64),
        ];
        options.extend(self.uci_options());
        if let Some(&most) = self.kind.table_men().last() {
            options.push(spin("Tables", TABLE_MEN, 0, most as i64));
        }
        // Tables have hundreds of elements; each can be set, but they are not listed.
        for info in self.engine.options().into_iter().filter(|info| !info.name.contains('[')) {
            options.push(if info.switch {
                OptionInfo { name: info.name, kind: OptionKind::Check { start: info.start != 0 } }
            } else {
                spin(&info.name, info.start.into(), info.min.into(), info.max.into())
            });
        }
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case("multipv") {
            let lines = value.parse().ok().filter(|lines| (1..=MAX_LINES).contains(lines));
            let lines: i64 = lines.ok_or_else(|| {
                format!(
                    "'{value}' is no value for MultiPV: use a whole number from 1 to {MAX_LINES}"
                )
            })?;
            self.multi_pv = lines as usize;
            return Ok(());
        }
        let done = self.set_book_option(name, value);
        if let Some(done) = done.or_else(|| self.set_uci_option(name, value)) {
            return done;
        }
        self.engine.set_option(name, value).map_err(|error| error.to_string())?;
        if name.eq_ignore_ascii_case(TABLE_PATH)
            && let Some(about) = self.engine.about_tables()
        {
            self.remarks.push(format!("endgame tables: {about}"));
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn set_position(&mut self, start: Option<&str>, turns: &[String]) -> Result<(), String> {
        self.engine.set_game(start, turns).map_err(|error| error.to_string())?;
        self.position = None;
        if self.book.0.is_some() {
            let game = self.kind.new_game(start, Referee::default());
            let mut game = game.map_err(|error| error.to_string())?;
            if turns.iter().all(|turn| game.play(turn).is_ok()) {
                self.position = Some(game.position_text());
            }
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), String> {
        if go.depth == Some(0) || go.nodes == Some(0) {
            return Err("depth and nodes are whole numbers from 1".to_owned());
        }
        if go.ponder_replies {
            let messages = self.messages.clone();
            // Nothing is to be played: there is no answer, whatever ends the pondering.
            let sink = Box::new(move |event| {
                if !matches!(event, Event::BestMove { .. }) {
                    drop(messages.send(Message::Event(event)));
                }
            });
            self.engine.ponder_replies(sink);
            return Ok(());
        }
        if let Some(turn) = self.book_turn(go) {
            self.engine.stop();
            self.engine.wait();
            let best =
                Event::BestMove { turn: Some(turn), ponder: None, last: None, statistics: None };
            let _ = self.messages.send(Message::Event(best));
            return Ok(());
        }
        let clock = if go.time.is_empty() {
            None
        } else {
            Some(Clock {
                remaining: self.by_side(&go.time)?,
                increment: self.by_side(&go.increment)?,
                moves_to_go: go.moves_to_go,
            })
        };
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            move_time: go.move_time,
            clock,
            infinite: go.infinite,
            ponder: go.ponder,
            multi_pv: self.multi_pv,
            settle: false,
            overhead: Duration::ZERO,
            every_move: false,
            win_within: go.mate.map(|moves| (2 * moves).saturating_sub(1)),
        };
        self.engine.search_only(&go.search_moves).map_err(|error| error.to_string())?;
        let messages = self.messages.clone();
        // Nobody waits for events once the session has ended.
        let sink = Box::new(move |event| drop(messages.send(Message::Event(event))));
        self.engine.go(limits, sink);
        Ok(())
    }

    fn stop(&mut self) {
        self.engine.stop();
    }

    fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
    }
}
