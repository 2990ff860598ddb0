//! Passwords: Argon2id with the parameters that OWASP gives for it (19 MiB, two passes), which are the library's own.

use std::sync::OnceLock;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};

/// The fewest characters of a password.
pub const LEAST: usize = 8;
/// The most bytes of one: more costs time and adds nothing.
pub const MOST: usize = 256;

/// A password as it is kept; none where the system gives no random bits.
pub fn hash(password: &str) -> Option<String> {
    let mut salt = [0_u8; 16];
    getrandom::fill(&mut salt).ok()?;
    let salt = SaltString::encode_b64(&salt).ok()?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt).ok()?;
    Some(hash.to_string())
}

/// True if it is the password that was kept. Where none was it takes as long, so that nobody learns
/// of it.
pub fn is_right(password: &str, kept: Option<&str>) -> bool {
    static OF_NOBODY: OnceLock<String> = OnceLock::new();
    let of_nobody = OF_NOBODY.get_or_init(|| hash("nobody's").unwrap_or_default());
    let matches = PasswordHash::new(kept.unwrap_or(of_nobody))
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
    matches && kept.is_some()
}

#[cfg(test)]
mod tests {
    use super::{hash, is_right};

    #[test]
    fn a_password_is_kept_as_argon2id_with_a_salt_of_its_own() {
        let (one, two) =
            (hash("correct horse").expect("hashed"), hash("correct horse").expect("hashed"));
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two);
        assert!(is_right("correct horse", Some(&one)) && !is_right("Correct horse", Some(&one)));
        assert!(!is_right("nobody's", None) && !is_right("x", Some("no hash")));
    }
}
