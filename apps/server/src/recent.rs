//! The last events of each member, numbered, so that who comes back is told what was missed.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// Events that are kept of a member.
const KEPT: usize = 128;
/// For how long they are kept once nobody listens.
const REST: Duration = Duration::from_secs(10 * 60);
/// How often those are looked for whose events are kept no longer.
const TIDIES: Duration = Duration::from_secs(10);

/// The last events of a member.
struct Recent<T> {
    events: VecDeque<(u64, T)>,
    /// All events after that number are there.
    whole_after: u64,
    /// When somebody listened last.
    heard: Instant,
}

/// The last events of those who listen, or did a while ago, by the key of the member. All are numbered together, so
/// that a number is never given twice.
pub struct Numbered<T> {
    last: u64,
    /// When those for whom nobody listens were looked for last.
    tidied: Option<Instant>,
    members: HashMap<String, Recent<T>>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { last: 0, tidied: None, members: HashMap::new() }
    }
}

impl<T: Clone> Numbered<T> {
    /// The number of the last event, of whomever.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Somebody listens for that member from now on, or still does; whether others were forgotten, for whom nobody has
    /// for long.
    pub fn listen(&mut self, key: &str, now: Instant) -> bool {
        let tidies = self.tidied.is_none_or(|at| now.saturating_duration_since(at) >= TIDIES);
        if tidies {
            self.tidied = Some(now);
            self.members.retain(|_, recent| now.saturating_duration_since(recent.heard) < REST);
        }
        let whole_after = self.last;
        let fresh = || Recent { events: VecDeque::new(), whole_after, heard: now };
        self.members.entry(key.to_owned()).or_insert_with(fresh).heard = now;
        tidies
    }

    /// Somebody listens for that member, or did a while ago.
    pub fn has(&self, key: &str) -> bool {
        self.members.contains_key(key)
    }

    /// Goes through the events of a member, and keeps those that are to be kept.
    pub fn retain(&mut self, key: &str, mut keeps: impl FnMut(&T) -> bool) {
        if let Some(recent) = self.members.get_mut(key) {
            recent.events.retain(|(_, event)| keeps(event));
        }
    }

    /// All events of all members, to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.members.values_mut().flat_map(|recent| &mut recent.events).map(|(_, event)| event)
    }

    /// Notes an event of a member, whom somebody hears or not; its number.
    pub fn note(&mut self, key: &str, event: &T, heard: bool, now: Instant) -> u64 {
        self.last += 1;
        if let Some(recent) = self.members.get_mut(key) {
            recent.events.push_back((self.last, event.clone()));
            if heard {
                recent.heard = now;
            }
            if recent.events.len() > KEPT
                && let Some((number, _)) = recent.events.pop_front()
            {
                recent.whole_after = number;
            }
        }
        self.last
    }

    /// The events of a member after that number; none where they are not all kept.
    pub fn since(&self, key: &str, number: u64) -> Option<Vec<(u64, T)>> {
        let recent = self.members.get(key).filter(|recent| recent.whole_after <= number)?;
        let missed = recent.events.iter().filter(|(of, _)| *of > number);
        (number <= self.last).then(|| missed.cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{KEPT, Numbered, REST, TIDIES};

    #[test]
    fn what_was_missed_is_told_as_far_as_it_is_kept() {
        let (mut events, now) = (Numbered::default(), Instant::now());
        events.note("a", &'x', false, now);
        assert_eq!(events.since("a", 0), None, "nobody has listened");
        events.listen("a", now);
        assert_eq!(events.since("a", 1), Some(vec![]));
        assert_eq!(events.since("a", 0), None, "one came before");
        assert_eq!(events.note("a", &'y', true, now), 2);
        assert_eq!(events.note("b", &'z', false, now), 3);
        assert_eq!(events.note("a", &'w', false, now), 4);
        assert_eq!(events.since("a", 2), Some(vec![(4, 'w')]));
        assert_eq!(events.since("a", 4), Some(vec![]));
        assert_eq!(events.since("a", 5), None, "no such number was given");
        for _ in 0..KEPT {
            events.note("a", &'v', false, now);
        }
        assert_eq!(events.since("a", 2), None, "the oldest make way");
        assert_eq!(events.since("a", 4).map(|missed| missed.len()), Some(KEPT));
    }

    #[test]
    fn who_has_not_listened_for_long_is_forgotten() {
        // They are looked for now and then.
        let (mut events, now) = (Numbered::<char>::default(), Instant::now());
        events.listen("a", now);
        events.listen("b", now + REST - Duration::from_secs(1));
        assert_eq!(events.since("a", 0), Some(vec![]));
        events.listen("b", now + REST + TIDIES);
        assert_eq!(events.since("a", 0), None);
        assert_eq!(events.since("b", 0), Some(vec![]));
    }
}
