//! Checking an engine.
