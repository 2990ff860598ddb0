//! Words for people.

/// A number and what it counts, in the singular or the plural: `1 game`, `2 games`.
pub fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_is_no_plural() {
        let words = [0, 1, 2].map(|number| super::counted(number, "game"));
        assert_eq!(words, ["0 games", "1 game", "2 games"]);
    }
}
