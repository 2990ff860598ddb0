//! Colours, where the terminal shows them and nobody has said no.

use std::io::IsTerminal as _;

use anstyle::{AnsiColor, Style};
use engine::AnyGame;

/// Puts colour into drawn boards, or leaves them as they are.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// On at a terminal, unless `NO_COLOR` is set to something or the terminal is a dumb one.
    pub fn for_stdout() -> Self {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { on: std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb }
    }

    /// Text in bold.
    pub fn bold(self, text: &str) -> String {
        self.styled(text, Style::new().bold())
    }

    /// A remark, dimmed.
    pub fn dim(self, text: &str) -> String {
        self.styled(text, Style::new().dimmed())
    }

    /// A fault, in yellow.
    pub fn fault(self, text: &str) -> String {
        self.styled(text, AnsiColor::Yellow.on_default())
    }

    fn styled(self, text: &str, style: Style) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// The drawn board: pieces and names in the colour of their side. A row of the board begins
    /// with its number; a piece is its side's letter, alone between blanks.
    pub fn board(self, game: &dyn AnyGame, flipped: bool) -> String {
        let drawn = if flipped { crate::flip::flipped(&game.draw()) } else { game.draw() };
        if !self.on {
            return drawn;
        }
        let sides = game.side_letters().map(|letter| (letter, game.side_name(letter)));
        let lines: Vec<String> = drawn.lines().map(|line| self.row(line, sides)).collect();
        lines.join("\n")
    }

    fn row(self, line: &str, sides: [(char, &str); 2]) -> String {
        let is_rank = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let word = |word: &str| {
            let mut letters = word.chars();
            let piece = letters.next().filter(|_| letters.next().is_none());
            let mut owners = sides.iter().enumerate();
            let name = word.trim_end_matches(':');
            let owner = owners.find(|(_, (letter, side))| {
                name == *side || is_rank && piece.is_some_and(|p| p.eq_ignore_ascii_case(letter))
            });
            match owner {
                Some((index, &(_, side))) => {
                    let bold = piece.is_some_and(char::is_uppercase);
                    let style = side_style(side, index);
                    self.styled(word, if bold { style.bold() } else { style })
                }
                None if word == "x" => self.styled(word, AnsiColor::Green.on_default()),
                None => word.to_owned(),
            }
        };
        line.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

/// The colour that a side is called by, where it is called by one.
fn side_style(name: &str, index: usize) -> Style {
    let color = match name {
        "Red" => AnsiColor::Red,
        "Blue" => AnsiColor::Blue,
        "Gold" => AnsiColor::Yellow,
        _ => [AnsiColor::White, AnsiColor::Cyan][index],
    };
    color.on_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_change_nothing_but_colours() {
        let game = engine::kind("onitama").unwrap();
        let game = game.new_game(None, engine::Referee::default()).unwrap();
        assert_eq!(Paint { on: false }.board(game.as_ref(), false), game.draw());
        let painted = Paint { on: true }.board(game.as_ref(), false);
        assert!(painted.contains("\u{1b}[31mr\u{1b}[0m"), "{painted:?}");
        assert!(painted.contains("\u{1b}[1m\u{1b}[34mB\u{1b}[0m"), "{painted:?}");
        assert!(painted.starts_with("    a b c d e\n"), "the files' names are no pieces");
        let mut plain = String::new();
        let mut inside = false;
        for c in painted.chars() {
            match c {
                '\u{1b}' => inside = true,
                'm' if inside => inside = false,
                c if !inside => plain.push(c),
                _ => {}
            }
        }
        assert_eq!(plain, game.draw());
    }
}
