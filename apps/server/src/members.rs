//! Accounts, their sessions and tokens, behind a trait. Secrets are kept as hashes only.

use crate::store::Answer;
use crate::who::Who;

/// The hash of a secret.
pub type Hash = [u8; 32];

/// An account as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Whose it is.
    pub who: Who,
    /// The password, hashed; none for programs.
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
}
