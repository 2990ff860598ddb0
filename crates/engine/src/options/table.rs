//! Tables of options: what is declared, and what each sets in a typed configuration.

use game::params::fold_name;

use super::{Audience, Button, Check, Choice, OptionInfo, OptionKind, Spin, Text};
use crate::config::ConfigError;

/// The consequence for a search of an option that was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// A running search is stopped; the next one is another searcher's.
    NewSearcher,
    /// The same, and nothing stays in the transposition table: what it says does not hold any more.
    NewTable,
    /// The transposition table is resized, beside a running search too.
    Resize,
    /// As at the beginning of another game.
    NewGame,
    /// None.
    Nothing,
}

/// How a value of an option reaches the configuration.
enum Set<T> {
    Check(Check, fn(&mut T, bool)),
    Spin(Spin, fn(&mut T, i64)),
    Choice(Choice, fn(&mut T, &'static str)),
    Text(Text, fn(&mut T, &str) -> Result<(), String>),
    Button(Button),
}

/// An option of a configuration `T`.
pub(crate) struct Entry<T> {
    set: Set<T>,
    effect: Effect,
    audience: Audience,
}

impl<T> Entry<T> {
    fn new(set: Set<T>) -> Self {
        Self { set, effect: Effect::NewSearcher, audience: Audience::Players }
    }

    pub(crate) fn check(option: Check, set: fn(&mut T, bool)) -> Self {
        Self::new(Set::Check(option, set))
    }

    pub(crate) fn spin(option: Spin, set: fn(&mut T, i64)) -> Self {
        Self::new(Set::Spin(option, set))
    }

    pub(crate) fn choice(option: Choice, set: fn(&mut T, &'static str)) -> Self {
        Self::new(Set::Choice(option, set))
    }

    /// `set` says in words why a text cannot be taken.
    pub(crate) fn text(option: Text, set: fn(&mut T, &str) -> Result<(), String>) -> Self {
        Self::new(Set::Text(option, set))
    }

    pub(crate) fn button(option: Button) -> Self {
        Self::new(Set::Button(option))
    }

    pub(crate) const fn effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// It can be set, and is not listed.
    pub(crate) const fn unlisted(mut self) -> Self {
        self.audience = Audience::Nobody;
        self
    }

    fn name(&self) -> &'static str {
        match &self.set {
            Set::Check(option, _) => option.name,
            Set::Spin(option, _) => option.name,
            Set::Choice(option, _) => option.name,
            Set::Text(option, _) => option.name,
            Set::Button(option) => option.name,
        }
    }

    /// As it is listed.
    pub(crate) fn info(&self) -> OptionInfo {
        let (doc, kind) = match &self.set {
            Set::Check(option, _) => (option.doc, OptionKind::Check { start: option.start }),
            &Set::Spin(Spin { doc, start, min, max, .. }, _) => {
                (doc, OptionKind::Spin { start, min, max })
            }
            Set::Choice(option, _) => {
                let values = option.values.iter().map(|(word, _)| (*word).to_owned()).collect();
                (option.doc, OptionKind::Choice { start: option.start.to_owned(), values })
            }
            Set::Text(option, _) => (option.doc, OptionKind::Text),
            Set::Button(option) => (option.doc, OptionKind::Button),
        };
        OptionInfo { name: self.name().to_owned(), doc, kind, audience: self.audience }
    }

    /// Sets it; `name` is what it was called.
    fn apply(&self, target: &mut T, name: &str, value: &str) -> Result<(), ConfigError> {
        let wrong = |expected| ConfigError::value(name, value, expected);
        match &self.set {
            Set::Check(option, set) => set(target, option.read(value).map_err(wrong)?),
            Set::Spin(option, set) => set(target, option.read(value).map_err(wrong)?),
            Set::Choice(option, set) => set(target, option.read(value).map_err(wrong)?),
            Set::Text(option, set) => {
                let text = match value.trim() {
                    "<empty>" => "",
                    text => text,
                };
                let refused = |fault| ConfigError::File { option: option.name, fault };
                set(target, text).map_err(refused)?;
            }
            Set::Button(_) => {}
        }
        Ok(())
    }
}

/// Sets the option of a table that has this name, without regard to case; None where none has it.
pub(crate) fn set<T>(
    table: &[Entry<T>],
    target: &mut T,
    name: &str,
    value: &str,
) -> Option<Result<Effect, ConfigError>> {
    let folded = fold_name(name);
    let entry = table.iter().find(|entry| fold_name(entry.name()) == folded)?;
    Some(entry.apply(target, name, value).map(|()| entry.effect))
}
