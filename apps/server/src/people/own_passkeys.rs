//! One's own passkeys: another one is made, and those that there are listed, named and removed.

use std::net::IpAddr;

use axum::http::HeaderMap;

use super::brought::{Made, Meant};
use super::challenge::Purpose;
use super::passkeys::{Asked, MOST, bad, label};
use super::{People, cookies, secret, storage};
use crate::members::{Hash, Passkey, RemovedPasskey};
use crate::passkeys::{from_text, to_text};
use crate::protocol::passkeys::{OwnPasskey, OwnPasskeys};
use crate::protocol::{Code, Failure};
use crate::who::Who;

fn no_passkey() -> Failure {
    Failure::new(Code::NotFound, "You have no such passkey.").at("id")
}

impl People {
    /// The person whose session is shown. A token is none: whoever has one cannot make themselves a key.
    async fn person(&self, headers: &HeaderMap) -> Result<Who, Failure> {
        self.person_and_session(headers).await.map(|(who, _)| who)
    }

    async fn person_and_session(&self, headers: &HeaderMap) -> Result<(Who, Hash), Failure> {
        let nobody = || Failure::new(Code::SignedOut, "Nobody is signed in here.");
        let session = cookies::read(headers, cookies::SESSION, self.secure).ok_or_else(nobody)?;
        let session = secret::hash(session);
        let who = self.store.session(session).await.map_err(|error| storage(&error))?;
        Ok((who.ok_or_else(nobody)?, session))
    }

    /// What a browser needs to make another key for who is signed in.
    ///
    /// # Errors
    /// Where nobody is, or somebody asks too often.
    pub async fn asks_for_passkey(
        &self,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<Asked, Failure> {
        self.site()?;
        self.limited_by_address(from)?;
        let who = self.person(headers).await?;
        let (has, _) = self.store.passkeys_of(&who).await.map_err(|error| storage(&error))?;
        let (challenge, cookie) = self.challenge(Purpose::Add(&who.key), headers)?;
        Ok((self.creation(&who, &challenge, &has)?, cookie))
    }

    /// Adds a passkey to the account of who is signed in.
    ///
    /// # Errors
    /// Where nobody is, the passkey does not answer what was asked for here, or there are too many.
    pub async fn add_passkey(
        &self,
        made: Made,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<(), Failure> {
        let who = self.person(headers).await?;
        let passkey = self.made(&made, who.clone(), Purpose::Add(&who.key), from, headers).await?;
        self.keep(passkey, None).await?;
        tracing::info!(name = who.member.name, "a passkey was added");
        Ok(())
    }

    /// The passkeys of who is signed in.
    ///
    /// # Errors
    /// Where nobody is.
    pub async fn own_passkeys(&self, headers: &HeaderMap) -> Result<OwnPasskeys, Failure> {
        let who = self.person(headers).await?;
        let kept = self.store.passkeys_of(&who).await.map_err(|error| storage(&error))?;
        let (passkeys, password) = kept;
        let own = |Passkey { id, name, created, used, copied, .. }: Passkey| OwnPasskey {
            id: to_text(&id),
            name,
            created,
            used,
            copied,
        };
        Ok(OwnPasskeys {
            passkeys: passkeys.into_iter().map(own).collect(),
            password,
            most: MOST,
            rp_id: self.site().unwrap_or_default().to_owned(),
            user_id: to_text(&self.challenges.user_id(&who.key)),
        })
    }

    /// Gives a passkey of who is signed in another name.
    ///
    /// # Errors
    /// Where nobody is, or they have none of that id.
    pub async fn name_passkey(
        &self,
        asked: Meant,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<(), Failure> {
        self.limited_by_address(from)?;
        let who = self.person(headers).await?;
        let (id, name) = (from_text(&asked.id, "id").map_err(bad)?, label(asked.label.as_deref())?);
        let named = self.store.name_passkey(&who, &id, &name).await;
        if named.map_err(|error| storage(&error))? { Ok(()) } else { Err(no_passkey()) }
    }

    /// Removes a passkey of who is signed in, and ends their sessions elsewhere; the member's key.
    ///
    /// # Errors
    /// Where nobody is, they have none of that id, or no other way into the account.
    pub async fn remove_passkey(
        &self,
        asked: Meant,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<String, Failure> {
        self.limited_by_address(from)?;
        let (who, session) = self.person_and_session(headers).await?;
        let id = from_text(&asked.id, "id").map_err(bad)?;
        let removed = self.store.remove_passkey(&who, &id, session).await;
        match removed.map_err(|error| storage(&error))? {
            RemovedPasskey::Done => {
                tracing::info!(name = who.member.name, "a passkey was removed");
                Ok(who.key)
            }
            RemovedPasskey::Unknown => Err(no_passkey()),
            RemovedPasskey::Last => {
                let message = "This passkey is the only way into your account; add another one \
                    first.";
                Err(Failure::new(Code::Limit, message))
            }
        }
    }
}
