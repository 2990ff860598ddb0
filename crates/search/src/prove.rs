//! Exact distances: whether a side can force a win within so many plies, by a search that prunes
//! nothing but what cannot matter.
//!
//! The main search proves wins, but its reductions may overlook a shorter one. Once it has proven
//! a win or loss, this says whether the distance is right.

use arrayvec::ArrayVec;
use game::{Evaluator, MAX_MOVES, MoveBits, MoveList, Position, Score, Side, Verdict};

use crate::history::Preceding;
use crate::mode::Mode;
use crate::ordering::Picker;
use crate::root::RootMove;
use crate::tt::{Bound, Entry};
use crate::worker::Worker;

/// With so many plies to go all moves are first looked for among the proofs of the table.
const TRANSPOSING_PLIES: i32 = 6;

/// Keeps the known forced wins apart from the entries of the main search.
const SALT: [u64; 2] = [0x5bf0_3635_dcd6_6aa9, 0x1f8e_2c55_9a3b_70d1];

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// Makes the proven score of the best root move exact: the shortest win, or the longest
    /// defence. False if that took more than as many nodes as were searched before and a quarter more (and some
    /// millions; `bounded` searches alone), or the search was stopped; what was found until then is kept. In a bounded
    /// search the quarter goes to looking upward for a win, which finds soon that one is much too long, the rest to shortening.
    pub(crate) fn prove_distance(
        &mut self,
        root: &P,
        moves: &mut [RootMove<P>],
        bounded: bool,
    ) -> bool {
        let begun = self.nodes;
        // Where a win always ends with a move of the winner, one within an even number of plies is one in fewer: MTD(f)
        // may have no more than such a bound.
        let score = moves[0].score;
        moves[0].score = match score.verdict() {
            Verdict::Win(plies) if !P::MOVER_MAY_LOSE && plies > 0 && plies.is_multiple_of(2) => {
                Score::win_in(plies as i32 - 1)
            }
            Verdict::Loss(plies) if !P::MOVER_MAY_LOSE && !plies.is_multiple_of(2) => {
                Score::loss_in(plies as i32 - 1)
            }
            _ => score,
        };
        let most = self.nodes.max(5_000_000);
        let upward = !bounded || moves[0].score.is_win();
        if bounded {
            self.prove_until = self.nodes + most / 4;
        }
        let mut proven = upward && self.find_shortest_win(root, moves);
        if !upward || (self.gave_up() && !self.stopped) {
            self.prove_until = self.nodes + most;
            proven = self.shorten_win(root, moves);
        }
        self.prove_until = u64::MAX;
        self.proof_nodes += self.nodes - begun;
        proven
    }

    /// By looking for ever longer wins from the shortest that there could be: what is found first is exact. Of a
    /// win that is much too long this costs less than shortening it, but it improves nothing before it ends.
    fn find_shortest_win(&mut self, root: &P, moves: &mut [RootMove<P>]) -> bool {
        let us = root.side_to_move();
        let (attacker, plies) = match moves[0].score.verdict() {
            Verdict::Win(plies) => (us, plies as i32),
            Verdict::Loss(plies) => (!us, plies as i32),
            Verdict::Points(_) => return false,
        };
        // Where a win always ends with a move of the winner, distances differ by two.
        let step = if P::MOVER_MAY_LOSE { 1 } else { 2 };
        let least = root.least_plies_to_win(attacker).max(1);
        for tried in (least..plies).filter(|tried| (plies - tried) % step == 0) {
            // A loss is one only if no move avoids it: to look for that first keeps the order of the moves, until at
            // last the move that holds out longest comes to the front.
            let may =
                attacker == us || tried + step == plies || self.wins_within(root, attacker, tried);
            let found = may && self.shorter_win(root, moves, attacker, tried);
            if self.stopped || self.gave_up() {
                return false;
            }
            if found {
                return true;
            }
        }
        true
    }

    fn shorten_win(&mut self, root: &P, moves: &mut [RootMove<P>]) -> bool {
        let us = root.side_to_move();
        loop {
            let (attacker, plies) = match moves[0].score.verdict() {
                Verdict::Win(plies) => (us, plies as i32),
                Verdict::Loss(plies) => (!us, plies as i32),
                Verdict::Points(_) => return false,
            };
            // Where a win always ends with a move of the winner, distances differ by two.
            let shorter = plies - if P::MOVER_MAY_LOSE { 1 } else { 2 };
            if shorter <= 0 {
                return true;
            }
            let found = self.shorter_win(root, moves, attacker, shorter);
            if self.stopped || self.gave_up() {
                return false;
            }
            if !found {
                return true;
            }
        }
    }

    /// Looks for a win or loss within `plies` plies that the reductions of the main search have
    /// overlooked, for at most so many nodes; only for the wins of `attacker`, if there is one. True if
    /// there is such; the root's moves are then in order.
    pub(crate) fn look_for_win(
        &mut self,
        root: &P,
        moves: &mut [RootMove<P>],
        attacker: Option<Side>,
        plies: i32,
        nodes: u64,
    ) -> bool {
        let begun = self.nodes;
        self.prove_until = self.nodes.saturating_add(nodes);
        let us = root.side_to_move();
        let won = attacker != Some(!us) && self.shorter_win(root, moves, us, plies);
        // A loss within so many plies: every move is answered.
        let found = won
            || (attacker != Some(us)
                && moves.iter().all(|root_move| !root_move.score.is_win())
                && self.wins_within(root, !us, plies)
                && self.shorter_win(root, moves, !us, plies));
        let found = found && !self.stopped && !self.gave_up();
        self.proof_nodes += self.nodes - begun;
        self.prove_until = u64::MAX;
        found
    }

    /// True if the proof has taken more nodes than it was given.
    #[inline(always)]
    fn gave_up(&self) -> bool {
        self.nodes >= self.prove_until
    }

    /// True if `attacker` wins within `plies` of the root; the root's moves are then put in order
    /// and scored accordingly.
    fn shorter_win(
        &mut self,
        root: &P,
        moves: &mut [RootMove<P>],
        attacker: Side,
        plies: i32,
    ) -> bool {
        let ours = attacker == root.side_to_move();
        let mut escape = None;
        for at in 0..moves.len() {
            let child = root.make(moves[at].mv);
            let length = root.length_of(moves[at].mv);
            let won = self.wins_within(&child, attacker, plies - length);
            if self.stopped || self.gave_up() {
                return false;
            }
            if ours && won {
                let depth = moves[0].depth;
                moves[..=at].rotate_right(1);
                moves[0].depth = depth;
                self.rescore(root, &mut moves[0], attacker, Score::win_in(plies));
                return true;
            }
            if !ours && !won {
                escape = Some(at);
                break;
            }
        }
        match escape {
            // The defence holds out longer: that move is the one to play.
            Some(at) => {
                let RootMove { score, depth, .. } = moves[0];
                moves[..=at].rotate_right(1);
                moves[0].score = score;
                moves[0].depth = depth;
                moves[0].exact = true;
                false
            }
            None if ours => false,
            None => {
                self.rescore(root, &mut moves[0], attacker, Score::loss_in(plies));
                true
            }
        }
    }

    fn rescore(&self, root: &P, best: &mut RootMove<P>, attacker: Side, score: Score) {
        best.score = score;
        best.exact = true;
        best.line.truncate(1);
        self.continue_line(root, &mut best.line, crate::MAX_PLY, SALT[attacker.index()]);
    }

    /// A move to a position of which a proof is in the table that decides this one (enhanced transposition cutoff:
    /// Schaeffer and Plaat, New advances in alpha-beta searching, 1996).
    fn known_decisive(&self, position: &P, attacker: Side, plies: i32) -> Option<P::Move> {
        let attacks = position.side_to_move() == attacker;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.into_iter().find(|&mv| {
            let child = position.make(mv);
            let left = plies - position.length_of(mv);
            let entry = self.table.probe(self.table_key(&child) ^ SALT[attacker.index()]);
            entry.is_some_and(|entry| match entry.bound {
                Bound::Lower => attacks && entry.depth <= left,
                Bound::Upper => !attacks && entry.depth >= left,
                Bound::Exact => false,
            })
        })
    }

    /// True if `attacker` can force a win within `plies` plies from here. Does not count once the
    /// worker has stopped or [given up](Worker::gave_up).
    fn wins_within(&mut self, position: &P, attacker: Side, plies: i32) -> bool {
        if let Some(ending) = position.ending() {
            return ending.outcome.winner() == Some(attacker);
        }
        if plies <= 0 && P::MOVES_MAY_BE_FREE {
            return won_without_a_ply(position, attacker);
        }
        if plies <= 0 {
            return won_without_moves(position, attacker);
        }
        if plies < position.least_plies_to_win(attacker) || self.poll() || self.gave_up() {
            return false;
        }
        if let Some(ending) = position.ending_by_clock()
            && position.has_legal_move()
        {
            return ending.outcome.winner() == Some(attacker);
        }
        if let Some(won) = self.known_win(position, attacker, plies) {
            return won;
        }
        let attacks = position.side_to_move() == attacker;
        if attacks {
            if position.static_win_plies().is_some_and(|needed| needed <= plies) {
                return true;
            }
            if plies <= P::STATIC_WIN_PLIES {
                return false;
            }
        } else {
            if position.static_win_plies().is_some_and(|needed| needed <= plies) {
                return false;
            }
            if plies == 1 && !P::MOVER_MAY_LOSE {
                return won_without_moves(position, attacker);
            }
        }
        let key = self.table_key(position) ^ SALT[attacker.index()];
        // The clock is not in the key.
        let timeless = !position.clock_ends_within(plies);
        let entry = if timeless { self.table.probe(key) } else { None };
        if let Some(entry) = entry {
            // A win is kept with its plies, no win with the plies within which there is none.
            match entry.bound {
                Bound::Lower if entry.depth <= plies => return true,
                Bound::Upper if entry.depth >= plies => return false,
                _ => {}
            }
        }
        // The move of a proof, or else the main search's.
        let known = entry.and_then(|entry| entry.mv);
        let known =
            known.or_else(|| self.table.probe(self.table_key(position)).and_then(|entry| entry.mv));
        let table_move = known.map(P::Move::from_bits).filter(|&mv| position.is_legal(mv));
        if timeless && plies >= TRANSPOSING_PLIES && self.forbidden.is_empty() {
            if let Some(mv) = self.known_decisive(position, attacker, plies) {
                let bound = if attacks { Bound::Lower } else { Bound::Upper };
                let mv = Some(mv.bits());
                self.table.store(key, Entry { mv, score: Score::ZERO, bound, depth: plies });
                return attacks;
            }
        }
        // Killers by the plies that are left.
        let slot = (plies as usize).min(crate::MAX_PLY);
        let preceding = Preceding::default();
        let (killers, count) = (self.killers(slot), self.tunables.killer_count as usize);
        let mut picker = Picker::new(table_move, killers, count, None, preceding.context);
        let mut quiets = ArrayVec::<P::Move, MAX_MOVES>::new();
        let mut decisive = None;
        let (mut any, mut repetition_excluded) = (false, false);
        while let Some(picked) =
            picker.next(position, self.learned(), &self.mode, &self.tunables, false)
        {
            let child = position.make(picked.mv);
            if self.is_forbidden(position, &child) {
                repetition_excluded = true;
                continue;
            }
            any = true;
            self.nodes += 1;
            self.table.prefetch(self.table_key(&child) ^ SALT[attacker.index()]);
            let won = self.wins_within(&child, attacker, plies - position.length_of(picked.mv));
            if self.stopped || self.gave_up() {
                return false;
            }
            if won == attacks {
                decisive = Some(picked.mv);
                if picked.quiet {
                    self.reward_quiet(position, picked.mv, &quiets, plies, slot, &preceding);
                }
                break;
            }
            if picked.quiet {
                quiets.push(picked.mv);
            }
            // The move that is examined last stands for the longest line there is.
            decisive = None;
        }
        if repetition_excluded && !any {
            // History alone decides nothing.
            return false;
        }
        let won = if any {
            decisive.is_some() == attacks
        } else {
            position.ending_without_moves().outcome.winner() == Some(attacker)
        };
        let bound = if won { Bound::Lower } else { Bound::Upper };
        let mv = decisive.map(MoveBits::bits);
        if timeless && !repetition_excluded {
            self.table.store(key, Entry { mv, score: Score::ZERO, bound, depth: plies });
        }
        won
    }
}

/// True if `attacker` has won because the side to move has no legal move (mate).
fn won_without_moves<P: Position>(position: &P, attacker: Side) -> bool {
    !position.has_legal_move() && position.ending_without_moves().outcome.winner() == Some(attacker)
}

/// True if `attacker` has won here, or wins by ending its turn here, with no move that counts.
fn won_without_a_ply<P: Position>(position: &P, attacker: Side) -> bool {
    let attacks = position.side_to_move() == attacker;
    let after = if attacks { position.turn_ended() } else { Some(*position) };
    after.is_some_and(|after| {
        let stuck = || (!after.has_legal_move()).then(|| after.ending_without_moves());
        let ending = after.ending().or_else(stuck);
        ending.is_some_and(|ending| ending.outcome.winner() == Some(attacker))
    })
}
