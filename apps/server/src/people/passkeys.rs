//! Passkeys: making accounts and signing in with them, and their owner's list of them.

use std::net::IpAddr;
use std::time::Instant;

use axum::http::{HeaderMap, HeaderValue};
use serde::Deserialize;
use serde_json::{Value, json};

use super::challenge::{self, Purpose};
use super::{
    GUEST, People, check_name, closed, cookies, name_taken, no_random_bits, secret, sentence,
    storage, too_many,
};
use crate::members::{Account, AddedPasskey, Hash, Passkey, RemovedPasskey};
use crate::passkeys::{self, Assertion, Ceremony, ClientData, Fault, from_text, to_text};
use crate::protocol::passkeys::{OwnPasskey, OwnPasskeys};
use crate::protocol::{Code, Failure};
use crate::talk;
use crate::who::Who;

/// So many passkeys an account has at most.
const MOST: usize = 20;
/// The most characters of a passkey's name.
const LONGEST: usize = 40;
/// What a passkey is called that was given no name.
const NAMELESS: &str = "Passkey";

/// The name that somebody wants for an account.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    name: String,
}

/// A passkey that was made for a new account.
#[derive(Debug, Deserialize)]
pub struct SignUpWith {
    /// The account's.
    name: String,
    #[serde(flatten)]
    made: Made,
}

/// A passkey that a browser has made: a `RegistrationResponseJSON` of the standard, and what it is to be called.
#[derive(Debug, Deserialize)]
pub struct Made {
    /// The passkey's name; the account's own names stand elsewhere.
    label: Option<String>,
    credential: Credential<MadeResponse>,
}

/// What a browser has signed: an `AuthenticationResponseJSON` of the standard.
#[derive(Debug, Deserialize)]
pub struct SignInWith {
    credential: Credential<SignedResponse>,
}

/// A passkey of one's own, by its id.
#[derive(Debug, Deserialize)]
pub struct Meant {
    id: String,
    /// The name that it is to have.
    label: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Credential<T> {
    id: String,
    response: T,
}

#[derive(Debug, Deserialize)]
struct MadeResponse {
    #[serde(rename = "clientDataJSON")]
    client: String,
    #[serde(rename = "attestationObject")]
    attestation: String,
}

#[derive(Debug, Deserialize)]
struct SignedResponse {
    #[serde(rename = "clientDataJSON")]
    client: String,
    #[serde(rename = "authenticatorData")]
    authenticator: String,
    signature: String,
    /// The account's number, which passkeys that are found without a name bring.
    #[serde(rename = "userHandle")]
    user: Option<String>,
}

/// What a browser is asked, and a cookie for a visitor who has none that is good.
pub type Asked = (Value, Option<HeaderValue>);

fn bad(fault: Fault) -> Failure {
    Failure::new(Code::BadMessage, sentence(&fault))
}

/// The same words whether the passkey is not known, another's, or has not signed rightly.
fn not_taken() -> Failure {
    let message = "The club does not take this passkey: it may have been removed. \
        Sign in another way, or with another passkey.";
    Failure::new(Code::SignedOut, message)
}

impl Made {
    /// The passkey of that member's, once it is compared with what was asked for.
    fn read(&self, site: &str, who: Who) -> Result<Passkey, Failure> {
        let attestation = from_text(&self.credential.response.attestation, "attestationObject");
        let new = attestation.and_then(|bytes| passkeys::registered(&bytes, site)).map_err(bad)?;
        if from_text(&self.credential.id, "id").map_err(bad)? != new.id {
            return Err(bad(Fault::Unreadable("id")));
        }
        let (id, public_key, counter) = (new.id, new.key, new.counter);
        let name = label(self.label.as_deref())?;
        let (created, used, copied, closed) = (0, None, None, false);
        Ok(Passkey { id, who, name, public_key, counter, created, used, copied, closed })
    }
}

/// A name for a passkey, as plain text.
fn label(text: Option<&str>) -> Result<String, Failure> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => talk::checked(text, LONGEST, "label"),
        None => Ok(NAMELESS.to_owned()),
    }
}

impl People {
    /// The name that passkeys are made for (RP ID).
    fn site(&self) -> Result<&str, Failure> {
        self.public.domain().ok_or_else(|| {
            let message = "Passkeys are made for a name, and this club is reached by a bare \
                address; whoever runs it gives it a name with --public.";
            Failure::new(Code::Limit, message)
        })
    }

    /// Takes a request about passkeys, if that address has one left.
    fn limited_by_address(&self, from: IpAddr) -> Result<(), Failure> {
        let has_one = self.about_passkeys.take(from, 1.0, Instant::now());
        if has_one { Ok(()) } else { Err(too_many()) }
    }

    /// The cookie that a challenge is bound to: the session's, or else the guest's.
    fn bound_to(&self, headers: &HeaderMap) -> Option<String> {
        let session = cookies::read(headers, cookies::SESSION, self.secure);
        let guest = || {
            let word = cookies::read(headers, cookies::GUEST, self.secure)?;
            self.guest_of(word).map(|_| word)
        };
        session.or_else(guest).map(str::to_owned)
    }

    /// A challenge, and a cookie where it could not be bound to one that is there.
    fn challenge(
        &self,
        purpose: Purpose<'_>,
        headers: &HeaderMap,
    ) -> Result<(String, Option<HeaderValue>), Failure> {
        let (cookie, fresh) = match self.bound_to(headers) {
            Some(cookie) => (cookie, None),
            None => {
                let (_, word) = self.new_guest()?;
                let set = cookies::set(cookies::GUEST, &word, GUEST, self.secure);
                (word, set)
            }
        };
        let given = self.challenges.give(purpose, &cookie, talk::now());
        Ok((to_text(&given.map_err(|error| no_random_bits(&error))?), fresh))
    }

    /// Takes the answer to a challenge, right or wrong, once.
    async fn answers(
        &self,
        client: &ClientData,
        purpose: Purpose<'_>,
        headers: &HeaderMap,
    ) -> Result<(), Failure> {
        let challenge = client.challenge().map_err(bad)?;
        let cookie = self.bound_to(headers).unwrap_or_default();
        let taken = self.challenges.take(&challenge, purpose, &cookie, talk::now());
        let taken = taken.map_err(|fault| Failure::new(Code::Stale, sentence(&fault)))?;
        let is_new = self.store.spend(taken.hash, taken.until).await;
        if is_new.map_err(|error| storage(&error))? {
            return Ok(());
        }
        Err(Failure::new(Code::Stale, "This was answered before; try again."))
    }

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

    /// What a browser needs to make a key (`PublicKeyCredentialCreationOptionsJSON`).
    fn creation(&self, who: &Who, challenge: &str, has: &[Passkey]) -> Result<Value, Failure> {
        let kinds: Vec<Value> = passkeys::ALGORITHMS
            .iter()
            .map(|number| json!({ "type": "public-key", "alg": number }))
            .collect();
        let has: Vec<Value> =
            has.iter().map(|one| json!({ "type": "public-key", "id": to_text(&one.id) })).collect();
        let id = to_text(&self.challenges.user_id(&who.key));
        let (site, name) = (self.site()?, &who.member.name);
        Ok(json!({
            "rp": { "id": site, "name": format!("Tesuji at {site}") },
            "user": { "id": id, "name": name, "displayName": name },
            "challenge": challenge,
            "pubKeyCredParams": kinds,
            "timeout": challenge::LASTS,
            "excludeCredentials": has,
            "authenticatorSelection": {
                "residentKey": "required",
                "requireResidentKey": true,
                "userVerification": "preferred",
            },
            "attestation": "none",
        }))
    }

    /// What a browser needs to make the key of a new account.
    ///
    /// # Errors
    /// Where the name cannot be had, or somebody asks too often.
    pub async fn asks_for_account(
        &self,
        asked: Wanted,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<Asked, Failure> {
        let Wanted { name } = asked;
        self.site()?;
        self.limited_by_address(from)?;
        // Who asks for names learns whether they are taken, as often as with a password.
        self.limited(&name, from)?;
        check_name(&name)?;
        if self.store.account(&name).await.map_err(|error| storage(&error))?.is_some() {
            return Err(name_taken());
        }
        let (challenge, cookie) = self.challenge(Purpose::SignUp(&name), headers)?;
        Ok((self.creation(&Who::account(&name, false), &challenge, &[])?, cookie))
    }

    /// Makes an account with a passkey in place of a password, and a session; the session's cookie.
    ///
    /// # Errors
    /// Where the name is taken meanwhile, or the passkey does not answer what was asked for here.
    pub async fn sign_up_with(
        &self,
        asked: SignUpWith,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<HeaderValue, Failure> {
        let SignUpWith { name, made } = asked;
        check_name(&name)?;
        let who = Who::account(&name, false);
        let passkey = self.made(&made, who.clone(), Purpose::SignUp(&name), from, headers).await?;
        let account = Account { who: who.clone(), password: None, closed: false };
        self.keep(passkey, Some(account)).await?;
        tracing::info!(name = who.member.name, "an account was made, with a passkey");
        self.begin_session(who, headers).await
    }

    /// A passkey that was made just now, compared with what was asked for.
    async fn made(
        &self,
        made: &Made,
        who: Who,
        purpose: Purpose<'_>,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<Passkey, Failure> {
        let site = self.site()?;
        self.limited_by_address(from)?;
        let client = from_text(&made.credential.response.client, "clientDataJSON");
        let client = client
            .and_then(|json| ClientData::read(&json, Ceremony::Create, &self.public))
            .map_err(bad)?;
        self.answers(&client, purpose, headers).await?;
        made.read(site, who)
    }

    async fn keep(&self, passkey: Passkey, account: Option<Account>) -> Result<(), Failure> {
        let added = self.store.add_passkey(passkey, account, MOST).await;
        match added.map_err(|error| storage(&error))? {
            AddedPasskey::Done => Ok(()),
            AddedPasskey::NameTaken => Err(name_taken()),
            AddedPasskey::Known => {
                let message = "This passkey is registered already.";
                Err(Failure::new(Code::Limit, message).at("credential"))
            }
            AddedPasskey::TooMany => {
                let message = format!("An account has {MOST} passkeys at most; remove one first.");
                Err(Failure::new(Code::Limit, message))
            }
        }
    }

    /// What a browser needs to sign in with whichever passkey its owner picks
    /// (`PublicKeyCredentialRequestOptionsJSON`).
    ///
    /// # Errors
    /// Where somebody asks too often.
    pub fn asks_for_signature(&self, from: IpAddr, headers: &HeaderMap) -> Result<Asked, Failure> {
        let site = self.site()?;
        self.limited_by_address(from)?;
        let (challenge, cookie) = self.challenge(Purpose::SignIn, headers)?;
        let options = json!({
            "challenge": challenge,
            "rpId": site,
            "timeout": challenge::LASTS,
            "userVerification": "preferred",
            "allowCredentials": [],
        });
        Ok((options, cookie))
    }

    /// Begins a session for the owner of a passkey, in place of the one that is shown; its cookie.
    ///
    /// # Errors
    /// Where it is not the signature of a passkey that is known here, over what was asked here, once.
    pub async fn sign_in_with(
        &self,
        asked: SignInWith,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<HeaderValue, Failure> {
        let (id, response) = (asked.credential.id, asked.credential.response);
        let site = self.site()?;
        self.limited_by_address(from)?;
        let json = from_text(&response.client, "clientDataJSON").map_err(bad)?;
        let client = ClientData::read(&json, Ceremony::Get, &self.public).map_err(bad)?;
        self.answers(&client, Purpose::SignIn, headers).await?;
        let authenticator = from_text(&response.authenticator, "authenticatorData").map_err(bad)?;
        let signature = from_text(&response.signature, "signature").map_err(bad)?;
        let assertion =
            Assertion { authenticator: &authenticator, client: &json, signature: &signature };
        let passkey = self.owner(&id, response.user.as_deref()).await?;
        let signed = match &passkey {
            Some(passkey) => passkeys::signed(&passkey.public_key, assertion, site),
            None => Err(passkeys::signed_by_nobody(assertion, site)),
        };
        let (Ok(counter), Some(passkey)) = (signed, passkey) else {
            tracing::info!(%from, "somebody did not sign in with a passkey");
            return Err(not_taken());
        };
        self.enter(passkey, counter, headers).await
    }

    /// The passkey of that id, where it is that account's whose number comes with it.
    async fn owner(&self, id: &str, user: Option<&str>) -> Result<Option<Passkey>, Failure> {
        let id = from_text(id, "id").map_err(bad)?;
        let user = from_text(user.unwrap_or_default(), "userHandle").map_err(bad)?;
        let found = self.store.passkey(&id).await.map_err(|error| storage(&error))?;
        Ok(found.filter(|found| self.challenges.user_id(&found.who.key)[..] == user[..]))
    }

    /// Lets the owner of a passkey in, which has signed so many times.
    async fn enter(
        &self,
        passkey: Passkey,
        counter: u32,
        headers: &HeaderMap,
    ) -> Result<HeaderValue, Failure> {
        if passkey.closed {
            return Err(closed());
        }
        let is_on = self.store.used_passkey(&passkey.id, counter).await;
        if !is_on.map_err(|error| storage(&error))? {
            tracing::warn!(
                name = passkey.who.member.name,
                before = passkey.counter,
                now = counter,
                "a passkey's counter went back: there may be a copy of it"
            );
            let message = "This passkey has signed more often than this device says: there may be \
                a copy of it. Sign in another way, and remove it.";
            return Err(Failure::new(Code::SignedOut, message));
        }
        self.begin_session(passkey.who, headers).await
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

fn no_passkey() -> Failure {
    Failure::new(Code::NotFound, "You have no such passkey.").at("id")
}
