//! The games of a tournament and the faults in them.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension as _, Row, params};

use super::{Store, StoreError, StoredFault, now, to_json};
use crate::player::{Fault, FaultKind};
use crate::record::GameRecord;
use crate::tournament::{FaultCounts, Key, Results};

impl Store {
    /// Stores finished games and faults; all or nothing.
    ///
    /// # Errors
    /// When the database cannot be written, or a game is there already.
    pub fn append(
        &mut self,
        id: i64,
        games: &[(Key, &GameRecord)],
        faults: &[(u32, Key, &Fault, bool)],
    ) -> Result<(), StoreError> {
        let at = now();
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO games (tournament, round, first, second, pair, leg, half_points, record, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?;
            for (key, record) in games {
                let Key { round, first, second, pair, leg } = *key;
                let (half, json) = (record.half_points(), to_json(record));
                insert.execute(params![
                    id,
                    round,
                    first,
                    second,
                    pair as i64,
                    leg,
                    half,
                    json,
                    at
                ])?;
            }
            let mut insert = transaction.prepare_cached(
                "INSERT INTO faults (tournament, engine, round, first, second, pair, leg, kind, text, verdict, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?;
            for (engine, key, fault, void) in faults {
                let Key { round, first, second, pair, leg } = *key;
                let kind = to_json(&fault.kind);
                let (kind, verdict) = (kind.trim_matches('"'), if *void { "void" } else { "loss" });
                let pair = pair as i64;
                insert.execute(params![
                    id, engine, round, first, second, pair, leg, kind, fault.text, verdict, at
                ])?;
            }
            transaction
                .prepare_cached("UPDATE tournaments SET updated = ?2 WHERE id = ?1")?
                .execute(params![id, at])?;
        }
        Ok(transaction.commit()?)
    }

    /// The results so far.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn results(&self, id: i64) -> Result<Results, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT round, first, second, pair, leg, half_points FROM games WHERE tournament = ?1",
        )?;
        let rows = statement.query_map([id], |row| Ok((key_at(row, 0)?, row.get(5)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The records of its games, in the order of keys, given one by one to `take`.
    ///
    /// # Errors
    /// When the database cannot be read, or what `take` says.
    pub fn records<E: From<StoreError>>(
        &self,
        id: i64,
        mut take: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        self.record_lines(id, |text| {
            let record = serde_json::from_str(text)
                .map_err(|error| StoreError::Damaged { id, reason: error.to_string() })?;
            take(record)
        })
    }

    /// The same as the lines of JSON that they were written as.
    ///
    /// # Errors
    /// When the database cannot be read, or what `take` says.
    pub fn record_lines<E: From<StoreError>>(
        &self,
        id: i64,
        mut take: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let database = |error: rusqlite::Error| E::from(StoreError::from(error));
        let query = "SELECT record FROM games WHERE tournament = ?1
                     ORDER BY round, pair, first, second, leg";
        let mut statement = self.connection.prepare(query).map_err(database)?;
        let mut rows = statement.query([id]).map_err(database)?;
        while let Some(row) = rows.next().map_err(database)? {
            let text: String = row.get(0).map_err(database)?;
            take(&text)?;
        }
        Ok(())
    }

    /// The faults of engines so far, at most so many, the first first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn faults(&self, id: i64, most: u32) -> Result<Vec<StoredFault>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT engine, round, first, second, pair, leg, kind, text, verdict
             FROM faults WHERE tournament = ?1 ORDER BY rowid LIMIT ?2",
        )?;
        let rows = statement.query_map([id, i64::from(most)], |row| {
            let verdict: String = row.get(8)?;
            let (engine, kind, text) = (row.get(0)?, row.get(6)?, row.get(7)?);
            Ok(StoredFault { engine, key: key_at(row, 1)?, kind, text, void: verdict == "void" })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How often each engine did what wrong.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn fault_counts(&self, id: i64) -> Result<BTreeMap<u32, FaultCounts>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT engine, kind, count(*) FROM faults WHERE tournament = ?1 GROUP BY engine, kind",
        )?;
        let rows = statement.query_map([id], |row| {
            let count: i64 = row.get(2)?;
            Ok((row.get(0)?, row.get::<_, String>(1)?, count.unsigned_abs()))
        })?;
        let mut found: BTreeMap<u32, FaultCounts> = BTreeMap::new();
        for row in rows {
            let (engine, kind, count) = row?;
            let kind: FaultKind = serde_json::from_value(kind.into())
                .map_err(|error| StoreError::Damaged { id, reason: error.to_string() })?;
            found.entry(engine).or_default().insert(kind, count);
        }
        Ok(found)
    }

    /// How often each game was void, because an engine could not begin it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn voids(&self, id: i64) -> Result<BTreeMap<Key, u32>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT round, first, second, pair, leg, count(*) FROM faults
             WHERE tournament = ?1 AND verdict = 'void' GROUP BY round, first, second, pair, leg",
        )?;
        let rows = statement.query_map([id], |row| Ok((key_at(row, 0)?, row.get(5)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Its finished games, the last finished first, at most so many.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn latest(&self, id: i64, count: u32) -> Result<Vec<GameRecord>, StoreError> {
        let query = "SELECT record FROM games WHERE tournament = ?1
                     ORDER BY at DESC, round DESC, pair DESC, first DESC, second DESC, leg DESC LIMIT ?2";
        let mut statement = self.connection.prepare_cached(query)?;
        let rows = statement.query_map(params![id, count], |row| row.get::<_, String>(0))?;
        rows.map(|text| {
            serde_json::from_str(&text?)
                .map_err(|error| StoreError::Damaged { id, reason: error.to_string() })
        })
        .collect()
    }

    /// The finished game with this number in its tournament.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn game(&self, id: i64, number: u64) -> Result<Option<GameRecord>, StoreError> {
        let query = "SELECT record FROM games
                     WHERE tournament = ?1 AND json_extract(record, '$.number') = ?2";
        let mut statement = self.connection.prepare_cached(query)?;
        let found = statement.query_row(params![id, number as i64], |row| row.get::<_, String>(0));
        let Some(text) = found.optional()? else { return Ok(None) };
        let record = serde_json::from_str(&text);
        record.map(Some).map_err(|error| StoreError::Damaged { id, reason: error.to_string() })
    }
}

/// The key of a game, in five columns from this one.
fn key_at(row: &Row<'_>, at: usize) -> rusqlite::Result<Key> {
    let pair: i64 = row.get(at + 3)?;
    Ok(Key {
        round: row.get(at)?,
        first: row.get(at + 1)?,
        second: row.get(at + 2)?,
        pair: pair.unsigned_abs(),
        leg: row.get(at + 4)?,
    })
}
