//! Fields that a request brings: as a form, as JSON, or after the `?` of its address.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde_json::Value;

use super::caller::{Refused, limited_bytes};
use crate::club::Visitor;
use crate::protocol::{Code, Failure};
use crate::state::App;

/// Bytes that the body of a request may have.
pub const MOST: usize = 16 * 1024;

/// Fields by name; those of an object within an object are `clock.limit`.
#[derive(Debug, Default, PartialEq)]
pub struct Fields(BTreeMap<String, String>);

impl Fields {
    /// Those of a form, or of an address.
    pub fn form(text: &str) -> Self {
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (plain(name), plain(value))
        };
        Self(text.split('&').filter(|pair| !pair.is_empty()).map(pair).collect())
    }

    /// Those of a JSON object.
    ///
    /// # Errors
    /// Where it is none.
    fn json(text: &[u8]) -> Result<Self, Failure> {
        let bad = || Failure::new(Code::BadMessage, "The body is no JSON object.");
        let Ok(Value::Object(object)) = serde_json::from_slice(text) else { return Err(bad()) };
        let mut fields = Self::default();
        for (name, value) in object {
            match value {
                Value::Object(inner) => {
                    for (last, value) in inner {
                        fields.add(format!("{name}.{last}"), value);
                    }
                }
                value => fields.add(name, value),
            }
        }
        Ok(fields)
    }

    fn add(&mut self, name: String, value: Value) {
        match value {
            Value::Null => {}
            Value::String(text) => drop(self.0.insert(name, text)),
            Value::Array(words) if words.iter().all(Value::is_string) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                self.0.insert(name, words.join(","));
            }
            other => drop(self.0.insert(name, other.to_string())),
        }
    }

    /// A field that says something.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
    }

    /// Names, with commas or blanks between them.
    pub fn names(&self, name: &str) -> Option<Vec<String>> {
        let between = |letter: char| letter == ',' || letter.is_whitespace();
        let words = self.text(name)?.split(between).filter(|word| !word.is_empty());
        Some(words.map(str::to_owned).collect())
    }

    /// A number.
    ///
    /// # Errors
    /// Where the field is there and no such number.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, Failure> {
        let read = |text: &str| {
            text.parse().map_err(|_| {
                let shown: String = text.chars().take(40).collect();
                let message = format!("`{name}` is a whole number, not `{shown}`.");
                Failure::new(Code::BadMessage, message).at(name)
            })
        };
        self.text(name).map(read).transpose()
    }

    /// Yes or no; no where the field is not there.
    ///
    /// # Errors
    /// Where it is neither.
    pub fn yes(&self, name: &str) -> Result<bool, Failure> {
        self.text(name).map_or(Ok(false), |text| yes(text, name))
    }
}

/// `yes`, `true`, `no` or `false`.
///
/// # Errors
/// Where it is none of them.
pub fn yes(text: &str, name: &str) -> Result<bool, Failure> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Ok(true),
        "false" | "no" | "0" => Ok(false),
        _ => Err(Failure::new(Code::BadMessage, format!("`{name}` is `yes` or `no`.")).at(name)),
    }
}

/// Text as a form has it: `+` for a space, and `%20` for bytes.
fn plain(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        let hex = hex.filter(|pair| pair.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match (byte, hex.and_then(|pair| u8::from_str_radix(pair, 16).ok())) {
            (b'%', Some(byte)) => {
                plain.push(byte);
                at += 2;
            }
            (b'+', _) => plain.push(b' '),
            (byte, _) => plain.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&plain).into_owned()
}

impl FromRequest<Arc<App>> for Fields {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Refused> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        let visitor = request.extensions().get::<Visitor>().copied();
        let body = Bytes::from_request(request, app).await.map_err(|refused| {
            match axum::response::IntoResponse::into_response(refused).status() {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    let message = format!("A request may have {MOST} bytes.");
                    Failure::new(Code::TooLarge, message)
                }
                _ => Failure::new(Code::BadMessage, "The request did not come whole."),
            }
        })?;
        if let Some(visitor) = visitor {
            limited_bytes(app, visitor, body.len())?;
        }
        // A body without a word for what it is may be empty, JSON or a form.
        if json && !body.is_empty() || body.starts_with(b"{") {
            return Ok(Self::json(&body)?);
        }
        Ok(Self::form(&String::from_utf8_lossy(&body)))
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn forms_and_json_say_the_same() {
        let form = Fields::form("clock.limit=60&fen=a%20b+c&rated=false&x=%zz%2&&y");
        let json =
            br#"{"clock":{"limit":60},"fen":"a b c","rated":false,"x":"%zz%2","y":"","z":null}"#;
        assert_eq!(form, Fields::json(json).expect("an object"));
        assert_eq!(form.number::<u64>("clock.limit"), Ok(Some(60)));
        assert_eq!(form.yes("rated"), Ok(false));
        assert_eq!(form.text("fen"), Some("a b c"));
        assert!(form.number::<u64>("fen").is_err() && form.yes("fen").is_err());
        assert_eq!(form.text("y"), None);
        for bad in ["", "[]", "{", "\"x\""] {
            assert!(Fields::json(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
