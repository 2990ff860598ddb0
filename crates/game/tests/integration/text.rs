//! Notation and parameters as text.

use game::params::{ParamError, Parameters, camel_case, fold_name};
use game::{Notation, ParseError, Position};

use crate::line::{DOWN, END, Line, NONE, UP};

#[test]
fn an_error_names_the_place_in_characters() {
    let whole = "aé—bad rest";
    let error = ParseError::new(whole, &whole[6..9], "this is wrong");
    assert_eq!((error.text.as_str(), error.column), ("bad", 3));
    assert_eq!(error.to_string(), "this is wrong (at column 4: 'bad')");
    let elsewhere = String::from("bad");
    assert_eq!(ParseError::new(whole, &elsewhere, "wrong").column, 0, "no part of the text");
    let end = ParseError::new(whole, &whole[whole.len()..], "more is needed");
    assert_eq!(end.column, whole.chars().count());
    let long = "x\n".repeat(60);
    let shown = ParseError::new(&long, &long, "too long").to_string();
    assert_eq!(shown, format!("too long (at column 1: '{}')", "x\\n".repeat(30)));
}

#[test]
fn turns_are_written_move_by_move() {
    let line = Line::<NONE, 2>::at(5);
    let turn = line.parse_turn("up end").unwrap();
    assert_eq!(turn[..], [UP, END]);
    assert_eq!(line.turn_text(&turn), "up end");
    assert_eq!(line.describe_turn(&turn), "up from 5 end from 6", "each from where it is played");
    assert_eq!(line.parse_moves(" \t"), Ok(Vec::new()));
    assert_eq!(line.parse_moves(" down "), Ok(vec![DOWN]));
    assert!(line.parse_moves("side").is_err());
    assert!(line.lists_turns() && line.written_otherwise() == line);
}

/// The same game, of which the turns are read as the trait does it for games of one move a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Plain(Line<NONE>);

impl Position for Plain {
    type Move = <Line<NONE> as Position>::Move;
    const REPETITION: game::Repetition = game::Repetition::None;
    const HISTORY_SLOTS: usize = 4;
    fn side_to_move(&self) -> game::Side {
        self.0.side_to_move()
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn ending(&self) -> Option<game::Ending> {
        self.0.ending()
    }
    fn tactical_moves(&self, moves: &mut game::MoveList<Self::Move>) {
        self.0.tactical_moves(moves);
    }
    fn quiet_moves(&self, moves: &mut game::MoveList<Self::Move>) {
        self.0.quiet_moves(moves);
    }
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.0.is_legal(mv)
    }
    fn is_tactical(&self, mv: Self::Move) -> bool {
        self.0.is_tactical(mv)
    }
    fn tactical_value(&self, mv: Self::Move) -> i32 {
        self.0.tactical_value(mv)
    }
    fn ending_without_moves(&self) -> game::Ending {
        self.0.ending_without_moves()
    }
    fn ending_by_clock(&self) -> Option<game::Ending> {
        self.0.ending_by_clock()
    }
    fn make(&self, mv: Self::Move) -> Self {
        Self(self.0.make(mv))
    }
    fn irreversible(&self, mv: Self::Move) -> bool {
        self.0.irreversible(mv)
    }
    fn count_pieces(&self) -> u32 {
        1
    }
    fn history_slot(&self, mv: Self::Move) -> usize {
        self.0.history_slot(mv)
    }
}

impl Notation for Plain {
    const GAME: &'static str = "plain line";
    fn start() -> Self {
        Self(Line::start())
    }
    fn parse(text: &str) -> Result<Self, ParseError> {
        Line::parse(text).map(Self)
    }
    fn text(&self) -> String {
        self.0.text()
    }
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError> {
        self.0.parse_move(text)
    }
    fn move_text(&self, mv: Self::Move) -> String {
        self.0.move_text(mv)
    }
    fn describe_move(&self, mv: Self::Move) -> String {
        self.0.describe_move(mv)
    }
    fn side_letter(side: game::Side) -> char {
        Line::<NONE>::side_letter(side)
    }
    fn side_name(side: game::Side) -> &'static str {
        Line::<NONE>::side_name(side)
    }
    fn draw(&self) -> String {
        self.0.draw()
    }
}

#[test]
fn a_game_of_one_move_a_turn_has_turns_without_more() {
    let turns = |at: u8| Plain(Line::at(at)).legal_turns();
    assert_eq!(turns(5).iter().map(|turn| turn.to_vec()).collect::<Vec<_>>(), [[UP], [DOWN]]);
    assert!(turns(9).is_empty() && turns(2).is_empty());
    assert_eq!(Plain(Line::at(5)).parse_turn("up").unwrap()[..], [UP]);
    assert!(Plain(Line::at(9)).parse_turn("down").is_err());
    // The trait's defaults, in positions where a game has nothing of its own.
    let over = |at, plies| Plain(Line { plies, ..Line::at(at) }).is_over();
    assert!(over(9, 0) && over(2, 0) && over(5, 40) && !over(5, 39));
    let here = Plain(Line::at(5));
    assert_eq!(
        (here.count_legal_moves(), here.has_legal_move(), here.is_forced()),
        (2, true, false)
    );
    let hole = Plain(Line::at(2));
    assert_eq!(
        (hole.count_legal_moves(), hole.has_legal_move(), hole.is_forced()),
        (0, false, false)
    );
    let one = Line::<NONE, 2> { done: 1, ..Line::at(2) };
    assert!(one.is_forced() && one.has_legal_move());
    assert_eq!((here.repetition_key(), here.static_win_plies()), (Some(here.key()), None));
    assert_eq!(
        (here.depth_of(UP), here.length_of(UP), here.least_plies_to_win(here.0.side)),
        (1, 1, 0)
    );
    assert!(here.null_move().is_none() && here.turn_ended().is_none() && !here.in_check());
    assert!(here.static_loss_plies().is_none() && !here.loses_exchange(UP));
    assert!(!here.clock_ends_within(99) && here.count_two_plies(1).is_none());
    assert_eq!((here.quiet_gain(UP), here.continuation_slot(UP)), (0, 0));
    assert_eq!(Line::<NONE, 2>::at(7).static_win_plies(), Some(2));
}

game::parameters! {
    /// Numbers to test with.
    pub struct Numbers {
        /// Let it count.
        it_counts: bool = false, 0..=1, step 1, "";
        /// The worth of a stone.
        stone_value: i32 = 100, 50..=200, step 5, "points";
        /// The worth of each place.
        place: [[i16; 2]; 2] = [[1, 2], [3, 4]], -9..=9, step 2, "points";
    }
}

#[test]
fn a_declaration_says_all_that_is_known() {
    let infos = Numbers::infos();
    let names: Vec<&str> = infos.iter().map(|info| info.name.as_str()).collect();
    assert_eq!(names, ["ItCounts", "StoneValue", "Place[0]", "Place[1]", "Place[2]", "Place[3]"]);
    let stone = &infos[1];
    assert_eq!((stone.start, stone.min, stone.max, stone.step), (100, 50, 200, 5));
    assert_eq!((stone.doc, stone.unit, stone.switch), ("The worth of a stone.", "points", false));
    assert!(infos[0].switch && infos[0].start == 0);
    assert_eq!(infos[4].start, 3);
    assert_eq!(Numbers::default(), Numbers::START);
}

#[test]
fn parameters_are_set_by_number_within_their_range() {
    let mut numbers = Numbers::START;
    for (index, value, kept) in
        [(0, 1, 1), (1, 150, 150), (1, 10, 50), (1, 999, 200), (4, -5, -5), (5, 99, 9)]
    {
        numbers.set(index, value);
        assert_eq!(numbers.get(index), kept);
    }
    assert_eq!(numbers.vector(), [1, 200, 1, 2, -5, 9]);
    assert_eq!(numbers.place, [[1, 2], [-5, 9]]);
    let before = numbers.clone();
    numbers.set(6, 7);
    assert_eq!((numbers.get(6), &numbers), (0, &before), "there is no such number");
    numbers.set(0, 0);
    assert!(!numbers.it_counts);
}

#[test]
fn parameters_are_set_by_name_however_it_is_written() {
    let mut numbers = Numbers::START;
    for (name, value) in [("stone_value", "60"), ("STONE-VALUE", " 61 "), ("Stone Value", "62")] {
        numbers.set_by_name(name, value).unwrap();
        assert_eq!(numbers.stone_value.to_string(), value.trim());
    }
    for (value, is) in
        [("true", true), ("off", false), ("on", true), ("false", false), ("1", true), ("0", false)]
    {
        numbers.set_by_name("itcounts", value).unwrap();
        assert_eq!(numbers.it_counts, is);
    }
    numbers.set_by_name("place[2]", "-9").unwrap();
    assert_eq!(numbers.place, [[1, 2], [-9, 4]]);
    numbers.set_by_name("place", "6").unwrap();
    assert_eq!((numbers.place, numbers.stone_value), ([[6; 2]; 2], 62));
    for value in ["49", "201", "x", "true", ""] {
        let error = numbers.set_by_name("StoneValue", value).unwrap_err().to_string();
        let text =
            format!("'{value}' is no value for StoneValue: use a whole number from 50 to 200");
        assert_eq!(error, text);
    }
    let error = numbers.set_by_name("ItCounts", "2").unwrap_err().to_string();
    assert_eq!(error, "'2' is no value for ItCounts: use true or false");
    let unknown = ParamError::Unknown("pla".to_owned());
    assert_eq!(numbers.set_by_name("pla", "1"), Err(unknown.clone()));
    assert_eq!(unknown.to_string(), "there is no parameter 'pla'");
    assert_eq!(
        (fold_name("A-b_c D"), camel_case("late_move_x")),
        ("abcd".into(), "LateMoveX".into())
    );
}
