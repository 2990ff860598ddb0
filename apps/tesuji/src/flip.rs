//! A drawn board, from the other side's view.

/// A row of a drawn board, with the number of its rank: `4 . p . 4   words` or `4| . p . |   words`.
struct Row<'t> {
    rank: &'t str,
    squares: String,
    /// From where to where the squares stand in the line.
    from: usize,
    to: usize,
}

fn row(line: &str) -> Option<Row<'_>> {
    let begin = line.len() - line.trim_start().len();
    let digits = line[begin..].find(|c: char| !c.is_ascii_digit())?;
    let rank = Some(&line[begin..begin + digits]).filter(|rank| !rank.is_empty())?;
    let from = begin + digits;
    let length = match line[from..].strip_prefix('|') {
        Some(rest) => 1 + rest.find('|')? + 1,
        None => line[from..].find(&format!(" {rank}"))? + 1,
    };
    let to = from + length;
    Some(Row { rank, squares: line[from..to].chars().rev().collect(), from, to })
}

/// A line names the files: `a b c d`, or turned `d c b a`.
fn is_files(line: &str) -> bool {
    let names = |(word, file): (&str, char)| word.chars().eq([file]);
    let mut words = line.split_whitespace();
    let all = words.clone().zip('a'..).all(names) || words.clone().rev().zip('a'..).all(names);
    words.next().is_some() && all
}

/// The same board with the other side below. What stands beside a row stays where it is; what is no board, too.
pub fn flipped(drawn: &str) -> String {
    let lines: Vec<&str> = drawn.lines().collect();
    let rows: Vec<usize> = (0..lines.len()).filter(|&at| row(lines[at]).is_some()).collect();
    let mut turned: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    for (&at, &from) in rows.iter().zip(rows.iter().rev()) {
        let (Some(here), Some(there)) = (row(lines[at]), row(lines[from])) else { continue };
        let line = lines[at];
        let begin = here.from - here.rank.len();
        let rest = line[here.to..].strip_prefix(here.rank);
        let last = if rest.is_some() { there.rank } else { "" };
        let rest = rest.unwrap_or(&line[here.to..]);
        turned[at] = format!("{}{}{}{last}{rest}", &line[..begin], there.rank, there.squares);
    }
    for line in turned.iter_mut().filter(|line| is_files(line)) {
        let begin = line.len() - line.trim_start().len();
        let files: String = line.trim().chars().rev().collect();
        line.replace_range(begin.., &files);
    }
    turned.join("\n")
}

#[cfg(test)]
mod tests {
    use super::flipped;

    #[test]
    fn boards_are_turned_and_words_stay() {
        for (name, rank) in
            [("onitama", "  1 r r R r r 1   Blue"), ("chess", "  1 R N B K Q B N R 1")]
        {
            let game =
                engine::kind(name).unwrap().new_game(None, engine::Referee::default()).unwrap();
            let drawn = game.draw();
            let turned = flipped(&drawn);
            assert!(turned.contains(rank), "{turned}");
            assert_eq!(flipped(&turned), drawn.trim_end_matches('\n'), "twice is not at all");
        }
        for kind in engine::kinds() {
            let drawn = kind.new_game(None, engine::Referee::default()).unwrap().draw();
            let turned = flipped(&drawn);
            assert_ne!(turned, drawn);
            assert_eq!(flipped(&turned), drawn.trim_end_matches('\n'), "{}", kind.name());
        }
    }
}
