//! The trait family that every game implements.
