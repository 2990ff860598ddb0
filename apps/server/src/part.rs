//! The part of a club that a process has. Games are spread by their ids over the processes; the lobby, the pools, the
//! challenges, what members hear, the tournaments and the order of the club are the first one's.

/// The number of the process that has what is not spread.
pub const FIRST: usize = 0;

/// One of so many processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its number, from 0.
    pub node: usize,
    /// How many there are.
    pub of: usize,
}

/// The only process has all.
impl Default for Part {
    fn default() -> Self {
        Self { node: FIRST, of: 1 }
    }
}

impl Part {
    /// The number of the process that has a game.
    pub fn owner(self, id: &str) -> usize {
        // FNV-1a: the same in every version of the program.
        let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        // The low bits of a product hang on few of the text's.
        let of = u64::try_from(self.of.max(1)).unwrap_or(1);
        usize::try_from((hash ^ (hash >> 32)) % of).unwrap_or(FIRST)
    }

    /// A game is this process's.
    pub fn has(self, id: &str) -> bool {
        self.of <= 1 || self.owner(id) == self.node
    }

    /// What is not spread is this process's.
    pub fn is_first(self) -> bool {
        self.node == FIRST
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn each_game_is_one_processes_and_they_share_alike() {
        let mut counts = [0_usize; 3];
        for _ in 0..3000 {
            let id = crate::ids::game_id().expect("random bits");
            let owners = (0..3).filter(|&node| Part { node, of: 3 }.has(&id));
            let owners: Vec<usize> = owners.collect();
            assert_eq!(owners.len(), 1, "{id}");
            counts[owners[0]] += 1;
        }
        assert!(counts.iter().all(|count| (800..1200).contains(count)), "{counts:?}");
        assert!(Part::default().has("anything"));
        // Which process has a game is not to change with the program.
        assert_eq!(Part { node: 0, of: 3 }.owner("0123456789abcdef"), 0);
    }
}
