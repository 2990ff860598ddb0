//! The definition of a game: the facts and parts that each has.

use std::sync::Arc;
use std::time::Duration;

use game::perft::Finished;
use game::{
    Evaluator, Features, Notation, ParseError, Position as _, Side, Turn, params::Parameters,
};
use network::Network;
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chances::Chances;
use crate::dialect::Dialect;
use crate::game_text::TextFiles;
use crate::layout::BoardLayout;
use crate::levels::LevelScale;
use crate::network_inputs::BuiltInNetwork;
use crate::parameters::ParameterSet;
use crate::presets::Preset;
use crate::recorded::{BookFiles, GameFiles};
use crate::tables::{TypedTableBuilder, TypedTableFolders};

/// The plain facts of a game.
pub struct GameInfo {
    /// The name that scripts write: `onitama`.
    pub name: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The protocol that its engines speak, as the protocol crate knows it: UGI where it has none of its own.
    pub protocol: &'static str,
    /// Other protocols in which programs of this game can be spoken to.
    pub other_protocols: &'static [&'static str],
    /// The nominal depth, in plies, to which `bench` searches its positions: some seconds for all of them.
    pub bench_depth: u32,
    /// The [`deal`](crate::Starts::deal) of matches where none is asked for: starts that differ from pair to pair.
    pub match_deal: &'static str,
    /// The [`deal`](crate::Starts::deal)s that self-play takes in turn where none is asked for, a group of starts each.
    pub training_deals: &'static [&'static str],
    /// The strength of each of the [`levels`](crate::levels()), in Elo on the scale that players of this game know;
    /// empty where that was not measured.
    pub level_elo: &'static [u32],
    /// The measured gain of each level over the one below, from the lowest; without those that were
    /// not measured.
    pub level_gains: &'static [LevelGain],
    /// How long the highest level thinks about a turn, where nobody gives it a time.
    pub full_strength_time: Duration,
    /// The chances behind a score, where they were fitted to games.
    pub chances: Option<Chances>,
    /// The option that asks for another way of writing moves, as protocols call it.
    pub writing_option: Option<&'static str>,
    /// The names under which programs that know the players' other servers ask for its starts; empty where it has none
    /// but its own.
    pub variants: &'static [Variant],
    /// How another server tells positions and turns, where programs were written for one.
    pub dialect: Option<&'static dyn Dialect>,
    /// The letter of a side in the text of a position.
    pub(crate) side_letter: fn(Side) -> char,
    /// Frozen configurations.
    pub(crate) presets: &'static [Preset],
    /// How perft counts a finished game, by the custom of the game.
    pub(crate) finished: Finished,
}

/// A part of a start: a card in a hand, a set-up of a side.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct StartPart {
    /// Its name: `tiger`, `99of9`.
    pub name: String,
    /// Its place, for people: `first player's`.
    pub place: &'static str,
}

/// The gain of a level over the one below: the Elo of a match, with its interval of 95 %.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelGain {
    /// From 2.
    pub level: u8,
    /// Its Elo, the level below being 0.
    pub elo: i32,
    /// The interval's lower end.
    pub low: i32,
    /// The interval's upper end.
    pub high: i32,
    /// The games of the match.
    pub games: u32,
}

impl LevelGain {
    /// So many games, and what they say.
    pub(crate) const fn of(level: u8, games: u32, elo: i32, (low, high): (i32, i32)) -> Self {
        Self { level, elo, low, high, games }
    }
}

/// A kind of start, as programs call it that know the players' other servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// For programs: `standard`.
    pub key: &'static str,
    /// For people: `Standard`.
    pub name: &'static str,
    /// The [`deal`](crate::Starts::deal) of such a start.
    pub deal: &'static str,
}

impl GameInfo {
    /// The facts of a game that has nothing of its own; its name is [`Notation::GAME`].
    pub(crate) const fn new<P: Notation>(title: &'static str) -> Self {
        Self {
            name: P::GAME,
            title,
            protocol: "ugi",
            other_protocols: &[],
            bench_depth: 8,
            match_deal: RANDOM,
            training_deals: &[],
            level_elo: &[],
            level_gains: &[],
            full_strength_time: Duration::from_secs(4),
            chances: None,
            writing_option: P::WRITING_OPTION,
            variants: &[],
            dialect: None,
            side_letter: P::side_letter,
            presets: &[],
            finished: Finished::Nothing,
        }
    }

    /// The game's own name, as a kind of start.
    pub(crate) const fn own_variant(&self) -> Variant {
        Variant { key: self.name, name: self.title, deal: "" }
    }
}

/// The [`deal`](crate::Starts::deal) of a start by random moves.
const RANDOM: &str = "random";
/// The plies of such a start: enough that pairs of games differ, few enough that neither side has won.
const RANDOM_PLIES: usize = 6;

/// The definition of a game: it makes a [`Notation`] playable here. Its supertrait gives the search's switches and numbers.
pub(crate) trait GameDefinition: search::Defaults {
    /// The rules.
    type Position: Notation;
    /// The static evaluation.
    type Eval: Evaluator<Self::Position, Params: Parameters + 'static> + 'static;
    /// The inputs of its networks; [`game::NoFeatures`] where it has none.
    type Features: Features<Self::Position>;
    /// The plain facts.
    const INFO: GameInfo;
    /// The most hidden units of a network for it.
    const NETWORK_WIDTH: usize = 0;
    /// The switches and numbers of Monte Carlo tree search.
    const MCTS: mcts::Params = mcts::Params::START;

    /// The scale of the levels: by the moves of the start, unless the game was measured.
    fn level_scale() -> LevelScale {
        let mut moves = game::MoveList::new();
        Self::Position::start().legal_moves(&mut moves);
        LevelScale::of_moves(moves.len())
    }

    /// A start position by the game's own specification: here none, for the usual start, or `random` for one after
    /// some random moves.
    fn deal(spec: &str, seed: u64) -> Result<Self::Position, ParseError> {
        match spec {
            "" => Ok(Self::Position::start()),
            RANDOM => {
                let mut last = Self::Position::start();
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let start = last;
                game::laws::random_walk(start, RANDOM_PLIES, &mut rng, |position| {
                    if !position.is_over() {
                        last = *position;
                    }
                });
                Ok(last)
            }
            _ => Err(ParseError::new(spec, spec, format!("a deal is empty or '{RANDOM}'"))),
        }
    }

    /// The place in [`GameInfo::variants`] of a game that begins so.
    fn variant_of(_start: &Self::Position) -> usize {
        0
    }

    /// A random start of any kind there is, for tests.
    fn random_start(seed: u64) -> Self::Position {
        Self::deal(Self::INFO.match_deal, seed).unwrap_or_else(|_| Self::Position::start())
    }

    /// The files in which people keep games.
    fn files() -> &'static dyn GameFiles {
        const { &TextFiles::<Self::Position>::new() }
    }

    /// Books of openings in a format that the players of this game know.
    fn book() -> Option<&'static dyn BookFiles> {
        None
    }

    /// Endgame tables that are built here.
    fn table_builder() -> Option<&'static dyn TypedTableBuilder<Self::Position>> {
        None
    }

    /// Endgame tables in folders of files that others made.
    fn table_folders() -> Option<&'static dyn TypedTableFolders<Self::Position>> {
        None
    }

    /// A turn that is played without thought, by seed: out of set-ups, for example.
    fn opening(_position: &Self::Position, _seed: u64) -> Option<Turn<Self::Position>> {
        None
    }

    /// Sets of parameters of the evaluation that only starts with a part of that name exercise.
    fn parameter_sets() -> Vec<ParameterSet> {
        Vec::new()
    }

    /// The parts of a start by which results are told apart; none where all starts are alike.
    fn start_parts(_start: &Self::Position) -> Vec<StartPart> {
        Vec::new()
    }

    /// How tables of the evaluation's parameters lie on the board; none where nothing is scored by square.
    fn boards() -> Vec<BoardLayout> {
        Vec::new()
    }

    /// The first side's pieces of which it can be shown what a network thinks of them: their letters in the text of a position,
    /// which begins with the board, and their names.
    fn first_pieces() -> &'static [(char, &'static str)] {
        &[]
    }

    /// Lets a network evaluate, which [fits](Network::fits), or the hand-made evaluation.
    fn set_network(_params: &mut EvalParams<Self>, _network: Option<Arc<Network>>) {}

    /// Lets moves be ordered by a person's numbers, where the game has others that were learned: as levels below the
    /// highest do.
    fn order_by_hand(_params: &mut EvalParams<Self>) {}

    /// The network in the program.
    fn network() -> Option<BuiltInNetwork> {
        None
    }

    /// The turns of a position, where they have several moves.
    fn count_turns(_position: &Self::Position) -> Option<TurnCounts> {
        None
    }
}

/// The numbers of a game's evaluation.
pub(crate) type EvalParams<W> =
    <<W as GameDefinition>::Eval as Evaluator<<W as GameDefinition>::Position>>::Params;

/// The turns of a position, where a turn has several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnCounts {
    /// The sequences of one, two, three and four steps within the turn, those that leave a push open
    /// among them.
    pub sequences: [u64; 4],
    /// The distinct boards at the end of a legal turn.
    pub turns: u64,
    /// The hashes of these boards, combined by exclusive or.
    pub digest_xor: u64,
}
