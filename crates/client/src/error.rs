//! Errors between a program and a club.

/// Why there is no answer, or not the one that was hoped for.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The address of the club is none.
    #[error(
        "`{0}` is no address of a club: it begins with http:// or https://, as in https://club.example"
    )]
    Address(String),
    /// The token has letters that none has.
    #[error("the token is none: it is one word without spaces")]
    Token,
    /// The server says no.
    #[error("{message} (status {status})")]
    Refused {
        /// The status of HTTP.
        status: u16,
        /// The server's own words.
        message: String,
    },
    /// The server cannot be reached, or the connection has broken off.
    #[error("no connection to the club: {0}")]
    Connection(String),
    /// The server says something that this program does not understand.
    #[error("the answer cannot be read: {0}")]
    Unreadable(String),
}

impl Error {
    /// The server knows the token no more: no further attempt helps.
    pub fn is_signed_out(&self) -> bool {
        matches!(self, Self::Refused { status: 401 | 403, .. })
    }

    /// The same request may succeed later.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Connection(_) => true,
            Self::Refused { status, .. } => *status == 429 || *status >= 500,
            Self::Address(_) | Self::Token | Self::Unreadable(_) => false,
        }
    }
}
