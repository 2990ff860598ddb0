//! Members' pages: ratings, how they came about, and the last games; and the best players.

use crate::moderation;
use crate::news::Standing;
use crate::protocol::profile::{
    Leader, Leaders, Profile, ProfileGame, ProfilePoint, ProfileRating, Ranked,
};
use crate::protocol::{Code, Failure, Player};
use crate::ratings;
use crate::state::App;
use crate::store::StoreError;
use crate::who::Who;

/// Games of a member that are told.
const GAMES: usize = 10;
/// Members in a list of the best.
pub const BEST: usize = 20;

fn storage(error: &StoreError) -> Failure {
    Failure::new(Code::Storage, format!("{error}."))
}

/// A member, for who asks.
///
/// # Errors
/// Where there is none of that name, or the database fails.
pub async fn of(app: &App, name: &str, asker: Option<&Who>) -> Result<Profile, Failure> {
    let none = || Failure::new(Code::NotFound, "There are no members here: this is no club.");
    let people = app.people.as_ref().ok_or_else(none)?;
    let moderates = match asker {
        Some(asker) => moderation::is_moderator(app, asker).await?,
        None => false,
    };
    let found =
        if moderates { people.any_account_of(name).await } else { people.account_of(name).await };
    let who = found?;
    let state = moderation::state_of(app, &who).await?;
    let store = &app.rooms.store;
    let kept = store.ratings_of(&who.key).await.map_err(|error| storage(&error))?;
    let points = store.rating_history(&who.key).await.map_err(|error| storage(&error))?;
    let games = app.rooms.games_of(&who, asker, false, GAMES).await?;
    let rating = |kept: ratings::Kept| ProfileRating {
        rating: ratings::shown(kept.glicko, None),
        game: kept.game,
        speed: kept.speed,
        games: kept.games,
        progress: ratings::whole(kept.progress),
    };
    let point = |point: ratings::Point| ProfilePoint {
        rating: ratings::whole(point.rating),
        game: point.game,
        speed: point.speed,
        at: point.at,
    };
    Ok(Profile {
        online: app.rooms.news.has(&who.key),
        closed: state.under.as_ref().is_some_and(|under| under.closed),
        moderator: state.moderator,
        blocked: asker.is_some_and(|asker| app.rooms.blocks.has(&asker.key, &who.key)),
        under: state.under.filter(|_| moderates),
        ratings: kept.into_iter().map(rating).collect(),
        points: points.into_iter().map(point).collect(),
        games: games.iter().filter_map(|standing| game(standing, &who)).collect(),
        member: who.member,
    })
}

/// A game as one of its players sees it.
fn game(standing: &Standing, who: &Who) -> Option<ProfileGame> {
    let row = &standing.row;
    let seats = &row.seating.as_ref()?.seats;
    let own = |side: &char| {
        let seat = seats.get(side).and_then(|seat| seat.who.as_ref());
        seat.is_some_and(|other| other.key == who.key)
    };
    let side = standing.sides.into_iter().find(own)?;
    let other = standing.sides.into_iter().find(|other| *other != side)?;
    let level = match row.players.get(&other) {
        Some(Player::Engine { level }) => Some(*level),
        _ => None,
    };
    let opponent = seats.get(&other);
    Some(ProfileGame {
        id: row.id.clone(),
        game: row.game.clone(),
        position: standing.position.clone(),
        side,
        opponent: opponent.and_then(|seat| seat.who.as_ref()).map(|who| who.member.clone()),
        level,
        opponent_rating: opponent.and_then(|seat| seat.rating),
        rated: row.rated,
        ending: standing.ending.clone(),
        change: seats.get(&side).and_then(|seat| seat.rating).and_then(|rating| rating.change),
    })
}

/// The best of each game and speed.
///
/// # Errors
/// Where the database fails.
pub async fn leaders(app: &App, most: usize, of: Option<Ranked>) -> Result<Vec<Leaders>, Failure> {
    let mut tables: Vec<Leaders> = Vec::new();
    for (who, kept) in app.rooms.store.best(most, of).await.map_err(|error| storage(&error))? {
        let leader = Leader {
            member: who.member,
            rating: ratings::shown(kept.glicko, None),
            games: kept.games,
        };
        match tables.last_mut().filter(|it| it.game == kept.game && it.speed == kept.speed) {
            Some(table) => table.members.push(leader),
            None => {
                let members = vec![leader];
                tables.push(Leaders { game: kept.game, speed: kept.speed, members });
            }
        }
    }
    Ok(tables)
}
