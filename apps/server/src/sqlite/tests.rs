//! Migrations keep what was there, and a seat is given once.

use rusqlite::Connection;

use super::{FILE, MIGRATIONS, SqliteStore};
use crate::members::{Account, Members};
use crate::protocol::Ending;
use crate::store::{LogEntry, Store, Taken};
use crate::who::Who;

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
    let store = SqliteStore::open(folder.path(), u64::MAX).expect("opens");
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
    let store = SqliteStore::open(folder.path(), u64::MAX).expect("opens");
    let beside = super::beside(folder.path()).expect("opens");
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
    let store = SqliteStore::open(folder.path(), u64::MAX).expect("opens");
    let beside = super::beside(folder.path()).expect("opens");
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
async fn the_command_line_and_the_server_write_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path(), u64::MAX).expect("opens");
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
