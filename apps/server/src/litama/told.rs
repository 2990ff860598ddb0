//! Games in the words of Litama.

use engine::{Dialect, GameKind};
use serde_json::{Value, json};

use crate::engines;
use crate::protocol::Ending;
use crate::who::{Member, MemberKind};

/// The server whose words these are.
const SERVER: &str = "litama";

/// Its game, if it is among those.
pub fn kind(games: &[&str]) -> Option<(&'static dyn GameKind, &'static dyn Dialect)> {
    let played = games.iter().filter_map(|name| engines::kind(name).ok());
    let mut spoken = played.filter_map(|kind| Some((kind, kind.info().dialect?)));
    spoken.find(|(_, dialect)| dialect.server() == SERVER)
}

/// A game as it is told.
pub struct Match<'a> {
    pub id: &'a str,
    pub start: &'a str,
    pub position: &'a str,
    /// The letters of the sides.
    pub sides: [char; 2],
    /// Who is to move.
    pub side: char,
    pub turns: Vec<&'a str>,
    pub ending: Option<&'a Ending>,
    /// Who has the seats, in the order of the sides.
    pub members: [Option<&'a Member>; 2],
    /// How they call themselves to Litama, where that is known; guests are told so.
    pub names: [Option<String>; 2],
}

/// A refusal.
pub fn error(id: &str, words: &str, command: &str) -> String {
    // The server has called the command by both names.
    let told = json!({
        "messageType": "error",
        "matchId": id,
        "error": words,
        "command": command,
        "query": command,
    });
    told.to_string()
}

/// Cards as they lie.
fn cards(dialect: &dyn Dialect, position: &str) -> Value {
    let Some(told) = dialect.position(position) else { return Value::Null };
    let [first, second] = dialect.sides();
    json!({ first: told.hands[0], second: told.hands[1], "side": told.side_card })
}

/// How a game stands.
pub fn state(dialect: &dyn Dialect, game: &Match<'_>) -> String {
    let [first, second] = dialect.sides();
    let called = |side: char| if side == game.sides[0] { first } else { second };
    let name = |place: usize| {
        let member = game.members[place];
        // Who has an account goes by its name, as everywhere: it may be hidden.
        let called = game.names[place].as_deref();
        let called = called.filter(|_| member.is_none_or(|who| who.kind == MemberKind::Guest));
        called.or(member.map(|who| who.name.as_str())).unwrap_or_default()
    };
    let mut told = json!({
        "messageType": "state",
        "matchId": game.id,
        "usernames": { first: name(0), second: name(1) },
    });
    if game.members.contains(&None) && game.ending.is_none() {
        told["gameState"] = "waiting for player".into();
        return told.to_string();
    }
    told["gameState"] = if game.ending.is_some() { "ended" } else { "in progress" }.into();
    told["indices"] = json!({ first: 0, second: 1 });
    told["currentTurn"] = called(game.side).into();
    told["cards"] = cards(dialect, game.position);
    told["startingCards"] = cards(dialect, game.start);
    let turns = game.turns.iter().map(|turn| dialect.turn(turn));
    told["moves"] = turns.collect::<Vec<String>>().into();
    let board = dialect.position(game.position).map(|told| told.board);
    told["board"] = board.unwrap_or_default().into();
    let winner = game.ending.and_then(|ending| ending.winner);
    told["winner"] = winner.map_or("none", called).into();
    told.to_string()
}
