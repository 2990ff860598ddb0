//! Agreement: every driver, with the table on and off, finds the value that plain minimax finds.

use std::sync::Arc;
use std::time::Duration;

use game::laws::random_walk;
use game::toy::{Toy, ToyEval};
use game::{Evaluator, MoveList, Position, Score, Side};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::tt::{Table, Wide};
use search::{
    Control, Driver, Instrumented, Job, Limits, Searcher, Switches, TableHandle, Tunables, minimax,
    minimax_move,
};

/// Where a driver and the reference search differ.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{driver:?}{form} with {table} MiB of table at depth {depth}: {found} and not {expected} {what} in {position}"
)]
pub struct Disagreement {
    /// The driver.
    pub driver: Driver,
    /// Its form, where it is not the usual one.
    pub form: &'static str,
    /// Its table in MiB.
    pub table: usize,
    /// The nominal depth.
    pub depth: u32,
    /// The driver's result.
    pub found: String,
    /// The reference's result.
    pub expected: String,
    /// The result that is compared.
    pub what: &'static str,
    /// The position.
    pub position: String,
}

/// The positions that were checked, and found to agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// Positions.
    pub positions: u64,
    /// Those from which some line goes on after the side to move has changed: all where each turn is one move and the depth more
    /// than one ply.
    pub crossing: u64,
}

/// Some line of at most `depth` plies goes on after the side to move has changed.
fn crosses<P: Position>(position: &P, side: Side, depth: u32) -> bool {
    if depth == 0 || position.ending().is_some() {
        return false;
    }
    if position.side_to_move() != side {
        return true;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    // Those that end a turn tend to come last.
    moves.iter().rev().any(|&mv| crosses(&position.make(mv), side, depth - 1))
}

type Exact<P, E> = Searcher<P, E, Instrumented>;

/// A search to be compared with the reference search.
struct Compared<P: Position, E: Evaluator<P>> {
    driver: Driver,
    /// In words, where it is not the usual one.
    form: &'static str,
    /// Its table in MiB.
    table: usize,
    searcher: Exact<P, E>,
}

impl<P: Position, E: Evaluator<P>> Compared<P, E> {
    /// None if the system does not have so much memory.
    fn new(
        driver: Driver,
        mib: usize,
        params: &E::Params,
        change: impl FnOnce(&mut Switches, &mut Tunables),
    ) -> Option<Self> {
        let pvs = driver != Driver::AlphaBeta;
        let mut switches = Switches { pvs, ..Switches::EXACT };
        let mut tunables = Tunables::START;
        change(&mut switches, &mut tunables);
        let mode = Instrumented { switches, exact: true };
        let table = Arc::new(TableHandle::new(Table::<Wide>::new(mib)?));
        let searcher = Searcher::new(mode, tunables, params.clone(), 1, table);
        Some(Self { driver, form: "", table: mib, searcher })
    }
}

/// A change of switches and numbers that makes a form of the search.
type Change = fn(&mut Switches, &mut Tunables);

const AT_ONCE: &str = ", at once to the depth";

/// Other forms of the drivers, and the other replacement schemes of the table. None changes a value.
const FORMS: [(Driver, &str, Change); 14] = [
    (Driver::Pvs, ", open to ply 1", |_, tunables| tunables.open_plies = 1),
    (Driver::Pvs, ", open to ply 3", |_, tunables| tunables.open_plies = 3),
    (Driver::Mtdf, ", open to ply 2", |_, tunables| tunables.open_plies = 2),
    (Driver::Mtdf, ", without a guess", |switches, _| switches.mtdf_guess = false),
    (Driver::Pvs, ", best first at the root", |switches, _| switches.best_first_root = true),
    (Driver::Pvs, AT_ONCE, |switches, _| switches.iterative_deepening = false),
    (Driver::AlphaBeta, AT_ONCE, |switches, _| switches.iterative_deepening = false),
    (Driver::Pvs, ", always replacing", |_, tunables| tunables.replacement = 1),
    (Driver::Mtdf, ", preferring depth", |_, tunables| tunables.replacement = 2),
    (Driver::AlphaBeta, ", ageing", |_, tunables| tunables.replacement = 3),
    (Driver::Mtdf, ", swept", |_, tunables| tunables.replacement = 4),
    (Driver::AlphaBeta, ", by a second hash", |switches, _| switches.second_hash = true),
    (Driver::Pvs, ", with children looked up", |switches, tunables| {
        (switches.enhanced_cutoffs, switches.order_by_children) = (true, true);
        tunables.children_depth = 1;
    }),
    (Driver::Pvs, ", with the table's window", |switches, tunables| {
        switches.table_window = true;
        tunables.table_window_half = 5;
    }),
];

/// All drivers, with and without a table, kept from position to position: what one search leaves
/// in the table must not mislead the next. Each position also has one of the other forms, in turn.
struct Drivers<P: Position, E: Evaluator<P>> {
    always: Vec<Compared<P, E>>,
    in_turn: Vec<Compared<P, E>>,
    params: E::Params,
    checked: usize,
}

impl<P: Position, E: Evaluator<P>> Drivers<P, E> {
    fn new(params: &E::Params) -> Self {
        let drivers = [Driver::AlphaBeta, Driver::Pvs, Driver::Mtdf];
        let both = drivers.into_iter().flat_map(|driver| [(driver, 0), (driver, 1)]);
        let always = both.filter_map(|(driver, mib)| Compared::new(driver, mib, params, |_, _| ()));
        // Where a side may move twice running, the distance of a win that no shallower search found may be too long.
        let exact = |form: &str| P::SIDES_ALTERNATE || form != AT_ONCE;
        let in_turn = FORMS.into_iter().filter(|&(_, form, _)| exact(form));
        let in_turn = in_turn.filter_map(|(driver, form, change)| {
            let compared = Compared::new(driver, 1, params, change)?;
            Some(Compared { form, ..compared })
        });
        let (always, in_turn) = (always.collect(), in_turn.collect());
        Self { always, in_turn, params: params.clone(), checked: 0 }
    }

    fn check(&mut self, root: &P, depth: u32) -> Result<(), Disagreement> {
        let evaluator = E::new(&self.params, root);
        let Some(plain) = minimax_move(root, &evaluator, &[], depth, &mut |_| true) else {
            return Ok(());
        };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        // Drivers often choose the same move: the reference search looks at each once.
        let mut values: Vec<(P::Move, Score)> =
            plain.mv.map(|mv| (mv, plain.score)).into_iter().collect();
        let turn = self.checked % self.in_turn.len().max(1);
        self.checked += 1;
        let in_turn = self.in_turn.iter_mut().skip(turn).take(1);
        for Compared { driver, form, table, searcher } in self.always.iter_mut().chain(in_turn) {
            let job = Job {
                root: *root,
                game_keys: &[],
                repetition_draw: false,
                limits: &limits,
                only: &[],
                driver: *driver,
                control: &Control::new(false),
                now: &|| Duration::ZERO,
                processor: None,
                current: None,
                resume: None,
            };
            let outcome = searcher.search(&job, &mut |_| {});
            let differs = |found: String, expected: String, what| Disagreement {
                driver: *driver,
                form,
                table: *table,
                depth,
                found,
                expected,
                what,
                position: format!("{root:?}"),
            };
            let Some(best) = outcome.report.best() else {
                if plain.mv.is_some() {
                    return Err(differs("no move".into(), "one".into(), "as the move"));
                }
                continue;
            };
            if best.score != plain.score {
                let (found, expected) = (best.score.to_string(), plain.score.to_string());
                return Err(differs(found, expected, "as the value"));
            }
            // The move need not be the reference's, but it must be as good.
            let known = values.iter().find(|(mv, _)| *mv == best.mv);
            let value = match known {
                Some(&(_, value)) => value,
                None => {
                    let child = root.make(best.mv);
                    let rest = depth.saturating_sub(root.depth_of(best.mv) as u32);
                    let value = minimax(&child, &evaluator, rest);
                    let value = value.from_table(root.length_of(best.mv));
                    let same = child.side_to_move() == root.side_to_move();
                    let value = if same { value } else { -value };
                    values.push((best.mv, value));
                    value
                }
            };
            if value != plain.score {
                let (found, expected) = (value.to_string(), plain.score.to_string());
                return Err(differs(found, expected, "as the value of the move"));
            }
        }
        Ok(())
    }
}

/// Random games end at this ply, in which the slowest games are well into their endings.
const LONGEST_GAME: usize = 400;

/// A random position of a random game from `start`, each ply as likely as any other; None if the game is over at its start.
fn random_position<P: Position>(start: P, rng: &mut Xoshiro256PlusPlus) -> Option<P> {
    let mut met = Vec::with_capacity(LONGEST_GAME + 1);
    random_walk(start, LONGEST_GAME, rng, |position| met.push(*position));
    met.retain(|position| !position.is_over());
    (!met.is_empty()).then(|| met[rng.random_range(0..met.len())])
}

/// Checks `count` random positions of random games from starts that `deal` gives, at `depth` plies.
/// `progress` is told the number checked so far, and ends the check where it says no.
pub(crate) fn agree<P: Position, E: Evaluator<P>>(
    params: &E::Params,
    deal: impl Fn(u64) -> P,
    count: u64,
    seed: u64,
    depth: u32,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Agreement, Disagreement> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut drivers = Drivers::<P, E>::new(params);
    let mut checked = Agreement::default();
    while checked.positions < count {
        let Some(position) = random_position(deal(rng.random()), &mut rng) else { continue };
        drivers.check(&position, depth)?;
        checked.positions += 1;
        checked.crossing += u64::from(crosses(&position, position.side_to_move(), depth));
        if !progress(checked.positions) {
            break;
        }
    }
    Ok(checked)
}

/// The same for toy trees, in which a side may move twice running.
///
/// # Errors
/// The first disagreement found.
pub fn agree_toys(
    count: u64,
    seed: u64,
    depth: u32,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Agreement, Disagreement> {
    agree::<Toy, ToyEval>(&(), Toy::new, count, seed, depth, progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Referee;

    #[test]
    fn drivers_agree_on_toy_trees() {
        for depth in 1..=6 {
            let result = agree_toys(700, u64::from(depth), depth, &mut |_| true);
            assert_eq!(result.map(|checked| checked.positions), Ok(700));
        }
    }

    #[test]
    fn drivers_agree_where_turns_end_within_the_tree() {
        for kind in crate::kinds() {
            let game = kind.new_game(None, Referee::default()).unwrap();
            if game.has_steps() {
                let checked = kind.checks().agree(250, 40, 4, &mut |_| true).unwrap();
                assert_eq!(checked.positions, 250, "{}", kind.name());
                assert!(checked.crossing >= 125, "{}: {}", kind.name(), checked.crossing);
            }
        }
    }

    #[test]
    fn drivers_agree_on_every_game() {
        const DEPTHS: [(u32, u64); 5] = [(1, 1_000), (2, 1_000), (3, 1_000), (4, 800), (5, 50)];
        for kind in crate::kinds() {
            // Where a ply has many moves, plain minimax ends at depth 3.
            let start = kind.starts().deal(kind.info().match_deal, 1).unwrap();
            let leaves = kind.checks().perft(Some(&start), 4, false, false).unwrap().nodes;
            let depths = if leaves < 20_000 { 5 } else { 3 };
            for &(depth, count) in &DEPTHS[..depths] {
                let result = kind.checks().agree(count, u64::from(depth), depth, &mut |_| true);
                let checked = result.unwrap();
                assert_eq!(checked.positions, count, "{}", kind.name());
                // Also where a turn has several moves, half of the searches go beyond it.
                assert!(depth < 3 || checked.crossing >= count / 2, "{}", kind.name());
            }
        }
    }
}
