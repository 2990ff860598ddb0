//! Claims against who has gone, at the edges of what is allowed: room and model agree, and it is as the manual says.

use std::sync::Arc;
use std::sync::mpsc as threads;

use tempfile::TempDir;

use super::model::Act;
use super::{Live, Session, open};
use crate::searches::Searches;

/// The time until a claim in a game of a minute and two seconds for each turn, in milliseconds.
const PATIENCE: u64 = 17_500;
/// Who begins, and who is the other.
const FIRST: usize = 0;
const SECOND: usize = 1;

impl Session<'_> {
    async fn does(&mut self, actor: usize, act: Act) {
        self.together(&[(actor, act)], 0).await;
    }

    /// The next turn, by whoever is to move.
    async fn turn(&mut self) {
        let (ply, turn) = (self.model.turns.len(), self.model.game().legal_turns().swap_remove(0));
        let mover = self.model.seats[self.model.to_move()].expect("a member");
        self.does(mover, Act::Play { ply, turn }).await;
    }

    /// Somebody claims the win; whether the game is over then.
    async fn claims(&mut self, actor: usize) -> bool {
        self.does(actor, Act::Claim { draw: false }).await;
        self.model.ending().is_some()
    }

    async fn comes(&mut self, actor: usize) {
        self.does(actor, Act::Watch(0)).await;
    }

    async fn goes(&mut self, actor: usize) {
        self.does(actor, Act::Leave(0)).await;
    }
}

/// A game of two who are there, in which each has moved twice or more and the first is to move.
async fn begin(folder: &TempDir) -> Session<'_> {
    let mut store = open(folder.path());
    let searches = Arc::new(Searches::start(1, 1, None).expect("a thread"));
    for seed in 1000.. {
        let mut session = Session::begin(folder.path(), store, Arc::clone(&searches), seed).await;
        let rule = session.model.clocks.as_ref().map(|clocks| clocks.rule);
        let fits = rule.is_some_and(|rule| rule.initial == 60_000)
            && session.model.seats == [Some(FIRST), Some(SECOND)];
        if !fits {
            store = session.store;
            continue;
        }
        for actor in [FIRST, SECOND] {
            session.comes(actor).await;
        }
        // In Onitama the start says who begins.
        while session.model.turns.len() < 4 || session.model.to_move() != 0 {
            session.turn().await;
        }
        assert_eq!((session.model.to_move(), session.model.ending()), (0, None));
        return session;
    }
    unreachable!("some seed has such a game");
}

/// Runs a test whose clock moves where the test moves it, and not while the database works.
async fn in_still_time(test: impl AsyncFnOnce(&mut Session<'_>)) {
    let (end, ended) = threads::channel::<()>();
    let still = tokio::task::spawn_blocking(move || ended.recv().is_ok());
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = begin(&folder).await;
    test(&mut session).await;
    if let Some(Live { task, .. }) = session.live.take() {
        task.abort();
        let _ = task.await;
    }
    drop(end);
    still.await.expect("ends");
}

#[tokio::test(start_paused = true)]
async fn claims_who_comes_back_just_before_has_all_the_time_again() {
    in_still_time(async |game| {
        game.goes(FIRST).await;
        game.wait(PATIENCE - 1).await;
        assert!(!game.claims(SECOND).await, "a millisecond too early");
        game.comes(FIRST).await;
        game.wait(1).await;
        assert!(!game.claims(SECOND).await, "the other side is there again");
        game.goes(FIRST).await;
        game.wait(PATIENCE - 1).await;
        assert!(!game.claims(SECOND).await, "all of the time has to pass again");
        game.wait(1).await;
        assert!(game.claims(SECOND).await);
        let ending = game.model.ending().expect("over");
        assert_eq!(
            (ending.winner, ending.reason.as_str()),
            (Some(game.model.sides[1]), "abandonment")
        );
        // The game is over: there is nothing more to claim, by either.
        game.goes(SECOND).await;
        game.comes(FIRST).await;
        game.wait(PATIENCE).await;
        game.claims(FIRST).await;
        assert_eq!(game.model.ending(), Some(ending));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn claims_are_made_on_the_turn_of_who_has_gone_and_the_time_counts_on_any() {
    in_still_time(async |game| {
        // It is the first's turn, and the second goes.
        game.goes(SECOND).await;
        game.wait(PATIENCE).await;
        assert!(!game.claims(FIRST).await, "it is their own turn");
        game.turn().await;
        assert!(game.claims(FIRST).await, "the time has passed already");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn claims_count_no_time_in_which_nobody_waits() {
    in_still_time(async |game| {
        game.goes(FIRST).await;
        game.wait(5000).await;
        game.goes(SECOND).await;
        game.wait(20_000).await;
        assert!(!game.claims(SECOND).await, "who claims has to be there");
        game.comes(SECOND).await;
        assert!(!game.claims(SECOND).await, "they have waited five seconds");
        game.wait(PATIENCE - 5001).await;
        assert!(!game.claims(SECOND).await);
        game.wait(1).await;
        assert!(game.claims(SECOND).await);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn claims_begin_anew_with_a_restart_of_the_server() {
    in_still_time(async |game| {
        game.goes(FIRST).await;
        game.wait(PATIENCE - 1).await;
        game.kill(&[]).await;
        game.comes(SECOND).await;
        game.wait(1).await;
        assert!(!game.claims(SECOND).await, "the first has all of the time to come back");
        game.wait(PATIENCE - 2).await;
        assert!(!game.claims(SECOND).await);
        game.wait(1).await;
        assert!(game.claims(SECOND).await);
    })
    .await;
}
