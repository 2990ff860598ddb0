//! What a passkey's device and its browser write is read or refused with a reason, and nothing that was changed is
//! taken for signed.

use std::sync::OnceLock;

use server::club::PublicUrl;
use server::passkeys::{
    Assertion, Ceremony, ClientData, Fault, from_text, registered, signed, signed_by_nobody,
    to_text,
};

const SITE: &str = "example.org";
/// The longest id of a credential, as the standard has it.
const LONGEST_ID: usize = 1023;
/// What a browser brings in a pair of ceremonies: its words and the device's at the first, then its words, the device's
/// and the signature at the second.
const PARTS: usize = 5;
const MADE: usize = 0;
const ATTESTATION: usize = 1;
const CLIENT: usize = 2;
const AUTHENTICATOR: usize = 3;
const SIGNATURE: usize = 4;

/// A pair of ceremonies of the standard's test vectors, and the key that was made, where its kind is known.
struct Vector {
    parts: [Vec<u8>; PARTS],
    key: Option<Vec<u8>>,
}

fn bytes(hex: &str) -> Vec<u8> {
    let pair = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
    (0..hex.len()).step_by(2).map(pair).collect()
}

fn vectors() -> &'static [Vector] {
    static VECTORS: OnceLock<Vec<Vector>> = OnceLock::new();
    VECTORS.get_or_init(|| {
        let text = include_str!("../../apps/server/src/passkeys/vectors.txt");
        let vector = |line: &str| {
            let parts: Vec<Vec<u8>> = line.split(' ').skip(1).map(bytes).collect();
            let parts: [Vec<u8>; PARTS] = parts.try_into().expect("five parts");
            let key = registered(&parts[ATTESTATION], SITE).ok().map(|made| made.key);
            if let Some(key) = &key {
                signed(key, assertion(&parts), SITE).expect("is signed");
            }
            Vector { parts, key }
        };
        let all: Vec<Vector> =
            text.lines().filter(|line| !line.starts_with('#')).map(vector).collect();
        assert!(all.iter().any(|one| one.key.is_some()));
        all
    })
}

fn assertion(parts: &[Vec<u8>; PARTS]) -> Assertion<'_> {
    let [_, _, client, authenticator, signature] = parts;
    Assertion { authenticator, client, signature }
}

fn has(whole: &[u8], part: &[u8]) -> bool {
    whole.windows(part.len()).any(|window| window == part)
}

/// A credential that is taken has an id, which stands there as its key does, and the key can be read when it signs.
fn registration(attestation: &[u8], good: &Vector) {
    match registered(attestation, SITE) {
        Ok(made) => {
            assert!((1..=LONGEST_ID).contains(&made.id.len()));
            assert!(has(attestation, &made.id) && has(attestation, &made.key));
            let unsigned = Assertion { signature: &[], ..assertion(&good.parts) };
            assert_eq!(signed(&made.key, unsigned, SITE), Err(Fault::Signature));
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}

/// The browser's words are those of a ceremony at most, and the challenge in them is bytes or none.
fn browser(json: &[u8], club: &PublicUrl) {
    let read = [Ceremony::Create, Ceremony::Get].map(|it| ClientData::read(json, it, club));
    assert!(read.iter().filter(|read| read.is_ok()).count() < 2);
    for read in read {
        match read.and_then(|words| words.challenge()) {
            Ok(challenge) => assert_eq!(from_text(&to_text(&challenge), "x"), Ok(challenge)),
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
}

/// Any bytes as each of the parts in turn, and as a key.
fn as_any_part(data: &[u8], good: &Vector, club: &PublicUrl) {
    registration(data, good);
    browser(data, club);
    for part in [CLIENT, AUTHENTICATOR, SIGNATURE] {
        changed(good, part, data);
    }
    if good.key.as_deref() != Some(data) {
        // Nobody makes a key by chance for which the signature is right.
        assert!(signed(data, assertion(&good.parts), SITE).is_err());
    }
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = from_text(text, "x");
    }
}

/// The key has not signed what is not as it was.
fn changed(good: &Vector, part: usize, bytes: &[u8]) {
    let mut parts = good.parts.clone();
    bytes.clone_into(&mut parts[part]);
    if let Some(key) = good.key.as_ref().filter(|_| parts[part] != good.parts[part]) {
        assert!(signed(key, assertion(&parts), SITE).is_err());
    }
    assert!(!signed_by_nobody(assertion(&parts), SITE).to_string().is_empty());
}

/// Any bytes are read or refused as what a passkey's device and its browser write.
///
/// The first byte chooses a test vector, the second a part of it; the rest are taken as they are, and as changes to that
/// part, three bytes each: a place and what is mixed into the byte there. An odd last byte says where the part is cut.
pub fn passkey(data: &[u8]) {
    let &[vector, part, ref data @ ..] = data else { return };
    let club: PublicUrl = "https://example.org".parse().expect("an address");
    let good = &vectors()[usize::from(vector) % vectors().len()];
    as_any_part(data, good, &club);
    let part = usize::from(part) % PARTS;
    let mut bytes = good.parts[part].clone();
    let (edits, rest) = data.as_chunks::<3>();
    for &[high, low, mixed] in edits {
        let place = (usize::from(high) << 8 | usize::from(low)) % bytes.len();
        bytes[place] ^= mixed;
    }
    if let [cut] = rest {
        let length = bytes.len() * usize::from(*cut) / 255;
        bytes.truncate(length);
    }
    match part {
        MADE => browser(&bytes, &club),
        ATTESTATION => registration(&bytes, good),
        CLIENT => {
            browser(&bytes, &club);
            changed(good, part, &bytes);
        }
        _ => changed(good, part, &bytes),
    }
}
