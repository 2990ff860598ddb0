//! A room's chats of its game.

use std::collections::BTreeMap;

use crate::chats::{KeptLine, LAST};
use crate::protocol::chat::ChatRoom;

/// The last lines of both rooms, once they are read.
#[derive(Default)]
pub struct Talk {
    pub(super) is_read: bool,
    pub(super) lines: BTreeMap<ChatRoom, Vec<KeptLine>>,
}

impl Talk {
    /// The lines of a room, the oldest first.
    pub(super) fn of(&self, room: ChatRoom) -> &[KeptLine] {
        self.lines.get(&room).map_or(&[], Vec::as_slice)
    }

    /// Adds a line; the oldest makes way.
    pub(super) fn add(&mut self, room: ChatRoom, line: KeptLine) {
        let lines = self.lines.entry(room).or_default();
        lines.push(line);
        if lines.len() > LAST {
            lines.remove(0);
        }
    }

    /// Takes out a line.
    pub(super) fn remove(&mut self, room: ChatRoom, id: i64) {
        if let Some(lines) = self.lines.get_mut(&room) {
            lines.retain(|line| line.id != id);
        }
    }

    /// Shows another name of a member.
    pub(super) fn rename(&mut self, key: &str, name: &str) {
        for line in self.lines.values_mut().flatten().filter(|line| line.by.key == key) {
            name.clone_into(&mut line.by.member.name);
        }
    }
}
