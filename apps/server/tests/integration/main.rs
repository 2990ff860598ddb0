//! The server as its clients meet it.

mod api;
mod api_description;
mod api_python;
mod cards;
mod chat;
mod club;
mod club_tournaments;
mod common;
mod crowd;
mod explorer;
mod frames;
mod games;
mod hostile;
mod layouts;
mod load;
mod lobby;
mod operation;
mod order;
mod people;
mod pondering;
mod seats;
mod shelf;
mod study;
mod tls;
mod tournaments;
