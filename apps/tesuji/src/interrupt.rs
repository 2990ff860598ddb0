//! Ctrl-C, as a flag that jobs look at.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From the first call on, Ctrl-C sets this flag instead of ending the program.
pub fn flag() -> &'static AtomicBool {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        // Where no handler can be installed Ctrl-C ends the program, as it does without one.
        let _ = ctrlc::set_handler(|| ASKED.store(true, Ordering::Relaxed));
    });
    &ASKED
}

/// Whether Ctrl-C came since the last time this was asked.
pub fn taken() -> bool {
    flag().swap(false, Ordering::Relaxed)
}
