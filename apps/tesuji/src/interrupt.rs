//! Ctrl-C (and SIGTERM), as a flag that jobs look at.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use engine::Stop;

static ASKED: AtomicBool = AtomicBool::new(false);
/// The program waits for input, so that nothing would look at the flag.
static WAITING: AtomicBool = AtomicBool::new(false);

/// From the first call on, Ctrl-C sets this flag instead of ending the program. It ends it where
/// nothing looks: while the program waits for input, and the second time.
pub fn flag() -> &'static AtomicBool {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        // Where no handler can be installed Ctrl-C ends the program, as it does without one.
        let _ = ctrlc::set_handler(|| {
            let unseen = ASKED.swap(true, Ordering::SeqCst);
            if let Some(stop) = search().as_ref() {
                stop.stop();
            }
            if unseen || WAITING.load(Ordering::SeqCst) {
                std::process::exit(1);
            }
        });
    });
    &ASKED
}

/// Ctrl-C came since the last time this was asked.
pub fn taken() -> bool {
    flag().swap(false, Ordering::SeqCst)
}

/// The search that Ctrl-C ends, if one is under way.
fn search() -> MutexGuard<'static, Option<Stop>> {
    static SEARCH: Mutex<Option<Stop>> = Mutex::new(None);
    SEARCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it is held, Ctrl-C ends a search.
pub struct Watch(());

/// From now on Ctrl-C ends this search too, also one that came where nothing has looked at it yet.
pub fn stops(stop: &Stop) -> Watch {
    let asked = flag();
    *search() = Some(stop.clone());
    if asked.load(Ordering::SeqCst) {
        stop.stop();
    }
    Watch(())
}

impl Watch {
    /// Ctrl-C came meanwhile.
    pub fn ended(self) -> bool {
        drop(self);
        taken()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        *search() = None;
    }
}

/// Reads input; Ctrl-C meanwhile, or not yet looked at, ends the program.
pub fn waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if ASKED.load(Ordering::SeqCst) {
        // It came where nothing looked any more.
        std::process::exit(1);
    }
    let read = read();
    WAITING.store(false, Ordering::SeqCst);
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_between_two_searches_ends_the_next() {
        let [first, second, third] = [(); 3].map(|()| Stop::default());
        assert!(!stops(&first).ended() && !first.is_stopped());
        ASKED.store(true, Ordering::SeqCst);
        let watch = stops(&second);
        assert!(second.is_stopped() && watch.ended() && !first.is_stopped());
        assert!(!stops(&third).ended() && !third.is_stopped());
    }
}
