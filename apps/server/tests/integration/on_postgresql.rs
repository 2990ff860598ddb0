//! Some tests of the server with its data in PostgreSQL; `cargo xtask on-postgresql` runs all of them so.

use servers::Database;

use crate::common::database::on;
use crate::{
    api, archive, chat, club_ladders, club_tournaments, correspondence, game_events, games,
    hidden_names, lobby, order, people, seats, study,
};

/// Some of each kind of what is kept.
const TESTS: &[fn()] = &[
    api::api_two_programs_play_and_hear_of_it,
    api::api_a_stream_is_opened_again_after_a_restart,
    archive::archive_tells_games_between_people_against_the_house_and_of_programs_apart,
    chat::chat_of_a_game_outlives_a_restart_and_that_of_a_private_game_is_its_players_own,
    club_ladders::contests_on_a_ladder_whoever_wins_from_below_climbs,
    club_tournaments::contests_in_a_round_robin_each_meets_each_with_either_side,
    correspondence::correspondence_outlives_a_restart_and_ends_with_nobody_there,
    game_events::game_events_go_on_where_a_stream_broke_off,
    games::a_restart_loses_nothing,
    hidden_names::hidden_names_of_tournaments_come_back_when_they_are_shown,
    lobby::ratings_change_once_with_a_rated_game_and_outlive_a_restart,
    order::order_a_block_keeps_two_apart_and_outlives_a_restart,
    order::order_a_hidden_name_is_shown_nowhere,
    people::people_a_token_is_shown_once_and_can_be_revoked,
    seats::seats_are_kept_over_a_restart_and_known_again,
    study::keeps_the_tree_over_a_restart,
];

#[test]
fn what_is_kept_of_a_club_is_kept_there_too() {
    if let Some(missing) = servers::missing() {
        eprintln!("skipped: {missing}");
        return;
    }
    let database = Database::start(false).expect("starts");
    let server = database.url("postgres");
    for test in TESTS {
        on(&server, test);
    }
}
