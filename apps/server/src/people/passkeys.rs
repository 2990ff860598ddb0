//! Passkeys: making accounts and signing in with them.

use std::net::IpAddr;
use std::time::Instant;

use axum::http::{HeaderMap, HeaderValue};
use serde_json::{Value, json};

use super::brought::{Made, SignInWith, SignUpWith, Wanted};
use super::challenge::{self, Purpose};
use super::{
    GUEST, People, check_name, closed, cookies, name_taken, no_random_bits, sentence, storage,
    too_many,
};
use crate::members::{Account, AddedPasskey, Passkey};
use crate::passkeys::{self, Assertion, Ceremony, ClientData, Fault, from_text, to_text};
use crate::protocol::{Code, Failure};
use crate::talk;
use crate::who::Who;

/// So many passkeys an account has at most.
pub const MOST: usize = 20;
/// The most characters of a passkey's name.
const LONGEST: usize = 40;
/// What a passkey is called that was given no name.
const NAMELESS: &str = "Passkey";

/// What a browser is asked, and a cookie for a visitor who has none that is good.
pub type Asked = (Value, Option<HeaderValue>);

/// A fault of what a browser brings, as an answer.
pub fn bad(fault: Fault) -> Failure {
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
pub fn label(text: Option<&str>) -> Result<String, Failure> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => talk::checked(text, LONGEST, "label"),
        None => Ok(NAMELESS.to_owned()),
    }
}

impl People {
    /// The name that passkeys are made for (RP ID).
    pub(super) fn site(&self) -> Result<&str, Failure> {
        self.public.domain().ok_or_else(|| {
            let message = "Passkeys are made for a name, and this club is reached by a bare \
                address; whoever runs it gives it a name with --public.";
            Failure::new(Code::Limit, message)
        })
    }

    /// Takes a request about passkeys, if that address has one left.
    pub(super) fn limited_by_address(&self, from: IpAddr) -> Result<(), Failure> {
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
    pub(super) fn challenge(
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

    /// What a browser needs to make a key (`PublicKeyCredentialCreationOptionsJSON`).
    pub(super) fn creation(
        &self,
        who: &Who,
        challenge: &str,
        has: &[Passkey],
    ) -> Result<Value, Failure> {
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
    pub(super) async fn made(
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

    pub(super) async fn keep(
        &self,
        passkey: Passkey,
        account: Option<Account>,
    ) -> Result<(), Failure> {
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
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;

    use axum::http::{HeaderMap, header};
    use serde_json::json;

    use super::{People, Purpose};
    use crate::club::PublicUrl;
    use crate::meter::Meter;
    use crate::part::Part;
    use crate::passkeys::{Ceremony, ClientData};
    use crate::protocol::Code;
    use crate::sql::SqlStore;

    #[tokio::test]
    async fn passkeys_a_challenge_of_one_process_is_answered_at_another_and_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().into();
        let store = SqlStore::open(&source, Part::default(), u64::MAX, Meter::default());
        let store = Arc::new(store.expect("opens"));
        let club: PublicUrl = "https://club.example".parse().expect("a public address");
        let open = || People::open(&source, store.clone(), club.clone()).expect("opens");
        let (one, two) = (open(), open());
        let from = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let mut headers = HeaderMap::new();
        let (asked, cookie) = one.asks_for_signature(from, &headers).expect("asks");
        headers.insert(header::COOKIE, cookie.expect("a cookie"));
        let said = json!({
            "type": "webauthn.get", "challenge": asked["challenge"], "origin": "https://club.example",
        });
        let client = ClientData::read(said.to_string().as_bytes(), Ceremony::Get, &club);
        let client = client.expect("is well");
        two.answers(&client, Purpose::SignIn, &headers).await.expect("is taken");
        let again = one.answers(&client, Purpose::SignIn, &headers).await.expect_err("once");
        assert_eq!(again.code, Code::Stale);
    }
}
