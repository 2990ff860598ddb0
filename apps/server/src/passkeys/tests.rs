//! The checks against the standard's own test vectors, and against what is not quite like them.

use super::{
    Assertion, Ceremony, ClientData, Fault, from_text, registered, signed, signed_by_nobody,
};
use crate::club::PublicUrl;

const SITE: &str = "example.org";

/// What a browser brings in a pair of ceremonies.
struct Vector {
    name: &'static str,
    made: Vec<u8>,
    attestation: Vec<u8>,
    client: Vec<u8>,
    authenticator: Vec<u8>,
    signature: Vec<u8>,
}

impl Vector {
    fn assertion(&self) -> Assertion<'_> {
        let Self { authenticator, client, signature, .. } = self;
        Assertion { authenticator, client, signature }
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let pair = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
    (0..hex.len()).step_by(2).map(pair).collect()
}

fn vectors() -> Vec<Vector> {
    let lines = include_str!("vectors.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let (name, rest) = line.split_once(' ').expect("a name");
        let parts: Vec<Vec<u8>> = rest.split(' ').map(bytes).collect();
        let [made, attestation, client, authenticator, signature] =
            parts.try_into().expect("five parts");
        Vector { name, made, attestation, client, authenticator, signature }
    };
    lines.map(read).collect()
}

fn vector(name: &str) -> Vector {
    vectors().into_iter().find(|one| one.name == name).expect("is there")
}

fn club(url: &str) -> PublicUrl {
    url.parse().expect("a public address")
}

#[test]
fn passkeys_are_checked_as_the_standards_test_vectors_have_it() {
    let club = club("https://example.org");
    for one in vectors() {
        let made = ClientData::read(&one.made, Ceremony::Create, &club);
        let signing = ClientData::read(&one.client, Ceremony::Get, &club);
        if one.name == "cross-origin" {
            assert_eq!(made.err(), Some(Fault::Origin));
            assert_eq!(signing.err(), Some(Fault::Origin));
        } else {
            assert_eq!(made.expect(one.name).challenge().expect(one.name).len(), 32);
            assert_eq!(signing.expect(one.name).challenge().expect(one.name).len(), 32);
        }
        let new = registered(&one.attestation, SITE);
        if one.name == "es384" {
            assert_eq!(new, Err(Fault::Algorithm));
            continue;
        }
        let new = new.expect(one.name);
        assert_eq!(new.id.len(), if one.name == "long-id" { 1023 } else { 32 }, "{}", one.name);
        assert_eq!(signed(&new.key, one.assertion(), SITE), Ok(0), "{}", one.name);
    }
}

#[test]
fn passkeys_an_altered_byte_is_a_fault_wherever_it_is() {
    let one = vector("none");
    let key = registered(&one.attestation, SITE).expect("is well").key;
    for part in 0..3 {
        let parts = [&one.authenticator, &one.client, &one.signature];
        for at in 0..parts[part].len() {
            let mut parts = parts.map(Clone::clone);
            parts[part][at] ^= 1;
            let [authenticator, client, signature] = &parts;
            let altered = Assertion { authenticator, client, signature };
            assert!(signed(&key, altered, SITE).is_err(), "part {part}, byte {at}");
        }
    }
    // What is cut short is read as nothing, and nothing of it makes the server fail.
    for end in 0..one.attestation.len() {
        assert!(registered(&one.attestation[..end], SITE).is_err(), "{end}");
    }
    for at in 0..one.attestation.len() {
        for bit in 0..8 {
            let mut altered = one.attestation.clone();
            altered[at] ^= 1 << bit;
            let _ = registered(&altered, SITE);
        }
    }
    assert!(registered(&[one.attestation, vec![0]].concat(), SITE).is_err());
}

#[test]
fn passkeys_of_another_site_and_of_nobody_are_refused() {
    let (one, other) = (vector("none"), vector("self"));
    let new = registered(&one.attestation, SITE).expect("is well");
    assert_eq!(registered(&one.attestation, "example.com"), Err(Fault::Site));
    assert_eq!(signed(&new.key, one.assertion(), "example.com"), Err(Fault::Site));
    assert_eq!(signed(&new.key, other.assertion(), SITE), Err(Fault::Signature));
    assert_eq!(signed_by_nobody(one.assertion(), SITE), Fault::Signature);
    // Without the flag of somebody's presence.
    let mut absent = one.attestation.clone();
    let site = ring::digest::digest(&ring::digest::SHA256, SITE.as_bytes());
    let at = absent.windows(32).position(|window| window == site.as_ref()).expect("is there") + 32;
    absent[at] &= !1;
    assert_eq!(registered(&absent, SITE), Err(Fault::Absent));
}

#[test]
fn passkeys_are_for_the_clubs_own_page() {
    let one = vector("none");
    for (url, fault) in [
        ("https://example.org", None),
        ("http://example.org", Some(Fault::Origin)),
        ("https://example.org:8443", Some(Fault::Origin)),
        ("https://club.example.org", Some(Fault::Origin)),
    ] {
        assert_eq!(ClientData::read(&one.made, Ceremony::Create, &club(url)).err(), fault, "{url}");
    }
    let club = club("https://example.org");
    let mixed = ClientData::read(&one.client, Ceremony::Create, &club).err();
    assert_eq!(mixed, Some(Fault::Ceremony("webauthn.create")));
    let mixed = ClientData::read(&one.made, Ceremony::Get, &club).err();
    assert_eq!(mixed, Some(Fault::Ceremony("webauthn.get")));
    for bad in [&b""[..], b"{}", b"[]", b"{\"type\":1}", b"\xff"] {
        let read = ClientData::read(bad, Ceremony::Get, &club).err();
        assert_eq!(read, Some(Fault::Unreadable("clientDataJSON")));
    }
}

#[test]
fn passkeys_texts_are_base64url() {
    for (text, bytes) in [("", &b""[..]), ("_-8", b"\xff\xef"), ("_-8=", b"\xff\xef")] {
        assert_eq!(from_text(text, "id").as_deref(), Ok(bytes), "{text}");
    }
    for bad in ["+/8", "a", "é", "a b"] {
        assert_eq!(from_text(bad, "id"), Err(Fault::Unreadable("id")), "{bad}");
    }
}
