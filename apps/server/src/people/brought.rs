//! What a browser brings for passkeys, as it is sent.

use serde::Deserialize;

/// The name that somebody wants for an account.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    /// The name.
    pub name: String,
}

/// A passkey that was made for a new account.
#[derive(Debug, Deserialize)]
pub struct SignUpWith {
    /// The account's.
    pub name: String,
    /// The passkey.
    #[serde(flatten)]
    pub made: Made,
}

/// A passkey that a browser has made: a `RegistrationResponseJSON` of the standard, and what it is to be called.
#[derive(Debug, Deserialize)]
pub struct Made {
    /// The passkey's name; the account's own names stand elsewhere.
    pub label: Option<String>,
    /// The standard's form.
    pub credential: Credential<MadeResponse>,
}

/// What a browser has signed: an `AuthenticationResponseJSON` of the standard.
#[derive(Debug, Deserialize)]
pub struct SignInWith {
    /// The standard's form.
    pub credential: Credential<SignedResponse>,
}

/// A passkey of one's own, by its id.
#[derive(Debug, Deserialize)]
pub struct Meant {
    /// The credential's id, in base64url.
    pub id: String,
    /// The name that it is to have.
    pub label: Option<String>,
}

/// A credential as a browser writes it, as far as it is read.
#[derive(Debug, Deserialize)]
pub struct Credential<T> {
    /// Its id, in base64url, as all that follows.
    pub id: String,
    /// What the device has answered.
    pub response: T,
}

/// What a device answers that has made a passkey.
#[derive(Debug, Deserialize)]
pub struct MadeResponse {
    /// The browser's words.
    #[serde(rename = "clientDataJSON")]
    pub client: String,
    /// The device's, with the key.
    #[serde(rename = "attestationObject")]
    pub attestation: String,
}

/// What a device answers that has signed.
#[derive(Debug, Deserialize)]
pub struct SignedResponse {
    /// The browser's words.
    #[serde(rename = "clientDataJSON")]
    pub client: String,
    /// The device's.
    #[serde(rename = "authenticatorData")]
    pub authenticator: String,
    /// Over both.
    pub signature: String,
    /// The account's number, which passkeys that are found without a name bring.
    #[serde(rename = "userHandle")]
    pub user: Option<String>,
}
