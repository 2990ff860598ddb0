//! Frozen configurations, to measure strength against. Each game has its own.

/// A name and the options it stands for.
pub(crate) struct Preset {
    pub(crate) name: &'static str,
    /// A name that it had before.
    pub(crate) alias: Option<&'static str>,
    pub(crate) options: &'static [(&'static str, &'static str)],
}
