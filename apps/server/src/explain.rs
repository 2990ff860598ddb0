//! Why a position is worth what it is, in the words of its game's engine.

use engine::{AnyGame, Explanation, GameKind};

use crate::analysis::{MAX_PLIES, follow};
use crate::engines;
use crate::protocol::explain::{Explain, Explained, ExplainedPosition, ExplainedTerm};
use crate::protocol::study::Look;
use crate::protocol::{Code, Failure, ServerMessage};

/// Those of some games whose evaluation is told in words.
pub fn games(names: &[&'static str]) -> Vec<&'static str> {
    let explains = |name: &str| engine::kind(name).is_some_and(|it| it.knowledge().explains());
    names.iter().copied().filter(|name| explains(name)).collect()
}

/// The terms of the evaluation at the end of a line, and of a further one from there.
///
/// # Errors
/// Where the game's engine has no words, or there is no such line.
pub fn explain(asked: Explain) -> Result<ServerMessage, Failure> {
    let Explain { game, start, turns, line } = asked;
    let kind = engines::kind(&game)?;
    if !kind.knowledge().explains() {
        let message = format!("The evaluation of {} is not told in words.", kind.title());
        return Err(Failure::new(Code::NotFound, message).at("game"));
    }
    let look = Look { game, start, turns };
    let (at, _) = follow(&look)?;
    if line.len() > MAX_PLIES {
        let message = format!("A line may have {MAX_PLIES} turns.");
        return Err(Failure::new(Code::Limit, message).at("line"));
    }
    let position = explained(kind, at.as_ref())?;
    let after = engine::end_of_line(at.as_ref(), &line);
    let played = after.as_ref().map_or(0, |after| after.turns().len() - at.turns().len());
    let end = after.map(|after| explained(kind, after.as_ref())).transpose()?.flatten();
    let Look { game, start, turns } = look;
    let told = Explained { game, start, turns, line, position, played, end };
    Ok(ServerMessage::Explained(Box::new(told)))
}

fn explained(
    kind: &dyn GameKind,
    game: &dyn AnyGame,
) -> Result<Option<ExplainedPosition>, Failure> {
    let explained = engine::Explained::new(kind, game)
        .map_err(|error| Failure::new(Code::Engine, error.to_string()))?;
    let term = |term: Explanation| ExplainedTerm { points: term.points, text: term.text };
    Ok(explained.map(|all| {
        let (shown, rest) = all.shown();
        ExplainedPosition {
            terms: shown.iter().cloned().map(term).collect(),
            rest: rest.map(term),
            position: all.position,
            points: all.points,
            network: all.network,
        }
    }))
}
