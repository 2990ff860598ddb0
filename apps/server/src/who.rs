//! A member of a club: a guest, a named person or a program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MemberKind {
    /// Someone without an account.
    Guest,
    /// A person with an account.
    Person,
    /// A program.
    Bot,
}

impl MemberKind {
    /// As it stands in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Person => "person",
            Self::Bot => "bot",
        }
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Guest, Self::Person, Self::Bot].into_iter().find(|kind| kind.name() == name)
    }
}

/// A member as others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Member {
    /// The name; of guests a part of a number.
    pub name: String,
    /// Their kind.
    pub kind: MemberKind,
}

/// A member as the server knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// No other member has it: `guest:` and a number, or `user:` and the name in lower case.
    pub key: String,
    /// The part that others see.
    pub member: Member,
}

impl Who {
    /// The guest of that number.
    pub fn guest(id: &str) -> Self {
        let shown: String = id.chars().take(4).collect();
        let member = Member { name: format!("Guest {shown}"), kind: MemberKind::Guest };
        Self { key: format!("guest:{id}"), member }
    }

    /// The owner of an account.
    pub fn account(name: &str, bot: bool) -> Self {
        let kind = if bot { MemberKind::Bot } else { MemberKind::Person };
        let member = Member { name: name.to_owned(), kind };
        Self { key: format!("user:{}", name.to_ascii_lowercase()), member }
    }

    /// The same under a name that moderators have put in the place of its own, if they have.
    #[must_use]
    pub fn shown_as(mut self, name: Option<String>) -> Self {
        if let Some(name) = name {
            self.member.name = name;
        }
        self
    }
}
