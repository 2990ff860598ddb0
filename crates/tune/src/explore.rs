//! Games of Monte Carlo tree search against itself in which a policy is learned from what the searches visited (David Silver
//! and others, "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play", 2018).
//!
//! Some searches are long and others short, and only the long ones are learned from (David Wu, "Accelerating self-play
//! learning in Go", 2019): results want many games, visits deep searches.

use std::sync::Arc;

use arena::EngineSpec;
use arena::seeds::mix;
use engine::{Engine, GameKind, Limits, Outcome, Referee, Score, Stop, think};

use crate::data::{Exploration, Recipe, StoredGame, UNKNOWN};

/// A longer game counts as a draw.
pub(crate) const MOST_TURNS: usize = 600;

/// Of games that are played on though a side would resign: how many there are, and in how many that side did not lose.
///
/// # Errors
/// If a game cannot be played through; in words.
pub fn resignations(
    kind: &dyn GameKind,
    exploration: &Exploration,
    games: &[StoredGame],
) -> Result<[u64; 2], String> {
    let mut counts = [0; 2];
    for game in games.iter().filter(|game| exploration.is_checked(game.number)) {
        let ends = (1..=game.scores.len()).find(|&end| exploration.resigns(&game.scores[..end]));
        let turns = kind.packing().unpack(&game.start, &game.moves)?;
        if let Some(turn) = ends.and_then(|end| turns.get(end - 1)) {
            let lost = if turn.first_to_move { 0 } else { 2 };
            counts[0] += 1;
            counts[1] += u64::from(game.half_points != lost);
        }
    }
    Ok(counts)
}

/// The engines of one thread.
pub(crate) struct Explorers {
    learned: Box<dyn Engine>,
    quick: Box<dyn Engine>,
    exploration: Exploration,
}

impl Explorers {
    /// The engine of a recipe with many playouts, and with few.
    pub(crate) fn new(
        kind: &'static dyn GameKind,
        engine: &str,
        exploration: &Exploration,
    ) -> Result<Self, String> {
        let Exploration { visits, quick_visits, noise: [noise, shape], .. } = exploration;
        let build = |more: String| -> Result<Box<dyn Engine>, String> {
            let spec: EngineSpec = format!("{engine},{more}")
                .parse()
                .map_err(|error: arena::SpecError| error.to_string())?;
            spec.build(kind, 0).map_err(|error| error.to_string())
        };
        let noisy = format!("option.MctsRootNoise={noise},option.MctsRootNoiseShape={shape}");
        Ok(Self {
            learned: build(format!("option.MctsVisits={visits},{noisy}"))?,
            quick: build(format!("option.MctsVisits={quick_visits}"))?,
            exploration: exploration.clone(),
        })
    }

    /// Plays the game of a number from the start of a group; None where it was stopped.
    pub(crate) fn game(
        &mut self,
        kind: &'static dyn GameKind,
        recipe: &Arc<Recipe>,
        number: u64,
        (group, start): (String, String),
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<StoredGame>, String> {
        let exploration = &self.exploration;
        let seed = mix(mix(recipe.seed, number), 1);
        let begun = kind.new_game(Some(&start), Referee { repetition_draw: true });
        let mut game = begun.map_err(|error| error.to_string())?;
        for engine in [&mut self.learned, &mut self.quick] {
            let seeded = engine.set_option("MctsSeed", &(seed % 1_000_000).to_string());
            seeded.map_err(|error| error.to_string())?;
            engine.new_game();
        }
        let (mut scores, mut visits, mut winner) = (Vec::new(), Vec::new(), None);
        while game.turns().len() < MOST_TURNS {
            if let Some(ending) = game.ending() {
                winner = ending.winner;
                break;
            }
            if stopped() {
                return Ok(None);
            }
            let [first, second] = game.side_letters();
            let other = if game.side() == first { second } else { first };
            let turn = scores.len();
            let drawn = mix(seed, 1 + turn as u64);
            let learned = drawn % 100 < exploration.learned_percent.into();
            let engine = if learned { &mut self.learned } else { &mut self.quick };
            engine.take_game(game.as_ref()).map_err(|error| error.to_string())?;
            let found = think(engine.as_mut(), Limits::default(), &Stop::default(), &mut |_| {});
            let found = found.map_err(|error| error.to_string())?;
            let score = found.last.as_ref().map(|last| last.score);
            scores.push(score.map_or(UNKNOWN, |score| score.raw() as i16));
            let position = game.position_text();
            let seen = visited(kind, &position, &found, score)?;
            let chosen =
                if turn < exploration.drawn_turns { draw(&found, drawn >> 8) } else { None };
            visits.push(if learned { seen } else { Vec::new() });
            let chosen = chosen.or(found.turn).ok_or("the engine has no turn")?;
            let proven = score.filter(|score| score.is_win() || score.is_loss());
            let mover = game.side();
            game.play(&chosen).map_err(|error| error.to_string())?;
            if let Some(score) = proven {
                winner = Some(if score.is_win() { mover } else { other });
                break;
            }
            if !exploration.is_checked(number) && exploration.resigns(&scores) {
                winner = Some(other);
                break;
            }
        }
        let [first, _] = game.side_letters();
        Ok(Some(StoredGame {
            recipe: recipe.clone(),
            number,
            group,
            moves: kind.packing().pack(&start, &game.turns())?,
            start,
            scores,
            visits,
            half_points: winner.map_or(1, |letter| 2 * u8::from(letter == first)),
        }))
    }
}

/// The moves that a search visited, and how often in proportion to the most visited (255): those of a proven win are the turn
/// to play alone, and there are none to learn from where all lose.
fn visited(
    kind: &dyn GameKind,
    position: &str,
    found: &Outcome,
    score: Option<Score>,
) -> Result<Vec<(u16, u8)>, String> {
    let pack = |turn: &String| -> Result<u16, String> {
        let moves = kind.packing().pack(position, std::slice::from_ref(turn))?;
        moves.first().copied().ok_or_else(|| "a turn without a move".to_owned())
    };
    match (score, &found.turn) {
        (Some(score), Some(turn)) if score.is_win() => return Ok(vec![(pack(turn)?, u8::MAX)]),
        (Some(score), _) if score.is_loss() => return Ok(Vec::new()),
        _ => {}
    }
    let tree = found.statistics.as_ref().map(|statistics| statistics.tree.clone());
    let branches = tree.iter().flat_map(|tree| tree.iter());
    let most = branches.clone().map(|branch| branch.visits).max().unwrap_or_default().max(1);
    let share = |visits: u32| (255 * u64::from(visits) / u64::from(most)) as u8;
    let shares = branches.map(|branch| Ok((pack(&branch.mv)?, share(branch.visits))));
    shares.filter(|share| !matches!(share, Ok((_, 0)))).collect()
}

/// A turn at random, in proportion to the visits; none that is known to lose. None where nothing was visited.
fn draw(found: &Outcome, random: u64) -> Option<String> {
    let tree = &found.statistics.as_ref()?.tree;
    let open = |proven: Option<Score>| !proven.is_some_and(Score::is_loss);
    let branches = tree.iter().filter(|branch| open(branch.proven));
    let all: u64 = branches.clone().map(|branch| u64::from(branch.visits)).sum();
    let mut left = random.checked_rem(all)?;
    for branch in branches {
        let visits = u64::from(branch.visits);
        if left < visits {
            return Some(branch.mv.clone());
        }
        left -= visits;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::data::encode;
    use crate::selfplay::{Progress, SelfPlay};

    fn exploration() -> Exploration {
        Exploration {
            visits: 40,
            quick_visits: 10,
            learned_percent: 30,
            noise: [25, 30],
            drawn_turns: 6,
            resign_below: 5,
            checked: 4,
            points: 60,
        }
    }

    fn played(
        game: &str,
        exploration: Exploration,
        games: [u64; 2],
        threads: usize,
    ) -> Vec<StoredGame> {
        let kind = engine::kind(game).unwrap();
        let recipe = Arc::new(Recipe {
            game: game.to_owned(),
            program: "test".to_owned(),
            engine: "tesuji,hash=1,option.Algorithm=mcts".to_owned(),
            seed: 5,
            deals: vec![kind.info().match_deal.to_owned()],
            random_plies: [0, 0],
            random_turns: 0,
            exploration: Some(exploration),
        });
        let mut all = Vec::new();
        let play = SelfPlay { kind, recipe, threads };
        play.play(games[0], games[1], &AtomicBool::new(false), &mut |progress| {
            if let Progress::Block(games) = progress {
                all.extend_from_slice(games);
            }
            true
        })
        .unwrap();
        all
    }

    #[test]
    fn games_have_the_visits_of_long_searches_and_are_those_of_the_seed() {
        let games = played("onitama", exploration(), [0, 32], 1);
        assert_eq!(encode(&games), encode(&played("onitama", exploration(), [0, 32], 2)));
        let kind = engine::kind("onitama").unwrap();
        let (mut turns, mut learned) = (0, 0);
        for game in &games {
            assert_eq!(game.visits.len(), game.scores.len());
            for (turn, visits) in game.visits.iter().enumerate().filter(|(_, it)| !it.is_empty()) {
                learned += 1;
                assert_eq!(visits.iter().map(|&(_, share)| share).max(), Some(255));
                // Each is a legal move there.
                for &(mv, _) in visits {
                    let mut line = game.moves[..turn].to_vec();
                    line.push(mv);
                    kind.packing().unpack(&game.start, &line).unwrap();
                }
            }
            turns += game.scores.len();
        }
        let share = f64::from(learned) / turns as f64;
        assert!((0.15..0.4).contains(&share), "{share}");
    }

    #[test]
    fn who_stands_badly_twice_resigns_but_in_games_that_check_it() {
        let points = |points: i32| Score::points(points).raw() as i16;
        let exploration = exploration();
        // Of 60 points an expected result of 0.73: 177 are 0.95.
        assert!(exploration.resigns(&[points(-200), points(150), points(-190)]));
        assert!(!exploration.resigns(&[points(-100), points(150), points(-190)]));
        assert!(!exploration.resigns(&[points(-200), points(-200)]));
        assert!(
            !Exploration { resign_below: 0, ..exploration.clone() }.resigns(&[points(-999); 3])
        );
        // By a high bound nearly every game is resigned, and often wrongly.
        let rash = Exploration { resign_below: 49, ..exploration };
        let games = played("onitama", rash.clone(), [0, 64], 2);
        let kind = engine::kind("onitama").unwrap();
        let [checked, wrong] = resignations(kind, &rash, &games).unwrap();
        assert!((8..=16).contains(&checked) && wrong > 0 && wrong < checked, "{checked} {wrong}");
        let length = |checked: bool| -> f64 {
            let some = games.iter().filter(|game| rash.is_checked(game.number) == checked);
            some.clone().map(|game| game.scores.len() as f64).sum::<f64>() / some.count() as f64
        };
        assert!(length(false) < length(true), "{} {}", length(false), length(true));
    }
}
