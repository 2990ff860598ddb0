//! A tournament as it is told to pages.

use std::collections::HashMap;
use std::sync::Arc;

use super::kept::{Head, Pairing};
use super::rules;
use super::scores::points;
use super::table::Table;
use crate::news::Standing;
use crate::protocol::tournament::{Board, Kind, Line, Own, Row, Shown, Stage, Status};
use crate::who::Who;

/// Rows of the table that pages are told.
const ROWS: usize = 100;
/// Games of a row that pages are told: the last.
const SCORES: usize = 20;
/// Games under way that are told.
const BOARDS: usize = 24;

/// A game under way, as it is shown.
#[derive(Clone, Debug)]
pub struct OnBoard {
    /// As it stood after the last turn.
    pub standing: Arc<Standing>,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}

/// A tournament in a list.
pub fn line(table: &Table) -> Line {
    line_of(table.head().clone(), table.order().len())
}

/// The same, without its table.
pub fn line_of(head: Head, players: usize) -> Line {
    let Head { id, terms, by, stage, starts, ends, winner, invited } = head;
    let found = engine::kind_of_variant(&terms.game);
    let (game, variant) =
        found.map_or((terms.game.as_str(), ""), |(kind, it)| (kind.name(), it.name));
    Line {
        id,
        game: game.to_owned(),
        variant: variant.to_owned(),
        terms,
        by: by.member,
        stage,
        starts,
        ends,
        players,
        winner: winner.map(|who| who.member),
        private: invited.is_some(),
    }
}

/// A player in the table.
fn row(table: &Table, player: usize) -> Row {
    let (entry, record) = (&table.players()[player], table.record(player));
    let kind = table.kind();
    Row {
        rank: table.place(player),
        member: entry.who.member.clone(),
        rating: entry.rating,
        moved: (kind == Kind::Ladder).then_some(entry.moved),
        points: points(kind, record.sheet.sum()),
        scores: record.sheet.shown(kind),
        run: kind == Kind::Arena && record.sheet.runs(),
        playing: record.plays.is_some() && table.head().stage == Stage::Running,
        status: entry.status,
        games: record.sheet.games(),
        performance: record.performance(),
        sonneborn_berger: table.sonneborn_berger(player),
    }
}

/// The rows of the table, the leader first.
pub fn rows(table: &Table, most: usize) -> Vec<Row> {
    table.order().iter().take(most).map(|&player| row(table, player)).collect()
}

/// A player in the table, with the last games alone.
fn short_row(table: &Table, player: usize) -> Row {
    let mut row = row(table, player);
    row.scores.drain(..row.scores.len().saturating_sub(SCORES));
    row
}

fn boards(table: &Table, on_board: &HashMap<String, OnBoard>, now: i64) -> Vec<Board> {
    let place = |player: usize| match table.place(player) {
        0 => usize::MAX,
        place => place,
    };
    let mut open: Vec<_> = table.open().collect();
    open.sort_by_key(|pairing| pairing.players.map(place).into_iter().min());
    let board = |pairing: &Pairing| {
        let OnBoard { standing, since } = on_board.get(pairing.game.as_ref()?)?;
        let mut left = standing.left.clone();
        let initial = standing.row.clock.map_or(0, |rule| rule.initial);
        for side in standing.sides {
            left.entry(side).or_insert(initial);
        }
        let running = (!standing.turns.is_empty()).then_some(standing.side);
        if let Some(time) = running.and_then(|side| left.get_mut(&side)) {
            *time = time.saturating_sub(u64::try_from(now - since).unwrap_or(0));
        }
        let of = |player: usize| &table.players()[player];
        Some(Board {
            id: standing.row.id.clone(),
            position: standing.position.clone(),
            turns: standing.turns.len(),
            sides: standing.sides,
            ranks: pairing.players.map(|player| table.place(player)),
            names: pairing.players.map(|player| of(player).who.member.name.clone()),
            ratings: pairing.players.map(|player| of(player).rating),
            left,
            running,
        })
    };
    open.into_iter().filter_map(board).take(BOARDS).collect()
}

/// A tournament as all see it who may.
pub fn tournament(table: &Table, on_board: &HashMap<String, OnBoard>, now: i64) -> Shown {
    let runs = table.head().stage == Stage::Running;
    let rounds = matches!(table.kind(), Kind::Swiss | Kind::RoundRobin);
    let round = rules::round(table).filter(|_| rounds);
    Shown {
        line: line(table),
        now,
        round: round.map(|round| round + 1),
        next_round: rules::next_round(table),
        rows: table.order().iter().take(ROWS).map(|&player| short_row(table, player)).collect(),
        playing: if runs { table.open().count() } else { 0 },
        boards: if runs { boards(table, on_board, now) } else { Vec::new() },
        games: table.counted(),
        invited: table.head().invited.iter().flatten().map(|who| who.member.clone()).collect(),
    }
}

/// The rights of a member in a tournament, who may not join for that reason.
pub fn own(table: &Table, who: &Who, refusal: Option<String>) -> Own {
    let player = table.number(&who.key);
    let entry = player.map(|player| &table.players()[player]);
    let plays = player.and_then(|player| table.record(player).plays);
    let plays = plays.filter(|_| table.head().stage == Stage::Running);
    let is_in = entry.filter(|entry| entry.status == Status::In);
    Own {
        id: table.head().id.clone(),
        row: player.filter(|&it| table.place(it) > 0).map(|player| short_row(table, player)),
        waits: is_in.filter(|_| plays.is_none()).map(|entry| entry.since),
        game: plays.and_then(|number| table.pairing(number)?.game.clone()),
        refusal: refusal.filter(|_| is_in.is_none()),
        made: table.head().by.key == who.key,
    }
}
