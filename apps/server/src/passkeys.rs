//! Passkeys (WebAuthn, level 2) as the server of a club checks them: what a browser brings is taken apart and compared
//! with what was asked for. Nothing here keeps anything, and nothing asks for attestation: which device makes a key is
//! its owner's business.
//!
//! Signatures are checked by `ring`, which speaks TLS here already (`docs/decisions/0089-passkeys-ring.md`).

mod authenticator;
mod cbor;
mod client;
mod fault;
mod key;
mod text;

use self::authenticator::AuthenticatorData;
pub use self::client::{Ceremony, ClientData};
pub use self::fault::Fault;
pub use self::key::ALGORITHMS;
use self::key::PublicKey;
pub use self::text::{from_text, to_text};

/// A credential as it comes from the browser, new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    /// The credential's id.
    pub id: Vec<u8>,
    /// Its public key, as COSE writes keys (RFC 9052).
    pub key: Vec<u8>,
    /// How many times it says that it has signed.
    pub counter: u32,
}

/// Reads a credential that was made for a site.
///
/// # Errors
/// Where it is none, is for another site, or signs in a way that is not known here.
pub fn registered(attestation: &[u8], site: &str) -> Result<Registered, Fault> {
    let unreadable = Fault::Unreadable("attestationObject");
    // Nothing is asked for that would say which device it is, so what says it is not read.
    let data = cbor::bytes_of(attestation, "authData").ok_or(unreadable)?;
    let data = AuthenticatorData::read(data).ok_or(unreadable)?;
    data.check(site)?;
    let credential = data.credential.ok_or(unreadable)?;
    PublicKey::read(credential.key)?;
    let (id, key) = (credential.id.to_vec(), credential.key.to_vec());
    Ok(Registered { id, key, counter: data.counter })
}

/// What a browser brings to sign in, as bytes.
#[derive(Clone, Copy, Debug)]
pub struct Assertion<'a> {
    /// The authenticator's own words.
    pub authenticator: &'a [u8],
    /// The browser's, in JSON.
    pub client: &'a [u8],
    /// Over both.
    pub signature: &'a [u8],
}

/// Checks that the owner of a key has signed for a site; how many times the key says that it has signed.
///
/// # Errors
/// Where the words are for another site, nobody was there, or the signature is not the key's.
pub fn signed(key: &[u8], assertion: Assertion<'_>, site: &str) -> Result<u32, Fault> {
    let unreadable = Fault::Unreadable("authenticatorData");
    let data = AuthenticatorData::read(assertion.authenticator).ok_or(unreadable)?;
    let key = PublicKey::read(key)?;
    let client = ring::digest::digest(&ring::digest::SHA256, assertion.client);
    let message = [assertion.authenticator, client.as_ref()].concat();
    let is_right = key.has_signed(&message, assertion.signature);
    data.check(site)?;
    if is_right { Ok(data.counter) } else { Err(Fault::Signature) }
}

/// Does the work of [`signed`] for a credential that is not known, so that nobody learns of it from the time.
pub fn signed_by_nobody(assertion: Assertion<'_>, site: &str) -> Fault {
    signed(key::NOBODYS, assertion, site).err().unwrap_or(Fault::Signature)
}

#[cfg(test)]
mod tests;
