//! The store in either database: the same requests, the same answers.

use std::sync::Arc;

use super::super::{Source, SqlStore, beside};
use crate::begin::{Begins, set_up};
use crate::chats::Chats;
use crate::database::params;
use crate::desk::{Deed, Desk, NewReport, Outcome};
use crate::members::{Account, AddedPasskey, Members, Passkey, RemovedPasskey};
use crate::meter::Meter;
use crate::part::Part;
use crate::protocol::chat::ChatRoom;
use crate::protocol::moderation::Reason;
use crate::protocol::profile::Ranked;
use crate::protocol::study::{Judged, TreeEdit};
use crate::protocol::tournament::{Stage, Status};
use crate::protocol::{Ending, NewGame};
use crate::store::{LogEntry, Record, Store, StoreError, Taken, Tidying};
use crate::tournaments::kept::{Change, Done, Entry, Head, Keeps, Pairing};
use crate::who::Who;

/// Opens the store as one of so many processes.
async fn open(source: &Source, node: usize, of: usize) -> Result<Arc<SqlStore>, StoreError> {
    let source = source.clone();
    // The client of a server waits by itself, so not on a thread that has others waiting.
    let opened = tokio::task::spawn_blocking(move || {
        SqlStore::open(&source, Part { node, of }, u64::MAX, Meter::default()).map(Arc::new)
    });
    opened.await.expect("opens or says why not")
}

async fn only(source: &Source) -> Arc<SqlStore> {
    open(source, 0, 1).await.expect("opens")
}

/// Has something done beside the store.
async fn aside<T: Send + 'static>(
    source: &Source,
    act: impl FnOnce(&crate::database::Connection) -> T + Send + 'static,
) -> T {
    let source = source.clone();
    let done = tokio::task::spawn_blocking(move || act(&beside(&source).expect("opens")));
    done.await.expect("is done")
}

fn ann() -> Who {
    Who::account("Ann", false)
}

fn bob() -> Who {
    Who::account("Bob", false)
}

fn account(who: &Who) -> Account {
    Account { who: who.clone(), password: Some("hash".to_owned()), closed: false }
}

fn game(id: &str, asked: &str, rated: bool) -> Record {
    let new: NewGame = serde_json::from_str(asked).expect("a game");
    let (by, other) = (ann(), bob());
    let by = Begins::Match { id: id.to_owned(), by, other, rated, tournament: None };
    set_up(new, by).expect("a game").0
}

/// A game of both with a clock.
fn quick(id: &str) -> Record {
    let asked = r#"{"game": "chess", "seat": "w", "clock": {"initial": 180000, "increment": 0}}"#;
    game(id, asked, true)
}

fn turn(ply: usize, turn: &str) -> LogEntry {
    let left = [('w', 1000), ('b', 2000)].into();
    LogEntry::Turn { ply, turn: turn.to_owned(), thought: None, left }
}

fn won() -> Ending {
    Ending { winner: Some('b'), reason: "resignation".to_owned() }
}

async fn games_are_kept_as_they_were(source: Source) {
    let store = only(&source).await;
    let asked = r#"{"game": "chess", "seat": "w", "clock": {"initial": 259200000, "increment": 0, "days": 3}}"#;
    let slow = game("slow", asked, false);
    assert_eq!(store.create(slow, None).await.expect("keeps"), "slow");
    assert_eq!(store.create(quick("quick"), None).await.expect("keeps"), "quick");
    store.append("quick", turn(0, "e2e4"), None).await.expect("keeps");
    store.append("quick", LogEntry::Undo { ply: 0 }, None).await.expect("keeps");
    store.append("quick", turn(0, "d2d4"), None).await.expect("keeps");
    let edit = TreeEdit::Add { path: vec!["e2e4".to_owned()] };
    store.append_edit("quick", edit.clone()).await.expect("keeps");
    let judged: Judged = serde_json::from_str(
        r#"{"score": {"kind": "points", "value": 3}, "best": "e2e4", "depth": 5, "nodes": 6}"#,
    )
    .expect("a judgement");
    for _ in 0..2 {
        let kept = store.keep_judged("quick", "start".to_owned(), judged.clone());
        kept.await.expect("keeps");
    }
    let read = store.load("quick").await.expect("reads").expect("is there");
    assert_eq!(read.row.seating.as_ref().map(|it| it.seats.len()), Some(2));
    assert_eq!(read.log, [turn(0, "e2e4"), LogEntry::Undo { ply: 0 }, turn(0, "d2d4")]);
    assert_eq!(
        (&read.edits[..], &read.judged[..]),
        (&[edit][..], &[("start".to_owned(), judged)][..])
    );
    assert_eq!(store.edits("quick").await.expect("reads").len(), 1);
    let days = store.load("slow").await.expect("reads").expect("is there").left_now;
    assert!(days.is_some_and(|left| left > 2 * 86_400_000), "{days:?}");
    store.append("slow", turn(0, "e2e4"), None).await.expect("keeps");
    assert_eq!(store.correspondence_of("user:ann", 9).await.expect("reads"), ["slow"]);
    let due = store.due().await.expect("reads");
    assert!(due.ids.is_empty() && due.next.is_some(), "{due:?}");
    store.keep_uptime().await.expect("keeps");
    assert_eq!(store.games_of("user:bob", true, 9).await.expect("reads").len(), 2);
    assert_eq!(store.library(Some("user:ann".to_owned())).await.expect("reads").len(), 2);
    assert_eq!(store.library(None).await.expect("reads").len(), 2);
    assert!(!store.remove("quick", true, Some("user:bob".to_owned())).await.expect("answers"));
    assert!(store.remove("quick", true, None).await.expect("answers"));
    assert_eq!(store.library(None).await.expect("reads").len(), 1);
    store.create(quick("old"), None).await.expect("keeps");
    aside(&source, |it| it.execute("UPDATE games SET created = 5 WHERE id = 'old'", &[]))
        .await
        .expect("is older");
    let tidying = |live: Vec<String>, part| Tidying { anonymous: 9, owned: 9_999_999, live, part };
    let kept = store.tidy(tidying(vec!["old".to_owned()], Part::default())).await;
    assert_eq!(kept.expect("looks"), 0, "somebody looks at it");
    let other = (Part::owner(Part { node: 0, of: 2 }, "old") + 1) % 2;
    let others = store.tidy(tidying(Vec::new(), Part { node: other, of: 2 })).await;
    assert_eq!(others.expect("looks"), 0, "another process has it");
    assert_eq!(store.tidy(tidying(Vec::new(), Part::default())).await.expect("forgets"), 1);
    store.check().await.expect("is well");
}

async fn a_game_from_elsewhere_is_taken_over_once(source: Source) {
    let store = only(&source).await;
    let taken = |id: &str| {
        let mut record = game(id, r#"{"game": "chess"}"#, false);
        record.row.origin = Some("there".to_owned());
        store.create(record, Some(won()))
    };
    let (one, two) = tokio::join!(taken("one"), taken("two"));
    assert_eq!(one.expect("keeps"), "one");
    assert_eq!(two.expect("keeps"), "one");
}

async fn a_rated_game_counts_once(source: Source) {
    let store = only(&source).await;
    for who in [ann(), bob()] {
        assert!(store.add_account(account(&who)).await.expect("keeps"));
    }
    store.create(quick("g"), None).await.expect("keeps");
    for (ply, it) in ["e2e4", "e7e5"].into_iter().enumerate() {
        store.append("g", turn(ply, it), None).await.expect("keeps");
    }
    assert_eq!(store.plays_rated("user:ann").await.expect("reads").as_deref(), Some("g"));
    let end = || store.append("g", LogEntry::End(won()), Some(won()));
    // Where the ratings cannot be kept the result is not either.
    aside(&source, |it| it.batch("ALTER TABLE rated RENAME TO away")).await.expect("renames");
    assert!(end().await.is_err());
    aside(&source, |it| it.batch("ALTER TABLE away RENAME TO rated")).await.expect("renames");
    assert_eq!(store.load("g").await.expect("reads").expect("is there").log.len(), 2);
    for _ in 0..2 {
        end().await.expect("keeps");
        let kept = store.ratings_of("user:bob").await.expect("reads");
        assert_eq!((kept.len(), kept[0].games, kept[0].speed.as_str()), (1, 1, "blitz"));
        assert!((kept[0].glicko.rating - 1662.2).abs() < 0.2, "{kept:?}");
        assert!((kept[0].progress - 162.2).abs() < 0.2, "{kept:?}");
    }
    assert_eq!(store.plays_rated("user:ann").await.expect("reads"), None);
    assert_eq!(store.rating_history("user:ann").await.expect("reads").len(), 1);
    let shown = store.game_ratings("g").await.expect("reads");
    assert_eq!((shown[&'w'].rating, shown[&'b'].change), (1338, Some(162)));
    let bot = "UPDATE accounts SET bot = 1 WHERE name = 'Bob'";
    aside(&source, move |it| it.execute(bot, &[])).await.expect("changes");
    for (of, expected) in [
        (None, &["Bob", "Ann"][..]),
        (Some(Ranked::People), &["Ann"]),
        (Some(Ranked::Programs), &["Bob"]),
    ] {
        let best = store.best(1 + expected.len(), of).await.expect("reads");
        let names: Vec<&str> = best.iter().map(|(who, _)| who.member.name.as_str()).collect();
        assert_eq!(names, expected);
    }
}

async fn members_come_and_go(source: Source) {
    let store = only(&source).await;
    assert!(store.add_account(account(&ann())).await.expect("keeps"));
    assert!(!store.add_account(account(&Who::account("ANN", false))).await.expect("answers"));
    assert_eq!(store.account("aNN").await.expect("reads"), Some(account(&ann())));
    let (one, two) = ([1; 32], [2; 32]);
    store.add_session(one, ann(), 60_000, None).await.expect("keeps");
    store.add_session(two, ann(), 60_000, Some(one)).await.expect("keeps");
    assert_eq!(store.session(one).await.expect("reads"), None);
    assert_eq!(store.session(two).await.expect("reads"), Some(ann()));
    let made = source.clone();
    let token = tokio::task::spawn_blocking(move || {
        assert!(crate::tokens::create(&made, "Nobody", false).is_err());
        crate::tokens::create(&made, "Robot", true).expect("a token")
    });
    let token = token.await.expect("is made");
    let (id, hash) = crate::people::tokens::parts(&token).expect("a token");
    let kept = store.token(id).await.expect("reads").expect("is there");
    assert_eq!((kept.hash, kept.who), (hash, Who::account("Robot", true)));
    store.end_session(two).await.expect("ends");
    assert_eq!(store.session(two).await.expect("reads"), None);
    let revoked = source.clone();
    let listed = tokio::task::spawn_blocking(move || {
        let listed = crate::tokens::list(&revoked).expect("lists").len();
        crate::tokens::revoke(&revoked, &token).expect("is revoked");
        assert!(crate::tokens::revoke(&revoked, &token).is_err(), "once");
        listed
    });
    assert_eq!(listed.await.expect("is done"), 1);
    let fresh = aside(&source, |it| super::super::members::secret(it, "s", [7; 32])).await;
    let again = aside(&source, |it| super::super::members::secret(it, "s", [8; 32])).await;
    assert_eq!((fresh.expect("a secret"), again.expect("the same")), ([7; 32], [7; 32]));
}

fn passkey(id: u8, who: &Who, counter: u32) -> Passkey {
    Passkey {
        id: vec![id; 16],
        who: who.clone(),
        name: format!("Key {id}"),
        public_key: vec![0xa5, id],
        counter,
        created: 0,
        used: None,
        copied: None,
        closed: false,
    }
}

async fn passkeys_are_kept_and_the_last_way_in_stays(source: Source) {
    let store = only(&source).await;
    let cleo = Who::account("Cleo", false);
    let keyless = Account { who: cleo.clone(), password: None, closed: false };
    let add = |key, account, most| store.add_passkey(key, account, most);
    assert!(store.add_account(account(&ann())).await.expect("keeps"));
    let added = add(passkey(1, &cleo, 5), Some(keyless.clone()), 2).await;
    assert_eq!(added.expect("keeps"), AddedPasskey::Done);
    // A name that is taken, and a key that is known, make no account.
    let again = add(passkey(2, &cleo, 5), Some(keyless), 2).await;
    assert_eq!(again.expect("answers"), AddedPasskey::NameTaken);
    let known = Account { who: bob(), password: None, closed: false };
    let known = add(passkey(1, &bob(), 5), Some(known), 2).await;
    assert_eq!(known.expect("answers"), AddedPasskey::Known);
    assert_eq!(store.account("Bob").await.expect("reads"), None);
    assert_eq!(add(passkey(2, &cleo, 0), None, 2).await.expect("keeps"), AddedPasskey::Done);
    assert_eq!(add(passkey(3, &cleo, 0), None, 2).await.expect("answers"), AddedPasskey::TooMany);
    let read = store.passkey(&[1; 16]).await.expect("reads").expect("is there");
    assert_eq!(Passkey { created: 0, ..read }, passkey(1, &cleo, 5));
    assert_eq!(store.passkey(&[3; 16]).await.expect("reads"), None);
    // One that counts goes up; of two at once that say the same one is taken. One that does not count says 0.
    let (one, two) = tokio::join!(store.used_passkey(&[1; 16], 6), store.used_passkey(&[1; 16], 6));
    assert_ne!(one.expect("answers"), two.expect("answers"));
    assert!(!store.used_passkey(&[1; 16], 0).await.expect("answers"));
    for _ in 0..2 {
        assert!(store.used_passkey(&[2; 16], 0).await.expect("keeps"));
    }
    assert!(!store.name_passkey(&ann(), &[1; 16], "Mine").await.expect("answers"));
    assert!(store.name_passkey(&cleo, &[1; 16], "Mine").await.expect("keeps"));
    let (kept, password) = store.passkeys_of(&cleo).await.expect("reads");
    assert_eq!((kept.len(), kept[0].name.as_str(), password), (2, "Mine", false));
    assert!(kept[0].copied.is_some() && kept[1].copied.is_none() && kept[1].used.is_some());
    let unknown = store.remove_passkey(&ann(), &[1; 16], [9; 32]).await;
    assert_eq!(unknown.expect("answers"), RemovedPasskey::Unknown);
    // Two at once do not both go.
    let (one, two) = tokio::join!(
        store.remove_passkey(&cleo, &[1; 16], [9; 32]),
        store.remove_passkey(&cleo, &[2; 16], [9; 32])
    );
    let mut gone = [one.expect("answers"), two.expect("answers")];
    gone.sort_by_key(|gone| *gone == RemovedPasskey::Last);
    assert_eq!(gone, [RemovedPasskey::Done, RemovedPasskey::Last]);
    assert_eq!(add(passkey(4, &ann(), 0), None, 2).await.expect("keeps"), AddedPasskey::Done);
    store.add_session([8; 32], ann(), 60_000, None).await.expect("keeps");
    store.add_session([9; 32], ann(), 60_000, None).await.expect("keeps");
    let with_password = store.remove_passkey(&ann(), &[4; 16], [9; 32]).await;
    assert_eq!(with_password.expect("answers"), RemovedPasskey::Done);
    assert_eq!(store.session([8; 32]).await.expect("reads"), None);
    assert_eq!(store.session([9; 32]).await.expect("reads"), Some(ann()));
    // A challenge is answered once, and forgotten when its time is over.
    let now = super::super::answer::now();
    let (one, two) =
        tokio::join!(store.spend([1; 32], now + 60_000), store.spend([1; 32], now + 60_000));
    assert_ne!(one.expect("answers"), two.expect("answers"));
    assert!(store.spend([2; 32], now - 1).await.expect("keeps"));
    assert!(store.spend([2; 32], now + 60_000).await.expect("keeps"), "it was forgotten");
}

async fn order_is_kept(source: Source) {
    let store = only(&source).await;
    let (mia, guest) = (Who::account("Mia", false), Who::guest("1"));
    for who in [&ann(), &bob(), &mia] {
        assert!(store.add_account(account(who)).await.expect("keeps"));
    }
    let by = source.clone();
    let made = tokio::task::spawn_blocking(move || {
        crate::accounts::set_moderator(&by, "mia", true).expect("a moderator");
        assert!(crate::accounts::set_moderator(&by, "nobody", true).is_err());
        crate::accounts::list(&by).expect("lists").len()
    });
    assert_eq!(made.await.expect("is done"), 3);
    for on in [true, true, false, true] {
        store.block("user:ann", "user:bob", on).await.expect("keeps");
    }
    let blocks = aside(&source, super::super::desk::blocks).await.expect("reads");
    assert_eq!(blocks, [("user:ann".to_owned(), "user:bob".to_owned())]);
    store.create(quick("g"), None).await.expect("keeps");
    let said = store.add_line("g", ChatRoom::Player, bob(), "Hello".to_owned()).await;
    let said = said.expect("keeps").expect("has room");
    assert_eq!(
        store.line("g", ChatRoom::Player, said.id).await.expect("reads"),
        Some(said.clone())
    );
    let report = NewReport {
        by: guest.key.clone(),
        about: bob().key,
        reason: Reason::named("spam"),
        text: "much".to_owned(),
        game: Some("g".to_owned()),
    };
    store.report(report).await.expect("keeps");
    let open = store.reports().await.expect("reads").open;
    assert_eq!((open.len(), open[0].about.as_str()), (1, "Bob"));
    let act = |deed: Deed| store.act("user:mia", deed, "why".to_owned());
    assert_eq!(
        store.act("user:ann", Deed::Close(bob().key), String::new()).await.expect("answers"),
        Outcome::NoModerator
    );
    assert_eq!(act(Deed::Mute(mia.key.clone(), 5)).await.expect("answers"), Outcome::OfModerator);
    let bob = || bob().key;
    let line = Deed::DeleteLine { game: "g".to_owned(), id: said.id, by: bob(), text: said.text };
    let deeds = [
        (line.clone(), true),
        (line, false),
        (Deed::Mute(bob(), 5), true),
        (Deed::Mute(guest.key.clone(), 5), true),
        (Deed::ReportDone(open[0].id), true),
        (Deed::ReportDone(open[0].id), false),
        (Deed::CancelGame("g".to_owned()), true),
        (Deed::CancelGame("none".to_owned()), false),
        (Deed::DeleteLobbyLine { by: bob(), text: "x".to_owned() }, true),
        (Deed::Close(bob()), true),
        (Deed::Close(bob()), false),
        (Deed::Reopen(bob()), true),
    ];
    for (deed, done) in deeds {
        let expected = if done { Outcome::Done(None) } else { Outcome::Nothing };
        assert_eq!(act(deed.clone()).await.expect("answers"), expected, "{deed:?}");
    }
    assert!(store.muted("user:bob").await.expect("reads").is_some());
    let under = store.reports().await.expect("reads").under;
    assert_eq!(under.len(), 2, "{under:?}");
    assert_eq!(act(Deed::Unmute(bob())).await.expect("answers"), Outcome::Done(None));
    let hidden = act(Deed::HideName(bob())).await.expect("answers");
    let Outcome::Done(Some(name)) = hidden else { panic!("{hidden:?}") };
    assert!(store.member(&name).await.expect("reads").is_some());
    assert!(store.member("bob").await.expect("reads").is_none());
    let shown = act(Deed::ShowName(bob())).await.expect("answers");
    assert_eq!(shown, Outcome::Done(Some("Bob".to_owned())));
    let state = store.state_of("user:bob").await.expect("reads");
    assert!(!state.moderator && state.under.is_some_and(|under| under.shown.is_none()));
    let reports = store.reports().await.expect("reads");
    assert_eq!((reports.done.len(), reports.open.len(), reports.acts.len()), (1, 0, 12));
    assert!(store.lines("g", ChatRoom::Player, 9).await.expect("reads").is_empty());
}

async fn tournaments_are_kept(source: Source) {
    let store = only(&source).await;
    let terms = r#"{"name": "Cup", "game": "chess", "clock": {"initial": 60000, "increment": 0},
                    "kind": "arena", "minutes": 10}"#;
    let head = Head {
        id: "t".to_owned(),
        terms: serde_json::from_str(terms).expect("terms"),
        by: ann(),
        stage: Stage::Coming,
        starts: 5,
        ends: None,
        winner: None,
        invited: None,
    };
    store.add_tournament(head.clone()).await.expect("keeps");
    assert_eq!(store.open_tournaments().await.expect("reads"), ["t"]);
    let player = |who| Entry { who, rating: None, status: Status::In, since: 5, rung: 0, moved: 0 };
    let pairing = |number, done| Pairing {
        number,
        round: 0,
        game: Some("g".to_owned()),
        players: [0, 1],
        ratings: [1500, 1600],
        done,
    };
    let done = Done { order: 0, half_points: Some(2), points: [2, 0], at: 7 };
    let over = Head { stage: Stage::Over, ends: Some(9), winner: Some(ann()), ..head };
    let changes = vec![
        Change::Player(0, Box::new(player(ann()))),
        Change::Player(1, Box::new(player(bob()))),
        Change::Player(1, Box::new(player(bob()))),
        Change::Pairing(pairing(0, None)),
        Change::Pairing(pairing(0, Some(done))),
        Change::Pairing(pairing(1, None)),
        Change::Unpaired(1),
        Change::Head(Box::new(over.clone())),
    ];
    store.change_tournament("t", changes).await.expect("keeps");
    let kept = store.tournament("t").await.expect("reads").expect("is there");
    assert_eq!((kept.head, kept.players.len()), (over, 2));
    assert_eq!(kept.pairings, [pairing(0, Some(done))]);
    let past = store.past_tournaments(5).await.expect("reads");
    assert_eq!((past.len(), past[0].1), (1, 2));
    assert!(store.open_tournaments().await.expect("reads").is_empty());
    store.create(quick("g"), None).await.expect("keeps");
    assert!(store.game_changed("g").await.expect("reads").is_some());
    assert_eq!(store.game_changed("none").await.expect("reads"), None);
    who_is_invited_is_kept(&source, &store).await;
}

/// Whom a tournament invites is kept, and their names are those that others see.
async fn who_is_invited_is_kept(source: &Source, store: &SqlStore) {
    let kept = store.tournament("t").await.expect("reads").expect("is there").head;
    let sees = async |id: &str, who: &str| store.sees_tournament(id, who).await.expect("reads");
    assert!(sees("t", "user:bob").await && !sees("none", "user:bob").await);
    for who in [bob(), Who::account("Mod", false)] {
        store.add_account(account(&who)).await.expect("keeps");
    }
    let nobody = store.member_named("nobody").await.expect("reads");
    assert_eq!((nobody, store.member_named("BOB").await.expect("reads")), (None, Some(bob())));
    let head = Head { id: "p".to_owned(), stage: Stage::Coming, invited: Some(vec![]), ..kept };
    store.add_tournament(head.clone()).await.expect("keeps");
    assert!(sees("p", "user:ann").await && !sees("p", "user:bob").await);
    let head = Head { invited: Some(vec![bob()]), ..head };
    let change = vec![Change::Head(Box::new(head.clone()))];
    store.change_tournament("p", change).await.expect("keeps");
    assert_eq!(store.tournament("p").await.expect("reads").expect("is there").head, head);
    assert!(sees("p", "user:bob").await && !sees("p", "user:mod").await);
    assert!(!store.moderates("user:mod").await.expect("reads"));
    // A moderator sees what is private, and a name that one has hidden is shown nowhere.
    let acts = "UPDATE accounts SET moderator = CASE key WHEN 'mod' THEN 1 ELSE 0 END,
                shown = CASE key WHEN 'bob' THEN 'member-7' END";
    aside(source, |connection| connection.execute(acts, &[]).expect("writes")).await;
    assert!(sees("p", "user:mod").await && store.moderates("user:mod").await.expect("reads"));
    let kept = store.tournament("p").await.expect("reads").expect("is there").head;
    let invited = kept.invited.expect("is private");
    assert_eq!((&*invited[0].key, &*invited[0].member.name), ("user:bob", "member-7"));
    let of_all = store.tournament("t").await.expect("reads").expect("is there");
    assert_eq!(&*of_all.players[1].who.member.name, "member-7");
    let change = vec![Change::Head(Box::new(Head { invited: Some(invited), ..head }))];
    store.change_tournament("p", change).await.expect("keeps");
    assert!(sees("p", "user:bob").await);
}

async fn a_seat_is_given_once(source: Source, stores: [Arc<SqlStore>; 2]) {
    let mut record = quick("g");
    let free = record.row.seating.as_mut().and_then(|it| it.seats.get_mut(&'b')).expect("a seat");
    (free.who, free.invite) = (None, Some("word".to_owned()));
    stores[0].create(record, None).await.expect("keeps");
    assert_eq!(stores[1].invited_to("word").await.expect("reads").as_deref(), Some("g"));
    let (one, two) = tokio::join!(
        stores[0].take_seat("word", Who::guest("one")),
        stores[1].take_seat("word", Who::guest("two"))
    );
    let mut taken = [one.expect("answers"), two.expect("answers")];
    taken.sort_by_key(|taken| *taken == Taken::None);
    assert_eq!(taken, [Taken::Now { id: "g".to_owned(), side: 'b' }, Taken::None]);
    let who = aside(&source, |it| {
        it.row("SELECT who FROM seats WHERE side = 'b'", params![], |row| row.get::<String>(0))
    });
    assert!(who.await.expect("reads").is_some_and(|who| who.starts_with("guest:")));
}

/// Each of them in a database of its own.
macro_rules! in_both {
    ($($name:ident),* $(,)?) => {
        mod in_a_file {
            $(#[tokio::test]
            async fn $name() {
                let folder = tempfile::tempdir().expect("a folder");
                super::$name(folder.path().into()).await;
            })*

            #[tokio::test]
            async fn a_seat_is_given_once() {
                let folder = tempfile::tempdir().expect("a folder");
                let source = super::Source::from(folder.path());
                let store = super::only(&source).await;
                super::a_seat_is_given_once(source, [store.clone(), store]).await;
            }
        }

        #[cfg(feature = "cluster")]
        async fn on_a_server(database: &servers::Database) {
            $({
                let url = database.create(stringify!($name)).expect("a database");
                $name(Source::Server(url.parse().expect("an address"))).await;
            })*
        }
    };
}

in_both!(
    games_are_kept_as_they_were,
    a_game_from_elsewhere_is_taken_over_once,
    a_rated_game_counts_once,
    members_come_and_go,
    passkeys_are_kept_and_the_last_way_in_stays,
    order_is_kept,
    tournaments_are_kept,
);

#[cfg(feature = "cluster")]
mod on_postgresql {
    use super::{Source, a_seat_is_given_once, ann, bob, on_a_server, open, quick, turn, won};
    use crate::members::Members as _;
    use crate::store::{LogEntry, Store as _, StoreError};

    /// A server, where there can be one.
    fn server() -> Option<servers::Database> {
        if let Some(missing) = servers::missing() {
            eprintln!("skipped: {missing}");
            return None;
        }
        Some(servers::Database::start(false).expect("PostgreSQL starts"))
    }

    fn source(database: &servers::Database, name: &str) -> Source {
        let url = database.create(name).expect("a database");
        Source::Server(url.parse().expect("an address"))
    }

    #[tokio::test]
    async fn the_store_answers_as_in_a_file() {
        let Some(database) = server() else { return };
        on_a_server(&database).await;
    }

    #[tokio::test]
    async fn processes_share_a_database_and_each_has_its_number() {
        let Some(database) = server() else { return };
        let club = source(&database, "club");
        let first = open(&club, 0, 3).await.expect("opens");
        let second = open(&club, 1, 3).await.expect("opens");
        let taken = open(&club, 1, 3).await.err().expect("is refused");
        assert!(matches!(taken, StoreError::NodeTaken { node: 1 }), "{taken}");
        let counted = open(&club, 2, 4).await.err().expect("is refused");
        assert!(matches!(counted, StoreError::OtherCount { running: 3, told: 4 }), "{counted}");
        a_seat_is_given_once(club.clone(), [first.clone(), second.clone()]).await;
        // Two members whose games end in two processes at once: each game counts.
        for who in [ann(), bob()] {
            assert!(first.add_account(super::account(&who)).await.expect("keeps"));
        }
        let mut ends = Vec::new();
        for number in 0..40 {
            let (id, store) = (format!("g{number}"), [&first, &second][number % 2].clone());
            store.create(quick(&id), None).await.expect("keeps");
            for (ply, it) in ["e2e4", "e7e5"].into_iter().enumerate() {
                store.append(&id, turn(ply, it), None).await.expect("keeps");
            }
            ends.push((id, store));
        }
        let ends = ends.into_iter().map(|(id, store)| {
            tokio::spawn(async move { store.append(&id, LogEntry::End(won()), Some(won())).await })
        });
        for end in futures_util::future::join_all(ends).await {
            end.expect("ends").expect("keeps");
        }
        let kept = second.ratings_of("user:bob").await.expect("reads");
        assert_eq!(kept[0].games, 40, "{kept:?}");
        // With the last of them gone the club may have another number of processes.
        drop((first, second));
        tokio::task::spawn_blocking(|| ()).await.expect("is dropped");
        open(&club, 3, 4).await.expect("opens");
        database.say("club", "UPDATE schema_version SET version = 99").expect("is newer");
        let newer = open(&club, 0, 4).await.err().expect("is refused");
        assert!(matches!(newer, StoreError::TooNew { found: 99, .. }), "{newer}");
    }

    #[tokio::test]
    async fn a_connection_that_breaks_comes_back() {
        let Some(database) = server() else { return };
        let club = source(&database, "club");
        let store = open(&club, 0, 1).await.expect("opens");
        store.create(quick("g"), None).await.expect("keeps");
        let others =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
            AND datname = 'club'";
        database.say("club", others).expect("ends them");
        store.append("g", turn(0, "e2e4"), None).await.expect("keeps");
        assert_eq!(store.load("g").await.expect("reads").expect("is there").log.len(), 1);
        // It has its number again.
        let taken = open(&club, 0, 1).await.err().expect("is refused");
        assert!(matches!(taken, StoreError::NodeTaken { node: 0 }), "{taken}");
        drop(database);
        let gone = store.append("g", turn(1, "e7e5"), None).await.expect_err("is gone");
        assert!(matches!(gone, StoreError::Unreachable(_)), "{gone}");
    }
}
