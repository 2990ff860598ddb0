//! Hashes of secrets that have as many random bits as they have, and marks that only the server can make.

use blake2::digest::{FixedOutput, KeyInit, Mac, Update};
use blake2::{Blake2s256, Blake2sMac256, Digest};
use subtle::ConstantTimeEq;

use crate::members::Hash;

/// Random bits, for a key.
///
/// # Errors
/// When the system gives none.
pub fn key() -> Result<Hash, getrandom::Error> {
    let mut key = [0; 32];
    getrandom::fill(&mut key)?;
    Ok(key)
}

/// The hash under which a secret is kept. Secrets have 160 random bits, so it need not be slow.
pub fn hash(secret: &str) -> Hash {
    Blake2s256::digest(secret.as_bytes()).into()
}

/// True if both are the same, in a time that does not say where they differ.
pub fn is_same(one: &Hash, other: &Hash) -> bool {
    one.ct_eq(other).into()
}

/// The mark of a text under a key, 64 hexadecimal digits: keyed BLAKE2s (RFC 7693).
pub fn mark(key: &Hash, text: &str) -> String {
    marking(key, text).finalize_fixed().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// True if that is the mark of the text, in a time that does not say where it differs.
pub fn is_marked(key: &Hash, text: &str, mark: &str) -> bool {
    let digits = mark.as_bytes().chunks(2);
    let bytes: Option<Vec<u8>> = digits
        .map(|two| std::str::from_utf8(two).ok().and_then(|two| u8::from_str_radix(two, 16).ok()))
        .collect();
    bytes.is_some_and(|bytes| marking(key, text).verify_slice(&bytes).is_ok())
}

/// What keyed BLAKE2s makes of several parts, each of which is told from the next.
pub fn mark_of(key: &Hash, parts: &[&[u8]]) -> Hash {
    let mut marking = <Blake2sMac256 as KeyInit>::new(key.into());
    for part in parts {
        Update::update(&mut marking, &(part.len() as u64).to_le_bytes());
        Update::update(&mut marking, part);
    }
    marking.finalize_fixed().into()
}

fn marking(key: &Hash, text: &str) -> Blake2sMac256 {
    let mut marking = <Blake2sMac256 as KeyInit>::new(key.into());
    Update::update(&mut marking, text.as_bytes());
    marking
}

#[cfg(test)]
mod tests {
    use super::{hash, is_marked, is_same, mark, mark_of};

    #[test]
    fn a_mark_is_of_one_text_and_one_key() {
        let marked = mark(&[1; 32], "guest");
        assert!(marked.len() == 64 && is_marked(&[1; 32], "guest", &marked));
        assert!(!is_marked(&[1; 32], "guesT", &marked));
        assert!(!is_marked(&[2; 32], "guest", &marked));
        for bad in ["", "00", "zz", "+1", &marked[..62], "é"] {
            assert!(!is_marked(&[1; 32], "guest", bad), "{bad}");
        }
        assert!(is_same(&hash("a"), &hash("a")) && !is_same(&hash("a"), &hash("b")));
        let parts = |parts: &[&[u8]]| mark_of(&[1; 32], parts);
        assert_ne!(parts(&[b"ab", b"c"]), parts(&[b"a", b"bc"]));
        assert_ne!(parts(&[b"a"]), mark_of(&[2; 32], &[b"a"]));
    }
}
