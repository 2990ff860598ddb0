//! Blocks of games: they begin with a mark, their length and a checksum.

use std::ops::Range;
use std::sync::Arc;

use super::bytes::{Cursor, put, put_text};
use super::game::{Recipe, StoredGame};

/// What a file of games begins with: the mark of a block without its version.
pub const MARK: [u8; 7] = *b"TSJDATA";
/// The mark that a block begins with; its last byte is the version of the form.
const MAGIC: [u8; 8] = *b"TSJDATA1";
/// That of a block whose games have the visits of their moves.
const WITH_VISITS: [u8; 8] = *b"TSJDATA2";
/// The mark, the length of the content and its checksum, of four bytes each.
const HEAD: usize = 16;

/// The games of a block in the files that are written here; another may have more or fewer.
pub const GAMES_A_BLOCK: usize = 16;

/// Games as the bytes of a block.
pub fn encode(games: &[StoredGame]) -> Vec<u8> {
    let with_visits = games.iter().any(|game| !game.visits.is_empty());
    let mut recipes: Vec<&Recipe> = Vec::new();
    let mut told = Vec::new();
    for game in games {
        let at = recipes.iter().position(|&recipe| *recipe == *game.recipe).unwrap_or_else(|| {
            recipes.push(&game.recipe);
            recipes.len() - 1
        });
        put(&mut told, at as u64);
        put(&mut told, game.number);
        put_text(&mut told, &game.group);
        put_text(&mut told, &game.start);
        told.push(game.half_points);
        put(&mut told, game.moves.len() as u64);
        put(&mut told, game.scores.len() as u64);
        told.extend(game.moves.iter().flat_map(|number| number.to_le_bytes()));
        told.extend(game.scores.iter().flat_map(|number| number.to_le_bytes()));
        if with_visits {
            put(&mut told, game.visits.len() as u64);
            for visits in &game.visits {
                put(&mut told, visits.len() as u64);
                told.extend(visits.iter().flat_map(|(mv, _)| mv.to_le_bytes()));
                told.extend(visits.iter().map(|(_, share)| share));
            }
        }
    }
    let mut content = Vec::with_capacity(told.len() + 1_000);
    put(&mut content, recipes.len() as u64);
    for recipe in recipes {
        // There is nothing in it that could not be written.
        put_text(&mut content, &serde_json::to_string(recipe).unwrap_or_default());
    }
    put(&mut content, games.len() as u64);
    content.append(&mut told);
    let mut block = Vec::with_capacity(HEAD + content.len());
    block.extend_from_slice(if with_visits { &WITH_VISITS } else { &MAGIC });
    block.extend_from_slice(&(content.len() as u32).to_le_bytes());
    block.extend_from_slice(&crc32fast::hash(&content).to_le_bytes());
    block.append(&mut content);
    block
}

/// The moves that a game's searches visited.
fn visits(cursor: &mut Cursor<'_>) -> Option<Vec<Vec<(u16, u8)>>> {
    let mut turns = Vec::new();
    for _ in 0..cursor.count(1)? {
        let count = cursor.count(3)?;
        let moves: Vec<u16> = cursor.words(count)?.collect();
        turns.push(moves.into_iter().zip(cursor.bytes(count)?.iter().copied()).collect());
    }
    Some(turns)
}

fn decode(content: &[u8], with_visits: bool) -> Option<Vec<StoredGame>> {
    let mut cursor = Cursor(content);
    let mut recipes = Vec::new();
    for _ in 0..cursor.count(1)? {
        recipes.push(Arc::new(serde_json::from_str::<Recipe>(cursor.text()?).ok()?));
    }
    let mut games = Vec::new();
    for _ in 0..cursor.count(1)? {
        let recipe = recipes.get(usize::try_from(cursor.number()?).ok()?)?;
        let number = cursor.number()?;
        let (group, start) = (cursor.text()?.to_owned(), cursor.text()?.to_owned());
        let half_points = *cursor.bytes(1)?.first()?;
        let (moves, scores) = (cursor.count(2)?, cursor.count(2)?);
        let moves: Vec<u16> = cursor.words(moves)?.collect();
        let scores: Vec<i16> = cursor.words(scores)?.map(u16::cast_signed).collect();
        let visits = if with_visits { visits(&mut cursor)? } else { Vec::new() };
        if half_points > 2 {
            return None;
        }
        let recipe = recipe.clone();
        games.push(StoredGame { recipe, number, group, start, moves, scores, visits, half_points });
    }
    cursor.0.is_empty().then_some(games)
}

/// A part of a file that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The bytes of the file that are passed over.
    pub bytes: Range<usize>,
    /// Nothing comes after it: the file may have been cut off.
    pub at_end: bool,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Range { start, end } = self.bytes;
        write!(f, "bytes {start} to {end} are damaged, and are passed over")
    }
}

/// The blocks of a file.
pub struct Blocks<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Blocks<'b> {
    /// Those of a file of these bytes.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Where the next block begins.
    pub fn place(&self) -> usize {
        self.at
    }

    /// The games of the block that begins there, and where it ends.
    fn read(&self, at: usize) -> Option<(Vec<StoredGame>, usize)> {
        let rest = self.bytes.get(at..)?;
        let (head, rest) = rest.split_at_checked(HEAD)?;
        let number = |from: usize| {
            let bytes: [u8; 4] = head.get(from..from + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(bytes))
        };
        let (length, sum) = (number(8)? as usize, number(12)?);
        let with_visits = head[..8] == WITH_VISITS;
        let content = rest.get(..length).filter(|_| with_visits || head[..8] == MAGIC)?;
        (crc32fast::hash(content) == sum).then_some(())?;
        Some((decode(content, with_visits)?, at + HEAD + length))
    }
}

impl Iterator for Blocks<'_> {
    type Item = Result<Vec<StoredGame>, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        let begins = self.at;
        if begins >= self.bytes.len() {
            return None;
        }
        if let Some((games, end)) = self.read(begins) {
            self.at = end;
            return Some(Ok(games));
        }
        // The next place where a whole block stands.
        let begins_block = |at: &usize| {
            [MAGIC, WITH_VISITS].iter().any(|mark| self.bytes[*at..].starts_with(mark))
        };
        let marks = (begins + 1..self.bytes.len()).filter(begins_block);
        let next = marks.into_iter().find(|&at| self.read(at).is_some());
        self.at = next.unwrap_or(self.bytes.len());
        Some(Err(Damage { bytes: begins..self.at, at_end: next.is_none() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(count: u64) -> Vec<StoredGame> {
        let recipe = |seed| {
            let texts = ["toy", "1", "tesuji,nodes=5"].map(str::to_owned);
            let [game, program, engine] = texts;
            Arc::new(Recipe {
                game,
                program,
                engine,
                seed,
                deals: Vec::new(),
                random_plies: [2, 9],
                random_turns: 0,
                exploration: None,
            })
        };
        let recipes = [recipe(1), recipe(u64::MAX)];
        let of = |number: u64| StoredGame {
            recipe: recipes[number as usize % 2].clone(),
            number,
            group: format!("group {}", number % 3),
            start: "the start".to_owned(),
            moves: (0..number as u16 * 40).collect(),
            scores: (0..number as i16 * 20).map(|at| at * 3 - 900).collect(),
            visits: Vec::new(),
            half_points: (number % 3) as u8,
        };
        (0..count).map(of).collect()
    }

    #[test]
    fn blocks_read_back_and_can_be_joined() {
        let all = games(9);
        let mut bytes = encode(&all[..4]);
        bytes.extend(encode(&all[4..]));
        let read: Result<Vec<_>, _> = Blocks::new(&bytes).collect();
        assert_eq!(read.unwrap().concat(), all);
        assert_eq!(Blocks::new(&[]).count(), 0);
    }

    #[test]
    fn visits_read_back_and_a_block_without_them_is_as_it_was() {
        let mut all = games(6);
        all[2].visits = vec![vec![(513, 255), (1, 0)], Vec::new(), vec![(65_535, 3)]];
        let mut bytes = encode(&all[..4]);
        assert!(bytes.starts_with(&WITH_VISITS));
        let rest = encode(&all[4..]);
        assert!(rest.starts_with(&MAGIC));
        bytes.extend(rest);
        let read: Result<Vec<_>, _> = Blocks::new(&bytes).collect();
        assert_eq!(read.unwrap().concat(), all);
        // The mark of either is found after damage.
        bytes[20] ^= 1;
        let read: Vec<_> = Blocks::new(&bytes).collect();
        assert!(read[0].is_err());
        assert_eq!(read[1].as_ref().unwrap()[..], all[4..]);
    }

    #[test]
    fn damage_costs_the_block_that_it_touches_and_is_told_with_its_place() {
        let all = games(9);
        let parts = [encode(&all[..3]), encode(&all[3..6]), encode(&all[6..])];
        let whole = parts.concat();
        let (from, to) = (parts[0].len(), parts[0].len() + parts[1].len());
        let left = [&all[..3], &all[6..]].concat();
        // Any byte of the second block, be it of its mark, its length, its checksum or its games.
        for at in (from..to).step_by(3).chain([from + 8, from + 12]) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            let (mut read, mut damaged) = (Vec::new(), Vec::new());
            for block in Blocks::new(&bytes) {
                match block {
                    Ok(games) => read.extend(games),
                    Err(damage) => damaged.push(damage),
                }
            }
            assert_eq!(read, left, "byte {at}");
            assert_eq!(damaged, [Damage { bytes: from..to, at_end: false }]);
            let told = format!("bytes {from} to {to} are damaged, and are passed over");
            assert_eq!(damaged[0].to_string(), told);
        }
        // A file that ends within a block.
        for cut in to..whole.len() {
            let mut blocks = Blocks::new(&whole[..cut]);
            assert!(blocks.by_ref().take(2).all(|block| block.is_ok()));
            let rest: Vec<_> = blocks.collect();
            assert_eq!(rest.len(), usize::from(cut > to));
            assert!(rest.iter().all(|block| block.as_ref().is_err_and(|damage| damage.at_end)));
        }
    }
}
