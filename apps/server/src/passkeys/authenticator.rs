//! The words of the authenticator itself, which it signs: for which site, who was there, how often it has signed, and
//! where a key is made, the key (WebAuthn, 6.1).

use super::cbor::Reader;
use super::fault::Fault;

/// The longest id of a credential, in bytes, as the standard has it.
const LONGEST_ID: usize = 1023;
/// Someone was there.
const PRESENT: u8 = 1;
/// A credential follows.
const HAS_CREDENTIAL: u8 = 1 << 6;
/// A map of extensions follows.
const HAS_EXTENSIONS: u8 = 1 << 7;
/// The authenticator's model, in bytes, which is not read.
const MODEL: usize = 16;

/// The authenticator's words.
#[derive(Debug)]
pub struct AuthenticatorData<'a> {
    site: &'a [u8; 32],
    flags: u8,
    /// How many times the key has signed; 0 where it does not count.
    pub counter: u32,
    /// The key that was made.
    pub credential: Option<Credential<'a>>,
}

/// A key that was made.
#[derive(Debug)]
pub struct Credential<'a> {
    /// The id by which it is found again.
    pub id: &'a [u8],
    /// The public key, as COSE writes keys.
    pub key: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    /// Reads all of those bytes; none where they are something else, or more.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let (site, rest) = bytes.split_first_chunk::<32>()?;
        let (&[flags], rest) = rest.split_first_chunk::<1>()?;
        let (counter, mut rest) = rest.split_first_chunk::<4>()?;
        let mut credential = None;
        if flags & HAS_CREDENTIAL != 0 {
            let (length, after) = rest.get(MODEL..)?.split_first_chunk::<2>()?;
            let length = usize::from(u16::from_be_bytes(*length));
            let (id, after) = after.split_at_checked(length)?;
            if id.is_empty() || id.len() > LONGEST_ID {
                return None;
            }
            let (key, after) = one_item(after)?;
            credential = Some(Credential { id, key });
            rest = after;
        }
        if flags & HAS_EXTENSIONS != 0 {
            rest = one_item(rest)?.1;
        }
        let counter = u32::from_be_bytes(*counter);
        rest.is_empty().then_some(Self { site, flags, counter, credential })
    }

    /// Checks that it speaks to that site, and that somebody was there.
    ///
    /// # Errors
    /// Where it does not, or nobody was.
    pub fn check(&self, site: &str) -> Result<(), Fault> {
        let meant = ring::digest::digest(&ring::digest::SHA256, site.as_bytes());
        if meant.as_ref() != self.site {
            return Err(Fault::Site);
        }
        if self.flags & PRESENT == 0 {
            return Err(Fault::Absent);
        }
        Ok(())
    }
}

/// An item of CBOR as its bytes, and those after it.
fn one_item(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut reader = Reader::new(bytes);
    reader.item()?;
    bytes.split_at_checked(bytes.len() - reader.rest().len())
}
