//! How two members of a club come to a game: by a challenge, or by a seek that is accepted. The page and the interface
//! for programs ask here, and both are held to the same rules.

use std::sync::Arc;
use std::time::Instant;

use crate::begin::{Begins, set_up};
use crate::challenges::{Challenge, Ends};
use crate::engines;
use crate::ids;
use crate::lobby::{Held, Seek};
use crate::news::Item;
use crate::protocol::lobby::Terms;
use crate::protocol::study::ClockRule;
use crate::protocol::{Code, Failure, NewGame};
use crate::ratings;
use crate::rooms::aside;
use crate::state::App;
use crate::wanted::{self, Wanted, rating_of, side};
use crate::who::Who;

/// The game that a page asks for.
///
/// # Errors
/// Where it cannot be played.
pub fn on_terms(app: &App, terms: &Terms) -> Result<Wanted, Failure> {
    let mut asked = wanted::wanted(&app.games, &terms.game, terms.clock)?;
    if terms.seat.is_some_and(|seat| {
        engines::sides(&asked.new.game).is_ok_and(|sides| !sides.contains(&seat))
    }) {
        return Err(Failure::new(Code::BadStart, "The game has no such side.").at("seat"));
    }
    asked.new.seat = terms.seat;
    asked.rated = terms.rated;
    Ok(asked)
}

fn no_random_bits(error: &getrandom::Error) -> Failure {
    Failure::new(Code::Storage, format!("The system gives no random bits: {error}."))
}

/// Tries all that a game would begin with, and deals it: what was accepted is what is played. The start.
async fn tried(asked: &Wanted, id: &str, by: &Who, other: &Who) -> Result<String, Failure> {
    if asked.rated {
        ratings::can_be_rated(&asked.new, asked.usual_deal)?;
        ratings::may_play(by)?;
        ratings::may_play(other)?;
    }
    let mut new = asked.new.clone();
    new.seat = Some(side(&new)?);
    let (id, by, other, rated) = (id.to_owned(), by.clone(), other.clone(), asked.rated);
    let (record, ending) =
        aside(move || set_up(new, Begins::Match { id, by, other, rated, tournament: None }))
            .await?;
    if ending.is_some() {
        return Err(Failure::new(Code::BadStart, "The game is over in this position.").at("fen"));
    }
    Ok(record.row.start)
}

/// Challenges a member, who hears of it.
///
/// # Errors
/// Where the game cannot be played, or there are too many challenges.
pub async fn challenge(
    app: &App,
    by: &Who,
    to: Who,
    asked: Wanted,
) -> Result<Arc<Challenge>, Failure> {
    if to.key == by.key {
        return Err(Failure::new(Code::BadMessage, "Nobody challenges themselves."));
    }
    if let Some(people) = &app.people
        && people.member_of(&to.member.name).await.is_ok_and(|account| account.closed)
    {
        return Err(Failure::new(Code::NotFound, "This account is closed.").at("name"));
    }
    not_parted(app, by, &to)?;
    let id = ids::game_id().map_err(|error| no_random_bits(&error))?;
    let start = tried(&asked, &id, by, &to).await?;
    let ratings = [
        rating_of(&app.rooms.store, by, &asked.new).await?,
        rating_of(&app.rooms.store, &to, &asked.new).await?,
    ];
    let Wanted { new, rated, .. } = asked;
    let (by, at) = (by.clone(), Instant::now());
    let challenge = Challenge { id, by, to, new, start, rated, ratings, at, reason: None };
    let challenge = app.challenges.add(challenge)?;
    tell_both(app, &challenge, &Item::Challenged(challenge.clone()));
    Ok(challenge)
}

/// Two members of whom one has blocked the other do not come to a game.
fn not_parted(app: &App, one: &Who, other: &Who) -> Result<(), Failure> {
    if !app.rooms.blocks.part(&one.key, &other.key) {
        return Ok(());
    }
    let message = "One of you has blocked the other: you do not play each other.";
    Err(Failure::new(Code::Limit, message))
}

/// Withdraws the challenges of a member: those with one other, or all.
pub fn withdraw(app: &App, key: &str, other: Option<&str>) {
    for challenge in app.challenges.withdraw(key, other) {
        tell_both(app, &challenge, &Item::Canceled(Arc::clone(&challenge)));
    }
}

/// Accepts a challenge: the game begins, with its id.
///
/// # Errors
/// Where it is not theirs to accept, or the game cannot be begun; it stands then.
pub async fn accept(app: &App, id: &str, who: &Who) -> Result<(), Failure> {
    let challenge = app.challenges.end(id, &who.key, Ends::Receiver)?;
    let begun = begin(
        app,
        &challenge.new,
        Some(&challenge.start),
        Begins::Match {
            id: challenge.id.clone(),
            by: challenge.by.clone(),
            other: challenge.to.clone(),
            rated: challenge.rated,
            tournament: None,
        },
    );
    if let Err(failure) = begun.await {
        // Nothing was begun: it can be tried again.
        let _ = app.challenges.add((*challenge).clone());
        return Err(failure);
    }
    Ok(())
}

async fn begin(
    app: &App,
    new: &NewGame,
    start: Option<&str>,
    by: Begins,
) -> Result<String, Failure> {
    let mut new = new.clone();
    new.seat = Some(side(&new)?);
    if let Some(start) = start {
        (new.deal, new.position) = (None, Some(start.to_owned()));
    }
    let at_once = !new.clock.is_some_and(|rule| rule.is_by_days());
    if let (Begins::Match { by, other, .. }, true) = (&by, at_once) {
        // They play now.
        [by, other].into_iter().for_each(|who| app.pools.leave(&who.key));
    }
    app.rooms.begin(new, by).await
}

/// Declines a challenge.
///
/// # Errors
/// Where it is not theirs to decline.
pub fn decline(app: &App, id: &str, who: &Who, reason: String) -> Result<(), Failure> {
    let challenge = app.challenges.end(id, &who.key, Ends::Receiver)?;
    let challenge = Arc::new(Challenge { reason: Some(reason), ..(*challenge).clone() });
    tell_both(app, &challenge, &Item::Declined(Arc::clone(&challenge)));
    Ok(())
}

/// Takes a challenge back.
///
/// # Errors
/// Where it is not theirs to take back.
pub fn cancel(app: &App, id: &str, who: &Who) -> Result<(), Failure> {
    let challenge = app.challenges.end(id, &who.key, Ends::Maker)?;
    tell_both(app, &challenge, &Item::Canceled(Arc::clone(&challenge)));
    Ok(())
}

/// Tells both members of a challenge.
fn tell_both(app: &App, challenge: &Challenge, item: &Item) {
    app.rooms.news.tell(&challenge.by.key, item);
    app.rooms.news.tell(&challenge.to.key, item);
}

/// Opens a seek, until what is returned is dropped.
///
/// # Errors
/// Where the game cannot be played, or there are too many seeks.
pub async fn seek(
    app: &App,
    by: &Who,
    asked: Wanted,
    range: [Option<i32>; 2],
) -> Result<Held, Failure> {
    if let [Some(lowest), Some(highest)] = range
        && lowest > highest
    {
        let message = "The lowest rating of a seek is not above its highest.";
        return Err(Failure::new(Code::BadMessage, message).at("lowest"));
    }
    let id = ids::game_id().map_err(|error| no_random_bits(&error))?;
    // Whoever accepts is another member: whether they may is asked then.
    tried(&asked, &id, by, by).await?;
    let rating = rating_of(&app.rooms.store, by, &asked.new).await?;
    let Wanted { new, rated, .. } = asked;
    if new.clock.is_none() && range != [None, None] {
        let message = "Without a clock there are no ratings to choose by.";
        return Err(Failure::new(Code::BadMessage, message).at("lowest"));
    }
    let (by, at) = (by.clone(), Instant::now());
    app.lobby.open(Seek { id, by, rating, new, rated, range, at })
}

/// Begins a game between two who waited in a pool; its id.
///
/// # Errors
/// Where it cannot be begun.
pub async fn pair(
    app: &App,
    one: &Who,
    other: &Who,
    game: &str,
    clock: ClockRule,
    rated: bool,
) -> Result<String, Failure> {
    let asked = wanted::wanted(&app.games, game, Some(clock))?;
    let id = ids::game_id().map_err(|error| no_random_bits(&error))?;
    [one, other].into_iter().for_each(|who| app.lobby.withdraw_at_once(&who.key));
    let (by, other) = (one.clone(), other.clone());
    begin(app, &asked.new, None, Begins::Match { id, by, other, rated, tournament: None }).await
}

/// Accepts a seek: the game begins, with its id.
///
/// # Errors
/// Where it is gone, or not for them, or the game cannot be begun.
pub async fn join(app: &App, id: &str, who: &Who) -> Result<String, Failure> {
    let seek = app.lobby.find(id)?;
    if seek.by.key == who.key {
        return Err(Failure::new(Code::BadMessage, "This seek is your own."));
    }
    not_parted(app, who, &seek.by)?;
    if seek.rated {
        ratings::may_play(who)?;
    }
    if !seek.takes(rating_of(&app.rooms.store, who, &seek.new).await?) {
        let message = "This seek is for members with another rating.";
        return Err(Failure::new(Code::Limit, message));
    }
    let Seek { id, by, new, rated, .. } = (*app.lobby.take(id, who)?).clone();
    let other = who.clone();
    begin(app, &new, None, Begins::Match { id, by, other, rated, tournament: None }).await
}
