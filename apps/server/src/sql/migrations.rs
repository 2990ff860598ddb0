//! The tables, as they came about.

/// One step per version; a step once released is never changed.
pub const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        start TEXT NOT NULL,
        players TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE log (
        game_id TEXT NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('turn', 'undo')),
        ply INTEGER NOT NULL,
        turn TEXT,
        thought TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (game_id, number)
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE games ADD COLUMN clock TEXT;
    ALTER TABLE games ADD COLUMN user TEXT;
    ALTER TABLE games ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN ending TEXT;
    ALTER TABLE games ADD COLUMN removed INTEGER;
    UPDATE games SET changed = coalesce((SELECT max(at) FROM log WHERE game_id = id), created);
    CREATE INDEX games_by_change ON games (changed);
    CREATE TABLE log_2 (
        game_id TEXT NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('turn', 'undo', 'end')),
        ply INTEGER NOT NULL,
        turn TEXT,
        thought TEXT,
        clocks TEXT,
        ending TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (game_id, number)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO log_2 (game_id, number, kind, ply, turn, thought, at)
        SELECT game_id, number, kind, ply, turn, thought, at FROM log;
    DROP TABLE log;
    ALTER TABLE log_2 RENAME TO log;
    CREATE TABLE edits (
        game_id TEXT NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        edit TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (game_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE judged (
        game_id TEXT NOT NULL REFERENCES games (id),
        position TEXT NOT NULL,
        judged TEXT NOT NULL,
        PRIMARY KEY (game_id, position)
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE games ADD COLUMN names TEXT;
    ALTER TABLE games ADD COLUMN origin TEXT;
    CREATE INDEX games_by_origin ON games (origin) WHERE origin IS NOT NULL;
",
    "
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE accounts (
        key TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        bot INTEGER NOT NULL,
        password TEXT,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sessions (
        hash BLOB PRIMARY KEY,
        account TEXT NOT NULL REFERENCES accounts (key),
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tokens (
        id TEXT PRIMARY KEY,
        hash BLOB NOT NULL,
        account TEXT NOT NULL REFERENCES accounts (key),
        created INTEGER NOT NULL,
        revoked INTEGER
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE games ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE seats (
        game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        side TEXT NOT NULL,
        who TEXT,
        name TEXT,
        kind TEXT,
        invite TEXT UNIQUE,
        PRIMARY KEY (game_id, side)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seats_by_who ON seats (who) WHERE who IS NOT NULL;
",
    "
    ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX games_rated ON games (id) WHERE rated = 1 AND ending IS NULL;
    CREATE TABLE ratings (
        who TEXT NOT NULL,
        game TEXT NOT NULL,
        speed TEXT NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        games INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        PRIMARY KEY (who, game, speed)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ratings_by_rating ON ratings (game, speed, rating);
    CREATE TABLE rated (
        game_id TEXT NOT NULL REFERENCES games (id),
        side TEXT NOT NULL,
        who TEXT NOT NULL,
        game TEXT NOT NULL,
        speed TEXT NOT NULL,
        before REAL NOT NULL,
        after REAL NOT NULL,
        deviation REAL NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (game_id, side)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rated_by_who ON rated (who, game, speed, at);
",
    "
    ALTER TABLE games ADD COLUMN tournament TEXT;
    CREATE TABLE tournaments (
        id TEXT PRIMARY KEY,
        terms TEXT NOT NULL,
        who TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        stage TEXT NOT NULL CHECK (stage IN ('coming', 'running', 'over', 'canceled')),
        starts INTEGER NOT NULL,
        ends INTEGER,
        winner TEXT,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tournaments_open ON tournaments (id) WHERE stage IN ('coming', 'running');
    CREATE INDEX tournaments_over ON tournaments (ends) WHERE stage IN ('over', 'canceled');
    CREATE TABLE tournament_players (
        tournament_id TEXT NOT NULL REFERENCES tournaments (id),
        number INTEGER NOT NULL,
        who TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        rating TEXT,
        status TEXT NOT NULL CHECK (status IN ('in', 'paused', 'out')),
        since INTEGER NOT NULL,
        PRIMARY KEY (tournament_id, number),
        UNIQUE (tournament_id, who)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pairings (
        tournament_id TEXT NOT NULL REFERENCES tournaments (id),
        number INTEGER NOT NULL,
        round INTEGER NOT NULL,
        game_id TEXT,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        first_rating INTEGER NOT NULL,
        second_rating INTEGER NOT NULL,
        done INTEGER,
        half_points INTEGER,
        first_points INTEGER,
        second_points INTEGER,
        at INTEGER,
        PRIMARY KEY (tournament_id, number)
    ) STRICT, WITHOUT ROWID;
    ",
    "
    ALTER TABLE accounts ADD COLUMN moderator INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN closed INTEGER;
    ALTER TABLE accounts ADD COLUMN shown TEXT;
    CREATE UNIQUE INDEX accounts_by_shown ON accounts (shown) WHERE shown IS NOT NULL;
    CREATE TABLE chat (
        id INTEGER PRIMARY KEY,
        game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        room TEXT NOT NULL CHECK (room IN ('player', 'spectator')),
        who TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        deleted INTEGER
    ) STRICT;
    CREATE INDEX chat_by_game ON chat (game_id, room);
    CREATE INDEX chat_by_who ON chat (who);
    CREATE TABLE blocks (
        who TEXT NOT NULL,
        other TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (who, other)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE reports (
        id INTEGER PRIMARY KEY,
        who TEXT NOT NULL,
        about TEXT NOT NULL,
        reason TEXT NOT NULL,
        text TEXT NOT NULL,
        game_id TEXT,
        at INTEGER NOT NULL,
        done INTEGER,
        done_by TEXT,
        note TEXT
    ) STRICT;
    CREATE INDEX reports_open ON reports (id) WHERE done IS NULL;
    CREATE TABLE mutes (
        who TEXT PRIMARY KEY,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE acts (
        id INTEGER PRIMARY KEY,
        who TEXT,
        act TEXT NOT NULL,
        about TEXT,
        game_id TEXT,
        detail TEXT NOT NULL,
        why TEXT NOT NULL,
        at INTEGER NOT NULL
    ) STRICT;
",
    "
    ALTER TABLE games ADD COLUMN due INTEGER;
    CREATE INDEX games_by_due ON games (due) WHERE due IS NOT NULL;
    CREATE TABLE uptime (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        ms INTEGER NOT NULL
    ) STRICT;
    INSERT INTO uptime VALUES (1, 0);
",
    "
    CREATE TABLE archive (
        game_id TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
        game TEXT NOT NULL,
        speed TEXT NOT NULL,
        rated INTEGER NOT NULL,
        result TEXT NOT NULL,
        tournament TEXT,
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX archive_by_time ON archive (at, game_id);
    CREATE INDEX archive_by_game ON archive (game, speed, at, game_id);
    CREATE INDEX archive_by_tournament ON archive (tournament, at, game_id) WHERE tournament IS NOT NULL;
",
    "
    ALTER TABLE archive ADD COLUMN against TEXT NOT NULL DEFAULT 'people';
    UPDATE archive SET against = 'programs'
        WHERE game_id IN (SELECT game_id FROM seats WHERE kind = 'bot');
    CREATE INDEX archive_by_against ON archive (against, at, game_id);
",
    "
    CREATE TABLE passkeys (
        id BLOB PRIMARY KEY,
        account TEXT NOT NULL REFERENCES accounts (key),
        name TEXT NOT NULL,
        public_key BLOB NOT NULL,
        counter INTEGER NOT NULL,
        created INTEGER NOT NULL,
        used INTEGER,
        copied INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX passkeys_by_account ON passkeys (account);
    CREATE TABLE spent (
        challenge BLOB PRIMARY KEY,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX spent_by_time ON spent (until);
",
    "
    ALTER TABLE tournament_players ADD COLUMN rung INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tournament_players ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
",
];
