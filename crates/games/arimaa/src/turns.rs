//! The turns of a position: sequences of steps, and the distinct boards that they lead to.

use std::collections::HashSet;

use game::{MoveList, Position as _, Turn};

use crate::board::Board;
use crate::position::Position;

/// The counts of a walk over all turns; `docs/games/arimaa.md` defines each number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnCounts {
    /// The sequences of one, two, three and four steps, those that leave a push open among them.
    pub sequences: [u64; 4],
    /// Those that leave no push open.
    pub complete: [u64; 4],
    /// The distinct boards at the end of a legal turn.
    pub turns: u64,
    /// The hashes of these boards, combined by exclusive or.
    pub digest_xor: u64,
    /// The hashes of these boards, added up.
    pub digest_sum: u64,
}

/// The hash of a board for [`TurnCounts`]: FNV-1a over its 64 letters, from a start value of its own.
pub fn board_hash(board: &Board) -> u64 {
    board.letters().bytes().fold(1_469_598_103_934_665_603, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    })
}

impl Position {
    /// Walks all turns from the start of one. The rules of the ends of a game do not matter here.
    pub fn count_turns(&self) -> TurnCounts {
        let mut counts = TurnCounts::default();
        if self.is_setup() {
            return counts;
        }
        let mut boards = HashSet::new();
        self.walk(0, &mut counts, &mut boards);
        boards.remove(self.turn_start());
        counts.turns = boards.len() as u64;
        for board in &boards {
            let hash = board_hash(board);
            counts.digest_xor ^= hash;
            counts.digest_sum = counts.digest_sum.wrapping_add(hash);
        }
        counts
    }

    fn walk(&self, depth: usize, counts: &mut TurnCounts, boards: &mut HashSet<Board>) {
        let side = self.side();
        self.raw_steps().moves(|mv| {
            let child = self.after(mv);
            counts.sequences[depth] += 1;
            if !child.has_open_push() {
                counts.complete[depth] += 1;
                boards.insert(*child.board());
            }
            if child.side() == side {
                child.walk(depth + 1, counts, boards);
            }
        });
    }

    /// A turn for each distinct board that a legal turn leads to, the shortest and first found.
    pub fn distinct_turns(&self) -> Vec<Turn<Self>> {
        let mut found: Vec<Turn<Self>> = Vec::new();
        let mut seen: HashSet<Board> = HashSet::new();
        let mut level = vec![(*self, Turn::<Self>::new())];
        let side = self.side();
        let mut known = HashSet::new();
        while !level.is_empty() {
            let mut next = Vec::new();
            for (position, turn) in level {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                // Turns that end here go before those that go on.
                moves.sort_unstable_by_key(|mv| !mv.is_pass());
                for mv in moves {
                    let child = position.make(mv);
                    let mut longer = turn.clone();
                    longer.push(mv);
                    if child.side() == side {
                        if known.insert(child.key()) {
                            next.push((child, longer));
                        }
                    } else if seen.insert(*child.board()) {
                        found.push(longer);
                    }
                }
            }
            level = next;
        }
        found
    }
}
