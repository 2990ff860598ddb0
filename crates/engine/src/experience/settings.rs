//! How an engine uses experience, and the options that say so.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use game::Notation;

use super::memory::{Memory, Use};
use crate::options::table::{Effect, Entry};
use crate::options::{Check, Choice, Spin, Text};

/// The positions that are kept where nothing else is set: some 20 MB.
const POSITIONS: i64 = 100_000;

/// The experience of an engine, and how it uses it.
pub(crate) struct Experienced<P> {
    memory: Option<Arc<Memory<P>>>,
    using: Use,
    learns: bool,
    plays: bool,
    most: usize,
    /// A remark on the file that was set last, until somebody reads it.
    pub(crate) remark: Option<String>,
}

impl<P> Clone for Experienced<P> {
    fn clone(&self) -> Self {
        Self { memory: self.memory.clone(), remark: self.remark.clone(), ..*self }
    }
}

impl<P: Notation> Experienced<P> {
    /// None.
    pub(crate) const NONE: Self = Self {
        memory: None,
        using: Use::Table,
        learns: true,
        plays: false,
        most: POSITIONS as usize,
        remark: None,
    };

    /// Its options.
    pub(crate) fn options() -> Vec<Entry<Self>> {
        let file = Text {
            name: "ExperienceFile",
            doc: "The file in which the engine keeps what it learns from its games.",
        };
        let using = Choice {
            name: "ExperienceUse",
            doc: "What searches take from experience.",
            values: Cow::Borrowed(&[
                ("table", "The table begins with its turns and scores."),
                ("order", "Its turns are searched first."),
                ("nothing", "Nothing."),
            ]),
            aliases: Cow::Borrowed(&[]),
            start: "table",
        };
        let learns = Check {
            name: "ExperienceLearn",
            doc: "Adds to the file what searches find and how games end.",
            start: true,
        };
        let plays = Check {
            name: "ExperiencePlay",
            doc: "Plays turns that did well in earlier games, and avoids those that did badly.",
            start: false,
        };
        let most = Spin {
            name: "ExperienceSize",
            doc: "The most positions that are kept; those worth least are dropped.",
            start: POSITIONS,
            min: 100,
            max: 10_000_000,
        };
        vec![
            Entry::text(file, Self::open),
            Entry::choice(using, |it: &mut Self, word| {
                it.using = match word {
                    "order" => Use::Order,
                    "nothing" => Use::Nothing,
                    _ => Use::Table,
                };
            })
            // Entries that the table has from it do not go by themselves.
            .effect(Effect::NewTable),
            Entry::check(learns, |it: &mut Self, on| it.learns = on).effect(Effect::Nothing),
            Entry::check(plays, |it: &mut Self, on| it.plays = on).effect(Effect::Nothing),
            Entry::spin(most, |it: &mut Self, most| {
                it.most = most as usize;
                if let Some(memory) = &it.memory {
                    memory.keep_within(it.most);
                }
            })
            .effect(Effect::Nothing),
        ]
    }

    fn open(&mut self, path: &str) -> Result<(), String> {
        (self.memory, self.remark) = (None, None);
        if !path.is_empty() {
            let (memory, remark) = Memory::open(Path::new(path), self.most)?;
            (self.memory, self.remark) = (Some(Arc::new(memory)), remark);
        }
        Ok(())
    }

    /// The experience, and the part of it that searches use.
    pub(crate) fn known(&self) -> Option<(&Memory<P>, Use)> {
        Some((self.memory.as_deref()?, self.using))
    }

    /// The experience, where it plays by that.
    pub(crate) fn adviser(&self) -> Option<&Memory<P>> {
        self.memory.as_deref().filter(|_| self.plays)
    }

    /// The experience, where it learns.
    pub(crate) fn learner(&self) -> Option<Arc<Memory<P>>> {
        self.memory.clone().filter(|_| self.learns)
    }
}
