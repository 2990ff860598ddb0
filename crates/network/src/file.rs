//! The file of a network: a mark, the length of a header and the header as JSON, the weights, and a checksum of all that.

use serde::{Deserialize, Serialize};

use crate::network::{Network, Shape};

/// The mark that a file begins with; its last byte is the version of the form.
const MAGIC: [u8; 8] = *b"TSJ-NET1";
/// A longer header is none.
const LONGEST_HEADER: usize = 1 << 20;
/// More weights than this are not taken: 1 GiB.
const MOST_WEIGHTS: usize = 1 << 29;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    game: String,
    shape: Shape,
    adds: bool,
    points: i32,
    recipe: String,
}

/// Why a file is no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileError {
    /// It does not begin like one.
    #[error("this is no file of a network")]
    Mark,
    /// It ends too early, or goes on too long.
    #[error("the file has {found} bytes where its header tells of {expected}: it is damaged")]
    Length {
        /// The bytes of the file.
        found: usize,
        /// The bytes that it should have.
        expected: usize,
    },
    /// The header cannot be read.
    #[error("the header cannot be read: {0}")]
    Header(String),
    /// The checksum does not fit.
    #[error("the checksum does not fit: the file is damaged")]
    Checksum,
}

impl Shape {
    /// The weights of the first layer, its biases, those of the output layers and their biases, those of the policy and
    /// their biases; None for a shape that no network has.
    fn counts(&self) -> Option<[usize; 6]> {
        let first = self.inputs.checked_mul(self.width)?;
        let outputs = |count: usize| count.checked_mul(2)?.checked_mul(self.width);
        let (output, policy) = (outputs(self.buckets)?, outputs(self.moves)?);
        let most = first.max(output).max(policy);
        let fits = self.width > 0 && self.buckets > 0 && most <= MOST_WEIGHTS;
        fits.then_some([first, self.width, output, self.buckets, policy, self.moves])
    }
}

impl Network {
    /// The network as the bytes of a file.
    pub fn encode(&self) -> Vec<u8> {
        let header = Header {
            game: self.game.clone(),
            shape: self.shape.clone(),
            adds: self.adds,
            points: self.points,
            recipe: self.recipe.clone(),
        };
        // There is nothing in it that could not be written.
        let header = serde_json::to_vec(&header).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&header);
        let words = self.first.iter().chain(&self.first_bias);
        bytes.extend(words.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.output.iter().map(|weight| weight.cast_unsigned()));
        bytes.extend(self.output_bias.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.policy.iter().map(|weight| weight.cast_unsigned()));
        bytes.extend(self.policy_bias.iter().flat_map(|weight| weight.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are no network, or damaged.
    pub fn decode(bytes: &[u8]) -> Result<Self, FileError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(FileError::Mark)?;
        let short = |expected| FileError::Length { found: bytes.len(), expected };
        let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(|| short(16))?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > LONGEST_HEADER {
            return Err(FileError::Header(format!("it is {length} bytes long")));
        }
        let header = rest.get(..length).ok_or_else(|| short(16 + length))?;
        let wrong = |fault: String| FileError::Header(fault);
        let header: Header =
            serde_json::from_slice(header).map_err(|error| wrong(error.to_string()))?;
        let counts = header.shape.counts();
        let [first, hidden, output, buckets, policy, moves] =
            counts.ok_or_else(|| wrong("there is no network of this shape".to_owned()))?;
        let expected =
            16 + length + 2 * (first + hidden) + output + 4 * buckets + policy + 4 * moves;
        if bytes.len() != expected {
            return Err(short(expected));
        }
        let (content, checksum) = bytes.split_at(expected - 4);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(FileError::Checksum);
        }
        let (words, rest) = rest[length..].split_at(2 * (first + hidden));
        let mut words = words.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let weights = words.by_ref().take(first).collect();
        let (output, rest) = rest.split_at(output);
        let (output_bias, rest) = rest.split_at(4 * buckets);
        let (policy, rest) = rest.split_at(policy);
        let bytes_of = |bytes: &[u8]| bytes.iter().map(|byte| byte.cast_signed()).collect();
        let bias = |word: &[u8]| i32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        Ok(Self {
            game: header.game,
            shape: header.shape,
            adds: header.adds,
            recipe: header.recipe,
            points: header.points,
            first: weights,
            first_bias: words.collect(),
            output: bytes_of(output),
            output_bias: output_bias.chunks_exact(4).map(bias).collect(),
            policy: bytes_of(policy),
            policy_bias: rest[..4 * moves].chunks_exact(4).map(bias).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let shape =
            Shape { features: "test-1".to_owned(), inputs: 3, width: 2, buckets: 2, moves: 3 };
        let mut network = Network::zero("toy", shape, 200);
        network.recipe = "by hand".to_owned();
        network.adds = true;
        network.first = vec![1, -2, 3, -4, 5, -6];
        network.first_bias = vec![7, -8];
        network.output = vec![9, -10, 11, -12, 13, -14, 15, -128];
        network.output_bias = vec![-70_000, 80_000];
        network.policy = vec![1, 2, 3, -4, 5, 6, 7, 8, -9, 10, 11, 127];
        network.policy_bias = vec![-1, 90_000, 2];
        network
    }

    #[test]
    fn what_is_written_reads_back() {
        assert_eq!(Network::decode(&network().encode()), Ok(network()));
        // A file without a policy says nothing of one, as all did before there were any.
        let shape = Shape { moves: 0, ..network().shape };
        let plain = Network { shape, policy: Vec::new(), policy_bias: Vec::new(), ..network() };
        let bytes = plain.encode();
        assert!(!String::from_utf8_lossy(&bytes).contains("moves"));
        assert_eq!(Network::decode(&bytes), Ok(plain));
    }

    #[test]
    fn no_damage_goes_unseen() {
        let bytes = network().encode();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(Network::decode(&damaged).is_err(), "byte {at}");
            assert!(Network::decode(&bytes[..at]).is_err(), "cut at {at}");
        }
        assert!(Network::decode(&[&bytes[..], &[0]].concat()).is_err());
        assert_eq!(Network::decode(b"TSJDATA1"), Err(FileError::Mark));
    }

    #[test]
    fn a_header_that_asks_for_too_much_is_refused() {
        let mut large = network();
        large.shape.inputs = usize::MAX / 2;
        let message = Network::decode(&large.encode()).unwrap_err().to_string();
        assert_eq!(message, "the header cannot be read: there is no network of this shape");
    }
}
