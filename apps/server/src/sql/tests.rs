//! Migrations keep what was there, and a seat is given once.

mod both;

use rusqlite::Connection;

use super::migrations::MIGRATIONS;
use super::{FILE, SqlStore};
use crate::members::{Account, Members};
use crate::meter::Meter;
use crate::part::Part;
use crate::protocol::Ending;
use crate::store::{LogEntry, Store, Taken};
use crate::who::Who;

fn open(folder: &std::path::Path) -> SqlStore {
    SqlStore::open(&folder.into(), Part::default(), u64::MAX, Meter::default()).expect("opens")
}

/// The file itself.
fn beside(folder: &std::path::Path) -> Connection {
    Connection::open(folder.join(FILE)).expect("a database")
}

/// A database as the program made it before there were members and seats.
fn of_version_3(folder: &std::path::Path) {
    let connection = Connection::open(folder.join(FILE)).expect("a database");
    for step in &MIGRATIONS[..3] {
        connection.execute_batch(step).expect("a step");
    }
    connection.pragma_update(None, "user_version", 3).expect("a version");
    connection
        .execute_batch(
            r#"INSERT INTO games (id, game, start, players, created, changed, user, names)
               VALUES ('old', 'onitama', 'start', '{"r":{"kind":"person"},"b":{"kind":"engine","level":3}}', 5, 6, 'me', '{"r":"Ann"}');
               INSERT INTO log (game_id, number, kind, ply, turn, at) VALUES ('old', 1, 'turn', 0, 'ox c1c2', 6);"#,
        )
        .expect("rows");
}

#[tokio::test]
async fn a_database_from_before_the_club_keeps_its_games() {
    let folder = tempfile::tempdir().expect("a folder");
    of_version_3(folder.path());
    let store = open(folder.path());
    let record = store.load("old").await.expect("reads").expect("is there");
    assert_eq!((record.row.seating, record.row.rated), (None, false));
    assert!(store.ratings_of("user:alice").await.expect("reads").is_empty());
    assert_eq!((record.row.names[&'r'].as_str(), record.row.user.as_deref()), ("Ann", Some("me")));
    assert!(matches!(&record.log[..], [LogEntry::Turn { turn, .. }] if turn == "ox c1c2"));
    assert_eq!(store.library(Some("me".to_owned())).await.expect("lists").len(), 1);
    let account = Account { who: Who::account("Alice", false), password: None, closed: false };
    assert!(store.add_account(account.clone()).await.expect("writes"));
    assert_eq!(store.account("ALICE").await.expect("reads"), Some(account));
}

#[tokio::test]
async fn two_who_take_one_seat_at_once_do_not_both_have_it() {
    let folder = tempfile::tempdir().expect("a folder");
    of_version_3(folder.path());
    let store = open(folder.path());
    let beside = beside(folder.path());
    beside
        .execute("INSERT INTO seats (game_id, side, invite) VALUES ('old', 'b', 'word')", [])
        .expect("a seat");
    let (one, two) = tokio::join!(
        store.take_seat("word", Who::guest("one")),
        store.take_seat("word", Who::guest("two"))
    );
    let mut taken = [one.expect("answers"), two.expect("answers")];
    taken.sort_by_key(|taken| *taken == Taken::None);
    assert_eq!(taken, [Taken::Now { id: "old".to_owned(), side: 'b' }, Taken::None]);
}

#[tokio::test]
async fn a_rated_game_counts_once_and_together_with_its_result() {
    let folder = tempfile::tempdir().expect("a folder");
    of_version_3(folder.path());
    let store = open(folder.path());
    let beside = beside(folder.path());
    beside
        .execute_batch(
            r#"UPDATE games SET rated = 1, clock = '{"initial":180000,"increment":0}';
               INSERT INTO log (game_id, number, kind, ply, turn, at) VALUES ('old', 2, 'turn', 1, 'boar c5c4', 7);
               INSERT INTO seats (game_id, side, who, name, kind) VALUES
                 ('old', 'r', 'user:a', 'A', 'person'), ('old', 'b', 'user:b', 'B', 'bot');"#,
        )
        .expect("rows");
    let ending = Ending { winner: Some('b'), reason: "resignation".to_owned() };
    let end = || store.append("old", LogEntry::End(ending.clone()), Some(ending.clone()));
    // Where the ratings cannot be kept the result is not either.
    beside.execute_batch("ALTER TABLE rated RENAME TO away").expect("renames");
    assert!(end().await.is_err());
    beside.execute_batch("ALTER TABLE away RENAME TO rated").expect("renames");
    assert_eq!(store.load("old").await.expect("reads").expect("is there").log.len(), 2);
    assert_eq!(store.plays_rated("user:a").await.expect("reads").as_deref(), Some("old"));
    for _ in 0..2 {
        end().await.expect("keeps");
        let kept = store.ratings_of("user:b").await.expect("reads");
        assert_eq!((kept.len(), kept[0].games, kept[0].speed.as_str()), (1, 1, "blitz"));
        assert!((kept[0].glicko.rating - 1662.2).abs() < 0.2, "{kept:?}");
    }
    assert_eq!(store.plays_rated("user:a").await.expect("reads"), None);
    assert_eq!(store.rating_history("user:a").await.expect("reads").len(), 1);
    let shown = store.game_ratings("old").await.expect("reads");
    assert_eq!((shown[&'r'].rating, shown[&'b'].change), (1338, Some(162)));
}

#[tokio::test]
async fn a_rating_that_rests_is_known_less_well_wherever_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(folder.path());
    let beside = beside(folder.path());
    let day = 24 * 3_600_000_i64;
    let ago = |days: i64| super::answer::now() - days * day;
    for (name, rating, days) in [("Ann", 1700.0, 365), ("Bob", 1600.0, 1)] {
        let account = Account { who: Who::account(name, false), password: None, closed: false };
        assert!(store.add_account(account.clone()).await.expect("writes"));
        beside
            .execute(
                "INSERT INTO ratings VALUES (?, 'chess', 'blitz', ?, 60, 0.06, 40, ?)",
                rusqlite::params![account.who.key, rating, ago(days)],
            )
            .expect("a rating");
    }
    let kept = store.ratings_of("user:ann").await.expect("reads");
    assert!((kept[0].glicko.deviation - 116.2).abs() < 0.2, "{kept:?}");
    // Who is provisional by now stands below who is not.
    let best = store.best(10, None).await.expect("reads");
    let names: Vec<&str> = best.iter().map(|(who, _)| who.member.name.as_str()).collect();
    assert_eq!(names, ["Bob", "Ann"]);
    assert_eq!(
        best.iter().map(|(_, it)| it.glicko.is_provisional()).collect::<Vec<_>>(),
        [false, true]
    );
    game_of_both(&store, &beside).await;
    let change = |who: &str| {
        let sql = "SELECT abs(after - before) FROM rated WHERE who = ?";
        beside.query_row(sql, [who], |row| row.get::<_, f64>(0)).expect("a change")
    };
    assert!(change("user:ann") > 3.0 * change("user:bob"));
}

/// A game counts from what is known at its time: more for who has rested.
async fn game_of_both(store: &SqlStore, beside: &Connection) {
    beside
        .execute_batch(
            r#"INSERT INTO games (id, game, start, players, created, changed, rated, clock)
                 VALUES ('g', 'chess', 'start', '{}', 5, 5, 1, '{"initial":180000,"increment":0}');
               INSERT INTO log (game_id, number, kind, ply, turn, at) VALUES ('g', 1, 'turn', 0, 'e2e4', 6),
                 ('g', 2, 'turn', 1, 'e7e5', 7);
               INSERT INTO seats (game_id, side, who, name, kind) VALUES
                 ('g', 'w', 'user:ann', 'Ann', 'person'), ('g', 'b', 'user:bob', 'Bob', 'person');"#,
        )
        .expect("a game");
    let ending = Ending { winner: None, reason: "agreement".to_owned() };
    store.append("g", LogEntry::End(ending.clone()), Some(ending)).await.expect("keeps");
}

/// A turn of a game.
fn turn(ply: usize) -> LogEntry {
    let turn = format!("turn {ply} {}", "x".repeat(2000));
    LogEntry::Turn { ply, turn, thought: None, left: std::collections::BTreeMap::new() }
}

#[tokio::test]
async fn a_full_disk_is_told_in_words_and_loses_nothing_that_was_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    of_version_3(folder.path());
    let store = open(folder.path());
    // SQLite says of so many pages what it says of a disk without room for more.
    let room = |pages: i64| {
        store.change(move |connection| {
            let most = format!("PRAGMA max_page_count = {pages}");
            connection.row(&most, &[], |_| Ok(())).map(drop)
        })
    };
    room(1).await.expect("no more than there is");
    let mut kept = 1;
    let error = loop {
        match store.append("old", turn(kept), None).await {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
        assert!(kept < 1000, "it is full some time");
    };
    assert!(error.to_string().contains("disk is full"), "{error}");
    for _ in 0..3 {
        // Several at once share a transaction. Where one finds no room those after it are told the same.
        let short = || LogEntry::Undo { ply: 0 };
        let several = tokio::join!(
            store.append("old", turn(kept), None),
            store.append("old", short(), None),
            store.append("old", short(), None)
        );
        let told = [several.0, several.1, several.2].map(|it| it.is_ok());
        kept += told.iter().filter(|taken| **taken).count();
        assert!(!told[0], "{told:?}");
        let log = store.load("old").await.expect("reads").expect("is there").log;
        assert_eq!(log.len(), kept, "all that was acknowledged, and nothing else");
    }
    room(1 << 20).await.expect("there is room again");
    store.append("old", turn(kept), None).await.expect("keeps");
    assert_eq!(store.load("old").await.expect("reads").expect("is there").log.len(), kept + 1);
}

#[tokio::test]
async fn the_command_line_and_the_server_write_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open(folder.path());
    let data = folder.path().to_owned();
    let beside = std::thread::spawn(move || {
        for number in 0..100 {
            crate::tokens::create(&data, &format!("Robot{number}"), true).expect("a token");
        }
    });
    for number in 0.. {
        let account = Account {
            who: Who::account(&format!("Alice{number}"), false),
            password: None,
            closed: false,
        };
        assert!(store.add_account(account).await.expect("writes"));
        if beside.is_finished() {
            break;
        }
    }
    beside.join().expect("every token is made");
    assert_eq!(crate::tokens::list(folder.path()).expect("reads").len(), 100);
}

/// Rows as each version of the program wrote them: the first version that has them, and how to write them.
const WRITTEN: &[(usize, &str)] = &[
    (
        1,
        r#"INSERT INTO games (id, game, start, players, created)
             VALUES ('g', 'onitama', 'start', '{"r":{"kind":"person"},"b":{"kind":"person"}}', 5);
           INSERT INTO log (game_id, number, kind, ply, turn, at) VALUES ('g', 1, 'turn', 0, 'ox c1c2', 6),
             ('g', 2, 'undo', 0, NULL, 7);"#,
    ),
    (
        2,
        r#"UPDATE games SET clock = '{"initial":60000,"increment":0}', changed = 6 WHERE id = 'g';
           INSERT INTO edits VALUES ('g', 1, '{}', 6);
           INSERT INTO judged VALUES ('g', 'start', '{}');"#,
    ),
    (3, "UPDATE games SET origin = 'elsewhere' WHERE id = 'g';"),
    (
        4,
        "INSERT INTO secrets VALUES ('guests', x'00');
         INSERT INTO accounts (key, name, bot, password, created)
           VALUES ('user:ann', 'Ann', 0, 'hash', 5), ('user:bob', 'Bob', 1, NULL, 5);
         INSERT INTO sessions VALUES (x'01', 'user:ann', 9);
         INSERT INTO tokens VALUES ('t', x'02', 'user:bob', 5, NULL);
         INSERT INTO seats VALUES ('g', 'r', 'user:ann', 'Ann', 'person', NULL), ('g', 'b', NULL, NULL, NULL, 'word');",
    ),
    (
        5,
        "INSERT INTO ratings VALUES ('user:ann', 'onitama', 'blitz', 1662.2, 290.3, 0.06, 1, 8);
         INSERT INTO rated VALUES ('g', 'r', 'user:ann', 'onitama', 'blitz', 1500, 1662.2, 290.3, 8);",
    ),
    (
        6,
        "INSERT INTO tournaments VALUES ('t', '{}', 'user:ann', 'Ann', 'person', 'running', 5, NULL, NULL, 5);
         INSERT INTO tournament_players VALUES ('t', 1, 'user:ann', 'Ann', 'person', NULL, 'in', 5);
         INSERT INTO pairings VALUES ('t', 1, 1, 'g', 1, 1, 1500, 1500, NULL, NULL, NULL, NULL, NULL);",
    ),
    (
        7,
        "INSERT INTO chat VALUES (1, 'g', 'player', 'user:ann', 'Ann', 'person', 'Hello', 6, NULL);
         INSERT INTO blocks VALUES ('user:ann', 'user:bob', 6);
         INSERT INTO reports VALUES (1, 'user:ann', 'user:bob', 'spam', 'much', 'g', 6, NULL, NULL, NULL);
         INSERT INTO mutes VALUES ('user:bob', 9);
         INSERT INTO acts VALUES (1, 'user:ann', 'mute', 'user:bob', NULL, '', 'spam', 6);",
    ),
    (8, "UPDATE games SET due = 86400005 WHERE id = 'g'; UPDATE uptime SET ms = 5;"),
    (9, "INSERT INTO archive VALUES ('g', 'onitama', 'none', 0, 'white', NULL, 7);"),
    (10, "UPDATE archive SET against = 'house' WHERE game_id = 'g';"),
    (
        11,
        "INSERT INTO passkeys VALUES (x'03', 'user:ann', 'Phone', x'04', 5, 6, 7, NULL);
         INSERT INTO spent VALUES (x'05', 9);",
    ),
    (12, "UPDATE tournament_players SET rung = 2, moved = -1;"),
];

/// All rows of all tables, each as text, with those columns that the table had.
fn rows(connection: &Connection, columns: &[(String, String)]) -> Vec<String> {
    let mut found = Vec::new();
    for (table, columns) in columns {
        let sql = format!("SELECT json_array({columns}) FROM {table}");
        let mut query = connection.prepare(&sql).expect("a query");
        let listed = query.query_map([], |row| row.get::<_, String>(0)).expect("rows");
        found.extend(listed.map(|row| format!("{table}: {}", row.expect("a row"))));
    }
    found.sort();
    found
}

/// The tables, each with its columns; bytes are told as hexadecimal.
fn columns(connection: &Connection) -> Vec<(String, String)> {
    let sql = "SELECT m.name, group_concat(CASE WHEN c.type = 'BLOB' THEN 'hex(' || c.name || ')' ELSE c.name END)
               FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name";
    let mut query = connection.prepare(sql).expect("a query");
    let listed = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    listed.map(|row| row.expect("a row")).collect()
}

#[test]
fn a_database_of_every_version_keeps_all_its_rows() {
    for version in 1..=MIGRATIONS.len() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = Connection::open(folder.path().join(FILE)).expect("a database");
        for (number, step) in (1..).zip(&MIGRATIONS[..version]) {
            old.execute_batch(step).expect("a step");
            // A program of each version has written something.
            let rows = WRITTEN.iter().find(|(first, _)| *first == number);
            old.execute_batch(rows.expect("the rows of each version stand here").1).expect("rows");
        }
        old.pragma_update(None, "user_version", version).expect("a version");
        let columns = columns(&old);
        let before = rows(&old, &columns);
        assert!(before.len() > version, "{before:?}");
        drop(old);
        drop(super::beside(&folder.path().into()).expect("opens"));
        let new = beside(folder.path());
        assert_eq!(rows(&new, &columns), before, "of version {version}");
        for (pragma, well) in [("integrity_check", Some("ok")), ("foreign_key_check", None)] {
            let mut query = new.prepare(&format!("PRAGMA {pragma}")).expect("a query");
            let mut found = query.query([]).expect("rows");
            let first =
                found.next().expect("reads").map(|row| row.get::<_, String>(0).expect("text"));
            assert_eq!(first.as_deref(), well, "{pragma} of version {version}");
        }
    }
}

#[test]
fn a_step_that_was_released_is_never_changed() {
    // FNV-1a: what was released stays as it is, so its number does.
    let number = |text: &str| {
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let numbers: Vec<u64> = MIGRATIONS.iter().map(|step| number(step)).collect();
    assert_eq!(numbers, RELEASED, "a new step is added at the end, and its number here");
}

const RELEASED: &[u64] = &[
    18_019_812_219_781_713_509,
    9_006_252_681_788_250_709,
    2_923_130_616_468_370_590,
    7_735_066_134_303_090_290,
    6_436_914_544_730_997_566,
    17_973_848_014_149_828_617,
    7_260_946_063_574_283_789,
    10_350_389_127_860_287_752,
    7_275_067_591_889_064_079,
    2_772_910_517_757_212_115,
    12_744_785_600_607_176_512,
    12_113_773_735_597_298_894,
];

#[cfg(feature = "cluster")]
#[test]
fn both_databases_have_the_same_version() {
    assert_eq!(crate::database::newest_on_a_server(), super::newest());
}
