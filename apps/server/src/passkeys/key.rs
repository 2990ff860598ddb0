//! Public keys as COSE writes them (RFC 9053), and the signatures made with them.

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};

use super::cbor::{Item, Reader};
use super::fault::Fault;

/// The ways of signing that are known here, by their numbers in COSE, the one that is liked best first: ES256 has every
/// authenticator, EdDSA some, and RS256 the older ones of Windows.
pub const ALGORITHMS: [i64; 3] = [-7, -8, -257];

/// A key that nobody's credential has: P-256's base point doubled. Anybody can sign with it, so what it has signed is refused
/// like all else.
pub const NOBODYS: &[u8] = &[
    0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, // a key on a curve, ES256, P-256
    0x21, 0x58, 0x20, // x
    0x7c, 0xf2, 0x7b, 0x18, 0x8d, 0x03, 0x4f, 0x7e, 0x8a, 0x52, 0x38, 0x03, 0x04, 0xb5, 0x1a, 0xc3,
    0xc0, 0x89, 0x69, 0xe2, 0x77, 0xf2, 0x1b, 0x35, 0xa6, 0x0b, 0x48, 0xfc, 0x47, 0x66, 0x99, 0x78,
    0x22, 0x58, 0x20, // y
    0x07, 0x77, 0x55, 0x10, 0xdb, 0x8e, 0xd0, 0x40, 0x29, 0x3d, 0x9a, 0xc6, 0x9f, 0x74, 0x30, 0xdb,
    0xba, 0x7d, 0xad, 0xe6, 0x3c, 0xe9, 0x82, 0x29, 0x9e, 0x04, 0xb7, 0x9d, 0x22, 0x78, 0x73, 0xd1,
];

/// Bytes of a coordinate, and of a key of Ed25519.
const COORDINATE: usize = 32;
/// The most bytes of an RSA modulus, 8192 bits, with a zero in front of them.
const LONGEST_MODULUS: usize = 1025;

/// A public key.
#[derive(Debug)]
pub enum PublicKey<'a> {
    /// ES256: a point of P-256, not compressed.
    Es256([u8; 1 + 2 * COORDINATE]),
    /// EdDSA: a key of Ed25519.
    Ed25519(&'a [u8]),
    /// RS256: modulus and exponent.
    Rs256(RsaPublicKeyComponents<&'a [u8]>),
}

/// The entries of a key that mean something here, by their labels.
#[derive(Default)]
struct Entries<'a> {
    kind: Option<i64>,
    algorithm: Option<i64>,
    /// A curve; of RSA the modulus stands here.
    first: Option<Item<'a>>,
    second: Option<Item<'a>>,
    third: Option<Item<'a>>,
}

impl<'a> Entries<'a> {
    fn read(cose: &'a [u8]) -> Option<Self> {
        let mut reader = Reader::new(cose);
        let mut entries = Self::default();
        for _ in 0..reader.map()? {
            let (label, value) = (reader.item()?, reader.item()?);
            let before = match (label, value) {
                (Item::Number(1), Item::Number(kind)) => {
                    entries.kind.replace(kind).map(Item::Number)
                }
                (Item::Number(3), Item::Number(algorithm)) => {
                    entries.algorithm.replace(algorithm).map(Item::Number)
                }
                (Item::Number(-1), value) => entries.first.replace(value),
                (Item::Number(-2), value) => entries.second.replace(value),
                (Item::Number(-3), value) => entries.third.replace(value),
                _ => None,
            };
            // What stands there twice may be read in two ways.
            if before.is_some() {
                return None;
            }
        }
        reader.rest().is_empty().then_some(entries)
    }
}

impl<'a> PublicKey<'a> {
    /// Reads a key.
    ///
    /// # Errors
    /// Where it is none, or signs in a way that is not known here.
    pub fn read(cose: &'a [u8]) -> Result<Self, Fault> {
        let unreadable = Fault::Unreadable("credentialPublicKey");
        let Entries { kind, algorithm, first, second, third } =
            Entries::read(cose).ok_or(unreadable)?;
        match (kind, algorithm, first, second, third) {
            (
                Some(2),
                Some(-7),
                Some(Item::Number(1)),
                Some(Item::Bytes(x)),
                Some(Item::Bytes(y)),
            ) => {
                let point = [&[4], x, y].concat();
                if x.len() != COORDINATE {
                    return Err(unreadable);
                }
                point.try_into().map(Self::Es256).map_err(|_| unreadable)
            }
            (Some(1), Some(-8), Some(Item::Number(6)), Some(Item::Bytes(x)), _)
                if x.len() == COORDINATE =>
            {
                Ok(Self::Ed25519(x))
            }
            (Some(3), Some(-257), Some(Item::Bytes(n)), Some(Item::Bytes(e)), _)
                if n.len() <= LONGEST_MODULUS && e.len() <= 8 =>
            {
                // Numbers are written without zeros in front, which some authenticators do not know.
                let plain = |number: &'a [u8]| {
                    let zeros = number.iter().take_while(|byte| **byte == 0).count();
                    &number[zeros..]
                };
                Ok(Self::Rs256(RsaPublicKeyComponents { n: plain(n), e: plain(e) }))
            }
            (_, Some(algorithm), ..) if !ALGORITHMS.contains(&algorithm) => Err(Fault::Algorithm),
            _ => Err(unreadable),
        }
    }

    /// True if that is the key's signature of the message.
    pub fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let checked = match self {
            Self::Es256(point) => UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, &point[..])
                .verify(message, signature),
            Self::Ed25519(key) => UnparsedPublicKey::new(&ED25519, key).verify(message, signature),
            Self::Rs256(key) => key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature),
        };
        checked.is_ok()
    }
}
