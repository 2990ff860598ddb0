//! Tokens of programs, for the command line: they are made, listed and revoked in the database of a data folder, beside a
//! server that may be running on it.

use super::{names, secret};
use crate::ids;
use crate::members::{Account, Hash, Token};
use crate::sql::{self, Source, members};
use crate::store::StoreError;
use crate::who::{MemberKind, Who};

/// The beginning of every token, so that one that leaks is known for what it is.
const PREFIX: &str = "tesuji_";

/// A token in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The part of it that is no secret.
    pub id: String,
    /// Whose it is.
    pub name: String,
    /// It is a program's.
    pub bot: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The name cannot be an account's.
    #[error("`{name}`: {reason}")]
    Name {
        /// As it was given.
        name: String,
        /// The fault.
        reason: String,
    },
    /// A person's token is for an account that there is.
    #[error(
        "there is no account `{0}`; people make theirs on the page, and --bot makes one for a program"
    )]
    NoAccount(String),
    /// A program's account has no person in it.
    #[error("`{0}` is a person's account; a program has one of its own")]
    Person(String),
    /// A moderator has closed it.
    #[error("the account `{0}` is closed")]
    Closed(String),
    /// No such token is in use.
    #[error("no token `{0}` is in use; `tesuji token list` lists them")]
    NoToken(String),
    /// The system gives no random bits.
    #[error("the system gives no random bits: {0}")]
    Random(#[from] getrandom::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes a token for an account; for a program it makes the account too, where there is none. What it returns is kept
/// nowhere.
///
/// # Errors
/// When the name is not one, or of another kind of account.
pub fn create(source: impl Into<Source>, name: &str, bot: bool) -> Result<String, TokenError> {
    names::check(name)
        .map_err(|error| TokenError::Name { name: name.to_owned(), reason: error.to_string() })?;
    let database = sql::beside(&source.into())?;
    database.begin()?;
    let who = match members::account(&database, name)? {
        Some(account) if bot && account.who.member.kind != MemberKind::Bot => {
            return Err(TokenError::Person(account.who.member.name));
        }
        Some(account) if account.closed => return Err(TokenError::Closed(name.to_owned())),
        Some(account) => account.who,
        None if bot => {
            let who = Who::account(name, true);
            members::add_account(
                &database,
                &Account { who: who.clone(), password: None, closed: false },
            )?;
            who
        }
        None => return Err(TokenError::NoAccount(name.to_owned())),
    };
    let (id, secret) = (ids::game_id()?, ids::secret()?);
    members::add_token(&database, &Token { id: id.clone(), hash: secret::hash(&secret), who })?;
    database.commit()?;
    Ok(format!("{PREFIX}{id}_{secret}"))
}

/// The tokens in use.
///
/// # Errors
/// When the database cannot be read.
pub fn list(source: impl Into<Source>) -> Result<Vec<Listed>, TokenError> {
    let rows = members::tokens(&sql::beside(&source.into())?)?;
    let listed = |(id, name, bot, created)| Listed { id, name, bot, created };
    Ok(rows.into_iter().map(listed).collect())
}

/// Ends the use of a token, which is given whole or by its id.
///
/// # Errors
/// When there is none.
pub fn revoke(source: impl Into<Source>, token: &str) -> Result<(), TokenError> {
    let id = parts(token).map_or(token, |(id, _)| id);
    if members::revoke(&sql::beside(&source.into())?, id)? {
        return Ok(());
    }
    Err(TokenError::NoToken(id.to_owned()))
}

/// The id of a token and the hash of its secret; none where it is not written as one.
pub fn parts(token: &str) -> Option<(&str, Hash)> {
    let (id, secret) = token.strip_prefix(PREFIX)?.split_once('_')?;
    Some((id, secret::hash(secret)))
}
