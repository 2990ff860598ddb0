//! Settings out of a line of text.

use std::time::Duration;

use engine::options::Spin;

use super::SpecError;
use crate::numbers;

const DAY: Duration = Duration::from_secs(86_400);

/// A part of a line: `key=value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    /// Where it stands, as errors say it.
    pub(super) place: String,
    pub(super) key: String,
    pub(super) value: String,
}

impl Setting {
    pub(super) fn bad(&self, expected: impl Into<String>) -> SpecError {
        let Self { place, key, value } = self.clone();
        SpecError::Value { place, key, value, expected: expected.into() }
    }

    pub(super) fn number<T: std::str::FromStr + PartialOrd + Copy>(
        &self,
        least: T,
        expected: &str,
    ) -> Result<T, SpecError> {
        let number = self.value.parse().ok().filter(|n| *n >= least);
        number.ok_or_else(|| self.bad(format!("use {expected}")))
    }

    /// A whole number as people type it: `10k`.
    pub(super) fn whole(&self, least: u64, expected: &str) -> Result<u64, SpecError> {
        let number = numbers::whole(&self.value).filter(|&number| number >= least);
        number.ok_or_else(|| self.bad(format!("use {expected}")))
    }

    /// A time of a day at most: in seconds, or `500ms`.
    pub(super) fn time(&self, expected: &str) -> Result<Duration, SpecError> {
        let time = numbers::time(&self.value).filter(|time| *time <= DAY);
        time.ok_or_else(|| self.bad(format!("use {expected}")))
    }

    /// The value of an option of the engine.
    pub(super) fn option(&self, option: Spin) -> Result<usize, SpecError> {
        let number = option.read(&self.value).map_err(|expected| self.bad(expected))?;
        usize::try_from(number).map_err(|error| self.bad(error.to_string()))
    }

    pub(super) fn unknown(&self, known: &str) -> SpecError {
        let (place, key, known) = (self.place.clone(), self.key.clone(), known.to_owned());
        SpecError::Key { place, key, known }
    }
}

/// Where the first word of a line ends: at the first comma that is not quoted.
pub(super) fn first_end(text: &str) -> usize {
    let mut quoted = false;
    let comma = |c: char| {
        quoted ^= c == '"';
        c == ',' && !quoted
    };
    text.find(comma).unwrap_or(text.len())
}

/// The first word and the settings of a line. Commas part them, except between double quotes, which
/// are left out of the value.
pub(super) fn split(text: &str) -> Result<(String, Vec<Setting>), SpecError> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => parts.push(String::new()),
            c => parts.last_mut().unwrap_or(&mut String::new()).push(c),
        }
    }
    if quoted {
        return Err(SpecError::Quote { number: parts.len() });
    }
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_default().trim().to_owned();
    let settings = parts.enumerate().map(|(index, part)| {
        let number = index + 2;
        let Some((key, value)) = part.split_once('=') else {
            return Err(SpecError::Form { number, part });
        };
        Ok(Setting {
            place: format!("part {number}"),
            key: key.trim().to_owned(),
            value: value.trim().to_owned(),
        })
    });
    Ok((first, settings.collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_commas() {
        let (first, settings) = split(r#"cmd=a,args="-x 1,2",name="a, b""#).unwrap();
        let pairs: Vec<(&str, &str)> =
            settings.iter().map(|s| (s.key.as_str(), s.value.as_str())).collect();
        assert_eq!(
            (first.as_str(), &pairs[..]),
            ("cmd=a", &[("args", "-x 1,2"), ("name", "a, b")][..])
        );
        assert_eq!(split(r#"cmd=a,name="b"#), Err(SpecError::Quote { number: 2 }));
    }
}
