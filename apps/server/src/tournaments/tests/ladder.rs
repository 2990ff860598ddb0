//! Ladders: rungs, who meets whom and when, and what a restart makes of them.

use std::collections::{BTreeMap, BTreeSet};

use super::{MINUTE, Play, member, of_kind};
use crate::protocol::tournament::{Kind, Stage, Status, Terms};
use crate::tournaments::kept::Change;
use crate::tournaments::rules::{self, Meeting, Step};
use crate::tournaments::table::Table;

const HOUR: i64 = 60 * MINUTE;

/// A ladder under way.
fn ladder(days: Option<u32>, players: usize) -> Play {
    let mut play = Play::new(Terms { days, ..of_kind(Kind::Ladder) }, players);
    let Step::Head(head) = play.due() else { panic!("it begins") };
    play.keep(vec![Change::Head(head)]);
    play
}

/// One game between two, whose first has those half points.
fn game(play: &mut Play, players: [usize; 2], half_points: u8) {
    let number = play.table.next().to_string();
    play.meet(vec![Meeting { round: 0, players }]);
    play.end(&number, Some(half_points), false);
}

fn leave(play: &mut Play, number: usize, status: Status) {
    let changes = rules::leave(&play.table, &member(number), status, play.now);
    play.keep(changes.expect("leaves"));
}

fn moved(play: &Play, player: usize) -> i32 {
    play.table.players()[player].moved
}

#[test]
fn who_beats_somebody_above_takes_that_rung_and_those_between_move_down() {
    let mut play = ladder(None, 5);
    assert_eq!(play.table.order(), [0, 1, 2, 3, 4], "newcomers begin at the bottom");
    game(&mut play, [3, 1], 2);
    assert_eq!(play.table.order(), [0, 3, 1, 2, 4]);
    assert_eq!([0, 1, 2, 3, 4].map(|it| moved(&play, it)), [0, -1, -1, 2, 0]);
    // A draw, and a win of the higher, change nothing.
    game(&mut play, [4, 0], 1);
    game(&mut play, [0, 4], 2);
    assert_eq!(play.table.order(), [0, 3, 1, 2, 4]);
    // Who withdraws leaves it, also from a game under way; who comes back is a newcomer, who pauses is not.
    play.meet(vec![Meeting { round: 0, players: [4, 3] }]);
    leave(&mut play, 3, Status::Out);
    play.end("3", Some(2), false);
    assert_eq!(play.table.order(), [0, 1, 2, 4]);
    leave(&mut play, 1, Status::Paused);
    play.join(3);
    play.join(1);
    assert_eq!(play.table.order(), [0, 1, 2, 4, 3]);
    assert_eq!(moved(&play, 3), 0);
    // A first move that does not come costs the rung, and pauses.
    play.meet(vec![Meeting { round: 0, players: [0, 4] }]);
    play.end("4", Some(0), true);
    assert_eq!(play.table.order(), [4, 0, 1, 2, 3]);
    assert_eq!(play.table.players()[0].status, Status::Paused);
    play.is_kept();
}

#[test]
fn however_members_come_go_and_play_the_order_is_that_of_a_plain_list() {
    for seed in 0..40 {
        let mut play = ladder(None, 6);
        play.seed = seed;
        let mut order: Vec<usize> = (0..6).collect();
        for _ in 0..300 {
            play.now += 1_000;
            let number = play.lot(12);
            match play.lot(10) {
                0 => {
                    play.join(number);
                    if !order.contains(&number_of(&play, number)) {
                        order.push(number_of(&play, number));
                    }
                }
                1 if play
                    .table
                    .number(&member(number).key)
                    .is_some_and(|it| order.contains(&it)) =>
                {
                    let status = if play.lot(2) == 0 { Status::Out } else { Status::Paused };
                    leave(&mut play, number, status);
                    order.retain(|it| status == Status::Paused || *it != number_of(&play, number));
                }
                _ if order.len() > 1 => {
                    let (high, low) = (play.lot(order.len()), play.lot(order.len()));
                    let (high, low) = (high.min(low), high.max(low));
                    if high == low {
                        continue;
                    }
                    let half_points = u8::try_from(play.lot(3)).expect("small");
                    game(&mut play, [order[low], order[high]], half_points);
                    if half_points == 2 {
                        let winner = order.remove(low);
                        order.insert(high, winner);
                    }
                }
                _ => {}
            }
            assert_eq!(play.table.order(), order, "{seed}");
        }
        play.is_kept();
    }
}

fn number_of(play: &Play, member_number: usize) -> usize {
    play.table.number(&member(member_number).key).expect("has joined")
}

#[test]
fn a_ladder_pairs_within_three_rungs_of_who_is_there_and_lets_the_same_two_rest() {
    let mut play = ladder(Some(2), 9);
    let gone = |key: &str| key != member(4).key;
    let mut met: BTreeMap<[usize; 2], (i64, bool)> = BTreeMap::new();
    let mut games = 0;
    while play.now < 46 * HOUR {
        play.now += MINUTE;
        if let Step::Meet(meetings) = rules::due(&play.table, play.now, &gone) {
            let order: Vec<usize> =
                play.table.order().iter().copied().filter(|it| *it != 4).collect();
            let rung = |player| order.iter().position(|it| *it == player).expect("is there");
            let mut busy: BTreeSet<usize> =
                play.table.open().flat_map(|pairing| pairing.players).collect();
            for Meeting { players: [one, two], .. } in &meetings {
                assert!(rung(*one).abs_diff(rung(*two)) <= 3, "{order:?} {one} {two}");
                assert!(busy.insert(*one) && busy.insert(*two), "{meetings:?}");
                if let Some((at, taken)) = met.get(&[*one.min(two), *one.max(two)]) {
                    assert!(play.now - at >= if *taken { HOUR } else { 6 * HOUR });
                }
            }
            games += meetings.len();
            play.meet(meetings);
        }
        let open: Vec<_> = play.table.open().cloned().collect();
        if !open.is_empty() {
            let pairing = &open[play.lot(open.len())];
            let [one, two] = pairing.players;
            let half_points = u8::try_from(play.lot(3)).expect("small");
            let low = if play.table.place(one) > play.table.place(two) { 2 } else { 0 };
            met.insert([one.min(two), one.max(two)], (play.now, half_points == low));
            play.end(&pairing.game.clone().expect("a game"), Some(half_points), false);
        }
    }
    // All pairs of neighbours play, some of them every hour and the others four times a day.
    assert!((100..700).contains(&games), "{games}");
    for player in (0..9).filter(|it| *it != 4) {
        let record = play.table.record(player);
        assert!(record.sides.balance.abs() <= 4 && record.sheet.games() > 10, "{player}");
        assert_eq!(record.sheet.shown(Kind::Ladder).len(), record.sheet.games().min(20));
    }
    assert_eq!(play.table.pairings().count(), play.table.open().count());
    play.is_kept();
}

#[test]
fn whom_one_has_not_met_comes_before_whom_one_has() {
    let mut play = ladder(None, 3);
    let next = |play: &Play| match play.due() {
        Step::Meet(meetings) => {
            meetings.iter().map(|it| BTreeSet::from(it.players)).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    };
    assert_eq!(next(&play), [BTreeSet::from([0, 1])], "the highest neighbours");
    game(&mut play, [0, 1], 2);
    assert_eq!(next(&play), [BTreeSet::from([1, 2])]);
    play.now = 10 * MINUTE;
    game(&mut play, [2, 1], 2);
    assert_eq!(next(&play), [BTreeSet::from([0, 2])]);
    play.now = 20 * MINUTE;
    game(&mut play, [0, 2], 1);
    // All have met: the two first who need not rest any more.
    assert_eq!(next(&play), []);
    play.now = 10 * MINUTE + HOUR;
    assert_eq!(next(&play), [BTreeSet::from([1, 2])], "the lower had won");
    play.now = 6 * HOUR;
    assert_eq!(next(&play), [BTreeSet::from([0, 1])], "longest ago");
}

#[test]
fn a_ladder_ends_with_its_days_or_not_at_all() {
    let mut play = ladder(Some(1), 2);
    game(&mut play, [1, 0], 2);
    play.now = 24 * HOUR - 1;
    assert_eq!(play.due(), Step::Wait, "nobody is paired any more");
    play.meet(vec![Meeting { round: 0, players: [0, 1] }]);
    play.now = 24 * HOUR;
    let Step::Head(head) = play.due() else { panic!("it ends") };
    assert_eq!((head.stage, head.ends), (Stage::Over, Some(24 * HOUR)));
    assert_eq!(head.winner, Some(member(1)), "who stands on the first rung");
    // A game that ends late moves nobody.
    play.now += 1;
    play.end("1", Some(2), false);
    assert_eq!(play.table.order(), [1, 0]);
    let mut for_good = ladder(None, 1);
    for_good.now = 1_000 * 24 * HOUR;
    assert_eq!((for_good.due(), for_good.table.head().ends), (Step::Wait, None));
}

#[test]
fn who_has_withdrawn_from_a_ladder_leaves_room_for_another() {
    let mut play = Play::new(of_kind(Kind::Ladder), 200);
    let joins = |table: &Table, number| rules::join(table, &member(number), None, 0).is_ok();
    assert!(!joins(&play.table, 200));
    leave(&mut play, 7, Status::Out);
    assert!(joins(&play.table, 200) && joins(&play.table, 7));
    play.join(200);
    assert!(!joins(&play.table, 7), "full again");
}
