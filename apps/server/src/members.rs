//! Accounts, their sessions, passkeys and tokens, behind a trait. Secrets are kept as hashes only.

use crate::store::Answer;
use crate::who::Who;

/// The hash of a secret.
pub type Hash = [u8; 32];

/// An account as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Whose it is.
    pub who: Who,
    /// The password, hashed; none for programs, and for persons who have passkeys alone.
    pub password: Option<String>,
    /// A moderator has closed it: nobody signs in with it.
    pub closed: bool,
}

/// A token as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The part of it that is no secret.
    pub id: String,
    /// The hash of its secret part.
    pub hash: Hash,
    /// Whose it is.
    pub who: Who,
}

/// A passkey as it is kept: the public part of a key that its owner's device has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// The credential's id, which the device shows with what it signs.
    pub id: Vec<u8>,
    /// Whose it is.
    pub who: Who,
    /// What its owner calls it.
    pub name: String,
    /// The public key, as COSE writes keys.
    pub public_key: Vec<u8>,
    /// How many times it had signed when it was last used; 0 where it does not count.
    pub counter: u32,
    /// When it was made, in milliseconds since 1970; the store sets it.
    pub created: i64,
    /// When somebody last signed in with it.
    pub used: Option<i64>,
    /// When its counter went back.
    pub copied: Option<i64>,
    /// A moderator has closed the account.
    pub closed: bool,
}

/// What came of adding a passkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedPasskey {
    /// It is kept.
    Done,
    /// Another account has the name.
    NameTaken,
    /// It is somebody's already.
    Known,
    /// The account has as many as it may.
    TooMany,
}

/// What came of removing a passkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovedPasskey {
    /// It is gone.
    Done,
    /// The account has none of that id.
    Unknown,
    /// There is no other way into the account.
    Last,
}

/// Keeps the members of a club.
pub trait Members: Send + Sync {
    /// Adds an account; false where another has the name in any case of its letters.
    fn add_account(&self, account: Account) -> Answer<bool>;
    /// The account of a name in any case of its letters.
    fn account(&self, name: &str) -> Answer<Option<Account>>;
    /// The account that others see under a name: one whose name is hidden is found by what is shown in its place alone.
    fn member(&self, name: &str) -> Answer<Option<Account>>;
    /// Adds a session that ends so many milliseconds from now, and ends those of `replaced`.
    fn add_session(&self, hash: Hash, who: Who, lasts: u64, replaced: Option<Hash>) -> Answer<()>;
    /// Whose session it is.
    fn session(&self, hash: Hash) -> Answer<Option<Who>>;
    /// Ends a session.
    fn end_session(&self, hash: Hash) -> Answer<()>;
    /// The token of that id, unless it is revoked.
    fn token(&self, id: &str) -> Answer<Option<Token>>;
    /// Adds a passkey, of which an account has so many at most; with `account` that one is made with it, or neither.
    fn add_passkey(
        &self,
        passkey: Passkey,
        account: Option<Account>,
        most: usize,
    ) -> Answer<AddedPasskey>;
    /// The passkey of that id.
    fn passkey(&self, id: &[u8]) -> Answer<Option<Passkey>>;
    /// The passkeys of an account, the oldest first, and whether it has a password.
    fn passkeys_of(&self, who: &Who) -> Answer<(Vec<Passkey>, bool)>;
    /// Notes that a passkey has signed, and how many times it says that it has; false where the number is not greater than
    /// before, which is noted, too. One that does not count says 0 always.
    fn used_passkey(&self, id: &[u8], counter: u32) -> Answer<bool>;
    /// Gives a passkey of an account another name; false where the account has none of that id.
    fn name_passkey(&self, who: &Who, id: &[u8], name: &str) -> Answer<bool>;
    /// Removes a passkey of an account, unless it is the last way in, and with it all sessions of the account but this one:
    /// whoever has found or stolen the device is out, too.
    fn remove_passkey(&self, who: &Who, id: &[u8], session: Hash) -> Answer<RemovedPasskey>;
    /// Notes that a challenge was answered, until that time in milliseconds since 1970; false where it was before.
    fn spend(&self, challenge: Hash, until: i64) -> Answer<bool>;
}
