//! Whose turn it is at the threads: addresses in rotation, the connections of each in rotation, and what one
//! connection asks for in order of arrival. So nobody waits longer because another asks for more.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;

use crate::gate::ClientId;

/// Clients that are remembered before those served longest ago are forgotten.
const REMEMBERED: usize = 2048;

/// When each was last served.
#[derive(Debug, Default)]
pub struct Turns {
    served: u64,
    addresses: HashMap<IpAddr, u64>,
    connections: HashMap<ClientId, u64>,
}

impl Turns {
    /// Which of those that wait, in order of arrival, is served now.
    pub fn next(&mut self, waiting: impl Iterator<Item = ClientId>) -> Option<usize> {
        let last = |client: &ClientId| {
            let address = self.addresses.get(&client.address).copied().unwrap_or(0);
            (address, self.connections.get(client).copied().unwrap_or(0))
        };
        let (next, client) = waiting.enumerate().min_by_key(|(at, client)| (last(client), *at))?;
        self.served += 1;
        note(&mut self.addresses, client.address, self.served);
        note(&mut self.connections, client, self.served);
        Some(next)
    }
}

fn note<K: Hash + Eq>(served: &mut HashMap<K, u64>, key: K, now: u64) {
    served.insert(key, now);
    if served.len() > REMEMBERED {
        let half = u64::try_from(REMEMBERED / 2).unwrap_or(0);
        served.retain(|_, at| *at + half > now);
    }
}

#[cfg(test)]
mod tests {
    use super::{REMEMBERED, Turns};
    use crate::gate::ClientId;

    fn client(address: u8, number: u64) -> ClientId {
        ClientId { address: [10, 0, 0, address].into(), number }
    }

    /// The order in which those that wait are served.
    fn order(mut waiting: Vec<ClientId>) -> Vec<ClientId> {
        let mut turns = Turns::default();
        let mut order = Vec::new();
        while let Some(next) = turns.next(waiting.iter().copied()) {
            order.push(waiting.remove(next));
        }
        order
    }

    #[test]
    fn addresses_take_turns_and_then_their_connections() {
        let (a1, a2, b) = (client(1, 1), client(1, 2), client(2, 3));
        assert_eq!(order(vec![a1, a1, a1, a2, b, b]), [a1, b, a2, b, a1, a1]);
    }

    #[test]
    fn a_newcomer_is_next() {
        let mut turns = Turns::default();
        let greedy = client(1, 1);
        let mut waiting = vec![greedy; 24];
        for _ in 0..4 {
            let next = turns.next(waiting.iter().copied()).expect("someone waits");
            waiting.remove(next);
        }
        waiting.push(client(1, 2));
        assert_eq!(turns.next(waiting.iter().copied()), Some(waiting.len() - 1));
    }

    #[test]
    fn those_served_long_ago_are_forgotten() {
        let mut turns = Turns::default();
        for number in 0..3 * REMEMBERED as u64 {
            turns.next(std::iter::once(client(1, number)));
        }
        assert!(turns.connections.len() <= REMEMBERED);
    }
}
