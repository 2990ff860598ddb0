//! The end of a server that was asked to stop: everybody is told, and what is under way is finished.

use tokio::sync::watch;

/// A flag that the server stops. Copies are of the same server.
#[derive(Clone, Debug)]
pub struct Stopping(watch::Sender<bool>);

impl Default for Stopping {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}

impl Stopping {
    /// From now on it stops.
    pub fn begin(&self) {
        self.0.send_replace(true);
    }

    /// It stops.
    pub fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Ends when it stops.
    pub async fn begun(&self) {
        let mut changes = self.0.subscribe();
        // The sender is here as long as who waits.
        let _ = changes.wait_for(|stops| *stops).await;
    }
}

#[cfg(test)]
mod tests {
    use super::Stopping;

    #[tokio::test]
    async fn all_hear_of_it_whenever_they_ask() {
        let stopping = Stopping::default();
        let before = stopping.clone();
        let waits = tokio::spawn(async move { before.begun().await });
        assert!(!stopping.has_begun());
        stopping.begin();
        waits.await.expect("ends");
        stopping.clone().begun().await;
        assert!(stopping.has_begun());
    }
}
