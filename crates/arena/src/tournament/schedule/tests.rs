use super::*;
use crate::{Openings, Rules};

fn config(format: Format, engines: usize, games: u64) -> Config {
    Config {
        game: "onitama".to_owned(),
        format,
        engines: (0..engines).map(|n| format!("random,name={n}")).collect(),
        games,
        rounds: 3,
        seed: 5,
        openings: Openings::Deal(String::new()),
        rules: Rules::default(),
        sprt: None,
        policy: Default::default(),
        event: None,
        site: None,
    }
}

/// Plays all that is scheduled, until nothing more comes; the lower number always wins.
fn play_out(config: &Config, result: impl Fn(&Key) -> u8) -> (Results, Vec<Slot>) {
    let mut results = Results::new();
    loop {
        let slots: Vec<Slot> = schedule(config, &results).slots().collect();
        assert_eq!(slots.len() as u64, schedule(config, &results).games());
        let open = slots.iter().find(|slot| !results.contains_key(&slot.key));
        let Some(open) = open else { return (results, slots) };
        results.insert(open.key, result(&open.key));
    }
}

fn lower_wins(key: &Key) -> u8 {
    if key.first < key.second { 2 } else { 0 }
}

fn check_numbers(slots: &[Slot]) {
    let numbers: BTreeSet<u64> = slots.iter().map(|slot| slot.number).collect();
    let keys: BTreeSet<Key> = slots.iter().map(|slot| slot.key).collect();
    assert_eq!((numbers.len(), keys.len()), (slots.len(), slots.len()));
}

#[test]
fn a_match_plays_pairs_and_an_odd_game() {
    let slots: Vec<Slot> =
        schedule(&config(Format::Match, 2, 5), &Results::new()).slots().collect();
    let shape: Vec<(u64, u64, u8)> =
        slots.iter().map(|slot| (slot.number, slot.key.pair, slot.key.leg)).collect();
    assert_eq!(shape, [(1, 0, 0), (2, 0, 1), (3, 1, 0), (4, 1, 1), (5, 2, 0)]);
}

#[test]
fn all_meet_all_and_an_engine_that_is_added_changes_nothing() {
    for format in [Format::RoundRobin, Format::Gauntlet] {
        let slots = |engines| -> Vec<Slot> {
            schedule(&config(format, engines, 4), &Results::new()).slots().collect()
        };
        let (four, five) = (slots(4), slots(5));
        check_numbers(&four);
        check_numbers(&five);
        let pairings = if format == Format::Gauntlet { 3 } else { 6 };
        assert_eq!(four.len(), pairings * 4);
        assert!(four.iter().all(|slot| five.contains(slot)), "{format:?}");
    }
}

#[test]
fn a_swiss_tournament_finds_its_leader_without_rematches() {
    for engines in [2, 3, 7, 8, 16] {
        let mut config = config(Format::Swiss, engines, 2);
        config.rounds = if engines == 16 { 4 } else { engines.min(4) as u32 - 1 };
        let (results, slots) = play_out(&config, lower_wins);
        check_numbers(&slots);
        let met: BTreeSet<(u32, u32, u32)> = results
            .keys()
            .map(|key| (key.round, key.first.min(key.second), key.first.max(key.second)))
            .collect();
        let pairs: BTreeSet<(u32, u32)> = met.iter().map(|&(_, a, b)| (a, b)).collect();
        assert_eq!(met.len(), pairs.len(), "{engines}: nobody meets twice");
        assert_eq!(met.len(), config.rounds as usize * (engines / 2));
        let (_, byes) = swiss(&config, &results);
        let had: BTreeSet<_> = byes.iter().flatten().collect();
        let odd = engines % 2 == 1;
        assert_eq!(had.len(), if odd { byes.len() } else { 0 }, "{engines}: one bye each");
        // The best has won all its games.
        let lost = results
            .iter()
            .any(|(key, half)| (key.first == 0 && *half == 0) || (key.second == 0 && *half == 2));
        assert!(!lost);
    }
}

#[test]
fn where_all_have_met_they_meet_again() {
    let mut config = config(Format::Swiss, 2, 2);
    config.rounds = 3;
    assert_eq!(play_out(&config, lower_wins).1.len(), 6);
}

#[test]
fn a_knockout_is_won_by_the_best_and_ties_are_broken() {
    for engines in 2..=9 {
        let config = config(Format::Knockout, engines, 2);
        let (results, slots) = play_out(&config, lower_wins);
        check_numbers(&slots);
        assert_eq!(slots.len(), 2 * (engines - 1), "each but one is beaten once");
        assert!(
            slots.iter().all(|slot| slot.number <= slots.len() as u64),
            "no number is left out"
        );
        assert_eq!(knockout(&config, &results).1, Some(0));
        // Even until the third pair, which the second wins.
        let tied = |key: &Key| if key.pair < 2 { 1 } else { 0 };
        let (results, slots) = play_out(&config, tied);
        check_numbers(&slots);
        assert_eq!(slots.len(), 6 * (engines - 1));
        assert_ne!(knockout(&config, &results).1, Some(0));
        // Always even: the better seeded goes on.
        let (results, _) = play_out(&config, |_| 1);
        assert_eq!(knockout(&config, &results).1, Some(0));
    }
    assert_eq!(seeding(8), [0, 7, 3, 4, 1, 6, 2, 5]);
}

#[test]
fn a_schedule_takes_no_memory_for_what_is_planned() {
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss, Format::Knockout] {
        let config = config(format, 64, u64::from(u32::MAX));
        let plan = schedule(&config, &Results::new());
        let pairings = plan.rounds.iter().map(Vec::len).sum::<usize>() as u64;
        assert_eq!(plan.games(), pairings * u64::from(u32::MAX), "{format:?}");
        assert!(plan.clone().is_open(&Results::new()));
        let last = *plan.rounds[0].last().unwrap();
        let slot = last.slot(u64::from(u32::MAX) / 2, 0).unwrap();
        assert_eq!(slot.number, last.numbers[0] + u64::from(u32::MAX) - 1, "the odd game");
        assert_eq!(last.slot(u64::from(u32::MAX) / 2, 1), None);
        assert_eq!(plan.slots().take(1000).count(), 1000);
    }
}

#[test]
fn the_number_of_a_game_does_not_depend_on_how_others_went() {
    let config = config(Format::Knockout, 8, 3);
    let mut known = BTreeMap::new();
    let mut results = Results::new();
    loop {
        let slots: Vec<Slot> = schedule(&config, &results).slots().collect();
        for slot in &slots {
            assert_eq!(*known.entry(slot.key).or_insert(*slot), *slot);
        }
        let Some(open) = slots.iter().find(|slot| !results.contains_key(&slot.key)) else { break };
        // Every other pairing is even at first.
        let even = open.key.first % 2 == 0 && open.key.pair < 3;
        results.insert(open.key, if even { 1 } else { 2 });
    }
    check_numbers(&known.into_values().collect::<Vec<Slot>>());
}

#[test]
fn added_games_are_numbered_after_all_that_were_planned() {
    // Three pairings of three games each may come, 9 games; then ten pairs for each pairing.
    let config = config(Format::Knockout, 4, 3);
    let (_, slots) = play_out(&config, |key| if key.pair < 3 { 1 } else { 2 });
    let of_pairing = |first: u32, second: u32| -> Vec<u64> {
        let both = |slot: &&Slot| (slot.key.first, slot.key.second) == (first, second);
        slots.iter().filter(both).map(|slot| slot.number).collect()
    };
    assert_eq!(of_pairing(0, 3), [1, 2, 3, 10, 11, 12, 13]);
    assert_eq!(of_pairing(1, 2), [4, 5, 6, 30, 31, 32, 33]);
    assert_eq!(of_pairing(0, 1), [7, 8, 9, 50, 51, 52, 53]);
}
