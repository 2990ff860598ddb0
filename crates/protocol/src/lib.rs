//! Text protocols between an engine and its user, without input or output of their own.
