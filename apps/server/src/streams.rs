//! How many streams each member has open, and each address downloads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::protocol::{Code, Failure};

/// Streams that one member may have at once.
const MOST: usize = 64;

/// Counts the streams of each member.
pub struct Streams {
    most: usize,
    counts: Mutex<HashMap<String, usize>>,
}

impl Default for Streams {
    fn default() -> Self {
        Self::with_most(MOST)
    }
}

/// One of a member's streams; dropping it gives the place back.
pub struct Counted(Arc<Streams>, String);

impl Streams {
    /// So many each at once.
    pub fn with_most(most: usize) -> Self {
        Self { most, counts: Mutex::default() }
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        // The map is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more.
    ///
    /// # Errors
    /// Where the member has too many.
    pub fn take(self: &Arc<Self>, key: &str) -> Result<Counted, Failure> {
        let mut counts = self.counts();
        let count = counts.entry(key.to_owned()).or_default();
        if *count >= self.most {
            let message = match self.most {
                1 => {
                    "One download at a time: the one that is under way has to end first.".to_owned()
                }
                most => format!("A member may have {most} streams at once; close one first."),
            };
            return Err(Failure::new(Code::TooFast, message));
        }
        *count += 1;
        Ok(Counted(Arc::clone(self), key.to_owned()))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.0.counts();
        if let Some(count) = counts.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{MOST, Streams};

    #[test]
    fn each_member_has_so_many_streams() {
        let streams = Arc::<Streams>::default();
        let mut held: Vec<_> = (0..MOST).map(|_| streams.take("a")).collect();
        assert!(held.iter().all(Result::is_ok) && streams.take("a").is_err());
        assert!(streams.take("b").is_ok());
        held.pop();
        assert!(streams.take("a").is_ok());
        drop(held);
        assert!(streams.counts().is_empty());
    }
}
