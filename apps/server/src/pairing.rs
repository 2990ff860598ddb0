//! How those who wait in pools come to their games.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use crate::meeting;
use crate::pools::{Place, Pool, Waiting};
use crate::protocol::Failure;
use crate::protocol::study::ClockRule;
use crate::ratings;
use crate::state::App;
use crate::wanted::{self, rating_of};
use crate::who::Who;

/// How often who waits is paired anew: by then they take others than before.
const AGAIN: Duration = Duration::from_secs(1);
/// The rating of who has none.
const UNRATED: i32 = 1500;

/// Lets a member wait, in place of where they waited before, until what is returned is dropped.
///
/// # Errors
/// Where there is no such pool, or too many wait.
pub async fn join(app: &App, who: &Who, game: &str, clock: ClockRule) -> Result<Place, Failure> {
    let asked = wanted::wanted(&app.games, game, Some(clock))?;
    let rating = rating_of(&app.rooms.store, who, &asked.new).await?;
    let rated = ratings::may_play(who).is_ok();
    let rating = rating.map_or(UNRATED, |rating| rating.rating);
    app.pools.wait(game, clock, rated, who.clone(), rating)
}

/// Pairs those who wait, as soon as somebody comes and every second after.
pub async fn pair_at_times(app: Arc<App>) {
    loop {
        if app.pools.is_empty() {
            app.pools.came().await;
        } else {
            // Who comes meanwhile is paired at once.
            let _ = timeout(AGAIN, app.pools.came()).await;
        }
        let apart = |one: &Who, other: &Who| app.rooms.blocks.part(&one.key, &other.key);
        for (pool, pair) in app.pools.pairs(Instant::now(), apart) {
            begin(&app, pool, pair).await;
        }
    }
}

async fn begin(app: &App, pool: Pool, pair: [Waiting; 2]) {
    if pair.iter().any(Waiting::has_gone) {
        app.pools.put_back(pool, pair);
        return;
    }
    let [one, other] = [&pair[0].who, &pair[1].who];
    match meeting::pair(app, one, other, &pool.game, pool.clock(), pool.rated).await {
        Ok(id) => {
            pair.into_iter().for_each(|one| one.tell(id.clone()));
        }
        Err(failure) => {
            tracing::warn!(reason = failure.message, "a game of a pool was not begun");
            app.pools.put_back(pool, pair);
            sleep(AGAIN).await;
        }
    }
}
