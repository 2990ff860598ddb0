//! Who calls: the member whose token a request shows, at the rate that the server allows.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::oneshot;

use crate::club::Visitor;
use crate::doors;
use crate::gate::{ClientId, Pass};
use crate::metrics::Refusal;
use crate::people::People;
use crate::protocol::{Code, Failure};
use crate::room::{By, Command};
use crate::state::App;
use crate::who::Who;

/// A failure as an answer: `{"error": "…"}`.
pub struct Refused(Failure);

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        doors::refused(&self.0)
    }
}

/// The member who calls.
pub struct Caller {
    pub app: Arc<App>,
    pub who: Who,
    /// This request, to games.
    pub client: ClientId,
    /// The connection's place.
    pub pass: Arc<Pass>,
    /// The headers of the request.
    pub headers: HeaderMap,
}

/// Takes a request from those that the address may make.
pub fn limited(app: &App, visitor: Visitor) -> Result<(), Failure> {
    if app.limits.messages.take(visitor.client.address, 1.0, Instant::now()) {
        return Ok(());
    }
    Err(too_fast(app))
}

/// Takes so many bytes from those that the address may send.
pub fn limited_bytes(app: &App, visitor: Visitor, bytes: usize) -> Result<(), Failure> {
    #[expect(clippy::cast_precision_loss, reason = "a request is short")]
    let bytes = bytes as f64;
    if app.limits.bytes.take(visitor.client.address, bytes, Instant::now()) {
        return Ok(());
    }
    Err(too_fast(app))
}

fn too_fast(app: &App) -> Failure {
    app.metrics.refused(Refusal::Rate);
    Failure::new(Code::TooFast, "Too many requests at a time; wait a second.")
}

/// A part that every request comes with.
fn shown<T: Clone + Send + Sync + 'static>(parts: &Parts) -> Result<T, Failure> {
    let lost = || Failure::new(Code::Storage, "The connection is not known.");
    parts.extensions.get::<T>().cloned().ok_or_else(lost)
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let (visitor, pass): (Visitor, Arc<Pass>) = (shown(parts)?, shown(parts)?);
        limited(app, visitor)?;
        limited_bytes(app, visitor, parts.uri.path().len())?;
        let people = doors::people(app, &parts.headers)?;
        // A cookie is no token: no page of another site can be made to call.
        let token = parts.headers.contains_key(header::AUTHORIZATION);
        let who = if token { people.identify(&parts.headers).await? } else { None };
        let none = || {
            let message = "A token is wanted: Authorization: Bearer TOKEN. \
                Whoever runs the club makes one with `tesuji token create`.";
            Failure::new(Code::SignedOut, message)
        };
        let who = who.ok_or_else(none)?;
        let client = ClientId { number: app.gate.number(), ..visitor.client };
        Ok(Self { app: Arc::clone(app), who, client, pass, headers: parts.headers.clone() })
    }
}

impl Caller {
    /// Who the caller said that they are, they still are: the token is not revoked.
    pub async fn is_still(&self) -> bool {
        let Ok(people) = self.people() else { return false };
        match people.identify(&self.headers).await {
            Ok(who) => who.as_ref() == Some(&self.who),
            // A database that fails is no reason to send anybody away.
            Err(failure) => failure.code == Code::Storage,
        }
    }

    /// The members of the club.
    pub fn people(&self) -> Result<&People, Failure> {
        doors::people(&self.app, &self.headers)
    }

    /// Takes a new game from those that the address may begin.
    pub fn takes_a_game(&self) -> Result<(), Failure> {
        if self.app.limits.new_games.take(self.client.address, 1.0, Instant::now()) {
            return Ok(());
        }
        self.app.metrics.refused(Refusal::Games);
        Err(Failure::new(Code::TooFast, "That is many new games at a time; wait some seconds."))
    }

    /// Gives a command to a game; what came of it.
    pub async fn command(&self, id: &str, command: Command) -> Result<(), Failure> {
        let (reply, answer) = oneshot::channel();
        let by = By {
            client: self.client,
            who: Some(self.who.clone()),
            command,
            answer: Box::new(move |result| {
                // Who has gone meanwhile wants no answer.
                let _ = reply.send(result);
            }),
        };
        self.app.rooms.tell(id, Command::By(Box::new(by)), self.client).await?;
        let lost = |_| Failure::new(Code::Storage, "The game gave no answer; look how it stands.");
        answer.await.map_err(lost)?
    }
}
