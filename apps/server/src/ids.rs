//! Ids that no one guesses: 80 random bits in 16 letters and digits that are hard to confuse.

const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A new game's id.
///
/// # Errors
/// When the system gives no random bits.
pub fn game_id() -> Result<String, getrandom::Error> {
    letters::<16>()
}

/// A secret of 160 random bits: a session's, a token's, an invitation's.
///
/// # Errors
/// When the system gives no random bits.
pub fn secret() -> Result<String, getrandom::Error> {
    letters::<32>()
}

fn letters<const N: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect())
}

/// A seed for a random deal.
///
/// # Errors
/// When the system gives no random bits.
pub fn seed() -> Result<u64, getrandom::Error> {
    getrandom::u64()
}
