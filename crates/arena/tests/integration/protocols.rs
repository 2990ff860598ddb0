//! The protocols of the games.

use engine::{GameKind, Referee, examples, kinds};
use protocol::{Protocol, Separator};

/// The turns of some random games, as text.
fn turns(kind: &dyn GameKind) -> Vec<String> {
    let mut all = Vec::new();
    for seed in 0..5_u64 {
        let mut game = kind.new_game(None, Referee::default()).unwrap();
        let mut state = seed;
        let mut number = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        for _ in 0..40 {
            let Some(turn) = game.random_turn(&mut number).filter(|_| game.ending().is_none())
            else {
                break;
            };
            game.play(&turn).unwrap();
            all.push(turn);
        }
    }
    all
}

#[test]
fn every_game_has_a_protocol_that_can_say_its_turns_and_tell_its_clocks_apart() {
    for kind in kinds().iter().chain(examples()) {
        let info = kind.info();
        for name in std::iter::once(&info.protocol).chain(info.other_protocols) {
            let protocol: Protocol =
                name.parse().unwrap_or_else(|error| panic!("{}: {error}", info.name));
            let Some(dialect) = protocol.dialect() else { continue };
            let sides = kind.side_letters();
            let clocks = dialect.clock_names(sides);
            assert_ne!(clocks[0], clocks[1], "{}", info.name);
            for (side, name) in clocks.iter().enumerate() {
                assert_eq!(dialect.side_of_clock(name, sides), Some(side), "{}", info.name);
            }
            let parted = if dialect.separator == Separator::Blank { ' ' } else { ',' };
            let turns = turns(*kind);
            assert!(turns.len() > 20, "{}: {} turns", info.name, turns.len());
            let bad = turns.iter().find(|turn| turn.contains(parted));
            assert_eq!(
                bad, None,
                "{}: a list of turns could not be read back in {name}",
                info.name
            );
        }
    }
}
