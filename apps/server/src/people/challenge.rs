//! Challenges for passkeys: random bits that a device signs, so that no signature is good for long, twice, or for somebody
//! else.
//!
//! Nothing is kept of one that was given: it bears its own end, and a mark that the processes of the club alone can make
//! over that end, what it is for, and the cookie of who asked. Whoever asks for many fills nothing, and any process of a
//! club takes what another has given. What is kept is which were answered, until their end.

use super::secret;
use crate::members::Hash;

/// How long a challenge is good, in milliseconds.
pub const LASTS: i64 = 5 * 60 * 1000;
/// Random bytes of one.
const RANDOM: usize = 16;
/// All its bytes: the random ones, the end, the mark.
const LENGTH: usize = RANDOM + 8 + 32;

/// What a challenge is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose<'a> {
    /// Signing in, as whoever has the key.
    SignIn,
    /// An account of that name.
    SignUp(&'a str),
    /// Another key for the account with that member's key.
    Add(&'a str),
}

impl Purpose<'_> {
    fn parts(self) -> [String; 2] {
        match self {
            Self::SignIn => ["sign-in".to_owned(), String::new()],
            Self::SignUp(name) => ["sign-up".to_owned(), name.to_ascii_lowercase()],
            Self::Add(who) => ["add".to_owned(), who.to_owned()],
        }
    }
}

/// Why a challenge is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadChallenge {
    /// It was given in another session, for something else, or not here.
    #[error("this answers a question that the club did not put here; try again")]
    Strange,
    /// Its time is over.
    #[error("more than five minutes have passed since the club asked; try again")]
    Old,
}

/// A challenge that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// By which it is known, once it is answered.
    pub hash: Hash,
    /// Its end, in milliseconds since 1970.
    pub until: i64,
}

/// Gives challenges, and knows its own.
pub struct Challenges {
    key: Hash,
}

impl Challenges {
    /// With the key that all processes of the club have.
    pub fn new(key: Hash) -> Self {
        Self { key }
    }

    /// A challenge for whoever has that cookie.
    ///
    /// # Errors
    /// Where the system gives no random bits.
    pub fn give(
        &self,
        purpose: Purpose<'_>,
        cookie: &str,
        now: i64,
    ) -> Result<Vec<u8>, getrandom::Error> {
        let mut random = [0; RANDOM];
        getrandom::fill(&mut random)?;
        let until = now.saturating_add(LASTS).to_be_bytes();
        let mark = self.mark(purpose, cookie, &random, &until);
        Ok([&random[..], &until, &mark].concat())
    }

    /// Looks whether a challenge was given for that purpose to whoever has that cookie, and is good still.
    ///
    /// # Errors
    /// Where it is not.
    pub fn take(
        &self,
        challenge: &[u8],
        purpose: Purpose<'_>,
        cookie: &str,
        now: i64,
    ) -> Result<Taken, BadChallenge> {
        let strange = BadChallenge::Strange;
        let whole: &[u8; LENGTH] = challenge.try_into().map_err(|_| strange)?;
        let (random, rest) = whole.split_at(RANDOM);
        let (until, mark) = rest.split_first_chunk::<8>().ok_or(strange)?;
        let mark: &Hash = mark.try_into().map_err(|_| strange)?;
        if !secret::is_same(&self.mark(purpose, cookie, random, until), mark) {
            return Err(strange);
        }
        let until = i64::from_be_bytes(*until);
        if until < now {
            return Err(BadChallenge::Old);
        }
        Ok(Taken { hash: *mark, until })
    }

    fn mark(&self, purpose: Purpose<'_>, cookie: &str, random: &[u8], until: &[u8]) -> Hash {
        let [what, about] = purpose.parts();
        let parts = [what.as_bytes(), about.as_bytes(), cookie.as_bytes(), random, until];
        secret::mark_of(&self.key, &parts)
    }

    /// The number by which devices know an account: the same always, and nobody learns the name from it.
    pub fn user_id(&self, who: &str) -> Hash {
        secret::mark_of(&self.key, &[b"user", who.as_bytes()])
    }
}

#[cfg(test)]
mod tests {
    use super::{BadChallenge, Challenges, LASTS, Purpose};

    #[test]
    fn passkeys_a_challenge_is_for_one_purpose_one_cookie_and_five_minutes() {
        let (here, elsewhere) = (Challenges::new([1; 32]), Challenges::new([2; 32]));
        let purpose = Purpose::SignUp("Alice");
        let given = here.give(purpose, "cookie", 1000).expect("random bits");
        assert_ne!(given, here.give(purpose, "cookie", 1000).expect("random bits"));
        let taken = |challenge: &[u8], purpose, cookie, now| {
            here.take(challenge, purpose, cookie, now).map(|taken| taken.until)
        };
        assert_eq!(taken(&given, purpose, "cookie", 1000), Ok(1000 + LASTS));
        assert_eq!(
            taken(&given, Purpose::SignUp("aLICE"), "cookie", 1000 + LASTS),
            Ok(1000 + LASTS)
        );
        assert_eq!(taken(&given, purpose, "cookie", 1001 + LASTS), Err(BadChallenge::Old));
        let strange = Err(BadChallenge::Strange);
        for other in [Purpose::SignIn, Purpose::SignUp("Bob"), Purpose::Add("alice")] {
            assert_eq!(taken(&given, other, "cookie", 1000), strange, "{other:?}");
        }
        assert_eq!(taken(&given, purpose, "another", 1000), strange);
        assert_eq!(elsewhere.take(&given, purpose, "cookie", 1000), Err(BadChallenge::Strange));
        for at in 0..given.len() {
            let mut altered = given.clone();
            altered[at] ^= 1;
            assert_eq!(taken(&altered, purpose, "cookie", 1000), strange, "byte {at}");
            assert_eq!(taken(&given[..at], purpose, "cookie", 1000), strange, "{at} bytes");
        }
    }
}
