//! Words for people.

/// A number and what it counts, in the singular or the plural: `1 game`, `2 games`.
pub fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// Text without control characters, which a terminal would obey.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_is_no_plural() {
        let words = [0, 1, 2].map(|number| super::counted(number, "game"));
        assert_eq!(words, ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn no_control_character_is_left() {
        assert_eq!(super::plain("a\tb\u{1b}[2Jc\u{9b}d\re"), "a\tb\u{fffd}[2Jc\u{fffd}d\u{fffd}e");
    }
}
