//! Words for people.

/// A number and what it counts, in the singular or the plural: `1 game`, `2 games`.
pub fn counted(number: u64, what: &str) -> String {
    format!("{number} {}", noun(number, what))
}

/// A number of things, in the singular or the plural: `game`, `games`, `plies`, `leaves`.
pub fn noun(number: u64, what: &str) -> String {
    if number == 1 {
        return what.to_owned();
    }
    for (end, ends) in [("eaf", "eaves"), ("ly", "lies"), ("ss", "sses")] {
        if let Some(begin) = what.strip_suffix(end) {
            return format!("{begin}{ends}");
        }
    }
    format!("{what}s")
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
        let many = ["ply", "leaf", "process", "position"].map(|what| super::counted(3, what));
        assert_eq!(many, ["3 plies", "3 leaves", "3 processes", "3 positions"]);
    }

    #[test]
    fn no_control_character_is_left() {
        assert_eq!(super::plain("a\tb\u{1b}[2Jc\u{9b}d\re"), "a\tb\u{fffd}[2Jc\u{fffd}d\u{fffd}e");
    }
}
