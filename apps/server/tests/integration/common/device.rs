//! A device that makes passkeys and signs with them, as a browser's answer tells it: ES256, and no attestation.

use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

use base64ct::{Base64UrlUnpadded, Encoding as _};

/// Bytes as the interface has them.
pub fn text(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

/// The bytes of such a text.
pub fn bytes(text: &Value) -> Vec<u8> {
    Base64UrlUnpadded::decode_vec(text.as_str().expect("a text")).expect("base64url")
}

/// A passkey with all that its device keeps of it.
pub struct Key {
    pub id: Vec<u8>,
    pub user: Vec<u8>,
    pub site: String,
    pub counter: u32,
    pair: EcdsaKeyPair,
}

/// What the browser says of the page that asked.
#[derive(Clone)]
pub struct Page {
    pub origin: String,
    pub kind: &'static str,
    pub framed: bool,
}

impl Page {
    pub fn of(origin: &str) -> Self {
        Self { origin: origin.to_owned(), kind: "", framed: false }
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        let kind = if self.kind.is_empty() { kind } else { self.kind };
        let origin = &self.origin;
        json!({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": self.framed})
            .to_string()
            .into_bytes()
    }
}

fn data_of(site: &str, flags: u8, counter: u32) -> Vec<u8> {
    let mut data = digest(&SHA256, site.as_bytes()).as_ref().to_vec();
    data.push(flags);
    data.extend(counter.to_be_bytes());
    data
}

impl Key {
    /// Makes a passkey as it is asked for; what the browser answers.
    pub fn make(asked: &Value, page: &Page) -> (Self, Value) {
        let rng = SystemRandom::new();
        let pair = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &rng);
        let pair = EcdsaKeyPair::from_pkcs8(
            &ECDSA_P256_SHA256_ASN1_SIGNING,
            pair.expect("a key").as_ref(),
            &rng,
        );
        let id: [u8; 16] = ring::rand::generate(&rng).expect("random bits").expose();
        let key = Self {
            id: id.to_vec(),
            user: bytes(&asked["user"]["id"]),
            site: asked["rp"]["id"].as_str().expect("a site").to_owned(),
            counter: 0,
            pair: pair.expect("a key"),
        };
        let answer = key.made(asked, page);
        (key, answer)
    }

    /// What the browser answers where this key is what was made.
    pub fn made(&self, asked: &Value, page: &Page) -> Value {
        let point = self.pair.public_key().as_ref();
        // Somebody was there and is known; a credential follows.
        let mut data = data_of(&self.site, 0b0100_0101, self.counter);
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(&self.id);
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 32]);
        data.extend(&point[33..]);
        let mut object = vec![0xa3, 0x63];
        object.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).expect("it is short"));
        object.extend(data);
        let client = page.client_data("webauthn.create", &asked["challenge"]);
        let response = json!({"clientDataJSON": text(&client), "attestationObject": text(&object)});
        json!({"id": text(&self.id), "rawId": text(&self.id), "type": "public-key", "response": response})
    }

    /// Signs as it is asked; what the browser answers.
    pub fn sign(&mut self, asked: &Value, page: &Page) -> Value {
        if self.counter > 0 {
            self.counter += 1;
        }
        let data = data_of(&self.site, 0b101, self.counter);
        let client = page.client_data("webauthn.get", &asked["challenge"]);
        let message = [&data[..], digest(&SHA256, &client).as_ref()].concat();
        let signature = self.pair.sign(&SystemRandom::new(), &message).expect("signs");
        let response = json!({
            "clientDataJSON": text(&client),
            "authenticatorData": text(&data),
            "signature": text(signature.as_ref()),
            "userHandle": text(&self.user),
        });
        json!({"id": text(&self.id), "rawId": text(&self.id), "type": "public-key", "response": response})
    }
}
