//! The options that an engine lists.

use ::engine::{Engine, EngineConfig, MAX_HASH, MAX_MOVE_OVERHEAD, MAX_THREADS, MOVE_OVERHEAD};
use protocol::{Dialect, OptionInfo, OptionKind};

use super::strength::Strength;
use crate::cli::Game;

/// The most lines that can be asked for.
pub const MAX_LINES: i64 = 64;
/// The option that names folders of endgame tables.
pub const TABLE_PATH: &str = "SyzygyPath";
/// The pieces a side up to which endgame tables are asked from the start.
pub const TABLE_MEN: i64 = 2;

fn check(name: &str) -> OptionInfo {
    OptionInfo { name: name.to_owned(), kind: OptionKind::Check { start: false } }
}

fn spin(name: &str, start: i64, min: i64, max: i64) -> OptionInfo {
    OptionInfo { name: name.to_owned(), kind: OptionKind::Spin { start, min, max } }
}

fn text(name: &str) -> OptionInfo {
    let kind = OptionKind::Text { start: "<empty>".to_owned() };
    OptionInfo { name: name.to_owned(), kind }
}

/// What a player expects in the dialog of a front end; with `all` the switches and numbers of the search and the
/// evaluation too.
pub fn listed(kind: Game, dialect: &Dialect, engine: &dyn Engine, all: bool) -> Vec<OptionInfo> {
    let config = EngineConfig::default();
    let overhead = MOVE_OVERHEAD.as_millis() as i64;
    let mut options = vec![
        spin("Hash", config.hash_mib as i64, 0, MAX_HASH as i64),
        spin("Threads", config.threads as i64, 1, MAX_THREADS as i64),
        spin("MultiPV", 1, 1, MAX_LINES),
        check("Ponder"),
        spin("Move Overhead", overhead, 0, MAX_MOVE_OVERHEAD as i64),
        OptionInfo { name: "Clear Hash".to_owned(), kind: OptionKind::Button },
        spin("Level", 0, 0, ::engine::levels().len() as i64),
    ];
    if let Some((min, max)) = Strength::range(kind) {
        options.push(check("UCI_LimitStrength"));
        options.push(spin("UCI_Elo", max, min, max));
    }
    options.extend(kind.info().writing_option.map(check));
    if dialect.hello == "uci" {
        options.push(check("UCI_AnalyseMode"));
    }
    if kind.info().chances.is_some() {
        options.push(check("UCI_ShowWDL"));
    }
    if kind.book().is_some() {
        options.push(check("OwnBook"));
        options.push(text("BookFile"));
    }
    if kind.table_folders().is_some() {
        options.push(text(TABLE_PATH));
    }
    let sizes = kind.table_builder().map_or(&[] as &[usize], |builder| builder.sizes());
    if let Some(&most) = sizes.last() {
        options.push(spin("Tables", TABLE_MEN, 0, most as i64));
    }
    let start = all;
    options.push(OptionInfo { name: "AllOptions".to_owned(), kind: OptionKind::Check { start } });
    // What belongs to the tables is no tuning.
    let of_tables = |name: &str| name.starts_with("Syzygy");
    // Tables have hundreds of elements; each can be set, but they are not listed.
    let further = engine.options().into_iter().filter(|info| !info.name.contains('['));
    for info in further.filter(|info| all || of_tables(&info.name)) {
        options.push(if info.switch {
            OptionInfo { name: info.name, kind: OptionKind::Check { start: info.start != 0 } }
        } else {
            spin(&info.name, info.start.into(), info.min.into(), info.max.into())
        });
    }
    options
}
