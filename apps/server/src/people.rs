//! The members of a club, and how each shows who they are: a guest by a signed cookie, a person by a session, a program
//! by a token.

pub mod accounts;
pub mod brought;
mod challenge;
mod cookies;
mod names;
mod own_passkeys;
pub mod passkeys;
mod password;
mod secret;
pub mod tokens;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::http::{HeaderMap, HeaderValue, header};
use tokio::sync::Semaphore;

use self::challenge::Challenges;
use crate::club::PublicUrl;
use crate::ids;
use crate::members::{Account, Hash, Members};
use crate::protocol::{Code, Failure};
use crate::rate::{Limit, Rate};
use crate::sql::{self, Source};
use crate::store::StoreError;
use crate::who::Who;

/// How long a session lasts, in seconds.
const SESSION: u64 = 30 * 24 * 3600;
/// How long a guest is known, in seconds.
const GUEST: u64 = 365 * 24 * 3600;
/// Passwords that are hashed at once: each takes 19 MiB and a core.
const AT_ONCE: usize = 2;

/// The members of a club.
pub struct People {
    store: Arc<dyn Members>,
    /// Marks the cookies of guests.
    key: Hash,
    /// The club is reached over TLS.
    secure: bool,
    /// Where the club is reached.
    public: PublicUrl,
    /// Of passkeys.
    challenges: Challenges,
    hashing: Semaphore,
    /// Attempts to sign in or up, by address and by name.
    by_address: Limit<IpAddr>,
    by_name: Limit<String>,
    /// Requests about passkeys, of which each ceremony has two.
    about_passkeys: Limit<IpAddr>,
}

/// The fields of a form to sign in or up.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The account's.
    pub name: String,
    /// Its password.
    pub password: String,
}

fn storage(error: &StoreError) -> Failure {
    Failure::new(Code::Storage, format!("{error}."))
}

fn no_member() -> Failure {
    Failure::new(Code::NotFound, "There is no member of that name.").at("name")
}

fn too_many() -> Failure {
    Failure::new(Code::TooFast, "That is many attempts at a time; wait a minute.")
}

fn closed() -> Failure {
    Failure::new(Code::SignedOut, "This account is closed; whoever runs the club can say why.")
}

fn name_taken() -> Failure {
    Failure::new(Code::Limit, "This name is taken; take another one.").at("name")
}

fn check_name(name: &str) -> Result<(), Failure> {
    names::check(name).map_err(|error| Failure::new(Code::BadMessage, sentence(&error)).at("name"))
}

fn no_random_bits(error: &getrandom::Error) -> Failure {
    Failure::new(Code::Storage, format!("The system gives no random bits: {error}."))
}

impl People {
    /// The members that are kept in the database of that folder, which is the store's.
    pub fn open(
        source: &Source,
        store: Arc<dyn Members>,
        public: PublicUrl,
    ) -> Result<Self, StoreError> {
        let database = sql::beside(source)?;
        let kept = |name| {
            let fresh = secret::key().map_err(|error| StoreError::Database(error.to_string()))?;
            sql::members::secret(&database, name, fresh)
        };
        let (key, challenges) = (kept("guests")?, Challenges::new(kept("passkeys")?));
        // The first who signs in under an unknown name waits no longer than the next.
        password::is_right("", None);
        let limit = |burst, per_second| Rate { burst, per_second };
        Ok(Self {
            store,
            key,
            secure: public.is_secure(),
            public,
            challenges,
            hashing: Semaphore::new(AT_ONCE),
            by_address: Limit::new(limit(20.0, 0.2)),
            by_name: Limit::new(limit(10.0, 0.1)),
            about_passkeys: Limit::new(limit(40.0, 0.4)),
        })
    }

    /// Who asks; none who shows nothing.
    ///
    /// # Errors
    /// Where a token is shown that is none, or no more.
    pub async fn identify(&self, headers: &HeaderMap) -> Result<Option<Who>, Failure> {
        if let Some(shown) = headers.get(header::AUTHORIZATION) {
            let none = || Failure::new(Code::SignedOut, "There is no such token.");
            let shown = shown.to_str().ok().and_then(|text| text.split_once(' '));
            let (_, token) = shown
                .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
                .ok_or_else(none)?;
            return self.bearer(token.trim()).await?.map(Some).ok_or_else(none);
        }
        if let Some(session) = cookies::read(headers, cookies::SESSION, self.secure) {
            let who = self.store.session(secret::hash(session)).await;
            if let Some(who) = who.map_err(|error| storage(&error))? {
                return Ok(Some(who));
            }
        }
        Ok(self.guest(headers))
    }

    /// The owner of an account, by the name that others see, in any case of its letters.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn account_of(&self, name: &str) -> Result<Who, Failure> {
        self.member_of(name).await.map(|account| account.who)
    }

    /// The same with all that is kept of it.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn member_of(&self, name: &str) -> Result<Account, Failure> {
        let account = self.store.member(name).await.map_err(|error| storage(&error))?;
        account.ok_or_else(no_member)
    }

    /// The owner of an account, by the name that others see, or by its own: as moderators look it up.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn any_account_of(&self, name: &str) -> Result<Who, Failure> {
        let shown = self.store.member(name).await.map_err(|error| storage(&error))?;
        let account = match shown {
            Some(account) => Some(account),
            None => self.store.account(name).await.map_err(|error| storage(&error))?,
        };
        account.map(|account| account.who).ok_or_else(no_member)
    }

    async fn bearer(&self, token: &str) -> Result<Option<Who>, Failure> {
        let Some((id, hash)) = tokens::parts(token) else { return Ok(None) };
        let kept = self.store.token(id).await.map_err(|error| storage(&error))?;
        Ok(kept.filter(|kept| secret::is_same(&kept.hash, &hash)).map(|kept| kept.who))
    }

    fn guest(&self, headers: &HeaderMap) -> Option<Who> {
        self.guest_of(cookies::read(headers, cookies::GUEST, self.secure)?)
    }

    /// The guest whom that word stands for, as [`new_guest`](People::new_guest) gives it.
    pub fn guest_of(&self, word: &str) -> Option<Who> {
        let (id, mark) = word.split_once('.')?;
        secret::is_marked(&self.key, id, mark).then(|| Who::guest(id))
    }

    /// A new guest, and the word that nobody else can make for them.
    ///
    /// # Errors
    /// Where the system gives no random bits.
    pub fn new_guest(&self) -> Result<(Who, String), Failure> {
        let id = ids::game_id().map_err(|error| no_random_bits(&error))?;
        let word = format!("{id}.{}", secret::mark(&self.key, &id));
        Ok((Who::guest(&id), word))
    }

    /// A cookie for a visitor who has none that is good.
    pub fn welcome(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        if self.guest(headers).is_some() {
            return None;
        }
        let (_, word) = self.new_guest().ok()?;
        cookies::set(cookies::GUEST, &word, GUEST, self.secure)
    }

    /// Makes an account and a session; the session's cookie.
    pub async fn sign_up(
        &self,
        asked: SignIn,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<HeaderValue, Failure> {
        let SignIn { name, password } = asked;
        self.limited(&name, from)?;
        check_name(&name)?;
        if password.chars().count() < password::LEAST || password.len() > password::MOST {
            let (least, most) = (password::LEAST, password::MOST);
            let message =
                format!("A password has {least} letters or more, and at most {most} bytes.");
            return Err(Failure::new(Code::BadMessage, message).at("password"));
        }
        let hashed = self.hashed(move || password::hash(&password)).await?;
        let hashed = hashed.ok_or_else(|| {
            Failure::new(Code::Storage, "The password could not be hashed; try again.")
        })?;
        let who = Who::account(&name, false);
        let account = Account { who: who.clone(), password: Some(hashed), closed: false };
        if !self.store.add_account(account).await.map_err(|error| storage(&error))? {
            return Err(name_taken());
        }
        tracing::info!(name = who.member.name, "an account was made");
        self.begin_session(who, headers).await
    }

    /// Begins a session in place of the one that is shown; its cookie.
    pub async fn sign_in(
        &self,
        asked: SignIn,
        from: IpAddr,
        headers: &HeaderMap,
    ) -> Result<HeaderValue, Failure> {
        let SignIn { name, password } = asked;
        self.limited(&name, from)?;
        let account = self.store.account(&name).await.map_err(|error| storage(&error))?;
        let kept = account.as_ref().and_then(|account| account.password.clone());
        // An endless password costs no more than a long one, whoever has the name.
        let short = password.len() <= password::MOST;
        let password = if short { password } else { String::new() };
        let right = self.hashed(move || password::is_right(&password, kept.as_deref())).await?;
        match account {
            Some(account) if right && account.closed => Err(closed()),
            Some(account) if right => self.begin_session(account.who, headers).await,
            _ => {
                // The name may be a password that was typed in the wrong place.
                tracing::info!(%from, "somebody did not sign in");
                Err(Failure::new(Code::SignedOut, "Name or password are wrong."))
            }
        }
    }

    /// Ends the session that is shown; the cookie that takes its place.
    pub async fn sign_out(&self, headers: &HeaderMap) -> Result<Option<HeaderValue>, Failure> {
        if let Some(session) = cookies::read(headers, cookies::SESSION, self.secure) {
            let ended = self.store.end_session(secret::hash(session)).await;
            ended.map_err(|error| storage(&error))?;
        }
        Ok(cookies::set(cookies::SESSION, "", 0, self.secure))
    }

    async fn begin_session(&self, who: Who, headers: &HeaderMap) -> Result<HeaderValue, Failure> {
        let session = ids::secret().map_err(|error| no_random_bits(&error))?;
        let shown = cookies::read(headers, cookies::SESSION, self.secure).map(secret::hash);
        let kept = self.store.add_session(secret::hash(&session), who, SESSION * 1000, shown).await;
        kept.map_err(|error| storage(&error))?;
        cookies::set(cookies::SESSION, &session, SESSION, self.secure)
            .ok_or_else(|| Failure::new(Code::Storage, "The session could not be begun."))
    }

    /// Takes an attempt of that address and that name, if both have one left.
    fn limited(&self, name: &str, from: IpAddr) -> Result<(), Failure> {
        let now = Instant::now();
        // No account has a longer name.
        let name: String = name.chars().take(20).collect::<String>().to_ascii_lowercase();
        if self.by_address.take(from, 1.0, now) && self.by_name.take(name, 1.0, now) {
            return Ok(());
        }
        Err(too_many())
    }

    /// Hashes beside all else, few at once.
    async fn hashed<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let failed = || Failure::new(Code::Storage, "The server failed at this; try again.");
        let _one = self.hashing.acquire().await.map_err(|_| failed())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| failed())
    }
}

/// An error as a sentence.
fn sentence(error: &impl ToString) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
