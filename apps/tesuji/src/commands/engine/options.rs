//! The engine's options as protocols list them.

use ::engine::{Audience, Engine, OptionInfo, OptionKind};

/// The options with which a session begins: endgame tables of the fewest pieces cost a fraction of a second.
pub const BEGINS_WITH: [(&str, i64); 1] = [("Tables", 2)];

/// The options that the engine lists.
pub fn listed(engine: &dyn Engine) -> Vec<protocol::OptionInfo> {
    let options = engine.options().into_iter();
    options.filter(|option| option.audience == Audience::Players).map(as_listed).collect()
}

fn as_listed(option: OptionInfo) -> protocol::OptionInfo {
    let begins = BEGINS_WITH.iter().find(|(name, _)| *name == option.name);
    let kind = match option.kind {
        OptionKind::Check { start } => protocol::OptionKind::Check { start },
        OptionKind::Spin { start, min, max } => {
            let start = begins.map_or(start, |&(_, start)| start);
            protocol::OptionKind::Spin { start, min, max }
        }
        OptionKind::Choice { start, values } => protocol::OptionKind::Choice { start, values },
        OptionKind::Text => protocol::OptionKind::Text { start: "<empty>".to_owned() },
        OptionKind::Button => protocol::OptionKind::Button,
    };
    protocol::OptionInfo { name: option.name, kind }
}
