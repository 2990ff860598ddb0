//! Reading what a client says.

use serde::Deserialize;
use serde::de::value::Error as NoValue;
use serde::de::{Deserializer, Error as _, Visitor};
use serde_json::{Map, Value};

use super::{ClientMessage, Code, Failure, MAX_MESSAGE};

/// The most characters of a message that come back in an error about it.
const SHOWN: usize = 300;

/// Reads a client's message: its type, and what it says.
///
/// # Errors
/// A [`Failure`] that names the fault and the place.
pub fn read(text: &str) -> Result<(&'static str, ClientMessage), Failure> {
    if text.len() > MAX_MESSAGE {
        let message =
            format!("A message may have {MAX_MESSAGE} bytes; this one has {}.", text.len());
        return Err(Failure::new(Code::TooLarge, message));
    }
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        Failure::new(Code::BadMessage, format!("This is no JSON: {error}.")).at(place)
    })?;
    let Value::Object(mut fields) = value else {
        return Err(Failure::new(Code::BadMessage, "A message is a JSON object with a type."));
    };
    let kind = kind(fields.remove("type").as_ref())?;
    // With its type as the key, serde knows the place of a fault within the fields.
    let tagged = Value::Object(Map::from_iter([(kind.to_owned(), Value::Object(fields))]));
    let message = serde_path_to_error::deserialize(tagged).map_err(|error| {
        // Both may quote the message, which may be long.
        let path: String = error.path().to_string().chars().take(SHOWN).collect();
        let place = path.strip_prefix(kind).and_then(|path| path.strip_prefix('.'));
        let fault: String = error.inner().to_string().chars().take(SHOWN).collect();
        Failure::new(Code::BadMessage, format!("The message `{kind}` cannot be read: {fault}."))
            .at(place.unwrap_or(kind))
            .answering(kind)
    })?;
    Ok((kind, message))
}

/// The type of a message, if there is such a one.
fn kind(given: Option<&Value>) -> Result<&'static str, Failure> {
    let kinds = kinds();
    let message = match given {
        Some(Value::String(given)) => {
            if let Some(kind) = kinds.iter().find(|kind| *kind == given) {
                return Ok(kind);
            }
            let shown: String = given.chars().take(40).collect();
            format!("There is no message of type `{shown}`; there are {}.", kinds.join(", "))
        }
        Some(_) => "The type of a message is a string.".to_owned(),
        None => format!("The message has no type; there are {}.", kinds.join(", ")),
    };
    Err(Failure::new(Code::BadMessage, message).at("type"))
}

/// The types of [`ClientMessage`], as serde reads them.
pub(super) fn kinds() -> &'static [&'static str] {
    let mut kinds = Kinds(&[]);
    // The attempt must fail; what it asked for first is the answer.
    drop(ClientMessage::deserialize(&mut kinds));
    kinds.0
}

/// Notes which variants of an enum are asked for.
struct Kinds(&'static [&'static str]);

impl<'de> Deserializer<'de> for &mut Kinds {
    type Error = NoValue;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, NoValue> {
        self.0 = variants;
        Err(NoValue::custom("only the names were wanted"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, NoValue> {
        Err(NoValue::custom("only an enum has names"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
