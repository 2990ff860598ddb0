//! Whole tournaments without a server: every step that is due is done, and games end at random.

use std::collections::{BTreeMap, BTreeSet};

use super::kept::{Change, Done, Entry, Head, Kept, Pairing};
use super::rules::{self, Ended, Meeting, Step};
use super::table::Table;
use super::{scores, terms};
use crate::protocol::Code;
use crate::protocol::seats::Rating;
use crate::protocol::study::ClockRule;
use crate::protocol::tournament::{Kind, Programs, Stage, Status, Terms};
use crate::wanted::wanted;
use crate::who::Who;

mod ladder;

const MINUTE: i64 = 60_000;

fn of_kind(kind: Kind) -> Terms {
    Terms {
        name: "Friday".to_owned(),
        game: "standard".to_owned(),
        clock: ClockRule::timed(60_000, 0),
        rated: false,
        kind,
        minutes: (kind == Kind::Arena).then_some(60),
        rounds: match kind {
            Kind::Arena => None,
            Kind::Swiss => Some(5),
            Kind::RoundRobin => Some(2),
            Kind::Ladder => None,
        },
        days: (kind == Kind::Ladder).then_some(30),
        starts: Some(0),
        programs: Programs::Yes,
        lowest: None,
        highest: None,
        description: None,
        invited: None,
    }
}

fn member(number: usize) -> Who {
    Who::account(&format!("m{number}"), number % 2 == 1)
}

/// A tournament that is played by the clock of the test.
struct Play {
    table: Table,
    now: i64,
    seed: u64,
    /// All that was kept, to be read again.
    kept: Kept,
}

impl Play {
    fn new(terms: Terms, players: usize) -> Self {
        let head = Head {
            id: "t".to_owned(),
            terms,
            by: member(0),
            stage: Stage::Coming,
            starts: 0,
            ends: None,
            winner: None,
            invited: None,
        };
        let kept = Kept { head: head.clone(), players: Vec::new(), pairings: Vec::new() };
        let mut play = Self { table: Table::new(head), now: 0, seed: 5, kept };
        for number in 0..players {
            play.join(number);
        }
        play
    }

    fn join(&mut self, number: usize) {
        let rating = Rating { rating: 1500, provisional: true, change: None };
        let changes = rules::join(&self.table, &member(number), Some(rating), self.now);
        self.keep(changes.expect("joins"));
    }

    fn keep(&mut self, changes: Vec<Change>) {
        for change in changes {
            let Kept { head, players, pairings } = &mut self.kept;
            match change.clone() {
                Change::Head(now) => *head = *now,
                Change::Player(number, entry) if number < players.len() => players[number] = *entry,
                Change::Player(_, entry) => players.push(*entry),
                Change::Pairing(pairing) => {
                    pairings.retain(|it| it.number != pairing.number);
                    pairings.push(pairing);
                }
                Change::Unpaired(number) => pairings.retain(|it| it.number != number),
            }
            self.table.apply(change);
        }
    }

    fn lot(&mut self, below: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(self.seed >> 33).expect("small") % below
    }

    fn due(&self) -> Step {
        rules::due(&self.table, self.now, &|_| true)
    }

    fn meet(&mut self, meetings: Vec<Meeting>) {
        let first = self.table.next();
        let made = (first..).zip(meetings).map(|(number, Meeting { round, players })| {
            let bye = players[0] == players[1];
            let order = self.table.done();
            let done = Done { order, half_points: Some(2), points: [2, 0], at: self.now };
            Change::Pairing(Pairing {
                number,
                round,
                game: (!bye).then(|| number.to_string()),
                players,
                ratings: [1500; 2],
                done: bye.then_some(done),
            })
        });
        let made = made.collect();
        self.keep(made);
    }

    fn end(&mut self, game: &str, half_points: Option<u8>, no_show: bool) {
        let ended = Ended { half_points, no_show, ratings: [None; 2], at: self.now };
        let changes = rules::result(&self.table, game, &ended);
        self.keep(changes);
    }

    /// Plays until it is over; what was begun.
    fn through(&mut self) -> Vec<[usize; 2]> {
        let mut met = Vec::new();
        for _ in 0..100_000 {
            match self.due() {
                Step::Head(head) => {
                    self.keep(vec![Change::Head(head)]);
                    if self.table.head().stage == Stage::Over {
                        return met;
                    }
                }
                Step::Meet(meetings) => {
                    let mut busy: BTreeSet<usize> =
                        self.table.open().flat_map(|pairing| pairing.players).collect();
                    for meeting in &meetings {
                        let [one, two] = meeting.players;
                        assert!(
                            busy.insert(one) && (one == two || busy.insert(two)),
                            "{meetings:?}"
                        );
                    }
                    met.extend(meetings.iter().map(|it| it.players).filter(|[a, b]| a != b));
                    self.meet(meetings);
                }
                Step::Wait => {
                    self.now += 5_000;
                    let open: Vec<String> =
                        self.table.open().filter_map(|it| it.game.clone()).collect();
                    if !open.is_empty() {
                        let game = open[self.lot(open.len())].clone();
                        let half_points = u8::try_from(self.lot(3)).expect("small");
                        self.end(&game, Some(half_points), false);
                    }
                }
            }
        }
        panic!("it does not end");
    }

    /// The table that is read from what was kept is the one that was played.
    fn is_kept(&self) {
        let read = Table::of(self.kept.clone());
        assert_eq!(read.order(), self.table.order());
        for player in 0..read.players().len() {
            let (one, other) = (read.record(player), self.table.record(player));
            assert_eq!((&one.sheet, one.sides, one.last), (&other.sheet, other.sides, other.last));
            assert_eq!((one.plays, one.performance()), (other.plays, other.performance()));
        }
        assert_eq!((read.next(), read.done()), (self.table.next(), self.table.done()));
        assert_eq!(read.counted(), self.table.counted());
        for [one, two] in self.kept.pairings.iter().map(|pairing| pairing.players) {
            assert_eq!(read.met(one, two), self.table.met(one, two));
        }
    }
}

#[test]
fn an_arena_pairs_nobody_twice_at_once_or_with_the_last_opponent_and_evens_the_sides() {
    for players in [3, 4, 7, 12] {
        let mut play = Play::new(of_kind(Kind::Arena), players);
        let met = play.through();
        assert!(met.len() > 100, "{players}: {}", met.len());
        play.is_kept();
        // With four at two boards whoever is free waits for the other board.
        let mut last: BTreeMap<usize, usize> = BTreeMap::new();
        let mut again = 0;
        for [one, two] in met {
            again += usize::from(last.get(&one) == Some(&two) || last.get(&two) == Some(&one));
            last.extend([(one, two), (two, one)]);
        }
        // Of three the two who are free have always just played, or one of them: they wait for nobody else in vain.
        assert!(players == 3 || again == 0, "{players}: {again}");
        for player in 0..players {
            assert!(play.table.record(player).sides.balance.abs() <= 3, "{players}");
        }
        let head = play.table.head();
        assert_eq!((head.stage, head.ends), (Stage::Over, Some(60 * MINUTE)));
        assert!(head.winner.is_some());
    }
}

#[test]
fn two_who_are_all_there_are_play_again_at_once() {
    let mut play = Play::new(of_kind(Kind::Arena), 2);
    assert!(play.through().len() > 300);
}

#[test]
fn an_arena_pairs_those_alone_who_are_there_and_do_not_pause() {
    let mut play = Play::new(of_kind(Kind::Arena), 4);
    let Step::Head(head) = play.due() else { panic!("it begins") };
    play.keep(vec![Change::Head(head)]);
    let here = |key: &str| key != member(2).key;
    let leave = rules::leave(&play.table, &member(3), Status::Paused, 0).expect("pauses");
    play.keep(leave);
    let met = Step::Meet(vec![Meeting { round: 0, players: [1, 0] }]);
    assert_eq!(rules::due(&play.table, 0, &here), met);
    let Step::Meet(meetings) = rules::due(&play.table, 0, &here) else { panic!("they meet") };
    play.meet(meetings);
    assert_eq!(rules::due(&play.table, 0, &here), Step::Wait);
    play.join(3);
    let back = rules::due(&play.table, 0, &|_| true);
    assert!(matches!(&back, Step::Meet(it) if it.len() == 1), "{back:?}");
    // Near the end nobody is paired, and at the end it is over.
    let ends = play.table.head().ends.expect("an end");
    let last = ends - rules::closing(play.table.head());
    assert_eq!(rules::due(&play.table, last + 1, &|_| true), Step::Wait);
    assert!(matches!(rules::due(&play.table, ends, &|_| true), Step::Head(_)));
}

#[test]
fn a_game_counts_once_and_not_after_the_end_and_a_missing_first_move_pauses() {
    let mut play = Play::new(of_kind(Kind::Arena), 2);
    let Step::Head(head) = play.due() else { panic!("it begins") };
    play.keep(vec![Change::Head(head)]);
    let Step::Meet(meetings) = play.due() else { panic!("they meet") };
    let [first, second] = meetings[0].players;
    play.meet(meetings);
    play.end("0", Some(0), true);
    play.end("0", Some(2), false);
    let sums = [first, second].map(|player| play.table.record(player).sheet.sum());
    assert_eq!(sums, [0, 2]);
    assert_eq!(play.table.players()[first].status, Status::Paused);
    assert_eq!(play.due(), Step::Wait);
    play.join(first);
    let Step::Meet(meetings) = play.due() else { panic!("they meet again") };
    play.meet(meetings);
    play.now = play.table.head().ends.expect("an end") + 1;
    play.end("1", Some(2), false);
    assert_eq!(play.table.record(second).sheet.sum(), 2);
    assert_eq!(play.table.open().count(), 0);
    play.is_kept();
}

#[test]
fn a_swiss_tournament_lets_nobody_meet_twice_and_gives_each_bye_to_another() {
    for players in [6, 9] {
        let mut play = Play::new(of_kind(Kind::Swiss), players);
        let met = play.through();
        assert_eq!(met.len(), 5 * (players / 2));
        let once: BTreeSet<[usize; 2]> = met.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        assert_eq!(once.len(), met.len(), "{met:?}");
        let byes = play.table.pairings().filter(|it| it.game.is_none()).map(|it| it.players[0]);
        let byes: Vec<usize> = byes.collect();
        assert_eq!(byes.iter().collect::<BTreeSet<_>>().len(), byes.len());
        assert_eq!(byes.len(), 5 * (players % 2));
        for player in 0..players {
            let record = play.table.record(player);
            assert!(record.sides.balance.abs() <= 2, "{:?}", record.sides);
            let scores = record.sheet.shown(Kind::Swiss);
            assert_eq!(scores.len(), 5, "a bye or a game a round");
            let sum: f64 = scores.iter().map(|score| score.points).sum();
            assert!((sum - scores::points(Kind::Swiss, record.sheet.sum())).abs() < 1e-9);
        }
        play.is_kept();
    }
}

#[test]
fn in_a_round_robin_each_meets_each_once_with_either_side() {
    let mut play = Play::new(of_kind(Kind::RoundRobin), 5);
    let met = play.through();
    assert_eq!(met.len(), 20);
    assert_eq!(met.iter().collect::<BTreeSet<_>>().len(), 20, "{met:?}");
    play.is_kept();
}

#[test]
fn a_round_robin_waits_a_while_for_who_pauses_and_not_for_who_has_withdrawn() {
    for (status, games) in [(Status::Paused, 2), (Status::Out, 2)] {
        let mut play = Play::new(of_kind(Kind::RoundRobin), 3);
        let Step::Head(head) = play.due() else { panic!("it begins") };
        play.keep(vec![Change::Head(head)]);
        let gone = rules::leave(&play.table, &member(2), status, 0).expect("leaves");
        play.keep(gone);
        assert_eq!(play.through().len(), games);
        let waited = play.now > 300_000;
        assert_eq!(waited, status == Status::Paused, "{}", play.now);
    }
}

#[test]
fn a_tournament_without_two_players_is_cancelled_in_the_end() {
    let mut play = Play::new(of_kind(Kind::Swiss), 1);
    assert_eq!(play.due(), Step::Wait);
    play.now = 61 * MINUTE;
    let Step::Head(head) = play.due() else { panic!("it ends") };
    assert_eq!(head.stage, Stage::Canceled);
}

#[test]
fn who_may_not_join_is_told_why() {
    let rating = |rating| Some(Rating { rating, provisional: false, change: None });
    let range = Terms { lowest: Some(1400), highest: Some(1600), ..of_kind(Kind::Arena) };
    let persons = Terms { programs: Programs::No, ..of_kind(Kind::Arena) };
    let bots = Terms { programs: Programs::Only, ..of_kind(Kind::Arena) };
    for (terms, who, rating, words) in [
        (&range, member(0), rating(1399), Some("ratings from 1400")),
        (&range, member(0), rating(1601), Some("ratings up to 1600")),
        (&range, member(0), rating(1500), None),
        (&persons, member(1), None, Some("persons alone")),
        (&persons, member(0), None, None),
        (&bots, member(0), None, Some("programs alone")),
        (&bots, member(1), None, None),
        (&bots, Who::guest("1"), None, Some("sign in")),
    ] {
        let refused = terms::refusal(terms, &who, rating).map(|failure| failure.message);
        assert_eq!(refused.is_some(), words.is_some(), "{refused:?}");
        assert!(refused.unwrap_or_default().contains(words.unwrap_or_default()));
    }
    let mut play = Play::new(of_kind(Kind::RoundRobin), terms::most(Kind::RoundRobin));
    let full = rules::join(&play.table, &member(99), None, 0).expect_err("full");
    assert!(full.message.contains("full"), "{}", full.message);
    let over = Head { stage: Stage::Over, ..play.table.head().clone() };
    play.keep(vec![Change::Head(Box::new(over))]);
    assert!(rules::join(&play.table, &member(1), None, 0).is_err());
    assert!(rules::cancel(&play.table, &member(0), 0).is_err());
}

#[test]
fn a_tournament_by_invitation_is_open_to_its_people_alone() {
    let mut play = Play::new(of_kind(Kind::Arena), 0);
    let refused = |play: &Play, number| rules::may_join(&play.table, &member(number), None).err();
    let sees = |play: &Play, number| play.table.head().is_open_to(&member(number).key);
    // Open to all it has nobody to invite.
    assert!(sees(&play, 7) && refused(&play, 7).is_none());
    assert_eq!(rules::invited(&play.table, &member(0)).map_err(|it| it.code), Err(Code::Stale));
    let invite = |play: &mut Play, numbers: &[usize]| {
        let invited = Some(numbers.iter().map(|&number| member(number)).collect());
        let head = Head { invited, ..play.table.head().clone() };
        play.keep(vec![Change::Head(Box::new(head))]);
    };
    invite(&mut play, &[]);
    assert!(sees(&play, 0) && !sees(&play, 1) && refused(&play, 0).is_none());
    invite(&mut play, &[1, 2]);
    for number in 0..4 {
        assert_eq!(sees(&play, number), number < 3, "{number}");
        let words = refused(&play, number).map(|failure| failure.message);
        assert_eq!(words.is_some_and(|it| it.contains("by invitation")), number == 3, "{number}");
    }
    // Its creator invites, while it is not over, and nobody else.
    assert_eq!(rules::invited(&play.table, &member(0)), Ok(vec![member(1), member(2)]));
    assert_eq!(
        rules::invited(&play.table, &member(1)).map_err(|it| it.code),
        Err(Code::NotYourTurn)
    );
    let canceled = rules::cancel(&play.table, &member(0), 1).expect("cancels");
    play.keep(canceled);
    assert_eq!(rules::invited(&play.table, &member(0)).map_err(|it| it.code), Err(Code::Stale));
}

#[test]
fn terms_of_before_invitations_are_open_to_all() {
    let kept = r#"{"name": "Cup", "game": "standard", "clock": {"initial": 60000, "increment": 0},
        "rated": false, "kind": "arena", "minutes": 60, "rounds": null, "starts": 0,
        "programs": "yes", "lowest": null, "highest": null, "description": null}"#;
    let terms: Terms = serde_json::from_str(kept).expect("reads");
    assert_eq!(terms, Terms { name: "Cup".to_owned(), ..of_kind(Kind::Arena) });
    // What invites nobody is written as it was, so that a program of before reads it.
    assert!(!serde_json::to_string(&terms).expect("writes").contains("invited"));
}

#[test]
fn the_creator_alone_cancels_and_begins() {
    let play = Play::new(of_kind(Kind::Swiss), 2);
    assert!(rules::cancel(&play.table, &member(1), 0).is_err());
    assert!(rules::start(&play.table, &member(1), 0).is_err());
    assert!(rules::cancel(&play.table, &member(0), 0).is_ok());
    assert!(rules::start(&play.table, &member(0), 0).is_ok());
    assert!(rules::leave(&play.table, &member(7), Status::Out, 0).is_err());
    assert!(rules::leave(&play.table, &member(1), Status::Paused, 0).is_err(), "not begun");
}

#[test]
fn bad_fields_are_named() {
    let now = 100 * MINUTE;
    let check = |terms: &Terms| {
        let kinds: Vec<&'static str> = engine::kinds().iter().map(|kind| kind.name()).collect();
        let wanted = wanted(&kinds, &terms.game, Some(terms.clock))?;
        terms::checked(terms, &wanted, now)
    };
    let good = Terms { starts: Some(now + MINUTE), ..of_kind(Kind::Arena) };
    assert_eq!(check(&good).expect("good"), good);
    let at_once = check(&Terms { starts: None, ..good.clone() }).expect("good");
    assert_eq!(at_once.starts, Some(now));
    type Change = fn(&mut Terms);
    let bad: [(&str, Change); 21] = [
        ("name", |it| it.name = " x ".to_owned()),
        ("name", |it| it.name = "x".repeat(41)),
        ("name", |it| it.name = "a\u{7}b".to_owned()),
        ("description", |it| it.description = Some("x".repeat(1001))),
        ("variant", |it| it.game = "no-such".to_owned()),
        ("clock", |it| it.clock.initial = 0),
        ("clock", |it| it.clock.increment = 200_000),
        ("clock", |it| it.clock.initial = 61 * 60_000),
        ("minutes", |it| it.minutes = None),
        ("minutes", |it| it.minutes = Some(721)),
        ("rounds", |it| it.rounds = Some(3)),
        ("rounds", |it| (it.kind, it.minutes) = (Kind::Swiss, None)),
        ("days", |it| it.days = Some(7)),
        ("days", |it| (it.kind, it.minutes, it.days) = (Kind::Ladder, None, Some(0))),
        ("days", |it| (it.kind, it.minutes, it.days) = (Kind::Ladder, None, Some(366))),
        ("minutes", |it| (it.kind, it.days) = (Kind::Ladder, Some(7))),
        ("rounds", |it| (it.kind, it.minutes, it.rounds) = (Kind::Ladder, None, Some(3))),
        ("clock", |it| {
            (it.kind, it.minutes, it.clock) = (Kind::Ladder, None, ClockRule::by_days(2));
        }),
        ("lowest", |it| (it.lowest, it.highest) = (Some(1700), Some(1600))),
        ("starts", |it| it.starts = Some(31 * 24 * 60 * MINUTE + 200 * MINUTE)),
        ("rated", |it| (it.game, it.rated) = ("fromPosition".to_owned(), true)),
    ];
    for (place, change) in bad {
        let mut terms = good.clone();
        change(&mut terms);
        let failure = check(&terms).err();
        let named = failure.as_ref().and_then(|failure| failure.place.as_deref());
        assert!(named == Some(place) || place == "rated", "{place}: {failure:?}");
    }
}

#[test]
fn an_entry_that_has_withdrawn_before_it_played_is_not_in_the_table() {
    let mut play = Play::new(of_kind(Kind::Arena), 3);
    let gone = rules::leave(&play.table, &member(1), Status::Out, 0).expect("withdraws");
    play.keep(gone);
    assert_eq!(play.table.order(), [0, 2]);
    assert_eq!((play.table.place(1), play.table.place(2)), (0, 2));
    play.join(1);
    let entry: &Entry = &play.table.players()[1];
    assert_eq!((entry.status, play.table.order().len()), (Status::In, 3));
}
