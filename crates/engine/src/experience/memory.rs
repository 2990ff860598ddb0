//! The experience of an engine: what it reads from its file, what it makes of it, and what it adds.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{Game, MoveBits, Notation, Score, Side, Turn};
use search::tt::{self, Entry, Layout, Table};

use super::contents::{Experience, Found, Lesson};
use super::file::{ExperienceFile, ReadExperience};
use crate::book::BookTurn;

/// Turns of a game whose results are kept, of both sides together: the opening and what follows it.
const TURNS: usize = 60;
/// Positions that are kept of a search, at most: those to which the moves of the best line's first plies lead, beside the
/// line too. Their refutations are most of what the next search needs.
const KEPT: usize = 400;
const PLIES: i32 = 12;
/// By how many plies less than the line there they may have been searched, and how deep at the least.
const SHALLOWER: i32 = 6;
const SHALLOWEST: i32 = 3;

/// A position in which fewer games were played gives no advice.
const FEW_GAMES: u64 = 4;
/// A turn whose share is this, with what may be hoped for, is played as it is.
const GOOD: f64 = 0.5;
/// A turn whose share is less is not tried again, once it was played this often.
const BAD: f64 = 0.35;
const BAD_GAMES: u64 = 2;
/// The exploration of turns that were seldom played: the constant of UCB1 (Auer, Cesa-Bianchi and Fischer, 2002)
/// is the square root of 2; results against one opponent differ less from each other than coins.
const EXPLORATION: f64 = 0.35;

/// The part of experience that a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Use {
    /// Nothing.
    Nothing,
    /// The best turns, to be searched first.
    Order,
    /// Turns and scores, as if it had searched them itself.
    #[default]
    Table,
}

/// The advice of earlier games on the turns of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Advice {
    /// Nothing.
    Search,
    /// This turn did well.
    Play(String),
    /// These did badly.
    Avoid(Vec<String>),
}

struct State {
    file: ExperienceFile,
    known: Experience,
    /// The lessons by the key of their position.
    entries: HashMap<u64, Entry>,
    /// How the game will end, by a search that proved it, and what was played until then.
    supposed: Option<Experience>,
    /// The keys of the positions that searches of this game have come to.
    met: HashSet<u64>,
    most: usize,
    /// The last fault of the file, until somebody reads it.
    fault: Option<String>,
}

/// The experience of an engine for the game of `P`, and the file where it stays.
pub(crate) struct Memory<P> {
    state: Mutex<State>,
    game: std::marker::PhantomData<fn() -> P>,
}

/// The promise of a turn of a position to which `all` games came: its share, and the more the less
/// it was played (UCB1).
fn promise(turn: &BookTurn, all: u64) -> f64 {
    share(turn) + EXPLORATION * ((all.max(1) as f64).ln() / turn.games().max(1) as f64).sqrt()
}

/// The share that a turn scored, from 0 to 1, one more game taken for drawn.
fn share(turn: &BookTurn) -> f64 {
    (turn.wins as f64 + 0.5 * turn.draws as f64 + 0.5) / (turn.games() as f64 + 1.0)
}

/// The entry of a transposition table that says what was found.
fn entry_of<P: Notation>(position: &str, found: &Found) -> Option<(u64, Entry)> {
    let position = P::parse(position).ok()?;
    let turn = position.parse_turn(&found.turn).ok()?;
    let mv = turn.first()?.bits();
    let bound = match found.bound {
        game::Bound::Exact => tt::Bound::Exact,
        game::Bound::Lower => tt::Bound::Lower,
        game::Bound::Upper => tt::Bound::Upper,
    };
    let depth = i32::try_from(found.depth).unwrap_or(i32::MAX);
    Some((position.key(), Entry { mv: Some(mv), score: found.score(), bound, depth }))
}

impl<P: Notation> Memory<P> {
    /// Reads a file of experience; it need not be there yet. What is to be remarked of it comes back in words.
    ///
    /// # Errors
    /// If it cannot be read, or is none of this game.
    pub(crate) fn open(path: &Path, most: usize) -> Result<(Self, Option<String>), String> {
        let mut file = ExperienceFile::new(path, P::GAME);
        let (read, anew) = file.refresh()?;
        let damaged = match *read.damaged {
            [] => None,
            [line] => Some(format!("experience: line {line} is damaged and was left out")),
            [line, ..] => Some(format!(
                "experience: {} lines are damaged and were left out, the first is line {line}",
                read.damaged.len()
            )),
        };
        let state = State {
            file,
            known: Experience::default(),
            entries: HashMap::new(),
            supposed: None,
            met: HashSet::new(),
            most,
            fault: None,
        };
        let memory = Self { state: Mutex::new(state), game: std::marker::PhantomData };
        memory.take(&mut memory.lock(), &read, anew);
        memory.keep_within(most);
        Ok((memory, damaged))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what was read of the file.
    fn take(&self, state: &mut State, read: &ReadExperience, anew: bool) {
        if anew {
            state.known = Experience::default();
            state.entries.clear();
        }
        self.merge(state, &read.experience);
    }

    fn merge(&self, state: &mut State, learned: &Experience) {
        for (position, lesson) in learned.positions() {
            state.known.add(position.to_owned(), lesson.clone());
            let known = state.known.lesson(position).and_then(|lesson| lesson.found.as_ref());
            if let Some((key, entry)) = known.and_then(|found| entry_of::<P>(position, found)) {
                state.entries.insert(key, entry);
            }
        }
    }

    /// Adds what was learned, to the file too. A file that cannot be written costs no game: the fault is told.
    fn add(&self, state: &mut State, learned: &Experience) {
        if learned.is_empty() {
            return;
        }
        match state.file.add(learned) {
            Ok((others, anew)) => self.take(state, &others, anew),
            Err(fault) => state.fault = Some(fault),
        }
        self.merge(state, learned);
    }

    /// Keeps the positions within a number, in the file too, and the file short.
    pub(crate) fn keep_within(&self, most: usize) {
        let mut state = self.lock();
        state.most = most;
        if state.known.len() > most || state.file.is_wordy(&state.known) {
            match state.file.rewrite(most) {
                Ok(all) => {
                    let experience =
                        ReadExperience { experience: all, ..ReadExperience::default() };
                    self.take(&mut state, &experience, true);
                }
                Err(fault) => state.fault = Some(fault),
            }
        }
    }

    /// The last fault of the file, in words; given once.
    pub(crate) fn fault(&self) -> Option<String> {
        self.lock().fault.take().map(|fault| format!("experience: {fault}"))
    }

    /// Another game begins: what others have learned is read, and the game before ends as a search proved, if one did.
    pub(crate) fn next_game(&self) {
        let mut state = self.lock();
        state.met.clear();
        if let Some(game) = state.supposed.take() {
            self.add(&mut state, &game);
        }
        match state.file.refresh() {
            Ok((read, anew)) => self.take(&mut state, &read, anew),
            Err(fault) => state.fault = Some(fault),
        }
        let most = state.most;
        drop(state);
        // A tenth more is let in, so that not every game has the file written anew.
        if self.lock().known.len() > most + most / 10 {
            self.keep_within(most);
        }
    }

    /// Puts what is known into a table.
    pub(crate) fn fill<L: Layout>(&self, table: &Table<L>, what: Use) {
        if what == Use::Nothing {
            return;
        }
        let state = self.lock();
        // More would only drive each other out.
        for (&key, &entry) in state.entries.iter().take(table.capacity() / 4) {
            let order = Entry {
                // A bound that every score keeps, at no depth: the move alone says something.
                bound: tt::Bound::Lower,
                score: Score::from_raw(-Score::INFINITY.raw()),
                depth: 0,
                ..entry
            };
            table.store(key, if what == Use::Table { entry } else { order });
        }
    }

    /// The advice of earlier games on the turns of a position.
    pub(crate) fn advice(&self, position: &P) -> Advice {
        let state = self.lock();
        let lesson = state.known.lesson(&position.text_without_clocks());
        let Some(lesson) = lesson.filter(|lesson| lesson.games() >= FEW_GAMES) else {
            return Advice::Search;
        };
        let all = lesson.games();
        let promising = lesson.played.iter().max_by(|one, other| {
            promise(one.1, all).total_cmp(&promise(other.1, all)).then_with(|| other.0.cmp(one.0))
        });
        if let Some((turn, counted)) = promising
            && share(counted) >= GOOD
        {
            return Advice::Play(turn.clone());
        }
        let bad = |(_, it): &(&String, &BookTurn)| it.games() >= BAD_GAMES && share(it) < BAD;
        let bad: Vec<String> = lesson.played.iter().filter(bad).map(|it| it.0.clone()).collect();
        if bad.is_empty() { Advice::Search } else { Advice::Avoid(bad) }
    }

    /// Keeps what a search found: the best line and what it says of the root, and what the table has beside that line.
    pub(crate) fn learn_search<L: Layout>(
        &self,
        game: &Game<P>,
        line: &[P::Move],
        found: Found,
        table: Option<&Table<L>>,
    ) {
        let root = game.position();
        let score = found.score();
        let exact = found.bound == game::Bound::Exact;
        let mut all = Vec::new();
        if let Some(table) = table.filter(|_| P::SIDES_ALTERNATE) {
            all = beside(root, line, table, found.depth.cast_signed());
        }
        all.push((*root, found));
        let mover = root.side_to_move();
        let winner = if score.is_win() { mover } else { mover.other() };
        let proven = exact && score.is_proven();
        let mut state = self.lock();
        let mut learned = Experience::default();
        for (position, found) in all {
            let text = position.text_without_clocks();
            let is_known = state.known.lesson(&text).is_some_and(|lesson| lesson.found.is_some());
            let again = u64::from(state.met.insert(position.key()) && is_known);
            learned.add(text, Lesson { again, ..Lesson::of(found) });
        }
        state.supposed = proven.then(|| results(game, Some(winner)));
        self.add(&mut state, &learned);
    }

    /// Counts the turns of a game that has ended.
    pub(crate) fn learn_game(&self, game: &Game<P>, winner: Option<Side>) {
        let mut state = self.lock();
        state.supposed = None;
        self.add(&mut state, &results(game, winner));
    }
}

/// The turns of a game, each with the half points of who played it.
fn results<P: Notation>(game: &Game<P>, winner: Option<Side>) -> Experience {
    let mut played = Experience::default();
    for (position, turn) in game.positions().iter().zip(game.turns()).take(TURNS) {
        let side = position.side_to_move();
        let half_points = winner.map_or(1, |winner| 2 * u8::from(winner == side));
        played.count(position.text_without_clocks(), &position.turn_text(turn), half_points);
    }
    played
}

/// The positions to which moves lead along a line, that were searched deepest, with what the table has of them.
fn beside<P: Notation, L: Layout>(
    root: &P,
    line: &[P::Move],
    table: &Table<L>,
    depth: i32,
) -> Vec<(P, Found)> {
    let mut found: Vec<(P, Found)> = Vec::new();
    let mut on = *root;
    for (ply, &played) in (1..=PLIES).zip(line) {
        let mut moves = game::MoveList::new();
        on.legal_moves(&mut moves);
        let least = (depth - ply - SHALLOWER).max(SHALLOWEST);
        let next = moves.iter().map(|&mv| on.make(mv)).filter(|next| !next.is_over());
        found.extend(next.filter_map(|next| {
            let entry = table.probe(next.key()).filter(|entry| entry.depth >= least)?;
            Some((next, found_of(&next, &entry)?))
        }));
        if !on.is_legal(played) {
            break;
        }
        on = on.make(played);
    }
    found.sort_by_key(|(_, found)| std::cmp::Reverse(found.depth));
    found.truncate(KEPT);
    found
}

/// A table entry as a search result of a position; None where it is that of another one.
fn found_of<P: Notation>(position: &P, entry: &Entry) -> Option<Found> {
    let mv = P::Move::from_bits(entry.mv?);
    if !position.is_legal(mv) {
        return None;
    }
    let bound = match entry.bound {
        tt::Bound::Exact => game::Bound::Exact,
        tt::Bound::Lower => game::Bound::Lower,
        tt::Bound::Upper => game::Bound::Upper,
    };
    let turn: Turn<P> = std::iter::once(mv).collect();
    let (turn, depth) = (position.turn_text(&turn), entry.depth.unsigned_abs());
    Some(Found { turn, score: entry.score.verdict(), bound, depth })
}
