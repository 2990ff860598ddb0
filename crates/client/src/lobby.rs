//! Seeks and pools.

use serde::Deserialize;

use crate::calls::{Client, escaped, read};
use crate::error::Error;
use crate::lines::Lines;
use crate::shapes::{Meeting, NewChallenge, Seek};

#[derive(Deserialize)]
struct Seeks {
    seeks: Vec<Seek>,
}

#[derive(Deserialize)]
struct Begun {
    id: String,
}

/// The clock as seeks and pools have it: minutes, and seconds after each turn.
fn time(new: &NewChallenge) -> Vec<(&'static str, String)> {
    let Some((limit, increment)) = new.clock else { return Vec::new() };
    let minutes = limit as f64 / 60.0;
    let mut fields = vec![("time", minutes.to_string()), ("increment", increment.to_string())];
    fields.extend((new.delay > 0).then(|| ("delay", new.delay.to_string())));
    fields
}

impl Client {
    /// The seeks that are open.
    ///
    /// # Errors
    /// As every call.
    pub fn seeks(&self) -> Result<Vec<Seek>, Error> {
        self.get::<Seeks>("/api/board/seeks").map(|list| list.seeks)
    }

    /// Opens a seek for a game at once. It is open as long as the stream is kept; its line has the id that the game will
    /// have, and it ends when somebody accepts.
    ///
    /// # Errors
    /// As every call.
    pub fn seek(&self, new: &NewChallenge) -> Result<Lines<Meeting>, Error> {
        let mut fields = NewChallenge { clock: None, ..new.clone() }.fields();
        fields.extend(time(new));
        self.post_stream("/api/board/seek", &fields)
    }

    /// Opens a seek for a game by correspondence, which stands until it is accepted or [withdrawn](Client::cancel_seek);
    /// its id.
    ///
    /// # Errors
    /// As every call.
    pub fn seek_by_days(&self, new: &NewChallenge) -> Result<String, Error> {
        read::<Begun>(&self.post("/api/board/seek", &new.fields())?).map(|made| made.id)
    }

    /// Accepts a seek: the game begins, with its id.
    ///
    /// # Errors
    /// As every call.
    pub fn accept_seek(&self, id: &str) -> Result<String, Error> {
        let path = format!("/api/board/seek/{}/accept", escaped(id));
        read::<Begun>(&self.post(&path, &[])?).map(|begun| begun.id)
    }

    /// Withdraws one's own seek for a game by correspondence.
    ///
    /// # Errors
    /// As every call.
    pub fn cancel_seek(&self, id: &str) -> Result<(), Error> {
        self.post(&format!("/api/board/seek/{}/cancel", escaped(id)), &[]).map(drop)
    }

    /// Waits in a pool for a game at one of the usual clocks, as long as the stream is kept; its last line has the game.
    ///
    /// # Errors
    /// As every call.
    pub fn pool(&self, new: &NewChallenge) -> Result<Lines<Meeting>, Error> {
        let mut fields = time(new);
        fields.extend(new.variant.clone().map(|key| ("variant", key)));
        self.post_stream("/api/board/pool", &fields)
    }
}
