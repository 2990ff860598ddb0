//! Ctrl-C (and SIGTERM), as a flag that jobs look at.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);
/// Whether the program waits for input, so that nothing would look at the flag.
static WAITING: AtomicBool = AtomicBool::new(false);

/// From the first call on, Ctrl-C sets this flag instead of ending the program. It ends it where
/// nothing looks: while the program waits for input, and the second time.
pub fn flag() -> &'static AtomicBool {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        // Where no handler can be installed Ctrl-C ends the program, as it does without one.
        let _ = ctrlc::set_handler(|| {
            let unseen = ASKED.swap(true, Ordering::SeqCst);
            if unseen || WAITING.load(Ordering::SeqCst) {
                std::process::exit(1);
            }
        });
    });
    &ASKED
}

/// Whether Ctrl-C came since the last time this was asked.
pub fn taken() -> bool {
    flag().swap(false, Ordering::SeqCst)
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
