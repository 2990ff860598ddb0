//! The one implementation of [`GameKind`]: any game that has a definition.

use std::marker::PhantomData;

use game::params::Parameters;
use game::perft::{Finished, divide, perft};
use game::{Evaluator as _, Notation, ParseError, Referee, Side};

use crate::agree::{Agreement, Disagreement, agree};
use crate::any_game::{AnyGame, TypedGame};
use crate::config::{ConfigError, EngineConfig};
use crate::definition::{Evaluation, GameDefinition, GameInfo, GameKind, Perft, TurnCounts};
use crate::player::Engine;
use crate::positions::PositionSet;
use crate::recorded::{BookReader, GameFiles};
use crate::searching::SearchEngine;
use crate::settings::EvalParams;
use crate::tables::{TableBuilder, TableFolders};
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

    fn new_engine(&self, config: &EngineConfig) -> Result<Box<dyn Engine>, ConfigError> {
        Ok(Box::new(SearchEngine::<W>::new(config)?))
    }

    fn files(&self) -> &'static dyn GameFiles {
        W::files()
    }

    fn book(&self) -> Option<&'static dyn BookReader> {
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
        Ok(Evaluation { points, terms })
    }
}
