//! The one implementation of [`GameKind`]: any game that has a definition.

use std::marker::PhantomData;

use game::params::Parameters;
use game::perft::{Finished, divide, perft};
use game::{Evaluator as _, Notation, ParseError, Referee, Side};

use crate::agree::{Agreement, Disagreement, agree};
use crate::any_game::{AnyGame, TypedGame};
use crate::config::{ConfigError, EngineConfig};
use crate::definition::{
    EvalParams, Evaluation, GameDefinition, GameInfo, GameKind, Perft, StartPart, TurnCounts,
    Variant,
};
use crate::layout::BoardLayout;
use crate::network_inputs::NetworkInputs;
use crate::networks;
use crate::packed::{self, PackedTurn};
use crate::parameters::{Parameter, ParameterSet};
use crate::player::Engine;
use crate::positions::PositionSet;
use crate::recorded::{BookFiles, GameFiles};
use crate::searching::SearchEngine;
use crate::tables::{TableBuilder, TableFolders};
use crate::typed_parameters::parameters;
use crate::typed_positions::Positions;

/// A game with its definition.
pub(crate) struct Kind<W>(PhantomData<W>);

impl<W> Kind<W> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<W: GameDefinition> Kind<W> {
    fn parse(position: Option<&str>) -> Result<W::Position, ParseError> {
        position.map_or_else(|| Ok(W::Position::start()), W::Position::parse)
    }
}

impl<W: GameDefinition> GameKind for Kind<W> {
    fn info(&self) -> &'static GameInfo {
        &W::INFO
    }

    fn side_letters(&self) -> [char; 2] {
        Side::BOTH.map(<W::Position as Notation>::side_letter)
    }

    fn new_game(
        &self,
        position: Option<&str>,
        referee: Referee,
    ) -> Result<Box<dyn AnyGame>, ParseError> {
        Ok(Box::new(TypedGame::<W::Position>::new(position, referee)?))
    }

    fn deal(&self, spec: &str, seed: u64) -> Result<String, ParseError> {
        W::deal(spec, seed).map(|position| position.text())
    }

    fn variant_of(&self, start: &str) -> Result<Variant, ParseError> {
        let place = W::variant_of(&W::Position::parse(start)?);
        let own = Variant { key: W::INFO.name, name: W::INFO.title, deal: "" };
        Ok(W::INFO.variants.get(place).copied().unwrap_or(own))
    }

    fn without_clocks(&self, position: &str) -> Result<String, ParseError> {
        W::Position::parse(position).map(|position| position.text_without_clocks())
    }

    fn new_engine(&self, config: &EngineConfig) -> Result<Box<dyn Engine>, ConfigError> {
        Ok(Box::new(SearchEngine::<W>::new(config)?))
    }

    fn files(&self) -> &'static dyn GameFiles {
        W::files()
    }

    fn book(&self) -> Option<&'static dyn BookFiles> {
        W::book()
    }

    fn table_builder(&self) -> Option<&'static dyn TableBuilder> {
        W::table_builder().map(|builder| builder as &dyn TableBuilder)
    }

    fn table_folders(&self) -> Option<&'static dyn TableFolders> {
        W::table_folders().map(|folders| folders as &dyn TableFolders)
    }

    fn agree(
        &self,
        count: u64,
        seed: u64,
        depth: u32,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Agreement, Disagreement> {
        let params = Default::default();
        let deal = |seed| W::random_start(seed);
        agree::<W::Position, W::Eval>(&params, deal, count, seed, depth, progress)
    }

    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        strict: bool,
        divided: bool,
    ) -> Result<Perft, ParseError> {
        let position = Self::parse(position)?;
        let finished = if strict { Finished::Nothing } else { W::INFO.finished };
        if !divided {
            return Ok(Perft { nodes: perft(&position, depth, finished), divide: Vec::new() });
        }
        let divide: Vec<(String, u64)> = divide(&position, depth, finished)
            .into_iter()
            .map(|(mv, count)| (position.move_text(mv), count))
            .collect();
        let nodes = if divide.is_empty() {
            perft(&position, depth, finished)
        } else {
            divide.iter().map(|(_, count)| count).sum()
        };
        Ok(Perft { nodes, divide })
    }

    fn count_turns(&self, position: Option<&str>) -> Result<Option<TurnCounts>, ParseError> {
        Ok(W::count_turns(&Self::parse(position)?))
    }

    fn pack(&self, start: &str, turns: &[String]) -> Result<Vec<u16>, String> {
        packed::pack::<W::Position>(start, turns)
    }

    fn unpack(&self, start: &str, moves: &[u16]) -> Result<Vec<PackedTurn>, String> {
        packed::unpack::<W::Position>(start, moves)
    }

    fn packed_texts(&self, start: &str, moves: &[u16]) -> Result<Vec<String>, String> {
        packed::texts::<W::Position>(start, moves)
    }

    fn parameters(&self) -> Vec<Parameter> {
        parameters::<W>()
    }

    fn parameter_sets(&self) -> Vec<ParameterSet> {
        W::parameter_sets()
    }

    fn boards(&self) -> Vec<BoardLayout> {
        W::boards()
    }

    fn network_inputs(&self) -> Option<NetworkInputs> {
        networks::inputs::<W>()
    }

    fn exercises(&self, start: &str, set: usize) -> Result<bool, ParseError> {
        Ok(W::exercises(&W::Position::parse(start)?, set))
    }

    fn start_parts(&self, start: &str) -> Result<Vec<StartPart>, ParseError> {
        Ok(W::start_parts(&W::Position::parse(start)?))
    }

    fn position_set(&self) -> Box<dyn PositionSet> {
        Box::new(Positions::<W>(Vec::new()))
    }

    fn evaluation(&self, position: Option<&str>) -> Result<Evaluation, ParseError> {
        let position = Self::parse(position)?;
        let evaluate =
            |params: &EvalParams<W>| W::Eval::new(params, &position).evaluate_fresh(&position);
        let params = EvalParams::<W>::default();
        let points = evaluate(&params);
        let infos = EvalParams::<W>::infos();
        let group = |index: usize| infos[index].name.split('[').next().unwrap_or_default();
        let mut terms = Vec::new();
        let mut first = 0;
        while first < infos.len() {
            let name = group(first);
            let end = (first..infos.len()).find(|&at| group(at) != name).unwrap_or(infos.len());
            let mut without = params.clone();
            (first..end).for_each(|index| without.set(index, 0));
            let worth = points - evaluate(&without);
            if worth != 0 {
                terms.push((name.to_owned(), worth));
            }
            first = end;
        }
        terms.sort_by_key(|(_, worth)| std::cmp::Reverse(worth.abs()));
        let reasons = W::Eval::new(&params, &position).explain(&position);
        let network = networks::built_in::<W>().map(|network| {
            let mut params = params.clone();
            W::set_network(&mut params, Some(network));
            evaluate(&params)
        });
        Ok(Evaluation { points, network, terms, reasons })
    }
}
