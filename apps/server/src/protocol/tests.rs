//! Messages that can be read, and how those that cannot be are refused.

use super::{ClientMessage, Code, MAX_MESSAGE, Player, read};

#[test]
fn reads_a_new_game() {
    let text = r#"{"type":"new","game":"onitama","deal":"base","players":{"b":{"kind":"engine","level":3}}}"#;
    let Ok(("new", ClientMessage::New(new))) = read(text) else {
        panic!("not read: {:?}", read(text))
    };
    assert_eq!(new.players[&'b'], Player::Engine { level: 3 });
    assert_eq!(new.deal.as_deref(), Some("base"));
}

#[test]
fn names_fault_and_place() {
    for (text, place, word) in [
        ("{", "line 1, column 1", "no JSON"),
        ("[]", "", "object"),
        ("{}", "type", "no type"),
        (r#"{"type":7}"#, "type", "string"),
        (r#"{"type":"dance"}"#, "type", "dance"),
        (r#"{"type":"play","id":"x","ply":"one","turn":"y"}"#, "ply", "invalid type"),
        (r#"{"type":"play","id":"x","ply":-1,"turn":"y"}"#, "ply", "-1"),
        (r#"{"type":"watch"}"#, "watch", "missing field `id`"),
        (r#"{"type":"watch","id":"x","colour":1}"#, "colour", "unknown field"),
        (
            r#"{"type":"new","game":"o","players":{"b":{"kind":"engine","level":999}}}"#,
            "players.b",
            "999",
        ),
    ] {
        let failure = read(text).expect_err(text);
        assert_eq!(failure.code, Code::BadMessage, "{text}");
        assert!(failure.message.contains(word), "{text}: {}", failure.message);
        assert!(
            failure.place.clone().unwrap_or_default().starts_with(place),
            "{text}: {:?}",
            failure.place
        );
    }
}

#[test]
fn refuses_what_is_too_long() {
    let text = format!(r#"{{"type":"watch","id":"{}"}}"#, "x".repeat(MAX_MESSAGE));
    assert_eq!(read(&text).expect_err("too long").code, Code::TooLarge);
}

#[test]
fn no_damage_to_a_message_is_more_than_an_error() {
    const MARKS: &[u8] = b"{}[]\",:0e-\\u";
    let whole = [
        r#"{"type":"new","game":"onitama","deal":"base","seed":7,"players":{"b":{"kind":"engine","level":3}}}"#,
        r#"{"type":"play","id":"4k2m9x0q","ply":3,"turn":"ox c1c2"}"#,
        r#"{"type":"edit","id":"4k2m9x0q","op":"comment","path":["ox c1c2"],"text":"hm"}"#,
        r#"{"type":"analyse","key":1,"game":"onitama","start":"5","turns":["ox c1c2"],"lines":0}"#,
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % u64::try_from(below).unwrap_or(1)).unwrap_or(0)
    };
    for round in 0..20_000 {
        let mut bytes = whole[round % whole.len()].as_bytes().to_vec();
        for _ in 0..=next(4) {
            let at = next(bytes.len());
            match next(4) {
                0 => bytes[at] = MARKS[next(MARKS.len())],
                1 => bytes.truncate(at.max(1)),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, u8::try_from(next(128)).unwrap_or(0)),
            }
            if bytes.is_empty() {
                bytes.push(b'{');
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Err(failure) = read(&text) {
            assert!(!failure.message.is_empty(), "{text}");
        }
    }
}
