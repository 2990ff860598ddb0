//! How tables of an evaluation's parameters lie on the board, so that they can be drawn.

/// A board of scores: what a piece is worth on each square, under one title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLayout {
    /// The part that the scores belong to, apart from piece and phase: a card; empty where nothing
    /// else tells boards apart.
    pub title: String,
    /// The piece they are of; empty where all are alike.
    pub piece: &'static str,
    /// The phase they are for; empty where there is one.
    pub phase: &'static str,
    /// How many squares a row has.
    pub columns: usize,
    /// Tables whose elements add up to the score of a square.
    pub layers: Vec<BoardLayer>,
}

/// A table that lies on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLayer {
    /// Its parameter's name, without an index.
    pub table: &'static str,
    /// The element that counts on each square, the row farthest from the owner first, each from left to right.
    pub elements: Vec<usize>,
}

impl BoardLayer {
    /// A table on a board of so many columns and rows, by the element for a column and a rank, both from 0; rank 0 is
    /// the owner's own.
    pub fn new(
        table: &'static str,
        columns: usize,
        ranks: usize,
        element: impl Fn(usize, usize) -> usize,
    ) -> Self {
        let squares = (0..ranks).rev().flat_map(|rank| (0..columns).map(move |file| (file, rank)));
        Self { table, elements: squares.map(|(file, rank)| element(file, rank)).collect() }
    }
}
