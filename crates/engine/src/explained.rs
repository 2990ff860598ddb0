//! Why a position is worth what it is: the static evaluation taken apart, as people are told of it.

use game::{Explanation, ParseError};

use crate::any_game::AnyGame;
use crate::kind::GameKind;

/// The hand-made static evaluation of a position, all of it from the view of the first side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The position as text.
    pub position: String,
    /// All of it, in points.
    pub points: i32,
    /// What the network says that plays in its place, where the game has one.
    pub network: Option<i32>,
    /// The terms, what counts most first: in words where the game has them, else by the parameters' names.
    pub terms: Vec<Explanation>,
}

impl Explained {
    /// Of the position on the board of a game of this kind; None where that is over.
    ///
    /// # Errors
    /// If the game is of another kind, so that its position cannot be read.
    pub fn new(kind: &dyn GameKind, game: &dyn AnyGame) -> Result<Option<Self>, ParseError> {
        if game.ending().is_some() {
            return Ok(None);
        }
        let position = game.position_text();
        let evaluation = kind.knowledge().evaluation(Some(&position))?;
        let turned = if game.side() == game.side_letters()[0] { 1 } else { -1 };
        let terms = if evaluation.reasons.is_empty() {
            let named = evaluation.terms.into_iter();
            named.map(|(text, points)| Explanation { points: turned * points, text }).collect()
        } else {
            evaluation.reasons
        };
        let points = turned * evaluation.points;
        let network = evaluation.network.map(|points| turned * points);
        Ok(Some(Self { position, points, network, terms }))
    }

    /// As many of the terms as people read, and what the others are worth together.
    #[must_use]
    pub fn shown(&self) -> (&[Explanation], Option<Explanation>) {
        const SHOWN: usize = 14;
        // One that is left out would take the line that says so.
        if self.terms.len() <= SHOWN + 1 {
            return (&self.terms, None);
        }
        let (shown, others) = self.terms.split_at(SHOWN);
        let points = others.iter().map(|term| term.points).sum();
        (shown, Some(Explanation { points, text: format!("{} smaller terms", others.len()) }))
    }
}

/// The game after a line from it, as far as that can be played: the line of a search may end within a turn. None where
/// no turn of it can be.
#[must_use]
pub fn end_of_line(game: &dyn AnyGame, line: &[String]) -> Option<Box<dyn AnyGame>> {
    let mut end = game.boxed_clone();
    let played = line.iter().take_while(|turn| end.play(turn).is_ok()).count();
    (played > 0).then_some(end)
}

#[cfg(test)]
mod tests {
    use game::Referee;

    use super::*;
    use crate::games::kind;

    /// Gold's camel on b7 is held by Silver's elephant.
    const HELD: &str = "[r....... .Me..... ........ ........ ........ ........ ........ R......E]";

    fn arimaa(side: char) -> (&'static dyn GameKind, Box<dyn AnyGame>) {
        let kind = kind("arimaa").unwrap();
        let position = format!("{side} {}", HELD.replace(' ', ""));
        (kind, kind.new_game(Some(&position), Referee::default()).unwrap())
    }

    #[test]
    fn terms_are_told_as_the_first_side_sees_them_whoever_is_to_move() {
        for side in ['g', 's'] {
            let (kind, game) = arimaa(side);
            let explained = Explained::new(kind, game.as_ref()).unwrap().unwrap();
            let sum: i32 = explained.terms.iter().map(|term| term.points).sum();
            assert_eq!(sum, explained.points);
            let held =
                explained.terms.iter().find(|term| term.text.contains("camel at b7 is held"));
            assert!(held.is_some_and(|term| term.points < 0), "{explained:#?}");
        }
    }

    #[test]
    fn what_is_not_shown_is_summed_up() {
        let term = |points| Explanation { points, text: String::new() };
        let mut explained = Explained {
            position: String::new(),
            points: 0,
            network: None,
            terms: (1..=15).rev().map(term).collect(),
        };
        assert_eq!(explained.shown(), (&explained.terms[..], None));
        explained.terms.push(term(-7));
        let (shown, rest) = explained.shown();
        assert_eq!(shown.len(), 14);
        assert_eq!(rest, Some(Explanation { points: -6, text: "2 smaller terms".to_owned() }));
    }

    #[test]
    fn a_line_is_followed_as_far_as_it_can_be_played() {
        let (_, game) = arimaa('g');
        let line = |turns: &[&str]| turns.iter().map(|&turn| turn.to_owned()).collect::<Vec<_>>();
        assert!(end_of_line(game.as_ref(), &[]).is_none());
        assert!(end_of_line(game.as_ref(), &line(&["nonsense"])).is_none());
        let end = end_of_line(game.as_ref(), &line(&["Ra1n", "ra8s", "nonsense", "Ra2n"])).unwrap();
        assert_eq!(end.turns(), ["Ra1n", "ra8s"]);
    }

    #[test]
    fn every_game_is_explained_and_those_that_say_so_in_words() {
        for kind in crate::kinds() {
            let game = kind.new_game(None, Referee::default()).unwrap();
            let explained = Explained::new(*kind, game.as_ref()).unwrap();
            assert!(explained.is_some(), "{}", kind.name());
            let reasons = kind.knowledge().evaluation(None).unwrap().reasons;
            assert!(kind.knowledge().explains() || reasons.is_empty(), "{}", kind.name());
        }
        assert!(kind("arimaa").unwrap().knowledge().explains());
    }
}
