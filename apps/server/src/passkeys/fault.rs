//! What may be wrong with a passkey, in words.

/// What is wrong with what a browser brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A part is not written as the standard has it.
    #[error("`{0}` cannot be read")]
    Unreadable(&'static str),
    /// An answer to another question: of signing in where a key is to be made, or the other way round.
    #[error("`clientDataJSON.type` is not `{0}`")]
    Ceremony(&'static str),
    /// A page of another address asked for it.
    #[error("another site's page asked for this passkey (`clientDataJSON.origin`)")]
    Origin,
    /// The key belongs to another site.
    #[error("the passkey is for another site (`rpIdHash`)")]
    Site,
    /// Nobody was there.
    #[error("nobody pressed or touched anything (the flag `UP`)")]
    Absent,
    /// The key signs in a way that is not known here.
    #[error(
        "the passkey signs in a way that the club does not know; ES256, EdDSA and RS256 it does"
    )]
    Algorithm,
    /// The signature is not that of the key.
    #[error("the signature is not the passkey's")]
    Signature,
}
