//! Positions and moves as text.
//!
//! `bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab`: the ranks from 5 down to 1, each from file
//! a to e with numbers for empty squares, the side to move, Red's hand, Blue's hand and the fifth
//! card. Moves are `ox c1c2`, passes `pass ox`.

use game::{Notation, ParseError, Position as _, Side};

use crate::cards::Card;
use crate::moves::Move;
use crate::position::{Position, TEMPLES};

/// The reference start of the published counts.
const START: &str = "bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab";

/// `c1` for 2.
pub fn square_name(square: usize) -> String {
    let file = char::from(b'a' + (square % 5) as u8);
    format!("{file}{}", square / 5 + 1)
}

/// 2 for `c1`.
fn square_by_name(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [file @ b'a'..=b'e', rank @ b'1'..=b'5'] => {
            Some(usize::from(rank - b'1') * 5 + usize::from(file - b'a'))
        }
        _ => None,
    }
}

/// Cuts `text` at single or repeated blanks into exactly the parts that are `expected`.
fn fields<'a, const N: usize>(
    text: &'a str,
    expected: [&str; N],
) -> Result<[&'a str; N], ParseError> {
    let mut parts = text.split_ascii_whitespace();
    let mut found = [""; N];
    for (field, name) in found.iter_mut().zip(expected) {
        let end = &text[text.len()..];
        *field =
            parts.next().ok_or_else(|| ParseError::new(text, end, format!("{name} is missing")))?;
    }
    match parts.next() {
        Some(extra) => Err(ParseError::new(text, extra, "nothing more was expected")),
        None => Ok(found),
    }
}

fn parse_card(whole: &str, name: &str, seen: &mut Vec<Card>) -> Result<Card, ParseError> {
    let card = Card::by_name(name)
        .ok_or_else(|| ParseError::new(whole, name, "there is no card of this name"))?;
    if seen.contains(&card) {
        return Err(ParseError::new(whole, name, "this card is named twice"));
    }
    seen.push(card);
    Ok(card)
}

fn parse_hand(whole: &str, text: &str, seen: &mut Vec<Card>) -> Result<[Card; 2], ParseError> {
    let Some((first, second)) = text.split_once(',') else {
        return Err(ParseError::new(whole, text, "a hand is two cards joined by a comma"));
    };
    if second.contains(',') {
        return Err(ParseError::new(whole, text, "a hand is two cards, not more"));
    }
    Ok([parse_card(whole, first, seen)?, parse_card(whole, second, seen)?])
}

struct Board {
    pieces: [u32; 2],
    masters: [usize; 2],
}

fn parse_board(whole: &str, text: &str) -> Result<Board, ParseError> {
    let fail = |part: &str, reason: String| Err(ParseError::new(whole, part, reason));
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 5 {
        return fail(text, format!("a board has 5 ranks, this one has {}", ranks.len()));
    }
    let mut board = Board { pieces: [0; 2], masters: [25; 2] };
    for (rank, row) in (0..5).rev().zip(&ranks) {
        let mut file = 0;
        for (at, letter) in row.char_indices() {
            let here = &row[at..at + letter.len_utf8()];
            if file >= 5 {
                return fail(row, format!("rank {} has more than 5 squares", rank + 1));
            }
            let square = rank * 5 + file;
            let side = match letter {
                '1'..='5' => {
                    file += letter as usize - '0' as usize;
                    continue;
                }
                'r' | 'R' => 0,
                'b' | 'B' => 1,
                _ => {
                    return fail(here, "a square is r, R, b, B or a number of empty ones".into());
                }
            };
            if letter.is_ascii_uppercase() {
                if board.masters[side] != 25 {
                    let name = Position::side_name(Side::BOTH[side]);
                    return fail(here, format!("{name} has two masters"));
                }
                board.masters[side] = square;
            }
            board.pieces[side] |= 1 << square;
            file += 1;
        }
        if file != 5 {
            return fail(row, format!("rank {} has {file} squares and not 5", rank + 1));
        }
    }
    for side in Side::BOTH {
        let name = Position::side_name(side);
        if board.masters[side.index()] == 25 {
            return fail(text, format!("{name} has no master"));
        }
        let count = board.pieces[side.index()].count_ones();
        if count > 5 {
            return fail(text, format!("{name} has {count} pieces, more than five"));
        }
    }
    if board.masters == [TEMPLES[1], TEMPLES[0]] {
        return fail(text, "both masters stand on the other's temple".into());
    }
    Ok(board)
}

impl Position {
    /// The reason why a well-formed move is not legal here.
    fn refusal(&self, mv: Move) -> String {
        let us = self.side_to_move();
        let name = Self::side_name(us);
        let card = self.cards()[mv.slot()];
        let title = card.title();
        let [first, second] = self.hand(us).map(Card::title);
        if !self.hand(us).contains(&card) {
            return format!("{name} does not hold {title} but {first} and {second}");
        }
        if mv.is_pass() {
            return format!("{name} can move and so may not pass");
        }
        let (from, to) = (square_name(mv.from()), square_name(mv.to()));
        if self.pieces(us) >> mv.from() & 1 == 0 {
            return format!("{name} has no piece on {from}");
        }
        if self.pieces(us) >> mv.to() & 1 == 1 {
            return format!("{name}'s own piece stands on {to}");
        }
        format!("{title} does not lead from {from} to {to} for {name}")
    }
}

impl Notation for Position {
    const GAME: &'static str = "onitama";

    fn start() -> Self {
        Self::parse(START).expect("the start position is well formed (tested)")
    }

    fn parse(text: &str) -> Result<Self, ParseError> {
        let expected =
            ["the board", "the side to move", "Red's hand", "Blue's hand", "the fifth card"];
        let [board, side, red, blue, spare] = fields(text, expected)?;
        let Board { pieces, masters } = parse_board(text, board)?;
        let side = match side {
            "r" => Side::First,
            "b" => Side::Second,
            _ => return Err(ParseError::new(text, side, "the side to move is r or b")),
        };
        let mut seen = Vec::with_capacity(5);
        let hands = [parse_hand(text, red, &mut seen)?, parse_hand(text, blue, &mut seen)?];
        let spare_card = parse_card(text, spare, &mut seen)?;
        Self::new(pieces, masters, hands, spare_card, side)
            .ok_or_else(|| ParseError::new(text, spare, "the five cards must differ"))
    }

    fn text(&self) -> String {
        let mut ranks = Vec::with_capacity(5);
        for rank in (0..5).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..5 {
                match self.letter(rank * 5 + file) {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            row += &empty.to_string();
                        }
                        empty = 0;
                        row.push(letter);
                    }
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            ranks.push(row);
        }
        let [red, blue] = Side::BOTH.map(|side| self.hand(side).map(Card::name).join(","));
        let side = Self::side_letter(self.side_to_move());
        format!("{} {side} {red} {blue} {}", ranks.join("/"), self.spare().name())
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        if let Some(ending) = self.ending() {
            let reason = format!("the game is over ({})", ending.reason);
            return Err(ParseError::new(text, text, reason));
        }
        let [first, second] = fields(text, ["a card, or 'pass',", "the squares, or a card,"])?;
        let slot = |name: &str| {
            let card = parse_card(text, name, &mut Vec::new())?;
            self.cards().iter().position(|&c| c == card).ok_or_else(|| {
                let reason = format!("{} is not one of the five cards in play", card.title());
                ParseError::new(text, name, reason)
            })
        };
        let mv = if first.eq_ignore_ascii_case("pass") {
            Move::pass(slot(second)?)
        } else {
            let slot = slot(first)?;
            let way: String = second.chars().filter(|&c| c != '-').collect();
            let squares = way
                .split_at_checked(2)
                .and_then(|(from, to)| Some((square_by_name(from)?, square_by_name(to)?)));
            let Some((from, to)) = squares else {
                let reason = "a move is two squares from a1 to e5, as in c1c2";
                return Err(ParseError::new(text, second, reason));
            };
            Move::new(slot, from, to)
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(ParseError::new(text, text, self.refusal(mv))) }
    }

    fn move_text(&self, mv: Move) -> String {
        let card = self.cards()[mv.slot().min(4)].name();
        if mv.is_pass() {
            format!("pass {card}")
        } else {
            format!("{card} {}{}", square_name(mv.from()), square_name(mv.to()))
        }
    }

    fn describe_move(&self, mv: Move) -> String {
        let card = self.cards()[mv.slot().min(4)].title();
        if mv.is_pass() {
            return format!("Pass {card}");
        }
        format!("{card} {}-{}", square_name(mv.from()), square_name(mv.to()))
    }

    fn side_letter(side: Side) -> char {
        ['r', 'b'][side.index()]
    }

    fn side_name(side: Side) -> &'static str {
        ["Red", "Blue"][side.index()]
    }

    fn draw(&self) -> String {
        crate::draw::draw(self)
    }
}
