//! The seats of a game in a club: who may do what, and what the two sides offer each other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::command::{By, Command};
use super::seating::Seats;
use super::{Room, storage};
use crate::gate::ClientId;
use crate::ids;
use crate::news::Standing;
use crate::outbox::Outbox;
use crate::protocol::seats::{OfferKind, OwnSeat, Rating, ShownSeat, ShownSeats};
use crate::protocol::{Code, Ending, Failure, HistoryEntry, Player, ServerMessage};
use crate::store::{GameRow, PlayedTurn, Record, Seat, Seating};
use crate::who::Who;

fn not_yours(words: &str) -> Failure {
    Failure::new(Code::NotYourTurn, words)
}

impl Room {
    /// Its result changes the ratings of those who play it.
    pub(super) fn is_rated(&self) -> bool {
        self.seats.as_ref().is_some_and(|seats| seats.row.rated)
    }

    /// Takes over the ratings that a rated game has changed.
    pub(super) async fn read_ratings(&mut self) {
        // Where they cannot be read they are shown as they were; they are kept all the same.
        let read = self.around.store.game_ratings(&self.id).await.unwrap_or_default();
        let Some(seats) = &mut self.seats else { return };
        for (side, rating) in read {
            if let Some(seat) = seats.seating.seats.get_mut(&side) {
                seat.rating = Some(rating);
            }
        }
    }

    /// Two people play, or will.
    pub(super) fn is_shared(&self) -> bool {
        self.seats.as_ref().is_some_and(Seats::is_shared)
    }

    /// One of the two who play has blocked the other.
    fn is_parted(&self) -> bool {
        let seats = self.seats.iter().flat_map(|seats| seats.seating.seats.values());
        let keys: Vec<&str> =
            seats.filter_map(|seat| seat.who.as_ref().map(|who| who.key.as_str())).collect();
        matches!(keys[..], [one, other] if self.around.blocks.part(one, other))
    }

    /// The connections of who plays that side that show the game.
    pub(super) fn connections_of(&self, side: char) -> impl Iterator<Item = &Outbox> {
        let seat = self.seats.as_ref().and_then(|seats| seats.seating.seats.get(&side));
        let key = seat.and_then(|seat| seat.who.as_ref()).map(|who| who.key.as_str());
        self.watchers.values().filter(move |outbox| {
            key.is_some() && outbox.who.as_ref().map(|who| who.key.as_str()) == key
        })
    }

    /// Who plays that side looks at the game.
    pub(super) fn is_here(&self, side: char) -> bool {
        self.connections_of(side).next().is_some()
    }

    /// A clock runs for two people, whether they look or not. One of days needs nobody here: see `correspondence.rs`.
    pub(super) fn goes_on_alone(&self) -> bool {
        self.is_shared()
            && self.clock.is_some()
            && !self.is_by_days()
            && (!self.history.is_empty() || self.tournament().is_some())
            && self.ending().is_none()
    }

    /// That member may see the game.
    pub(super) fn may_watch(&self, who: Option<&Who>) -> bool {
        self.seats.as_ref().is_none_or(|seats| seats.may_watch(who))
    }

    /// Does what a member of the club asks for, if it is theirs to ask.
    pub(super) async fn by(&mut self, by: By) {
        let By { who, command, answer, .. } = by;
        if let Err(failure) = self.admit(who.as_ref()).await {
            return answer(Err(failure));
        }
        let command = self.of_member(who.as_ref(), command);
        answer(match self.refusal(who.as_ref(), &command) {
            Some(failure) => Err(failure),
            None => self.act(command).await,
        });
    }

    /// A command that means the side of who gives it, and the ply where the game stands.
    fn of_member(&self, who: Option<&Who>, command: Command) -> Command {
        match command {
            Command::Resign { client, side: None } => {
                Command::Resign { client, side: self.side_of(who) }
            }
            Command::Claim { client, draw, .. } => {
                Command::Claim { client, side: self.side_of(who), draw }
            }
            Command::Play { client, ply: None, turn } => {
                let own = self.seats.as_ref().map(|seats| seats.sides(who)).unwrap_or_default();
                let again = self.history.last().filter(|last| {
                    last.turn == turn
                        && own.contains(&last.side)
                        && !own.contains(&self.game.side())
                });
                let ply = self.history.len() - usize::from(again.is_some());
                Command::Play { client, ply: Some(ply), turn }
            }
            other => other,
        }
    }

    /// The side that somebody plays; of both the one to move.
    fn side_of(&self, who: Option<&Who>) -> Option<char> {
        let own = self.seats.as_ref()?.sides(who);
        let to_move = own.iter().find(|&&side| side == self.game.side());
        to_move.or(own.first()).copied()
    }

    /// Why that member may not do it, if they may not.
    fn refusal(&self, who: Option<&Who>, command: &Command) -> Option<Failure> {
        if matches!(command, Command::Watch(_)) {
            // Whoever may not watch is refused there, in every game.
            return None;
        }
        let outside = "This game was begun outside the club: it can be watched only.";
        let Some(seats) = &self.seats else { return Some(not_yours(outside)) };
        if !self.may_watch(who) {
            return Some(Failure::new(Code::NotFound, "There is no game at this address."));
        }
        if matches!(command, Command::Say { .. }) {
            // Who is in which room is decided there.
            return None;
        }
        let sides = seats.sides(who);
        let alone = seats.is_alone(who);
        if sides.is_empty() && !alone {
            return Some(not_yours("You watch this game; who plays has a seat in it."));
        }
        match command {
            Command::Play { ply, turn, .. } => {
                self.refusal_of_turn(ply.unwrap_or(self.history.len()), turn, &sides, alone)
            }
            Command::Resign { side: Some(side), .. } => {
                let own = sides.contains(side);
                (!own).then(|| not_yours("That side is another's.").at("side"))
            }
            Command::Abort(_) => self.refusal_of_return(),
            Command::Offer { offer, .. } => self.refusal_of_offer(*offer),
            Command::Resign { .. } | Command::Claim { .. } => None,
            Command::Edit { .. } | Command::Report(_) | Command::StopReport
                if self.ending().is_some() =>
            {
                None
            }
            _ if alone => None,
            _ => Some(not_yours("Two people play this game: neither has the engine's help in it.")),
        }
    }

    /// Why who has those sides may not play that turn, if they may not.
    fn refusal_of_turn(
        &self,
        ply: usize,
        turn: &str,
        sides: &[char],
        alone: bool,
    ) -> Option<Failure> {
        if self.was_played(ply, turn) {
            let own = sides.contains(&self.history[ply].side);
            return (!own).then(|| Failure::new(Code::Stale, "That turn has been played."));
        }
        let seats = self.seats.iter().flat_map(|seats| seats.seating.seats.values());
        let free = seats.into_iter().any(|seat| seat.who.is_none());
        if free && self.history.len() > 1 {
            return Some(not_yours("Nobody has taken the other seat yet."));
        }
        let moves = alone || sides.contains(&self.game.side());
        (!moves).then(|| not_yours("It is the other side's turn."))
    }

    /// Why an offer of that kind is not made here, if it is not.
    fn refusal_of_offer(&self, offer: OfferKind) -> Option<Failure> {
        match offer {
            OfferKind::Draw => None,
            OfferKind::Rematch => self.refusal_of_return(),
            OfferKind::Takeback if self.is_rated() && self.tournament().is_none() => {
                Some(not_yours("In a rated game no turn is taken back."))
            }
            OfferKind::Takeback => self.refusal_of_return(),
        }
    }

    /// Why nothing is aborted, taken back or played again here, if it is not.
    fn refusal_of_return(&self) -> Option<Failure> {
        let message = "In a tournament's game nothing is aborted, taken back or played again: the next game comes by itself.";
        self.tournament().map(|_| not_yours(message))
    }

    /// That turn has been played at that ply already: who sends it again has not heard so, whatever came after.
    pub(super) fn was_played(&self, ply: usize, turn: &str) -> bool {
        self.seats.is_some() && self.history.get(ply).is_some_and(|played| played.turn == turn)
    }

    /// Somebody has taken a seat.
    pub(super) fn seated(&mut self, side: char, who: Who) {
        if let Some(seats) = &mut self.seats {
            seats.seating.seats.insert(side, Seat { who: Some(who), ..Seat::default() });
        }
        self.note_absences();
        if let Some(standing) = self.standing() {
            self.around.news.started(&Arc::new(standing));
        }
        self.tell_all(&self.state());
        let clients: Vec<ClientId> = self.watchers.keys().copied().collect();
        for client in clients {
            self.tell_seat(client);
        }
        self.tell_chats();
    }

    /// The game as it stands, for those who have a seat in it.
    pub(super) fn standing(&self) -> Option<Standing> {
        let seats = self.seats.as_ref()?;
        let row = GameRow { seating: Some(seats.seating.clone()), ..seats.row.clone() };
        let turn = |entry: &HistoryEntry| PlayedTurn {
            turn: entry.turn.clone(),
            thought: entry.thought,
            left: entry.left.map(|left| (entry.side, left)).into_iter().collect(),
        };
        Some(Standing {
            row,
            turns: self.history.iter().map(turn).collect(),
            position: self.game.position_text(),
            side: self.game.side(),
            sides: self.game.side_letters(),
            ending: self.ending(),
            left: self.clock.as_ref().map(|it| it.state(self.game.side()).left).unwrap_or_default(),
        })
    }

    /// Tells those who played that the game is over, and what was said about it.
    pub(super) fn tell_end(&self) {
        self.tell_chats();
        if let Some(standing) = self.standing() {
            self.around.news.finished(&Arc::new(standing));
        }
    }

    /// Tells those who play that somebody has moved.
    pub(super) fn tell_turn(&self) {
        if let Some(standing) = self.standing() {
            self.around.news.gone_on(&Arc::new(standing));
        }
    }

    /// Says what a connection may do here.
    pub(super) fn tell_seat(&self, client: ClientId) {
        let (Some(seats), Some(outbox)) = (&self.seats, self.watchers.get(&client)) else { return };
        let who = outbox.who.as_ref();
        let sides = seats.sides(who);
        let invite = seats.seating.seats.values().find_map(|seat| seat.invite.clone());
        let invite = invite.filter(|_| !sides.is_empty()).map(|word| format!("/join/{word}"));
        let alone = seats.is_alone(who);
        outbox.send(&ServerMessage::Seat(OwnSeat { id: self.id.clone(), sides, alone, invite }));
    }

    /// Tells a connection how the game stands, and the others too where somebody with a seat has come.
    pub(super) fn tell_arrival(&self, client: ClientId) {
        let who = self.watchers.get(&client).and_then(|outbox| outbox.who.as_ref());
        if self.seats.as_ref().is_some_and(|seats| !seats.sides(who).is_empty()) {
            self.tell_all(&self.state());
        } else {
            self.send(client, &self.state());
        }
    }

    /// Who plays, by side.
    pub(super) fn shown_names(&self) -> BTreeMap<char, String> {
        let mut names = self.names.clone();
        for (side, seat) in self.seats.iter().flat_map(|seats| &seats.seating.seats) {
            if let Some(who) = &seat.who {
                names.insert(*side, who.member.name.clone());
            }
        }
        names
    }

    /// The seats as all see them.
    pub(super) fn shown_seats(&self) -> Option<ShownSeats> {
        let seats = self.seats.as_ref()?;
        let here: BTreeSet<&str> = self
            .watchers
            .values()
            .filter_map(|outbox| outbox.who.as_ref().map(|who| who.key.as_str()))
            .collect();
        let shown = |(&side, seat): (&char, &Seat)| {
            let here = seat.who.as_ref().is_some_and(|who| here.contains(who.key.as_str()));
            let member = seat.who.as_ref().map(|who| who.member.clone());
            let claim_in = self.claim_in(side);
            (side, ShownSeat { member, here, claim_in, rating: seat.rating })
        };
        let mut offers: BTreeMap<char, Vec<OfferKind>> = BTreeMap::new();
        for &(side, offer) in &seats.offers {
            offers.entry(side).or_default().push(offer);
        }
        Some(ShownSeats {
            seats: seats.seating.seats.iter().map(shown).collect(),
            offers,
            private: seats.seating.private,
            claim_after: self.claim_after().and_then(|it| u64::try_from(it.as_millis()).ok()),
            next: seats.next.clone(),
            tournament: seats.row.tournament.clone(),
        })
    }

    /// A side that moves lets the offers to it pass.
    pub(super) fn drop_offers_to(&mut self, side: char) {
        if let Some(seats) = &mut self.seats {
            seats.offers.retain(|&(by, _)| by == side);
        }
    }

    /// The game ends before both sides have moved: nobody has won.
    pub(super) async fn abort(&mut self) -> Result<(), Failure> {
        if self.ending().is_some() {
            return Err(Failure::new(Code::Stale, "The game is over."));
        }
        let moved: BTreeSet<char> = self.history.iter().map(|entry| entry.side).collect();
        if moved.len() > 1 {
            let message = "Both sides have moved: the game can be resigned, not aborted.";
            return Err(Failure::new(Code::Stale, message));
        }
        self.finish(Ending { winner: None, reason: "abort".to_owned() }).await
    }

    /// Such an offer can be made, or answered, as the game stands.
    fn can_be_offered(&self, offer: OfferKind, yes: bool) -> Result<(), Failure> {
        if yes && offer == OfferKind::Rematch && self.is_parted() {
            let message = "One of you has blocked the other: you do not play each other.";
            return Err(Failure::new(Code::Limit, message));
        }
        let mut seats = self.seats.iter().flat_map(|seats| seats.seating.seats.values());
        if !self.is_shared() || seats.any(|seat| seat.who.is_none()) {
            let message = "An offer is made to another person, and none sits there.";
            return Err(Failure::new(Code::Stale, message));
        }
        let over = self.ending().is_some();
        if (offer == OfferKind::Rematch) != over {
            let message = if over { "The game is over." } else { "The game is not over yet." };
            return Err(Failure::new(Code::Stale, message));
        }
        Ok(())
    }

    /// A side makes or takes an offer, declines it or takes it back.
    pub(super) async fn offer(
        &mut self,
        who: &Who,
        offer: OfferKind,
        yes: bool,
    ) -> Result<(), Failure> {
        let Some(side) = self.side_of(Some(who)) else { return Ok(()) };
        let other = self.game.side_letters().into_iter().find(|&other| other != side);
        let moves = self.history.iter().rposition(|entry| entry.side == side);
        self.can_be_offered(offer, yes)?;
        let (Some(seats), Some(other)) = (&mut self.seats, other) else { return Ok(()) };
        if !yes {
            seats.offers.retain(|&(_, made)| made != offer);
            self.tell_all(&self.state());
            return Ok(());
        }
        if seats.offers.contains(&(other, offer)) {
            return self.agree(other, offer).await;
        }
        if offer == OfferKind::Takeback && moves.is_none() {
            return Err(Failure::new(Code::Stale, "You have not moved yet."));
        }
        if seats.next.is_none() {
            seats.offers.insert((side, offer));
        }
        self.tell_all(&self.state());
        Ok(())
    }

    /// Does what that side has offered and the other has accepted.
    async fn agree(&mut self, side: char, offer: OfferKind) -> Result<(), Failure> {
        match offer {
            OfferKind::Draw => {
                self.finish(Ending { winner: None, reason: "agreement".to_owned() }).await?;
            }
            OfferKind::Takeback => {
                let last = self.history.iter().rposition(|entry| entry.side == side);
                let stale = || Failure::new(Code::Stale, "That turn was taken back already.");
                self.undo(last.ok_or_else(stale)?).await?;
            }
            OfferKind::Rematch => self.play_again().await?,
        }
        if let Some(seats) = &mut self.seats {
            seats.offers.clear();
        }
        self.tell_all(&self.state());
        Ok(())
    }

    /// Begins the game that follows, with the sides changed.
    async fn play_again(&mut self) -> Result<(), Failure> {
        let Some(seats) = &self.seats else { return Ok(()) };
        let [one, two] = self.game.side_letters();
        let other = |side: char| if side == one { two } else { one };
        let id = ids::game_id().map_err(|error| {
            Failure::new(Code::Storage, format!("The system gives no random bits: {error}."))
        })?;
        let unchanged = |rating: Rating| Rating { change: None, ..rating };
        let turned = seats.seating.seats.iter().map(|(&side, seat)| {
            (other(side), Seat { rating: seat.rating.map(unchanged), ..seat.clone() })
        });
        let seating = Seating { seats: turned.collect(), private: seats.seating.private };
        let players: BTreeMap<char, Player> =
            seats.row.players.iter().map(|(&side, &player)| (other(side), player)).collect();
        let row = GameRow { id, players, seating: Some(seating), ..seats.row.clone() };
        let (log, edits, judged) = (Vec::new(), Vec::new(), Vec::new());
        let record = Record { row, log, edits, judged, left_now: None };
        let made = self.around.store.create(record.clone(), None).await;
        let next = made.map_err(|error| storage(&error))?;
        self.around.news.started(&Arc::new(Standing::of(record)?));
        if let Some(seats) = &mut self.seats {
            seats.next = Some(next);
        }
        Ok(())
    }
}
