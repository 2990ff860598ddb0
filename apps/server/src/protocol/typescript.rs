//! The messages as TypeScript, for the page's type check: a test writes `apps/web/messages.d.ts` from their schemas.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::passkeys::OwnPasskeys;
use super::read::kinds;
use super::{ClientMessage, ServerMessage};

const HEAD: &str = "\
// The messages between page and server. Written by a test from their declarations in apps/server/src/protocol.rs, and not to be edited:
// run `cargo nextest run -p server -E 'test(typescript)'` after a change there.
";

/// The definitions of both directions by name. A type of both is as the server writes it: that can always be read.
fn definitions() -> BTreeMap<String, Value> {
    let mut received = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    received.subschema_for::<ClientMessage>();
    let mut sent = SchemaSettings::draft2020_12().for_serialize().into_generator();
    sent.subschema_for::<ServerMessage>();
    // Over HTTP, to the page alone.
    sent.subschema_for::<OwnPasskeys>();
    // Sorted here: maps of other programs of the workspace keep the order of declaration, and then these do too.
    received.take_definitions(true).into_iter().chain(sent.take_definitions(true)).collect()
}

/// A type, and whether it must be put in parentheses beside others.
struct Type {
    text: String,
    compound: bool,
}

impl Type {
    fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), compound: false }
    }

    fn joined(parts: &[Self], by: &str) -> Self {
        if let [Self { text, compound }] = parts {
            return Self { text: text.clone(), compound: *compound };
        }
        let parts: Vec<String> = parts.iter().map(Self::beside).collect();
        Self { text: parts.join(by), compound: true }
    }

    /// As it stands beside others.
    fn beside(&self) -> String {
        if self.compound { format!("({})", self.text) } else { self.text.clone() }
    }
}

fn list<'a>(schema: &'a Value, key: &str) -> Option<&'a Vec<Value>> {
    schema.get(key).and_then(Value::as_array)
}

/// The type of a schema: all that it says holds at once.
fn type_of(schema: &Value, depth: usize) -> Type {
    let mut parts = Vec::new();
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        parts.push(Type::plain(name.rsplit('/').next().unwrap_or(name)));
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(options) = list(schema, key) {
            let options: Vec<Type> = options.iter().map(|one| type_of(one, depth)).collect();
            parts.push(Type::joined(&options, " | "));
        }
    }
    if let Some(all) = list(schema, "allOf") {
        parts.extend(all.iter().map(|one| type_of(one, depth)));
    }
    if let Some(value) = schema.get("const") {
        parts.push(Type::plain(value.to_string()));
    } else if let Some(values) = list(schema, "enum") {
        let values: Vec<Type> = values.iter().map(|value| Type::plain(value.to_string())).collect();
        parts.push(Type::joined(&values, " | "));
    } else if let Some(kinds) = list(schema, "type") {
        let kinds = kinds.iter().filter_map(Value::as_str);
        let kinds: Vec<Type> = kinds.map(|kind| named(kind, schema, depth)).collect();
        parts.push(Type::joined(&kinds, " | "));
    } else if let Some(kind) = schema.get("type").and_then(Value::as_str) {
        let only_joins =
            kind == "object" && !parts.is_empty() && schema.get("properties").is_none();
        if !only_joins {
            parts.push(named(kind, schema, depth));
        }
    }
    if parts.is_empty() { Type::plain("unknown") } else { Type::joined(&parts, " & ") }
}

fn named(kind: &str, schema: &Value, depth: usize) -> Type {
    match kind {
        "integer" | "number" => Type::plain("number"),
        "array" => match list(schema, "prefixItems") {
            Some(items) => {
                let items: Vec<String> = items.iter().map(|one| type_of(one, depth).text).collect();
                Type::plain(format!("[{}]", items.join(", ")))
            }
            None => {
                let item = type_of(&schema["items"], depth).beside();
                // An array of known length is a tuple.
                match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                    (Some(least), Some(most)) if least == most => {
                        Type::plain(format!("[{}]", vec![item; least as usize].join(", ")))
                    }
                    _ => Type::plain(format!("{item}[]")),
                }
            }
        },
        "object" => object(schema, depth),
        other => Type::plain(other),
    }
}

fn object(schema: &Value, depth: usize) -> Type {
    if let Some(value) = schema.get("additionalProperties").filter(|value| value.is_object()) {
        return Type::plain(format!("Record<string, {}>", type_of(value, depth).text));
    }
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Type::plain("{}");
    };
    let required = list(schema, "required");
    let mut text = "{\n".to_owned();
    for (name, property) in properties.iter().collect::<BTreeMap<_, _>>() {
        let needed = required.is_some_and(|names| names.iter().any(|one| one == name));
        let mark = if needed { "" } else { "?" };
        text += &doc(property, depth + 1);
        let of = type_of(property, depth + 1).text;
        let _ = writeln!(text, "{}{name}{mark}: {of};", "  ".repeat(depth + 1));
    }
    Type::plain(text + &"  ".repeat(depth) + "}")
}

/// The description of a type or field, as a comment before it.
fn doc(schema: &Value, depth: usize) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else {
        return String::new();
    };
    let text = text.replace("[`", "`").replace("`]", "`").replace('\n', " ");
    format!("{}/** {text} */\n", "  ".repeat(depth))
}

fn typescript() -> String {
    let mut text = HEAD.to_owned();
    for (name, schema) in &definitions() {
        let is_message = name.ends_with("Message");
        let of = match list(schema, "oneOf").filter(|_| is_message) {
            Some(messages) => messages.iter().fold(String::new(), |text, one| {
                text + "\n" + &doc(one, 1) + "  | " + &type_of(one, 1).beside()
            }),
            None => format!(" {}", type_of(schema, 0).text),
        };
        let _ = write!(text, "\n{}export type {name} ={of};\n", doc(schema, 0));
    }
    text
}

#[test]
fn the_pages_types_are_those_of_the_messages() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/messages.d.ts");
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    let text = typescript();
    if written != text {
        std::fs::write(&path, text).unwrap();
        panic!(
            "apps/web/messages.d.ts was behind the messages: it is written anew; look at what changed and commit it"
        );
    }
}

#[test]
fn every_message_is_documented() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let said = schemars::schema_for!(ServerMessage);
    let said = list(said.as_value(), "oneOf").unwrap().iter();
    let said = said.filter_map(|one| one["properties"]["type"]["const"].as_str());
    let all: Vec<&str> = said.chain(kinds().iter().copied()).collect();
    assert!(all.len() > 40, "{all:?}");
    for kind in all {
        assert!(docs.contains(&format!("`{kind}`")), "docs/server.md does not tell of `{kind}`");
    }
}
