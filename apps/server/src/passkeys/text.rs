//! Bytes as texts.

use base64ct::{Base64UrlUnpadded, Encoding as _};

use super::fault::Fault;

/// Bytes as texts of the interface have them: base64url without padding.
pub fn to_text(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

/// The bytes of such a text.
///
/// # Errors
/// Where it is none; the fault names the field.
pub fn from_text(text: &str, field: &'static str) -> Result<Vec<u8>, Fault> {
    // Some write the padding, too.
    let text = text.trim_end_matches('=');
    Base64UrlUnpadded::decode_vec(text).map_err(|_| Fault::Unreadable(field))
}
