//! How another server of a game tells positions and turns: for programs that were written for that server.

/// The words of another server for a game.
pub trait Dialect: Send + Sync {
    /// The server's name, in small letters.
    fn server(&self) -> &'static str;

    /// How its games are dealt, in the words of [`Starts::deal`](crate::Starts::deal).
    fn deal(&self) -> &'static str;

    /// Its names of the sides, in the order of
    /// `GameKind::side_letters`.
    fn sides(&self) -> [&'static str; 2];

    /// A position; none where the text is none.
    fn position(&self, text: &str) -> Option<DialectPosition>;

    /// A turn, from the game's own notation.
    fn turn(&self, text: &str) -> String;

    /// A turn in the game's own notation, from the two words of the other server; it need not be legal.
    fn read_turn(&self, card: &str, squares: &str) -> String;
}

/// A position in another server's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialectPosition {
    /// The board, square by square.
    pub board: String,
    /// The cards of each side.
    pub hands: [Vec<String>; 2],
    /// The card beside the board.
    pub side_card: String,
}
