//! Answers of the database, and the time in its rows.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::ErrorCode;
use tokio::sync::oneshot;

use crate::store::{Answer, StoreError};

/// The answer to a request that was sent; none was where the thread that would answer is gone.
pub(super) fn answer_of<T: Send + 'static>(
    sent: Option<oneshot::Receiver<Result<T, StoreError>>>,
) -> Answer<T> {
    Box::pin(async move {
        match sent {
            Some(answer) => answer.await.unwrap_or(Err(StoreError::Closed)),
            None => Err(StoreError::Closed),
        }
    })
}

/// A failure of SQLite, in words that a player reads.
pub fn database(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::DiskFull,
        Some(ErrorCode::SystemIoFailure) => StoreError::Disk(error.to_string()),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
        _ => StoreError::Database(error.to_string()),
    }
}

/// Milliseconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
