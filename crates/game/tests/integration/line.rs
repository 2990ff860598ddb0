//! A game small enough to count by hand: a stone on a line of ten fields, that both sides move.

use std::num::NonZeroU16;

use game::{
    Ending, Evaluator, MoveBits, MoveList, Notation, ParseError, Position, Repetition, Side,
    StaticWin, Turn,
};

/// The rules of repetition, by the first parameter of [`Line`].
pub const NONE: u8 = 0;
pub const IRRELEVANT: u8 = 1;
pub const DRAW: u8 = 2;
pub const LOSS: u8 = 3;
pub const ILLEGAL: u8 = 4;

/// On the last field (9) the first side has won, on field 0 the second. From field 2 no step leads away: who is to
/// move there has lost. After forty plies nobody has won. A turn has up to `STEPS` steps. `FAULT` breaks a law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<const REPETITION: u8, const STEPS: u8 = 1, const FAULT: u8 = 0> {
    pub at: u8,
    pub side: Side,
    /// How many steps of the turn are done.
    pub done: u8,
    pub plies: u8,
}

/// A step up, a step down, or the end of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Step(pub u16);

pub const UP: Step = Step(1);
pub const DOWN: Step = Step(2);
pub const END: Step = Step(3);

impl MoveBits for Step {
    fn bits(self) -> NonZeroU16 {
        NonZeroU16::new(self.0).unwrap()
    }
    fn from_bits(bits: NonZeroU16) -> Self {
        Self(bits.get())
    }
}

impl<const R: u8, const S: u8, const F: u8> Line<R, S, F> {
    /// With the stone on this field, the first side to move.
    pub fn at(at: u8) -> Self {
        Self { at, side: Side::First, done: 0, plies: 0 }
    }
    /// The same with the second side to move.
    pub fn second(self) -> Self {
        Self { side: Side::Second, ..self }
    }
    fn steps_left(&self) -> u8 {
        S - self.done
    }
}

impl<const R: u8, const S: u8, const F: u8> Position for Line<R, S, F> {
    type Move = Step;
    const REPETITION: Repetition = match R {
        NONE => Repetition::None,
        IRRELEVANT => Repetition::Irrelevant,
        DRAW => Repetition::Draw,
        LOSS => Repetition::Loss,
        _ => Repetition::Illegal,
    };
    const HISTORY_SLOTS: usize = 4;
    const SIDES_ALTERNATE: bool = S == 1 || F == 1;
    // Of wins in a turn of several steps it sees longer ones, too.
    const STATIC_WIN_PLIES: i32 = if S == 1 { 1 } else { 0 };
    const MOVER_MAY_LOSE: bool = F != 10;

    fn side_to_move(&self) -> Side {
        self.side
    }
    fn key(&self) -> u64 {
        let side = self.side.index() as u64;
        let plies = if F == 2 { u64::from(self.plies) } else { 0 };
        u64::from(self.at) << 16 | u64::from(self.done) << 8 | side << 4 | plies << 32
    }
    fn ending(&self) -> Option<Ending> {
        match self.at {
            9 => Some(Ending::win(Side::First, "top")),
            0 => Some(Ending::win(Side::Second, "bottom")),
            _ => None,
        }
    }
    fn tactical_moves(&self, moves: &mut MoveList<Step>) {
        if self.at != 2 {
            moves.extend([UP, DOWN]);
        }
    }
    fn quiet_moves(&self, moves: &mut MoveList<Step>) {
        if self.done > 0 {
            moves.push(END);
        }
        if F == 3 {
            moves.push(UP);
        }
    }
    fn is_legal(&self, mv: Step) -> bool {
        match mv {
            UP | DOWN => self.at != 2,
            END => self.done > 0,
            _ => F == 4,
        }
    }
    fn is_tactical(&self, mv: Step) -> bool {
        mv != END && F != 5
    }
    fn tactical_value(&self, _: Step) -> i32 {
        0
    }
    fn ending_without_moves(&self) -> Ending {
        Ending::win(!self.side, "stuck")
    }
    fn ending_by_clock(&self) -> Option<Ending> {
        (self.plies >= 40).then(|| Ending::draw("forty plies"))
    }
    fn make(&self, mv: Step) -> Self {
        let at = match mv {
            UP => self.at + 1,
            DOWN => self.at - 1,
            _ => self.at,
        };
        let turns = mv == END || self.steps_left() == 1 || at == 9 || at == 0;
        Self {
            at,
            side: if turns { !self.side } else { self.side },
            done: if turns { 0 } else { self.done + 1 },
            plies: self.plies + 1,
        }
    }
    fn repetition_key(&self) -> Option<u64> {
        (self.done == 0).then(|| self.key())
    }
    fn irreversible(&self, _: Step) -> bool {
        false
    }
    fn static_win(&self) -> Option<StaticWin<Step>> {
        let (mv, steps) = match self.side {
            Side::First => (UP, 9 - self.at),
            Side::Second => (DOWN, self.at),
        };
        let near = steps <= self.steps_left() && self.at != 2;
        match F {
            6 => None,
            7 => Some(StaticWin { mv: UP, plies: 1 }),
            _ => near.then_some(StaticWin { mv, plies: steps.into() }),
        }
    }
    fn in_check(&self) -> bool {
        matches!((self.side, self.at), (Side::First, 1) | (Side::Second, 8))
    }
    fn static_loss_plies(&self) -> Option<i32> {
        (F == 11).then_some(2)
    }
    fn count_pieces(&self) -> u32 {
        1
    }
    fn history_slot(&self, mv: Step) -> usize {
        usize::from(mv.0) + if F == 8 { 4 } else { 0 }
    }
}

impl<const R: u8, const S: u8, const F: u8> Notation for Line<R, S, F> {
    const GAME: &'static str = "line";

    fn start() -> Self {
        Self::at(6)
    }
    fn parse(text: &str) -> Result<Self, ParseError> {
        let numbers: Vec<u8> = text.split(' ').filter_map(|part| part.parse().ok()).collect();
        let [at, side, done, plies] = numbers[..] else {
            return Err(ParseError::new(text, text, "four numbers are needed"));
        };
        Ok(Self { at, side: Side::BOTH[usize::from(side)], done, plies })
    }
    fn text(&self) -> String {
        let done = if F == 9 { 0 } else { self.done };
        format!("{} {} {done} {}", self.at, self.side.index(), self.plies)
    }
    fn parse_move(&self, text: &str) -> Result<Step, ParseError> {
        let mv = match text.trim() {
            "up" => UP,
            "down" => DOWN,
            "end" => END,
            _ => return Err(ParseError::new(text, text.trim(), "this is no step")),
        };
        let legal = self.ending().is_none() && self.is_legal(mv);
        legal.then_some(mv).ok_or_else(|| ParseError::new(text, text, "this is not legal"))
    }
    fn move_text(&self, mv: Step) -> String {
        match mv {
            UP => "up",
            DOWN => "down",
            _ => "end",
        }
        .to_owned()
    }
    fn describe_move(&self, mv: Step) -> String {
        format!("{} from {}", self.move_text(mv), self.at)
    }
    fn side_letter(side: Side) -> char {
        ['f', 's'][side.index()]
    }
    fn side_name(side: Side) -> &'static str {
        ["First", "Second"][side.index()]
    }
    fn draw(&self) -> String {
        self.text()
    }
    fn legal_turns(&self) -> Vec<Turn<Self>> {
        let mut turns = Vec::new();
        let mut open = vec![(*self, Turn::<Self>::new())];
        while let Some((position, turn)) = open.pop() {
            if position.ending().is_some() && turn.is_empty() {
                break;
            }
            let begun = position.side == self.side && position.ending().is_none();
            if !turn.is_empty() && !begun {
                turns.push(turn);
                continue;
            }
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            for mv in moves {
                let mut longer = turn.clone();
                longer.push(mv);
                open.push((position.make(mv), longer));
            }
        }
        turns
    }
    fn parse_turn(&self, text: &str) -> Result<Turn<Self>, ParseError> {
        let mut position = *self;
        let mut turn = Turn::<Self>::new();
        for part in text.split_whitespace() {
            if !turn.is_empty() && position.side != self.side {
                return Err(ParseError::new(text, part, "the turn is over"));
            }
            let mv = position.parse_move(part)?;
            turn.push(mv);
            position = position.make(mv);
        }
        let complete = position.side != self.side || position.ending().is_some();
        complete.then_some(turn).ok_or_else(|| ParseError::new(text, text, "the turn goes on"))
    }
}

/// How high the stone stands; `FAULT` 1 forgets what a step changes.
#[derive(Clone, Copy)]
pub struct Height<const FAULT: u8>;

impl<const R: u8, const S: u8, const F: u8, const FAULT: u8> Evaluator<Line<R, S, F>>
    for Height<FAULT>
{
    type Params = ();
    type State = i32;

    fn new((): &(), _: &Line<R, S, F>) -> Self {
        Self
    }
    fn fresh(&self, position: &Line<R, S, F>) -> i32 {
        i32::from(position.at) * 100
    }
    fn update(&self, state: &i32, _: &Line<R, S, F>, mv: Step, _: &Line<R, S, F>) -> i32 {
        state
            + match mv {
                UP if FAULT == 0 => 100,
                DOWN => -100,
                _ => 0,
            }
    }
    fn evaluate(&self, position: &Line<R, S, F>, state: &i32) -> i32 {
        if position.side == Side::First { *state } else { -state }
    }
}
