//! Who holds the server's connections. There are so many in all, and one address has half of them at most; where a
//! newcomer finds no room, whoever uses a connection least makes way for it.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// A WebSocket that watches something and has said nothing for so long makes way where no other does. A page that had to
/// comes back at once, and finds all as it was.
const SILENT: Duration = Duration::from_secs(60);

/// A connection as games, searches and limits know it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientId {
    /// Whose it is; limits and turns in a queue are shared out by this.
    pub address: IpAddr,
    /// Its own number.
    pub number: u64,
}

/// The use of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// A request is awaited, or has not come whole.
    Waiting,
    /// A request is answered.
    Answering,
    /// A WebSocket that watches nothing.
    Idle,
    /// A WebSocket that watches a game or a tournament, or a stream.
    Watching,
}

struct Held {
    address: IpAddr,
    used: Use,
    /// When its last message came.
    since: Instant,
    close: Arc<Notify>,
}

impl Held {
    /// How readily it makes way; none does that is in use.
    fn rank(&self, now: Instant) -> Option<(u8, Instant)> {
        match self.used {
            Use::Waiting => Some((0, self.since)),
            Use::Idle => Some((1, self.since)),
            Use::Watching if now.saturating_duration_since(self.since) >= SILENT => {
                Some((2, self.since))
            }
            Use::Answering | Use::Watching => None,
        }
    }
}

#[derive(Default)]
struct Book {
    held: BTreeMap<u64, Held>,
    /// How many of them each address has.
    shares: HashMap<IpAddr, usize>,
    last: u64,
    /// Those that found no place.
    turned_away: u64,
}

impl Book {
    fn add(&mut self, number: u64, held: Held) {
        *self.shares.entry(held.address).or_default() += 1;
        self.held.insert(number, held);
    }

    fn remove(&mut self, number: u64) -> Option<Held> {
        let held = self.held.remove(&number)?;
        self.leave(held.address);
        Some(held)
    }

    /// An address has one less.
    fn leave(&mut self, address: IpAddr) {
        if let Some(share) = self.shares.get_mut(&address) {
            *share -= 1;
            if *share == 0 {
                self.shares.remove(&address);
            }
        }
    }
}

/// The book of all connections.
pub struct Gate {
    limit: usize,
    share: usize,
    book: Mutex<Book>,
}

/// A connection's place; dropping it gives the place back.
pub struct Pass {
    gate: Arc<Gate>,
    /// Who has it.
    pub client: ClientId,
    close: Arc<Notify>,
}

/// An address as limits count it: a household of IPv6 has very many.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        ip @ IpAddr::V4(_) => ip,
    }
}

impl Gate {
    /// For so many connections, so many of them from one address; half where that is not said.
    pub fn new(limit: usize, share: Option<usize>) -> Arc<Self> {
        let share = share.unwrap_or(limit.div_ceil(2));
        Arc::new(Self { limit, share, book: Mutex::default() })
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // The book is whole between any two of its lines, so a panic elsewhere does not spoil it.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection from that address; none where all that could make way are in use.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Arc<Pass>> {
        let (address, now) = (household(address), Instant::now());
        let mut book = self.book();
        let book = &mut *book;
        let shares = &book.shares;
        let crowded = if shares.get(&address).is_some_and(|&share| share >= self.share) {
            Some(address)
        } else if book.held.len() >= self.limit {
            shares.iter().max_by_key(|&(address, share)| (share, address)).map(|it| *it.0)
        } else {
            None
        };
        if let Some(crowded) = crowded {
            let of_it = book.held.iter().filter(|(_, held)| held.address == crowded);
            let ranked = of_it.filter_map(|(&number, held)| Some((held.rank(now)?, number)));
            let Some((_, leaves)) = ranked.min() else {
                book.turned_away += 1;
                return None;
            };
            if let Some(held) = book.remove(leaves) {
                held.close.notify_one();
            }
        }
        book.last += 1;
        let client = ClientId { address, number: book.last };
        let close = Arc::new(Notify::new());
        let held = Held { address, used: Use::Waiting, since: now, close: Arc::clone(&close) };
        book.add(client.number, held);
        Some(Arc::new(Pass { gate: Arc::clone(self), client, close }))
    }

    /// A number that no connection has.
    pub fn number(&self) -> u64 {
        let mut book = self.book();
        book.last += 1;
        book.last
    }

    /// How many connections there are.
    pub fn connections(&self) -> usize {
        self.book().held.len()
    }

    /// How many found no place until now.
    pub fn turned_away(&self) -> u64 {
        self.book().turned_away
    }

    /// How many WebSockets and streams there are.
    pub fn sockets(&self) -> usize {
        let is_socket = |held: &&Held| matches!(held.used, Use::Idle | Use::Watching);
        self.book().held.values().filter(is_socket).count()
    }
}

impl Pass {
    /// Notes a message of it, and its use from now on.
    pub fn used(&self, used: Use) {
        if let Some(held) = self.gate.book().held.get_mut(&self.client.number) {
            (held.used, held.since) = (used, Instant::now());
        }
    }

    /// It is used so no longer: the next request is awaited, unless it is used in another way by now.
    pub fn no_longer(&self, used: Use) {
        if let Some(held) = self.gate.book().held.get_mut(&self.client.number)
            && held.used == used
        {
            (held.used, held.since) = (Use::Waiting, Instant::now());
        }
    }

    /// Ends the connection.
    pub fn end(&self) {
        self.close.notify_one();
    }

    /// Whose request a proxy has sent on this connection, which counts among theirs from now on; None where that
    /// address has its share already.
    pub fn sent_for(&self, address: IpAddr) -> Option<ClientId> {
        let address = household(address);
        let mut book = self.gate.book();
        let book = &mut *book;
        let others = |(number, held): &(&u64, &Held)| {
            **number != self.client.number && held.address == address && held.used != Use::Waiting
        };
        // They are looked through only where there are enough of them at all.
        let enough = book.shares.get(&address).is_some_and(|&share| share >= self.gate.share);
        if enough && book.held.iter().filter(others).count() >= self.gate.share {
            return None;
        }
        if let Some(held) = book.held.get_mut(&self.client.number) {
            let before = std::mem::replace(&mut held.address, address);
            *book.shares.entry(address).or_default() += 1;
            book.leave(before);
        }
        Some(ClientId { address, number: self.client.number })
    }

    /// Ends when the connection is to make way for another.
    pub async fn revoked(&self) {
        self.close.notified().await;
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.gate.book().remove(self.client.number);
    }
}

#[cfg(test)]
mod tests {
    use super::{Gate, Use, household};
    use std::net::IpAddr;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn one_address_has_half_and_those_that_wait_make_way() {
        let gate = Gate::new(4, None);
        let (here, there) = (address("10.0.0.1"), address("10.0.0.2"));
        let watching = gate.admit(here).expect("a place");
        watching.used(Use::Watching);
        let half_open = gate.admit(here).expect("a place");
        let next = gate.admit(here).expect("the one that waits makes way");
        assert_eq!(gate.book().held.len(), 2);
        assert!(!gate.book().held.contains_key(&half_open.client.number));
        next.used(Use::Watching);
        assert!(gate.admit(here).is_none(), "those in use do not make way");
        assert!(gate.admit(there).is_some(), "and there is room for others");
        drop(watching);
        assert!(gate.admit(here).is_some());
    }

    #[test]
    fn where_all_is_full_the_address_with_most_makes_way() {
        let gate = Gate::new(3, None);
        let one = gate.admit(address("10.0.0.1")).expect("a place");
        let many: Vec<_> =
            (0..2).map(|_| gate.admit(address("10.0.0.2")).expect("a place")).collect();
        assert!(gate.admit(address("10.0.0.3")).is_some());
        let book = gate.book();
        assert!(book.held.contains_key(&one.client.number));
        assert!(!book.held.contains_key(&many[0].client.number));
    }

    #[test]
    fn the_share_of_an_address_is_what_was_said() {
        let gate = Gate::new(4, Some(3));
        let here = address("10.0.0.1");
        let used = |()| gate.admit(here).inspect(|pass| pass.used(Use::Watching));
        let held: Vec<_> = [(); 3].map(used).into_iter().collect();
        assert!(held.iter().all(Option::is_some) && gate.admit(here).is_none());
        assert_eq!((gate.connections(), gate.turned_away()), (3, 1));
        drop(held);
        assert!(gate.connections() == 0 && gate.book().shares.is_empty());
    }

    #[test]
    fn connections_of_a_proxy_count_for_whom_it_sends() {
        let gate = Gate::new(4, None);
        let proxy = address("127.0.0.1");
        let (here, there) = (address("10.0.0.1"), address("10.0.0.2"));
        let mut passes = Vec::new();
        for client in [here, here, there] {
            let pass = gate.admit(proxy).expect("a place");
            pass.used(Use::Answering);
            assert_eq!(pass.sent_for(client).map(|id| id.address), Some(client));
            passes.push(pass);
        }
        let last = gate.admit(proxy).expect("those before it are not the proxy's own");
        assert_eq!(last.sent_for(here), None, "half of all is the most that one address has");
        assert!(last.sent_for(there).is_some());
    }

    #[test]
    fn a_household_counts_as_one() {
        let (one, other) = (address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_eq!(household(one), household(other));
        assert_ne!(household(one), household(address("2001:db8:0:1::1")));
        assert_eq!(household(address("::ffff:10.0.0.1")), address("10.0.0.1"));
    }
}
