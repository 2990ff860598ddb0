//! The server as its clients meet it.

mod api;
mod api_description;
mod api_python;
mod archive;
mod cards;
mod chat;
mod clocks;
mod club;
mod club_ladders;
mod club_tournaments;
mod common;
mod correspondence;
mod crowd;
mod disk;
mod explorer;
mod frames;
mod game_events;
mod games;
mod hostile;
mod layouts;
mod library;
mod litama;
mod load;
mod lobby;
#[cfg(feature = "cluster")]
mod on_postgresql;
mod operation;
mod order;
mod passkeys;
mod people;
mod pondering;
mod pools;
mod seats;
mod study;
mod tls;
mod tournaments;
