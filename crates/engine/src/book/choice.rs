//! Which of a book's turns is played.

/// One of a book's turns, the heaviest first: at a variety of 0 that one; else, by `number`, one of those that weigh at least
/// (100 - variety) percent of it, in proportion to their weights.
pub(crate) fn choose(turns: Vec<(String, u32)>, variety: u8, number: u64) -> Option<String> {
    let heaviest = u64::from(turns.first()?.1);
    let least = (heaviest * u64::from(100 - variety.min(100))).div_ceil(100).max(1);
    let weighs = |&(_, weight): &(String, u32)| u64::from(weight) >= least;
    let total: u64 = turns.iter().filter(|turn| weighs(turn)).map(|&(_, it)| u64::from(it)).sum();
    if variety == 0 || total == 0 {
        return turns.into_iter().next().map(|(turn, _)| turn);
    }
    // The bias of the remainder is below 2^-20 for any number of turns that a position can have.
    let mut at = number % total;
    turns.into_iter().filter(weighs).find_map(|(turn, weight)| {
        let chosen = at < u64::from(weight);
        at = at.saturating_sub(weight.into());
        chosen.then_some(turn)
    })
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn turns_are_chosen_in_proportion_to_their_weights() {
        let turns = || [("a", 60), ("b", 30), ("c", 10)].map(|(turn, it)| (turn.to_owned(), it));
        let counts = |variety: u8| {
            let mut counts = [0; 3];
            for number in 0..1_000_u64 {
                let turn = choose(turns().to_vec(), variety, number).unwrap();
                counts[turns().iter().position(|(known, _)| *known == turn).unwrap()] += 1;
            }
            counts
        };
        assert_eq!(counts(0), [1_000, 0, 0]);
        assert_eq!(counts(100), [600, 300, 100]);
        // From half of the heaviest on: two thirds and one.
        let [a, b, c] = counts(50);
        assert!((660..=670).contains(&a) && c == 0 && a + b == 1_000, "{a} {b} {c}");
        assert_eq!(choose(Vec::new(), 100, 5), None);
        let weightless = vec![("a".to_owned(), 0), ("b".to_owned(), 0)];
        assert_eq!(choose(weightless, 100, 5).as_deref(), Some("a"));
    }
}
