//! The tables in PostgreSQL: as they were when this program began to keep games there, and what came since. Versions have
//! the numbers of SQLite's steps.

use postgres::{Client, Error};

/// Held while the tables are looked at.
const LOCK: i64 = 0x7465_7375_6a69;

/// The version of [`BEGINNING`].
const FIRST: i64 = 8;

/// The steps that came since, one a version; a step once released is never changed.
const SINCE: &[&str] = &[
    "
    CREATE TABLE archive (
        game_id TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
        game TEXT NOT NULL,
        speed TEXT NOT NULL,
        rated BIGINT NOT NULL,
        result TEXT NOT NULL,
        tournament TEXT,
        at BIGINT NOT NULL
    );
    CREATE INDEX archive_by_time ON archive (at, game_id);
    CREATE INDEX archive_by_game ON archive (game, speed, at, game_id);
    CREATE INDEX archive_by_tournament ON archive (tournament, at, game_id) WHERE tournament IS NOT NULL;
", "
    ALTER TABLE archive ADD COLUMN against TEXT NOT NULL DEFAULT 'people';
    UPDATE archive SET against = 'programs'
        WHERE game_id IN (SELECT game_id FROM seats WHERE kind = 'bot');
    CREATE INDEX archive_by_against ON archive (against, at, game_id);
",
    r#"
    CREATE TABLE passkeys (
        id BYTEA PRIMARY KEY,
        account TEXT COLLATE "C" NOT NULL REFERENCES accounts (key),
        name TEXT NOT NULL,
        public_key BYTEA NOT NULL,
        counter BIGINT NOT NULL,
        created BIGINT NOT NULL,
        used BIGINT,
        copied BIGINT
    );
    CREATE INDEX passkeys_by_account ON passkeys (account);
    CREATE TABLE spent (
        challenge BYTEA PRIMARY KEY,
        until BIGINT NOT NULL
    );
    CREATE INDEX spent_by_time ON spent (until);
"#,
    "
    ALTER TABLE tournament_players ADD COLUMN rung BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE tournament_players ADD COLUMN moved BIGINT NOT NULL DEFAULT 0;
",
];

/// The newest version.
pub fn newest() -> i64 {
    FIRST + i64::try_from(SINCE.len()).unwrap_or(0)
}

/// Brings the tables up to the newest version; the version that is there. A newer one stays as it is.
///
/// # Errors
/// Where the server refuses.
pub fn bring_up(client: &mut Client) -> Result<i64, Error> {
    let mut transaction = client.transaction()?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
    let is_new: bool =
        transaction.query_one("SELECT to_regclass('schema_version') IS NULL", &[])?.get(0);
    let mut found = if is_new {
        transaction.batch_execute(BEGINNING)?;
        FIRST
    } else {
        transaction.query_one("SELECT version FROM schema_version", &[])?.get(0)
    };
    let before = if is_new { 0 } else { found };
    for (version, step) in (FIRST + 1..).zip(SINCE) {
        if version > found {
            transaction.batch_execute(step)?;
            found = version;
        }
    }
    if found > before {
        transaction.execute("UPDATE schema_version SET version = $1", &[&found])?;
        tracing::info!(from = before, to = found, "the database has a new schema");
    }
    transaction.commit()?;
    Ok(found)
}

/// Texts are compared letter by letter, as SQLite does. Yes and no are 1 and 0.
const BEGINNING: &str = r#"
    CREATE TABLE schema_version (version BIGINT NOT NULL);
    INSERT INTO schema_version VALUES (8);
    -- How many processes the club has.
    CREATE TABLE club (nodes BIGINT NOT NULL);
    INSERT INTO club VALUES (1);
    -- The one use of SQLite's function here: a number in a text of JSON.
    CREATE FUNCTION json_extract(TEXT, TEXT) RETURNS BIGINT LANGUAGE SQL IMMUTABLE
        AS 'SELECT (CAST($1 AS JSON) ->> substr($2, 3))::BIGINT';
    CREATE TABLE games (
        id TEXT COLLATE "C" PRIMARY KEY,
        game TEXT NOT NULL,
        start TEXT NOT NULL,
        players TEXT NOT NULL,
        created BIGINT NOT NULL,
        clock TEXT,
        "user" TEXT,
        changed BIGINT NOT NULL DEFAULT 0,
        ending TEXT,
        removed BIGINT,
        names TEXT,
        origin TEXT,
        private BIGINT NOT NULL DEFAULT 0,
        rated BIGINT NOT NULL DEFAULT 0,
        tournament TEXT,
        due BIGINT
    );
    CREATE INDEX games_by_change ON games (changed);
    CREATE INDEX games_by_user ON games ("user") WHERE "user" IS NOT NULL;
    CREATE INDEX games_by_origin ON games (origin) WHERE origin IS NOT NULL;
    CREATE INDEX games_rated ON games (id) WHERE rated = 1 AND ending IS NULL;
    CREATE INDEX games_by_due ON games (due) WHERE due IS NOT NULL;
    CREATE TABLE log (
        game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id),
        number BIGINT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('turn', 'undo', 'end')),
        ply BIGINT NOT NULL,
        turn TEXT,
        thought TEXT,
        clocks TEXT,
        ending TEXT,
        at BIGINT NOT NULL,
        PRIMARY KEY (game_id, number)
    );
    CREATE TABLE edits (
        game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id),
        number BIGINT NOT NULL,
        edit TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (game_id, number)
    );
    CREATE TABLE judged (
        game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id),
        position TEXT COLLATE "C" NOT NULL,
        judged TEXT NOT NULL,
        PRIMARY KEY (game_id, position)
    );
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        value BYTEA NOT NULL
    );
    CREATE TABLE accounts (
        key TEXT COLLATE "C" PRIMARY KEY,
        name TEXT NOT NULL,
        bot BIGINT NOT NULL,
        password TEXT,
        created BIGINT NOT NULL,
        moderator BIGINT NOT NULL DEFAULT 0,
        closed BIGINT,
        shown TEXT
    );
    CREATE UNIQUE INDEX accounts_by_shown ON accounts (shown) WHERE shown IS NOT NULL;
    CREATE TABLE sessions (
        hash BYTEA PRIMARY KEY,
        account TEXT COLLATE "C" NOT NULL REFERENCES accounts (key),
        until BIGINT NOT NULL
    );
    CREATE TABLE tokens (
        id TEXT PRIMARY KEY,
        hash BYTEA NOT NULL,
        account TEXT COLLATE "C" NOT NULL REFERENCES accounts (key),
        created BIGINT NOT NULL,
        revoked BIGINT
    );
    CREATE TABLE seats (
        game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        side TEXT COLLATE "C" NOT NULL,
        who TEXT COLLATE "C",
        name TEXT,
        kind TEXT,
        invite TEXT UNIQUE,
        PRIMARY KEY (game_id, side)
    );
    CREATE INDEX seats_by_who ON seats (who) WHERE who IS NOT NULL;
    CREATE TABLE ratings (
        who TEXT COLLATE "C" NOT NULL,
        game TEXT COLLATE "C" NOT NULL,
        speed TEXT COLLATE "C" NOT NULL,
        rating DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL,
        volatility DOUBLE PRECISION NOT NULL,
        games BIGINT NOT NULL,
        changed BIGINT NOT NULL,
        PRIMARY KEY (who, game, speed)
    );
    CREATE INDEX ratings_by_rating ON ratings (game, speed, rating);
    CREATE TABLE rated (
        game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id),
        side TEXT COLLATE "C" NOT NULL,
        who TEXT COLLATE "C" NOT NULL,
        game TEXT COLLATE "C" NOT NULL,
        speed TEXT COLLATE "C" NOT NULL,
        before DOUBLE PRECISION NOT NULL,
        after DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (game_id, side)
    );
    CREATE INDEX rated_by_who ON rated (who, game, speed, at);
    CREATE TABLE tournaments (
        id TEXT COLLATE "C" PRIMARY KEY,
        terms TEXT NOT NULL,
        who TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        stage TEXT NOT NULL CHECK (stage IN ('coming', 'running', 'over', 'canceled')),
        starts BIGINT NOT NULL,
        ends BIGINT,
        winner TEXT,
        created BIGINT NOT NULL
    );
    CREATE INDEX tournaments_open ON tournaments (id) WHERE stage IN ('coming', 'running');
    CREATE INDEX tournaments_over ON tournaments (ends) WHERE stage IN ('over', 'canceled');
    CREATE TABLE tournament_players (
        tournament_id TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id),
        number BIGINT NOT NULL,
        who TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        rating TEXT,
        status TEXT NOT NULL CHECK (status IN ('in', 'paused', 'out')),
        since BIGINT NOT NULL,
        PRIMARY KEY (tournament_id, number),
        UNIQUE (tournament_id, who)
    );
    CREATE TABLE pairings (
        tournament_id TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id),
        number BIGINT NOT NULL,
        round BIGINT NOT NULL,
        game_id TEXT,
        first BIGINT NOT NULL,
        second BIGINT NOT NULL,
        first_rating BIGINT NOT NULL,
        second_rating BIGINT NOT NULL,
        done BIGINT,
        half_points BIGINT,
        first_points BIGINT,
        second_points BIGINT,
        at BIGINT,
        PRIMARY KEY (tournament_id, number)
    );
    CREATE TABLE chat (
        id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        room TEXT NOT NULL CHECK (room IN ('player', 'spectator')),
        who TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        at BIGINT NOT NULL,
        deleted BIGINT
    );
    CREATE INDEX chat_by_game ON chat (game_id, room);
    CREATE INDEX chat_by_who ON chat (who);
    CREATE TABLE blocks (
        who TEXT NOT NULL,
        other TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (who, other)
    );
    CREATE TABLE reports (
        id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        who TEXT NOT NULL,
        about TEXT NOT NULL,
        reason TEXT NOT NULL,
        text TEXT NOT NULL,
        game_id TEXT,
        at BIGINT NOT NULL,
        done BIGINT,
        done_by TEXT,
        note TEXT
    );
    CREATE INDEX reports_open ON reports (id) WHERE done IS NULL;
    CREATE TABLE mutes (
        who TEXT PRIMARY KEY,
        until BIGINT NOT NULL
    );
    CREATE TABLE acts (
        id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        who TEXT,
        act TEXT NOT NULL,
        about TEXT,
        game_id TEXT,
        detail TEXT NOT NULL,
        why TEXT NOT NULL,
        at BIGINT NOT NULL
    );
    CREATE TABLE uptime (
        id BIGINT PRIMARY KEY CHECK (id = 1),
        ms BIGINT NOT NULL
    );
    INSERT INTO uptime VALUES (1, 0);
"#;
