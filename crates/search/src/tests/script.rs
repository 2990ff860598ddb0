//! A game written down node by node, that says what the search asked of it.
//!
//! Each technique of the search is seen to be used, and not to be used where it is unsafe, by the nodes that are
//! searched and the depth that each has left.

use std::num::NonZeroU16;
use std::sync::Mutex;

use game::params::Parameters;
use game::{
    Ending, Evaluator, ForcedWin, MoveBits, MoveList, Position, Repetition, Score, Side, StaticWin,
    zobrist::mix,
};

use crate::Switches;

/// A node as a test writes it. The root is the first side's to move; without more the sides alternate.
#[derive(Clone, Default)]
pub(crate) struct Node {
    points: i32,
    keeps_turn: bool,
    check: bool,
    tactical: bool,
    losing: bool,
    gain: i32,
    ending: Option<Ending>,
    clock: Option<Ending>,
    win: Option<i32>,
    loss: Option<i32>,
    forced: Option<i32>,
    least_win: i32,
    key: Option<u64>,
    pieces: u32,
    likeness: u64,
    may_end: bool,
    undoes: bool,
    threatened: bool,
    idle: bool,
    liked: i32,
    children: Vec<Self>,
    pass: Option<Box<Self>>,
}

/// What a move loses by exchanges that loses any, in points.
const EXCHANGE_LOSS: i32 = 300;

/// A node with this static evaluation, in points for the first side.
pub(crate) fn leaf(points: i32) -> Node {
    Node { points, ..Node::default() }
}

/// A tree in which every node has this static evaluation, and so many quiet moves down to so many plies.
pub(crate) fn even(points: i32, moves: usize, plies: usize) -> Node {
    let children = if plies == 0 { 0 } else { moves };
    leaf(points).then((0..children).map(|_| even(points, moves, plies - 1)))
}

impl Node {
    /// With these moves, in this order.
    pub(crate) fn then(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }
    /// The side that moved here moves again.
    pub(crate) fn kept(self) -> Self {
        Self { keeps_turn: true, ..self }
    }
    /// The side to move is in check.
    pub(crate) fn check(self) -> Self {
        Self { check: true, ..self }
    }
    /// The move that leads here is a tactical one.
    pub(crate) fn tactical(self) -> Self {
        Self { tactical: true, ..self }
    }
    /// The quiet move that leads here loses material by exchanges: [`EXCHANGE_LOSS`].
    pub(crate) fn hanging(self) -> Self {
        Self { losing: true, ..self }
    }
    /// The move that leads here is tactical and loses as much.
    pub(crate) fn losing(self) -> Self {
        Self { tactical: true, losing: true, ..self }
    }
    /// The turn may end here without another move, in this position.
    pub(crate) fn ends_in(self, after: Self) -> Self {
        Self { may_end: true, ..self.pass(after) }
    }
    /// The move that leads here only undoes the one before it.
    pub(crate) fn undoing(self) -> Self {
        Self { undoes: true, ..self }
    }
    /// The other side would win at once if the turn ended here.
    pub(crate) fn threatened(self) -> Self {
        Self { threatened: true, ..self }
    }
    /// The move that leads here has no part in stopping what is threatened.
    pub(crate) fn idle(self) -> Self {
        Self { idle: true, ..self }
    }
    /// The move that leads here brings so many points at once; to a tactical one they are added.
    pub(crate) fn gain(self, gain: i32) -> Self {
        Self { gain, ..self }
    }
    /// What the game thinks of the quiet move that leads here, in units of the history score.
    pub(crate) fn liked(self, liked: i32) -> Self {
        Self { liked, ..self }
    }
    /// The game is over here.
    pub(crate) fn over(self, ending: Ending) -> Self {
        Self { ending: Some(ending), ..self }
    }
    /// A count of plies ends the game here.
    pub(crate) fn clock(self, ending: Ending) -> Self {
        Self { clock: Some(ending), ..self }
    }
    /// The game sees that the side to move wins in so many plies by its first move.
    pub(crate) fn static_win(self, plies: i32) -> Self {
        Self { win: Some(plies), ..self }
    }
    /// The game can show, asked for a forced win, that the side to move wins in so many plies by its first move.
    pub(crate) fn forced_win(self, plies: i32) -> Self {
        Self { forced: Some(plies), ..self }
    }
    /// The game sees, in check, that the side to move loses in so many plies.
    pub(crate) fn static_loss(self, plies: i32) -> Self {
        Self { loss: Some(plies), check: true, ..self }
    }
    /// No side wins in fewer plies.
    pub(crate) fn least_win(self, plies: i32) -> Self {
        Self { least_win: plies, ..self }
    }
    /// A position that equals all others with this key.
    pub(crate) fn key(self, key: u64) -> Self {
        Self { key: Some(key), ..self }
    }
    /// So many pieces stand on the board.
    pub(crate) fn pieces(self, pieces: u32) -> Self {
        Self { pieces, ..self }
    }
    /// The static evaluation errs as it does in all nodes of this key.
    pub(crate) fn like(self, likeness: u64) -> Self {
        Self { likeness, ..self }
    }
    /// The position that passing leads to.
    pub(crate) fn pass(self, after: Self) -> Self {
        Self { pass: Some(Box::new(after)), ..self }
    }

    /// The root of the game.
    pub(crate) fn game(self) -> Script {
        let mut game = Vec::new();
        self.flatten(String::new(), Side::First, &mut game);
        let game = Box::leak(Box::new(Game { nodes: game, searched: Mutex::new(Vec::new()) }));
        Script { game, at: 0 }
    }

    fn flatten(mut self, path: String, side: Side, into: &mut Vec<Flat>) -> usize {
        let at = into.len();
        let children = std::mem::take(&mut self.children);
        let pass = self.pass.take();
        into.push(Flat { node: self, path: path.clone(), side, children: Vec::new(), pass: None });
        let letters = ('a'..='z').cycle();
        let below: Vec<usize> = children
            .into_iter()
            .zip(letters)
            .map(|(child, letter)| {
                let to_move = if child.keeps_turn { side } else { !side };
                child.flatten(format!("{path}{letter}"), to_move, into)
            })
            .collect();
        into[at].children = below;
        into[at].pass = pass.map(|after| after.flatten(path + "-", !side, into));
        at
    }
}

struct Flat {
    node: Node,
    path: String,
    side: Side,
    children: Vec<usize>,
    pass: Option<usize>,
}

struct Game {
    nodes: Vec<Flat>,
    searched: Mutex<Vec<(usize, i32)>>,
}

/// A position of a written game.
#[derive(Clone, Copy)]
pub(crate) struct Script {
    game: &'static Game,
    at: usize,
}

impl Script {
    fn flat(&self) -> &'static Flat {
        &self.game.nodes[self.at]
    }

    /// Move number `n`, from 0.
    pub(crate) fn mv(n: u16) -> ScriptMove {
        ScriptMove(NonZeroU16::new(u16::MAX - n).unwrap())
    }

    /// The nodes above the horizon that were searched since this was last asked, in order: each with the letters of the
    /// moves that lead there (`-` for a pass) and the depth left. `ab2` is the second reply to the first move.
    pub(crate) fn searched(&self) -> Vec<String> {
        let mut searched = self.game.searched.lock().unwrap();
        searched
            .drain(..)
            .map(|(at, depth)| format!("{}{depth}", self.game.nodes[at].path))
            .collect()
    }

    /// As [`searched`](Self::searched), of this root's children alone.
    pub(crate) fn children_searched(&self) -> Vec<String> {
        let depth_of_path =
            |text: &String| text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        self.searched().into_iter().filter(|text| depth_of_path(text) == 1).collect()
    }
}

impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.game, other.game) && self.at == other.at
    }
}

impl Eq for Script {}

impl std::fmt::Debug for Script {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.flat().path)
    }
}

/// The move to a child: the first has the greatest number, as of equal moves the picker takes that first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ScriptMove(NonZeroU16);

impl MoveBits for ScriptMove {
    fn bits(self) -> NonZeroU16 {
        self.0
    }
    fn from_bits(bits: NonZeroU16) -> Self {
        Self(bits)
    }
}

impl ScriptMove {
    fn number(self) -> usize {
        usize::from(u16::MAX - self.0.get())
    }
}

impl Position for Script {
    type Move = ScriptMove;
    const REPETITION: Repetition = Repetition::Draw;
    const HISTORY_SLOTS: usize = 32;
    const HISTORY_KINDS: usize = 2;
    const CONTINUATION_SLOTS: usize = 32;
    const MOST_QUIET_GAIN: i32 = 40;
    const CORRECTIONS: usize = 1;

    fn side_to_move(&self) -> Side {
        self.flat().side
    }
    fn key(&self) -> u64 {
        mix(self.flat().node.key.map_or(self.at as u64, |key| !key))
    }
    fn second_key(&self) -> u64 {
        mix(!self.key())
    }
    fn ending(&self) -> Option<Ending> {
        self.flat().node.ending
    }
    fn tactical_moves(&self, moves: &mut MoveList<ScriptMove>) {
        let all = (0..self.flat().children.len() as u16).map(Self::mv);
        moves.extend(all.filter(|&mv| self.is_tactical(mv)));
    }
    fn quiet_moves(&self, moves: &mut MoveList<ScriptMove>) {
        let all = (0..self.flat().children.len() as u16).map(Self::mv);
        moves.extend(all.filter(|&mv| !self.is_tactical(mv)));
    }
    fn is_legal(&self, mv: ScriptMove) -> bool {
        mv.number() < self.flat().children.len()
    }
    fn is_tactical(&self, mv: ScriptMove) -> bool {
        self.make(mv).flat().node.tactical
    }
    fn tactical_value(&self, mv: ScriptMove) -> i32 {
        100 + self.make(mv).flat().node.gain
    }
    fn quiet_checks(&self, moves: &mut MoveList<ScriptMove>) {
        let all = (0..self.flat().children.len() as u16).map(Self::mv);
        moves.extend(all.filter(|&mv| !self.is_tactical(mv) && self.make(mv).in_check()));
    }
    fn turn_ended(&self) -> Option<Self> {
        self.flat().node.may_end.then(|| self.null_move())?
    }
    fn take_back(&self) -> Option<ScriptMove> {
        (0..self.flat().children.len() as u16)
            .map(Self::mv)
            .find(|&mv| self.make(mv).flat().node.undoes)
    }
    fn threat(&self) -> Option<u64> {
        self.flat().node.threatened.then_some(1)
    }
    fn leaves_threat(&self, mv: ScriptMove, threat: u64) -> bool {
        threat == 1 && self.make(mv).flat().node.idle
    }
    fn quiet_gain(&self, mv: ScriptMove) -> i32 {
        self.make(mv).flat().node.gain
    }
    fn loses_by_exchange(&self, mv: ScriptMove, points: i32) -> bool {
        self.make(mv).flat().node.losing && points < EXCHANGE_LOSS
    }
    fn ending_without_moves(&self) -> Ending {
        Ending::win(!self.side_to_move(), "no move")
    }
    fn ending_by_clock(&self) -> Option<Ending> {
        self.flat().node.clock
    }
    // Asked once at each node above the horizon: where the search tells what depth it has left.
    fn clock_ends_within(&self, plies: i32) -> bool {
        self.game.searched.lock().unwrap().push((self.at, plies));
        false
    }
    fn make(&self, mv: ScriptMove) -> Self {
        Self { game: self.game, at: self.flat().children[mv.number()] }
    }
    fn null_move(&self) -> Option<Self> {
        self.flat().pass.map(|at| Self { game: self.game, at })
    }
    fn irreversible(&self, _: ScriptMove) -> bool {
        false
    }
    fn static_win(&self) -> Option<StaticWin<ScriptMove>> {
        self.flat().node.win.map(|plies| StaticWin { mv: Self::mv(0), plies })
    }
    fn forced_win(
        &self,
        effort: &mut u32,
        may_stand: &dyn Fn(u64) -> bool,
    ) -> Option<ForcedWin<ScriptMove>> {
        let plies = self.flat().node.forced?;
        let mv = Self::mv(0);
        let shows = *effort >= 100 && may_stand(self.make(mv).key());
        *effort = effort.saturating_sub(100);
        shows.then(|| ForcedWin { turn: MoveList::from_iter([mv]), plies })
    }
    fn least_plies_to_win(&self, _: Side) -> i32 {
        self.flat().node.least_win
    }
    fn in_check(&self) -> bool {
        self.flat().node.check
    }
    fn static_loss_plies(&self) -> Option<i32> {
        self.flat().node.loss
    }
    fn count_pieces(&self) -> u32 {
        self.flat().node.pieces
    }
    fn correction_key(&self, _: usize) -> u64 {
        self.flat().node.likeness
    }
    fn history_slot(&self, mv: ScriptMove) -> usize {
        mv.number() % 32
    }
    fn history_kind(&self, mv: ScriptMove, _context: u64) -> usize {
        usize::from(self.make(mv).flat().node.gain > 0)
    }
    fn continuation_slot(&self, mv: ScriptMove) -> usize {
        mv.number() % 32
    }
}

/// The static evaluation as it is written.
#[derive(Clone, Copy)]
pub(crate) struct Written;

impl Evaluator<Script> for Written {
    type Params = ();
    type State = ();
    const ORDERS: bool = true;

    fn new((): &(), _: &Script) -> Self {
        Self
    }
    fn fresh(&self, _: &Script) {}
    fn update(&self, (): &(), _: &Script, _: ScriptMove, _: &Script) {}
    fn orders(&self, position: &Script) -> impl Fn(ScriptMove) -> i32 {
        |mv| position.make(mv).flat().node.liked
    }
    fn evaluate(&self, position: &Script, (): &()) -> i32 {
        let points = position.flat().node.points;
        if position.side_to_move() == Side::First { points } else { -points }
    }
}

/// No technique at all.
pub(crate) fn nothing() -> Switches {
    let mut switches = Switches::START;
    for index in 0..Switches::infos().len() {
        switches.set(index, 0);
    }
    // Order, not a technique of the tests: captures stand first.
    switches.tactical_first = true;
    switches
}

/// So many points.
pub(crate) fn points(points: i32) -> Score {
    Score::points(points)
}
