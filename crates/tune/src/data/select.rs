//! Work on all games of a file: counting, shuffling, splitting.

use std::collections::{BTreeMap, HashSet};

use arena::seeds::{mix, shuffled};
use engine::GameKind;
use serde::Serialize;

use super::block::{GAMES_A_BLOCK, encode};
use super::game::StoredGame;

/// A number of a game's start and moves (FNV-1a): equal games have equal numbers.
pub fn same_game(game: &StoredGame) -> u64 {
    let moves = game.moves.iter().flat_map(|number| number.to_le_bytes());
    game.start.bytes().chain([0]).chain(moves).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// True if a game belongs to the smaller part of a split: about one in `share` games does, by the
/// game itself and the seed. A game goes to one side whole, in whatever file it stands.
pub fn on_test_side(game: &StoredGame, share: u64, seed: u64) -> bool {
    mix(seed, same_game(game)).is_multiple_of(share.max(1))
}

/// The games in an order that the seed gives.
pub fn shuffle(games: Vec<StoredGame>, seed: u64) -> Vec<StoredGame> {
    let order = shuffled(games.len(), seed);
    let mut games: Vec<Option<StoredGame>> = games.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| games[at].take()).collect()
}

/// The games of a group of starts.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct OfGroup {
    /// How many.
    pub games: u64,
    /// Won by the first side.
    pub first_won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Their positions.
    pub positions: u64,
}

/// Counts over games.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// Games of which the same stands before, move by move.
    pub same_games: u64,
    /// Positions in which a turn was played.
    pub positions: u64,
    /// Positions that stand before, in the same game or in another.
    pub duplicates: u64,
    /// Positions of which the search knew the result: a proven win or loss.
    pub proven: u64,
    /// Positions without a score.
    pub without_score: u64,
    /// The bytes of a position on average, in a file of these games.
    pub bytes_a_position: f64,
    /// By group of starts.
    pub groups: BTreeMap<String, OfGroup>,
}

/// Counts games; what cannot be played through is told by its number, from 0.
///
/// # Errors
/// The first game that cannot be played through.
pub fn statistics(
    kind: &dyn GameKind,
    games: &[StoredGame],
) -> Result<Statistics, (usize, String)> {
    let mut found = Statistics::default();
    let (mut keys, mut known) = (HashSet::new(), HashSet::new());
    for (index, game) in games.iter().enumerate() {
        let turns =
            kind.packing().unpack(&game.start, &game.moves).map_err(|fault| (index, fault))?;
        found.games += 1;
        found.same_games += u64::from(!known.insert(same_game(game)));
        found.positions += turns.len() as u64;
        found.duplicates += turns.iter().filter(|turn| !keys.insert(turn.key)).count() as u64;
        for number in 0..turns.len() {
            match game.score(number) {
                Some(score) => found.proven += u64::from(score.is_win() || score.is_loss()),
                None => found.without_score += 1,
            }
        }
        let group = found.groups.entry(game.group.clone()).or_default();
        group.games += 1;
        group.first_won += u64::from(game.half_points == 2);
        group.drawn += u64::from(game.half_points == 1);
        group.positions += turns.len() as u64;
    }
    let bytes: usize = games.chunks(GAMES_A_BLOCK).map(|games| encode(games).len()).sum();
    found.bytes_a_position = bytes as f64 / found.positions.max(1) as f64;
    Ok(found)
}
