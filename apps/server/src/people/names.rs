//! Names of accounts.

/// Why a name is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadName {
    /// It is not written as names are.
    #[error(
        "a name has 2 to 20 letters from a to z, digits, - and _, begins with a letter and ends with a letter or digit"
    )]
    Form,
    /// It would be taken for someone who speaks for the club, or for the engine.
    #[error("this name is reserved; take another one")]
    Reserved,
}

/// Names of the house, and words that stand in addresses beside names.
const RESERVED: [&str; 19] = [
    "admin",
    "administrator",
    "ai",
    "anonymous",
    "api",
    "bot",
    "club",
    "engine",
    "everyone",
    "guest",
    "house",
    "mod",
    "moderator",
    "nobody",
    "official",
    "root",
    "staff",
    "support",
    "system",
];
/// The beginnings of the names of the house's own players, and of what is shown in the place of a
/// hidden name.
const HOUSE: [&str; 2] = ["tesuji", "member-"];

/// Checks a name that somebody wants.
pub fn check(name: &str) -> Result<(), BadName> {
    let bytes = name.as_bytes();
    let inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let formed = (2..=20).contains(&bytes.len())
        && bytes.iter().all(inner)
        && bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric);
    if !formed {
        return Err(BadName::Form);
    }
    let key = name.to_ascii_lowercase();
    if HOUSE.iter().any(|house| key.starts_with(house)) || RESERVED.contains(&key.as_str()) {
        return Err(BadName::Reserved);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{BadName, check};

    #[test]
    fn names_are_short_plain_and_not_the_houses() {
        for good in ["Al", "alice", "a-b_c9", "Twenty-letters-long1", "Administratrix"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in [
            "",
            "a",
            "9lives",
            "a b",
            "-ab",
            "ab-",
            "ab_",
            "a/b",
            "Ünal",
            "a\n",
            "Twenty-one-letters-xy",
        ] {
            assert_eq!(check(bad), Err(BadName::Form), "{bad}");
        }
        for taken in ["admin", "ROOT", "Guest", "tesuji", "Tesuji-9", "Member-1234", "api"] {
            assert_eq!(check(taken), Err(BadName::Reserved), "{taken}");
        }
    }
}
