//! Where the club of a test keeps its data: in the folder that the test has, or in a database of a PostgreSQL server, which
//! `TESUJI_TEST_DATABASE` names (CONTRIBUTING.md) or the test itself has started.

use std::path::Path;

use server::Source;

#[cfg(feature = "cluster")]
#[allow(unused_imports, reason = "not every test uses all of it")]
pub use of_server::on;

/// Does something with the data of a folder, beside a server that may have them open.
pub fn beside<T: Send>(data: &Path, act: impl FnOnce(Source) -> T + Send) -> T {
    let source = source(data);
    // The client of PostgreSQL waits by itself, so not on a thread that has others waiting.
    std::thread::scope(|scope| scope.spawn(|| act(source)).join()).expect("does not panic")
}

/// Where the data of a folder are.
pub fn source(data: &Path) -> Source {
    #[cfg(feature = "cluster")]
    if let Some(address) = of_server::address(data) {
        return Source::Server(address);
    }
    Source::Folder(data.to_owned())
}

/// Runs a statement that changes the data of a folder, while no server has them open.
pub fn change(data: &Path, sql: &str) {
    #[cfg(feature = "cluster")]
    if let Some(url) = of_server::url(data) {
        servers::say_at(&url, sql).expect("changes");
        return;
    }
    let database = rusqlite::Connection::open(data.join("tesuji.db")).expect("opens");
    database.execute_batch(sql).expect("changes");
}

/// True where the data are not in the folder; says that the test is skipped, which looks into the file of SQLite.
pub fn skips_on_postgresql() -> bool {
    #[cfg(feature = "cluster")]
    if of_server::server().is_some() {
        eprintln!("skipped: this test looks into the file of SQLite");
        return true;
    }
    false
}

#[cfg(feature = "cluster")]
mod of_server {
    use std::cell::RefCell;
    use std::path::Path;
    use std::sync::atomic::{AtomicU32, Ordering};

    use server::Address;

    /// The variable with the address of a server in which databases can be made: `postgres://user@host:port/postgres`.
    const VARIABLE: &str = "TESUJI_TEST_DATABASE";
    /// The file of a data folder with the address of its database.
    const FILE: &str = "postgresql";

    thread_local! {
        /// The server that a test of this thread has started.
        static STARTED: RefCell<Option<String>> = const { RefCell::new(None) };
    }

    /// Runs a test with its data on that server.
    pub fn on(server: &str, test: impl FnOnce()) {
        STARTED.set(Some(server.to_owned()));
        test();
        STARTED.set(None);
    }

    /// The server, if data are to be on one.
    pub fn server() -> Option<String> {
        let started = STARTED.with_borrow(Clone::clone);
        started.or_else(|| std::env::var(VARIABLE).ok().filter(|url| !url.is_empty()))
    }

    /// The database of a folder, which is made where there is none yet.
    pub fn address(data: &Path) -> Option<Address> {
        url(data).map(|url| url.parse().expect("an address"))
    }

    /// Its address as a text.
    pub fn url(data: &Path) -> Option<String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let server = server()?;
        let file = data.join(FILE);
        let url = std::fs::read_to_string(&file).unwrap_or_else(|_| {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("tesuji_test_{}_{number}", std::process::id());
            let url = servers::create_at(&server, &name).expect("a database");
            std::fs::create_dir_all(data).expect("a folder");
            std::fs::write(&file, &url).expect("a file");
            url
        });
        Some(url)
    }
}
