//! What a member sees of their passkeys, over HTTP (`docs/club/passkeys.md`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A passkey of one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnPasskey {
    /// The credential's id, in base64url.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When somebody last signed in with it.
    pub used: Option<i64>,
    /// When its counter went back: since then there may be a copy of it.
    pub copied: Option<i64>,
}

/// All means of entry to one's own account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnPasskeys {
    /// The passkeys, the oldest first.
    pub passkeys: Vec<OwnPasskey>,
    /// There is a password, too.
    pub password: bool,
    /// So many there may be.
    pub most: usize,
    /// The site's name for passkeys (RP ID).
    pub rp_id: String,
    /// One's own number for passkeys (user handle), in base64url.
    pub user_id: String,
}
