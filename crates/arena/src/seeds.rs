//! Numbers out of seeds.

/// A number that depends on both and has nothing visible in common with its neighbours
/// (splitmix64): matches with seeds 1 and 2 share no deals.
pub fn mix(seed: u64, index: u64) -> u64 {
    let step = |x: u64| {
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    let golden = 0x9e37_79b9_7f4a_7c15_u64;
    step(step(seed.wrapping_add(golden)).wrapping_add(index.wrapping_mul(golden)))
}

/// The numbers below `count` in an order that depends on the seed (Fisher and Yates).
pub fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for index in (1..count).rev() {
        let other = mix(seed, index as u64) % (index as u64 + 1);
        order.swap(index, other as usize);
    }
    order
}
