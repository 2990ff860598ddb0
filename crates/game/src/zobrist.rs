//! Zobrist keys: fixed random numbers, made at compile time.
//!
//! Zobrist, A New Hashing Method with Application for Game Playing, 1970.

/// One step of SplitMix64 (Steele, Lea and Flood, 2014): a well-mixed 64-bit number for each
/// input. The keys are part of no file format, but `bench`'s signature depends on them.
pub const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `N` keys; tables with different seeds share none.
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = mix(mix(seed).wrapping_add(i as u64));
        i += 1;
    }
    keys
}

/// A hash of some words in order; independent of all keys.
pub fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0x5851_f42d_4c95_7f2d, |hash, word| mix(hash ^ word))
}

#[cfg(test)]
mod tests {
    #[test]
    fn keys_differ() {
        let mut all: Vec<u64> = super::keys::<1000>(1).to_vec();
        all.extend(super::keys::<1000>(2));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2000);
    }
}
