//! The commands of Litama: create, join, state, spectate and move.

use std::time::Instant;

use engine::{Dialect, GameKind};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::Player;
use super::told::{self, Match};
use crate::begin::Begins;
use crate::engines;
use crate::metrics::Refusal;
use crate::news::Standing;
use crate::people::People;
use crate::protocol::{Code, Failure, GameState};
use crate::room::{By, Command};
use crate::wanted;
use crate::who::{Member, Who};

/// Games that one connection may hear of at once.
const MAX_WATCHED: usize = 8;
/// The token of who connects as a member of the club.
const MEMBER: &str = "member";

fn bad(words: &str) -> Failure {
    Failure::new(Code::BadMessage, words)
}

/// A seat as the program that took it is told.
fn seat(kind: &str, id: &str, token: &str, dialect: &dyn Dialect, place: usize) -> Value {
    json!({
        "messageType": kind,
        "matchId": id,
        "token": token,
        "index": place,
        "color": dialect.sides()[place],
    })
}

impl Player {
    /// Does what a command says; the answer.
    pub(super) async fn obey(&mut self, text: &str) -> Result<String, Failure> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["create", ref name @ ..] => self.create(&name.join(" ")).await,
            ["join", id, ref name @ ..] => self.join(id, &name.join(" ")).await,
            ["state", id] => self.state(id).await,
            ["spectate", id] => self.spectate(id).await,
            ["move", id, token, card, squares] => self.play(id, token, card, squares).await,
            _ => Err(bad("Invalid command sent")),
        }
    }

    fn people(&self) -> Result<&People, Failure> {
        self.app.people.as_ref().ok_or_else(|| bad("There are no members here."))
    }

    fn dialect(&self) -> Result<(&'static dyn GameKind, &'static dyn Dialect), Failure> {
        told::kind(&self.app.games).ok_or_else(|| bad("Its game is not played here."))
    }

    /// Who is to have a seat: whoever connects as a member, or else a new guest; with the token for it.
    fn somebody(&self) -> Result<(Who, String), Failure> {
        if !self.app.limits.new_games.take(self.id.address, 1.0, Instant::now()) {
            self.app.metrics.refused(Refusal::Games);
            let words = "That is many new games at a time; wait some seconds.";
            return Err(Failure::new(Code::TooFast, words));
        }
        match &self.who {
            Some(who) => Ok((who.clone(), MEMBER.to_owned())),
            None => self.people()?.new_guest(),
        }
    }

    /// Whose token that is.
    fn owner(&self, token: &str) -> Result<Who, Failure> {
        let own = self.who.clone().filter(|_| token == MEMBER);
        let guest = || self.people().ok().and_then(|people| people.guest_of(token));
        own.or_else(guest).ok_or_else(|| Failure::new(Code::SignedOut, "Token is incorrect"))
    }

    async fn create(&mut self, name: &str) -> Result<String, Failure> {
        let (kind, dialect) = self.dialect()?;
        let (who, token) = self.somebody()?;
        let mut new = wanted::wanted(&self.app.games, kind.name(), None)?.new;
        new.deal = Some(dialect.deal().to_owned());
        let side = wanted::side(&new)?;
        new.seat = Some(side);
        let id = self.app.rooms.begin(new, Begins::Member(who.clone())).await?;
        let standing = self.app.rooms.standing(&id, Some(&who)).await?;
        let seats = standing.row.seating.map(|seating| seating.seats).unwrap_or_default();
        let word = seats.into_values().find_map(|seat| seat.invite);
        let place = usize::from(side != standing.sides[0]);
        let mut told = seat("create", &id, &token, dialect, place);
        if let Some(word) = word {
            // For a person: the page gives the seat as well.
            if let Some(club) = &self.app.club {
                told["invitation"] = format!("{}/join/{word}", club.public).into();
            }
            self.app.matches.add(id, word, place, name);
        }
        Ok(told.to_string())
    }

    async fn join(&mut self, id: &str, name: &str) -> Result<String, Failure> {
        let (_, dialect) = self.dialect()?;
        let word = self.app.matches.word(id).ok_or_else(|| bad("Not allowed to join"))?;
        let (who, token) = self.somebody()?;
        let key = who.key.clone();
        let joined = self.app.rooms.join(&word, self.id, who).await;
        if joined.is_ok() {
            self.app.matches.taken(id, name);
        }
        joined.map_err(|_| bad("Not allowed to join"))?;
        let standing = self.app.rooms.standing(id, self.who.as_ref()).await?;
        let seats = standing.row.seating.map(|seating| seating.seats).unwrap_or_default();
        let is_own =
            |seat: &crate::store::Seat| seat.who.as_ref().is_some_and(|who| who.key == key);
        let second = seats.get(&standing.sides[1]).is_some_and(is_own);
        Ok(seat("join", id, &token, dialect, usize::from(second)).to_string())
    }

    async fn standing(&self, id: &str) -> Result<Standing, Failure> {
        let (kind, _) = self.dialect()?;
        let none = || Failure::new(Code::NotFound, "Match not found");
        let standing = self.app.rooms.standing(id, self.who.as_ref()).await;
        standing.ok().filter(|standing| standing.row.game == kind.name()).ok_or_else(none)
    }

    async fn state(&self, id: &str) -> Result<String, Failure> {
        let (_, dialect) = self.dialect()?;
        Ok(told_standing(dialect, &self.standing(id).await?, self.app.matches.names(id)))
    }

    async fn spectate(&mut self, id: &str) -> Result<String, Failure> {
        if self.standing(id).await?.ending.is_some() {
            return Err(bad("Game ended"));
        }
        if self.watched.len() >= MAX_WATCHED && !self.watched.contains_key(id) {
            return Err(Failure::new(Code::Limit, "A connection may spectate 8 games at once"));
        }
        self.app.rooms.watch(id, self.outbox.clone()).await?;
        self.watched.insert(id.to_owned(), String::new());
        Ok(json!({ "messageType": "spectate", "matchId": id }).to_string())
    }

    async fn play(
        &mut self,
        id: &str,
        token: &str,
        card: &str,
        squares: &str,
    ) -> Result<String, Failure> {
        let (_, dialect) = self.dialect()?;
        let who = Some(self.owner(token)?);
        self.standing(id).await?;
        let (reply, answer) = oneshot::channel();
        let turn = dialect.read_turn(card, squares);
        let by = By {
            client: self.id,
            who,
            command: Command::Play { client: self.id, ply: None, turn },
            answer: Box::new(move |result| {
                // Who has gone meanwhile wants no answer.
                let _ = reply.send(result);
            }),
        };
        self.app.rooms.tell(id, Command::By(Box::new(by)), self.id).await?;
        let lost = |_| Failure::new(Code::Storage, "The game gave no answer; ask for its state");
        answer.await.map_err(lost)??;
        Ok(json!({ "messageType": "move", "matchId": id }).to_string())
    }

    /// A change of a game that the program hears of; none where it was told so already.
    pub(super) fn news(&mut self, game: &GameState) -> Option<String> {
        let (_, dialect) = self.dialect().ok()?;
        let told = told_state(dialect, game, self.app.matches.names(&game.id))?;
        let last = self.watched.get_mut(&game.id)?;
        if *last == told {
            return None;
        }
        last.clone_from(&told);
        Some(told)
    }
}

fn told_standing(dialect: &dyn Dialect, standing: &Standing, names: [Option<String>; 2]) -> String {
    let member = |side: char| -> Option<&Member> {
        let seating = standing.row.seating.as_ref()?;
        seating.seats.get(&side)?.who.as_ref().map(|who| &who.member)
    };
    let game = Match {
        id: &standing.row.id,
        start: &standing.row.start,
        position: &standing.position,
        sides: standing.sides,
        side: standing.side,
        turns: standing.turns.iter().map(|played| played.turn.as_str()).collect(),
        ending: standing.ending.as_ref(),
        members: standing.sides.map(member),
        names,
    };
    told::state(dialect, &game)
}

fn told_state(
    dialect: &dyn Dialect,
    state: &GameState,
    names: [Option<String>; 2],
) -> Option<String> {
    let sides = engines::sides(&state.game).ok()?;
    let member =
        |side: char| -> Option<&Member> { state.seats.as_ref()?.seats.get(&side)?.member.as_ref() };
    let game = Match {
        id: &state.id,
        start: &state.start,
        position: &state.position,
        sides,
        side: state.side,
        turns: state.history.iter().map(|entry| entry.turn.as_str()).collect(),
        ending: state.ending.as_ref(),
        members: sides.map(member),
        names,
    };
    Some(told::state(dialect, &game))
}
