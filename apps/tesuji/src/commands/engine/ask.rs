//! Questions of people at an engine's prompt.

use std::sync::mpsc::Sender;

use ::engine::{AnyGame, GameKind};
use protocol::Question;

use super::message::Message;
use crate::cli::Game;
use crate::commands::bench;
use crate::output::grouped;

/// Answers a question about a game: at once, or where that takes long (none) as a message.
pub fn answer(
    kind: Game,
    game: &dyn AnyGame,
    question: Question,
    messages: &Sender<Message>,
) -> Result<Option<Vec<String>>, String> {
    let position = game.position_text();
    match question {
        Question::Board => {
            let drawn = game.draw();
            let lines = drawn.lines().map(str::to_owned).chain([String::new(), position]);
            Ok(Some(lines.collect()))
        }
        Question::Evaluation => evaluation(kind, game, &position).map(Some),
        Question::Perft(depth) => {
            later(messages, move || perft(kind, &position, depth));
            Ok(None)
        }
        Question::Bench => {
            later(messages, move || benchmark(kind));
            Ok(None)
        }
        Question::GameOver => Ok(Some(vec![game.ending().is_some().to_string()])),
        Question::FirstSideToMove => {
            Ok(Some(vec![(game.side() == game.side_letters()[0]).to_string()]))
        }
        Question::Result => {
            let result = game.ending().map_or("none", |ending| match ending.winner {
                None => "draw",
                Some(side) if side == game.side_letters()[0] => "p1win",
                Some(_) => "p2win",
            });
            Ok(Some(vec![result.to_owned()]))
        }
    }
}

/// Works out an answer on a thread of its own, so that the session goes on.
fn later(
    messages: &Sender<Message>,
    work: impl FnOnce() -> Result<Vec<String>, String> + Send + 'static,
) {
    let messages = messages.clone();
    std::thread::spawn(move || {
        let lines = work().unwrap_or_else(|error| vec![format!("info string error: {error}")]);
        // Nobody waits once the session has ended.
        let _ = messages.send(Message::Text(lines));
    });
}

/// Each term in pieces, and their sum.
fn evaluation(
    kind: &dyn GameKind,
    game: &dyn AnyGame,
    position: &str,
) -> Result<Vec<String>, String> {
    let evaluation =
        kind.knowledge().evaluation(Some(position)).map_err(|error| error.to_string())?;
    let row = |name: &str, points: i32| format!("{name:<24} {:>+8.2}", f64::from(points) / 100.0);
    let mut lines: Vec<String> =
        evaluation.terms.iter().map(|(name, points)| row(name, *points)).collect();
    let rest = evaluation.points - evaluation.terms.iter().map(|(_, points)| points).sum::<i32>();
    if rest != 0 {
        lines.push(row("(together)", rest));
    }
    lines.push(row("Static evaluation", evaluation.points));
    if let Some(points) = evaluation.network {
        lines.push(row("Network, which plays", points));
    }
    lines.push(format!("In pieces, from the view of {}, to move.", game.side_name(game.side())));
    Ok(lines)
}

/// The leaves below each move, and all of them.
fn perft(kind: Game, position: &str, depth: u32) -> Result<Vec<String>, String> {
    let counted = kind.checks().perft(Some(position), depth, false, true);
    let counted = counted.map_err(|error| error.to_string())?;
    let mut lines: Vec<String> =
        counted.divide.iter().map(|(turn, count)| format!("{turn}: {count}")).collect();
    lines.push(String::new());
    lines.push(format!("Nodes searched: {}", counted.nodes));
    Ok(lines)
}

/// The signature and the speed.
fn benchmark(kind: Game) -> Result<Vec<String>, String> {
    let depth = kind.info().bench_depth;
    let found = bench::measure(kind, depth, Vec::new(), |_, _| Ok(()));
    let found = found.map_err(|error| format!("{error:#}"))?;
    let speed = found.nodes_per_second() as u64;
    Ok(vec![
        format!("Signature {}, {} nodes a second", found.signature, grouped(speed)),
        format!("{} nodes {speed} nps", found.signature),
    ])
}
