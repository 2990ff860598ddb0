//! The state of a training that was interrupted: a mark, the length of a header and the header as
//! JSON, the numbers, and a checksum of all that.

use network::Shape;
use serde::{Deserialize, Serialize};

use super::model::Model;
use super::{Epoch, Schedule, Training};

const MAGIC: [u8; 8] = *b"TSJTRAI1";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    schedule: Schedule,
    shape: Shape,
    steps: u64,
    epochs: Vec<Epoch>,
    points: f64,
    /// A number of the positions that it learns from.
    data: u64,
    #[serde(default, skip_serializing_if = "is_empty")]
    note: TrainingNote,
}

/// How a training is shown, which is kept beside it and changes nothing in it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TrainingNote {
    /// The name under which the page lists it.
    pub name: Option<String>,
    /// How long it took so far, in seconds.
    pub seconds: f64,
    /// What it had learned after some epochs, in numbers: [`Generations::values`](crate::Generations::values).
    pub learned: Vec<(usize, Vec<i32>)>,
}

fn is_empty(note: &TrainingNote) -> bool {
    *note == TrainingNote::default()
}

/// Why a training cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file is no checkpoint, or damaged.
    #[error("it is damaged, or no training")]
    Damaged,
    /// It is one of other settings or data.
    #[error("it is a training with other settings or other games")]
    Other,
}

impl Training {
    /// All that it needs to go on, as bytes; `data` stands for the positions that it learns from.
    pub fn checkpoint(&self, data: u64, note: &TrainingNote) -> Vec<u8> {
        let header = Header {
            schedule: self.schedule.clone(),
            shape: self.model.shape.clone(),
            steps: self.steps,
            epochs: self.epochs.clone(),
            points: self.points,
            data,
            note: note.clone(),
        };
        // There is nothing in it that could not be written.
        let header = serde_json::to_vec(&header).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&header);
        for numbers in [&self.model.weights, &self.means[0], &self.means[1]] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint, if it is one of this training: of the same settings, shape and data; returns what is
    /// kept beside it.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another training.
    pub fn resume(&mut self, bytes: &[u8], data: u64) -> Result<TrainingNote, CheckpointError> {
        let damaged = CheckpointError::Damaged;
        let Some((content, checksum)) = bytes.split_last_chunk::<4>() else { return Err(damaged) };
        if crc32fast::hash(content).to_le_bytes() != *checksum {
            return Err(damaged);
        }
        let rest = content.strip_prefix(&MAGIC).and_then(<[u8]>::split_first_chunk::<4>);
        let Some((length, rest)) = rest else { return Err(damaged) };
        let Some((header, numbers)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)
        else {
            return Err(damaged);
        };
        let header: Header =
            serde_json::from_slice(header).map_err(|_| CheckpointError::Damaged)?;
        if header.schedule != self.schedule
            || header.shape != self.model.shape
            || header.data != data
        {
            return Err(CheckpointError::Other);
        }
        let count = self.model.weights.len();
        let numbers: Vec<f32> = numbers
            .chunks_exact(4)
            .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        if numbers.len() != 3 * count {
            return Err(damaged);
        }
        let mut parts = numbers.chunks_exact(count).map(<[f32]>::to_vec);
        let mut part = || parts.next().unwrap_or_default();
        self.model = Model { shape: header.shape, views: self.model.views, weights: part() };
        self.means = [part(), part()];
        (self.steps, self.epochs, self.points) = (header.steps, header.epochs, header.points);
        Ok(header.note)
    }
}
