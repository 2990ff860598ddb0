//! The browser's words, which are signed with the authenticator's: what was asked for, with which challenge, by a page of
//! which address.

use serde::Deserialize;

use super::fault::Fault;
use super::text::from_text;
use crate::club::PublicUrl;

/// What a browser is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ceremony {
    /// To make a key.
    Create,
    /// To sign with one.
    Get,
}

impl Ceremony {
    /// As the browser writes it.
    fn name(self) -> &'static str {
        match self {
            Self::Create => "webauthn.create",
            Self::Get => "webauthn.get",
        }
    }
}

/// The browser's words.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    /// The page stood within one of another site.
    #[serde(default)]
    cross_origin: bool,
}

impl ClientData {
    /// Reads the browser's JSON, and checks that the club's own page asked, and for that.
    ///
    /// # Errors
    /// Where it is something else, answers something else, or another site asked.
    pub fn read(json: &[u8], ceremony: Ceremony, club: &PublicUrl) -> Result<Self, Fault> {
        let read: Self =
            serde_json::from_slice(json).map_err(|_| Fault::Unreadable("clientDataJSON"))?;
        if read.kind != ceremony.name() {
            return Err(Fault::Ceremony(ceremony.name()));
        }
        if read.cross_origin || !club.is_origin(&read.origin) {
            return Err(Fault::Origin);
        }
        Ok(read)
    }

    /// The challenge that it answers.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn challenge(&self) -> Result<Vec<u8>, Fault> {
        from_text(&self.challenge, "clientDataJSON.challenge")
    }
}
