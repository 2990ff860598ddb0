//! Answers of the database, and the time in its rows.

use std::time::{SystemTime, UNIX_EPOCH};

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

/// Milliseconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
