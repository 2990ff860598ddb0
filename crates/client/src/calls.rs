//! The calls.

use std::time::Duration;

use serde::de::DeserializeOwned;
use ureq::http::{Request, Response};
use ureq::{Agent, AsSendBody, Body};

use crate::error::Error;
use crate::lines::Lines;
use crate::shapes::{
    Account, Challenge, Challenges, Event, GameLine, GamePlace, ListedGame, NewChallenge, Numbered,
    NumberedLine, Place, Playing,
};

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How long a stream is kept; it is opened again after.
const STREAM: Duration = Duration::from_secs(6 * 3600);
/// How often a call is made again that came too soon after others, and how long is waited before.
const AGAIN: usize = 5;
const WAIT: Duration = Duration::from_secs(1);
/// The longest answer that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// A member of a club, shown by a token. Copies share their connections.
#[derive(Clone, Debug)]
pub struct Client {
    calls: Agent,
    streams: Agent,
    /// Without a stroke at the end.
    server: String,
    token: String,
}

impl Client {
    /// A member of the club at that address, `https://club.example`. Nothing is asked yet.
    ///
    /// # Errors
    /// Where address or token cannot be ones.
    pub fn new(server: &str, token: &str) -> Result<Self, Error> {
        let (server, token) = (server.trim().trim_end_matches('/'), token.trim());
        let host = server.strip_prefix("https://").or_else(|| server.strip_prefix("http://"));
        if host.is_none_or(|host| host.is_empty() || host.contains(['/', ' ', '?', '#', '@'])) {
            return Err(Error::Address(server.to_owned()));
        }
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::Token);
        }
        let agent = |body: Duration| {
            Agent::new_with_config(
                Agent::config_builder()
                    .http_status_as_error(false)
                    .max_redirects(0)
                    .timeout_connect(Some(TIMEOUT))
                    .timeout_recv_response(Some(TIMEOUT))
                    .timeout_recv_body(Some(body))
                    .user_agent(concat!("tesuji/", env!("CARGO_PKG_VERSION")))
                    .build(),
            )
        };
        let (server, token) = (server.to_owned(), token.to_owned());
        Ok(Self { calls: agent(TIMEOUT), streams: agent(STREAM), server, token })
    }

    /// Makes a call, and again where it was one too many at a time: the server has then done nothing.
    fn send<B: AsSendBody + Clone>(
        &self,
        agent: &Agent,
        method: &str,
        path: &str,
        body: &B,
    ) -> Result<Response<Body>, Error> {
        let mut again = AGAIN;
        loop {
            let request = Request::builder()
                .method(method)
                .uri(format!("{}{path}", self.server))
                .header("authorization", format!("Bearer {}", self.token))
                .header("content-type", "application/x-www-form-urlencoded")
                .body(body.clone())
                .map_err(|error| Error::Address(error.to_string()))?;
            let answer =
                agent.run(request).map_err(|error| Error::Connection(error.to_string()))?;
            match answer.status().as_u16() {
                429 if again > 0 => again -= 1,
                _ if answer.status().is_success() => return Ok(answer),
                _ => return Err(refused(answer)),
            }
            std::thread::sleep(WAIT);
        }
    }

    fn text(answer: Response<Body>) -> Result<String, Error> {
        let mut body = answer.into_body();
        let text = body.with_config().limit(LONGEST).read_to_string();
        text.map_err(|error| Error::Connection(error.to_string()))
    }

    pub(crate) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        read(&self.text_of(path)?)
    }

    pub(crate) fn post(&self, path: &str, fields: &[(&str, String)]) -> Result<String, Error> {
        Self::text(self.send(&self.calls, "POST", path, &form(fields))?)
    }

    fn stream<T: DeserializeOwned>(&self, path: &str) -> Result<Lines<T>, Error> {
        let answer = self.send(&self.streams, "GET", path, &())?;
        Ok(Lines::read(answer.into_body().into_reader()))
    }

    pub(crate) fn post_stream<T: DeserializeOwned>(
        &self,
        path: &str,
        fields: &[(&str, String)],
    ) -> Result<Lines<T>, Error> {
        let answer = self.send(&self.streams, "POST", path, &form(fields))?;
        Ok(Lines::read(answer.into_body().into_reader()))
    }

    /// One's own account.
    ///
    /// # Errors
    /// As every call: [`Error::Connection`] where the server cannot be reached, [`Error::Refused`] with its own words.
    pub fn account(&self) -> Result<Account, Error> {
        self.get("/api/account")
    }

    /// One's own games that go on, the last changed first.
    ///
    /// # Errors
    /// As every call.
    pub fn playing(&self) -> Result<Vec<ListedGame>, Error> {
        self.get::<Playing>("/api/account/playing").map(|list| list.games)
    }

    /// The member's events: challenges, games that begin and end. Those that stand already come
    /// first.
    ///
    /// # Errors
    /// As every call.
    pub fn events(&self) -> Result<Lines<Event>, Error> {
        self.stream("/api/stream/event")
    }

    /// The same after the event of that place: those that were missed, or, where the club does not have them any more, all
    /// that stands, as [`Event::Resumed`] says, which comes first.
    ///
    /// # Errors
    /// As every call.
    pub fn events_since(&self, place: &Place) -> Result<Lines<Numbered<Event>>, Error> {
        let Place { number, epoch } = place;
        self.stream(&format!("/api/stream/event?since={number}&epoch={}", escaped(epoch)))
    }

    /// The member's events, each with its place.
    ///
    /// # Errors
    /// As every call.
    pub fn numbered_events(&self) -> Result<Lines<Numbered<Event>>, Error> {
        self.stream("/api/stream/event")
    }

    /// A game: the whole of it, then how it stands at every change, until it is over.
    ///
    /// # Errors
    /// As every call.
    pub fn game(&self, id: &str) -> Result<Lines<GameLine>, Error> {
        self.stream(&format!("/api/bot/game/stream/{}", escaped(id)))
    }

    /// The same, for one who has heard the chat up to the line of that number: those after it follow the whole game.
    ///
    /// # Errors
    /// As every call.
    pub fn game_since(&self, id: &str, number: i64) -> Result<Lines<GameLine>, Error> {
        self.stream(&format!("/api/bot/game/stream/{}?since={number}", escaped(id)))
    }

    /// The lines of a game's stream, each with its place.
    ///
    /// # Errors
    /// As every call.
    pub fn numbered_game(&self, id: &str) -> Result<Lines<NumberedLine>, Error> {
        self.stream(&format!("/api/bot/game/stream/{}", escaped(id)))
    }

    /// The same after the line of that place: [`GameLine::Resumed`] and what was missed; or, where the club does not have all
    /// of that any more, the whole game, and the lines of the chat after the one of the number `said`.
    ///
    /// # Errors
    /// As every call.
    pub fn game_after(
        &self,
        id: &str,
        place: &GamePlace,
        said: Option<i64>,
    ) -> Result<Lines<NumberedLine>, Error> {
        let GamePlace { event, epoch } = place;
        let said = said.map(|number| format!("&said={number}")).unwrap_or_default();
        let (id, epoch) = (escaped(id), escaped(epoch));
        self.stream(&format!("/api/bot/game/stream/{id}?since={event}&epoch={epoch}{said}"))
    }

    /// Plays a turn after so many others. Sent twice it is played once; a game that has gone on refuses it.
    ///
    /// # Errors
    /// As every call; the rules may not allow the turn.
    pub fn play(&self, id: &str, ply: usize, turn: &str) -> Result<(), Error> {
        let (id, turn) = (escaped(id), escaped(turn));
        self.post(&format!("/api/bot/game/{id}/move/{turn}?ply={ply}"), &[]).map(drop)
    }

    /// Resigns.
    ///
    /// # Errors
    /// As every call.
    pub fn resign(&self, id: &str) -> Result<(), Error> {
        self.in_game(id, "resign")
    }

    /// Ends a game in which a side has not moved.
    ///
    /// # Errors
    /// As every call.
    pub fn abort(&self, id: &str) -> Result<(), Error> {
        self.in_game(id, "abort")
    }

    /// Claims the win: the other side has gone, and the time is over that [`Gone`](crate::Gone) told.
    ///
    /// # Errors
    /// As every call.
    pub fn claim_victory(&self, id: &str) -> Result<(), Error> {
        self.in_game(id, "claim-victory")
    }

    /// The same, and calls the game a draw.
    ///
    /// # Errors
    /// As every call.
    pub fn claim_draw(&self, id: &str) -> Result<(), Error> {
        self.in_game(id, "claim-draw")
    }

    /// Offers a draw or takes the other side's offer; false declines it.
    ///
    /// # Errors
    /// As every call.
    pub fn draw(&self, id: &str, yes: bool) -> Result<(), Error> {
        self.in_game(id, if yes { "draw/yes" } else { "draw/no" })
    }

    /// Proposes to take one's last turn back, or agrees to the other side's proposal; false declines it.
    ///
    /// # Errors
    /// As every call.
    pub fn takeback(&self, id: &str, yes: bool) -> Result<(), Error> {
        self.in_game(id, if yes { "takeback/yes" } else { "takeback/no" })
    }

    fn in_game(&self, id: &str, what: &str) -> Result<(), Error> {
        self.post(&format!("/api/bot/game/{}/{what}", escaped(id)), &[]).map(drop)
    }

    /// Challenges a member.
    ///
    /// # Errors
    /// As every call.
    pub fn challenge(&self, name: &str, new: &NewChallenge) -> Result<Challenge, Error> {
        read(&self.post(&format!("/api/challenge/{}", escaped(name)), &new.fields())?)
    }

    /// Begins a game against the house engine, at a level from 1.
    ///
    /// # Errors
    /// As every call.
    pub fn challenge_engine(&self, level: u8, new: &NewChallenge) -> Result<ListedGame, Error> {
        let mut fields = new.fields();
        fields.push(("level", level.to_string()));
        read(&self.post("/api/challenge/ai", &fields)?)
    }

    /// The challenges that one has got and made.
    ///
    /// # Errors
    /// As every call.
    pub fn challenges(&self) -> Result<Challenges, Error> {
        self.get("/api/challenge")
    }

    /// Accepts a challenge: the game begins, with its id.
    ///
    /// # Errors
    /// As every call.
    pub fn accept(&self, id: &str) -> Result<(), Error> {
        self.post(&format!("/api/challenge/{}/accept", escaped(id)), &[]).map(drop)
    }

    /// Declines a challenge, with a word for who made it.
    ///
    /// # Errors
    /// As every call.
    pub fn decline(&self, id: &str, reason: &str) -> Result<(), Error> {
        let fields = [("reason", reason.to_owned())];
        self.post(&format!("/api/challenge/{}/decline", escaped(id)), &fields).map(drop)
    }

    /// Takes one's own challenge back.
    ///
    /// # Errors
    /// As every call.
    pub fn cancel(&self, id: &str) -> Result<(), Error> {
        self.post(&format!("/api/challenge/{}/cancel", escaped(id)), &[]).map(drop)
    }

    /// Says something in a chat of a game: `player`, for who plays, or `spectator`.
    ///
    /// # Errors
    /// As every call.
    pub fn say(&self, id: &str, room: &str, text: &str) -> Result<(), Error> {
        let fields = [("room", room.to_owned()), ("text", text.to_owned())];
        self.post(&format!("/api/bot/game/{}/chat", escaped(id)), &fields).map(drop)
    }

    /// The last messages of the chat that one is in, the oldest first: who, and the text.
    ///
    /// # Errors
    /// As every call.
    pub fn chat(&self, id: &str) -> Result<Vec<(String, String)>, Error> {
        #[derive(serde::Deserialize)]
        struct Line {
            user: String,
            text: String,
        }
        let lines: Vec<Line> = self.get(&format!("/api/bot/game/{}/chat", escaped(id)))?;
        Ok(lines.into_iter().map(|line| (line.user, line.text)).collect())
    }

    /// A game as text: PGN in chess, in other games the form that `tesuji convert` reads.
    ///
    /// # Errors
    /// As every call.
    pub fn export(&self, id: &str) -> Result<String, Error> {
        self.text_of(&format!("/game/export/{}", escaped(id)))
    }

    /// An answer as it is.
    pub(crate) fn text_of(&self, path: &str) -> Result<String, Error> {
        Self::text(self.send(&self.calls, "GET", path, &())?)
    }
}

/// The server's own words for why it says no.
fn refused(answer: Response<Body>) -> Error {
    #[derive(serde::Deserialize)]
    struct Words {
        error: String,
    }
    let status = answer.status();
    let text = Client::text(answer).unwrap_or_default();
    let words = serde_json::from_str::<Words>(&text).map(|words| words.error).ok();
    let other = || {
        let line = text.lines().next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('<') { status.to_string() } else { line.to_owned() }
    };
    Error::Refused { status: status.as_u16(), message: words.unwrap_or_else(other) }
}

pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::Unreadable(error.to_string()))
}

/// Text as it may stand in an address or a form.
pub(crate) fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let escape = |byte: u8| {
        if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(escape).collect()
}

/// Fields as a form.
fn form(fields: &[(&str, String)]) -> String {
    let pair = |(name, value): &(&str, String)| format!("{}={}", escaped(name), escaped(value));
    fields.iter().map(pair).collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::{Client, escaped};
    use crate::error::Error;

    #[test]
    fn an_address_is_scheme_and_host() {
        for good in ["http://127.0.0.1:5505", "https://club.example/", " https://club.example "] {
            assert!(Client::new(good, "x").is_ok(), "{good}");
        }
        for bad in ["", "club.example", "ftp://club.example", "https://", "https://club.example/x"]
        {
            assert!(matches!(Client::new(bad, "x"), Err(Error::Address(_))), "{bad}");
        }
        for bad in ["", "a b", "a\nb", "ä"] {
            assert!(matches!(Client::new("http://x", bad), Err(Error::Token)), "{bad}");
        }
    }

    #[test]
    fn nobody_is_there_is_told_as_that() {
        // A port that nobody listens at.
        let client = Client::new("http://127.0.0.1:9", "x").expect("an address");
        let error = client.account().expect_err("nobody is there");
        assert!(matches!(error, Error::Connection(_)) && error.is_passing(), "{error}");
    }

    #[test]
    fn turns_stand_in_addresses() {
        assert_eq!(escaped("ox c1c2"), "ox%20c1c2");
        assert_eq!(escaped("../x?y=ä"), "..%2Fx%3Fy%3D%C3%A4");
    }
}
