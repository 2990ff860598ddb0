//! Accounts, for the command line: they are listed, and made a moderator's, in the database of a data folder, beside a
//! server that may be running on it.

use crate::sql::{self, Source, desk, members};
use crate::store::StoreError;
use crate::who::MemberKind;

/// An account in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// The name that moderators have put in its place.
    pub shown: Option<String>,
    /// It is a program's.
    pub bot: bool,
    /// It is a moderator's.
    pub moderator: bool,
    /// A moderator has closed it.
    pub closed: bool,
}

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// There is no such account.
    #[error("there is no account `{0}`; `tesuji account list` lists them")]
    NoAccount(String),
    /// A program moderates nothing.
    #[error("`{0}` is a program's account; a moderator is a person")]
    Program(String),
    /// A closed account does not sign in.
    #[error("the account `{0}` is closed; a moderator can open it again")]
    Closed(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All accounts, by name.
///
/// # Errors
/// When the database cannot be read.
pub fn list(source: impl Into<Source>) -> Result<Vec<Listed>, AccountError> {
    let rows = desk::accounts(&sql::beside(&source.into())?)?;
    let listed =
        |(name, shown, bot, moderator, closed)| Listed { name, shown, bot, moderator, closed };
    Ok(rows.into_iter().map(listed).collect())
}

/// Makes an account a moderator's, or takes that from it.
///
/// # Errors
/// When there is no such account, or it cannot be one's.
pub fn set_moderator(source: impl Into<Source>, name: &str, on: bool) -> Result<(), AccountError> {
    let database = sql::beside(&source.into())?;
    database.begin()?;
    if !desk::set_moderator(&database, name, on)? {
        return Err(match members::account(&database, name)? {
            None => AccountError::NoAccount(name.to_owned()),
            Some(account) if account.who.member.kind == MemberKind::Bot => {
                AccountError::Program(name.to_owned())
            }
            Some(_) => AccountError::Closed(name.to_owned()),
        });
    }
    database.commit()?;
    Ok(())
}
