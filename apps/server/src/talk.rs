//! Who may say something in a chat, how often and how much; and the chat of the lobby, which lives in memory.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::blocks::Blocks;
use crate::chats::{KeptLine, LAST};
use crate::outbox::Outbox;
use crate::protocol::chat::{Chat, ChatGone, ChatRoom, ChatSaid, Rights};
use crate::protocol::{Code, Failure, ServerMessage};
use crate::rate::{Limit, Rate};
use crate::who::{MemberKind, Who};

/// The most characters of a line.
pub const LONGEST: usize = 140;
/// The most characters of a report, of a note, and of why something was done.
pub const LONGEST_NOTE: usize = 1000;
/// Lines of the lobby that are remembered.
const REMEMBERED: usize = 200;
/// News of the lobby's chat that wait for one who reads slowly.
const WAITING: usize = 64;

/// News of the lobby's chat.
#[derive(Clone, Debug)]
enum News {
    Said(KeptLine),
    Gone(i64),
    Renamed,
}

#[derive(Debug, Default)]
struct Lines {
    lines: VecDeque<KeptLine>,
    last: i64,
}

/// The manners of the club.
pub struct Talk {
    guests: bool,
    by_member: Limit<String>,
    by_address: Limit<IpAddr>,
    reports: Limit<String>,
    lobby: Mutex<Lines>,
    news: broadcast::Sender<News>,
}

impl Default for Talk {
    fn default() -> Self {
        Self::new(false)
    }
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Letters that turn the direction of what follows, or that nobody sees: what is written with them reads as something
/// else.
fn deceives(letter: char) -> bool {
    matches!(
        letter,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
    )
}

/// The text as plain text of one line: a blank for each break, and a mark for what would command a
/// terminal or turn the text around.
fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        '\n' | '\r' | '\t' => ' ',
        _ if letter.is_control() || deceives(letter) => '\u{fffd}',
        _ => letter,
    };
    text.trim().chars().map(letter).collect()
}

/// Text that has something in it, and not more than so many characters.
///
/// # Errors
/// Where it is empty or too long.
pub fn checked(text: &str, most: usize, place: &str) -> Result<String, Failure> {
    let text = plain(text);
    let count = text.chars().count();
    if count == 0 {
        return Err(Failure::new(Code::BadMessage, "There is nothing in this text.").at(place));
    }
    if count > most {
        let message = format!("This text may have {most} characters; it has {count}.");
        return Err(Failure::new(Code::TooLarge, message).at(place));
    }
    Ok(text)
}

impl Talk {
    /// An empty lobby; guests may talk or not.
    pub fn new(guests: bool) -> Self {
        let limit = |burst, per_second| Rate { burst, per_second };
        Self {
            guests,
            by_member: Limit::new(limit(5.0, 0.25)),
            by_address: Limit::new(limit(20.0, 1.0)),
            reports: Limit::new(limit(5.0, 1.0 / 300.0)),
            lobby: Mutex::default(),
            news: broadcast::Sender::new(WAITING),
        }
    }

    fn lobby(&self) -> MutexGuard<'_, Lines> {
        // The lines are whole between any two of its calls, so a panic elsewhere does not spoil them.
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rights of a member, as the page shows them.
    pub fn rights(&self, who: Option<&Who>, moderator: bool) -> Rights {
        Rights { chat: who.is_some_and(|who| self.admits(who)), moderator }
    }

    fn admits(&self, who: &Who) -> bool {
        self.guests || who.member.kind != MemberKind::Guest
    }

    /// Takes a line from those that a member may say now; it as plain text.
    ///
    /// # Errors
    /// Where it is empty or too long, comes too soon after others, or is a guest's in a club where they do not talk.
    pub fn take(&self, who: &Who, from: IpAddr, text: &str) -> Result<String, Failure> {
        if !self.admits(who) {
            let message = "The chat is for members with a name: sign in first.";
            return Err(Failure::new(Code::SignedOut, message));
        }
        let text = checked(text, LONGEST, "text")?;
        let now = Instant::now();
        if self.by_address.take(from, 1.0, now) && self.by_member.take(who.key.clone(), 1.0, now) {
            return Ok(text);
        }
        let message = "That is many lines at a time; wait some seconds.";
        Err(Failure::new(Code::TooFast, message))
    }

    /// Takes a report from those that a member may make now.
    ///
    /// # Errors
    /// Where it comes too soon after others.
    pub fn take_report(&self, who: &Who) -> Result<(), Failure> {
        if self.reports.take(who.key.clone(), 1.0, Instant::now()) {
            return Ok(());
        }
        let message = "That is many reports at a time; the moderators read those that you made.";
        Err(Failure::new(Code::TooFast, message))
    }

    /// Somebody says something in the lobby.
    pub fn say(&self, by: Who, text: String) {
        let mut lobby = self.lobby();
        lobby.last += 1;
        let line = KeptLine { id: lobby.last, by, text, at: now() };
        lobby.lines.push_back(line.clone());
        if lobby.lines.len() > REMEMBERED {
            lobby.lines.pop_front();
        }
        // Nobody may listen; and in order, while the lines are held.
        let _ = self.news.send(News::Said(line));
    }

    /// A line of the lobby.
    pub fn line(&self, id: i64) -> Option<KeptLine> {
        self.lobby().lines.iter().find(|line| line.id == id).cloned()
    }

    /// A moderator has deleted a line of the lobby.
    pub fn unsay(&self, id: i64) {
        let mut lobby = self.lobby();
        lobby.lines.retain(|line| line.id != id);
        let _ = self.news.send(News::Gone(id));
    }

    /// A member is shown under another name.
    pub fn rename(&self, key: &str, name: &str) {
        let mut lobby = self.lobby();
        for line in lobby.lines.iter_mut().filter(|line| line.by.key == key) {
            name.clone_into(&mut line.by.member.name);
        }
        let _ = self.news.send(News::Renamed);
    }

    fn told(&self, key: &str, blocks: &Blocks) -> ServerMessage {
        let lobby = self.lobby();
        let lines = lobby.lines.iter().filter(|line| !blocks.has(key, &line.by.key));
        let mut lines: Vec<_> = lines.rev().take(LAST).map(KeptLine::shown).collect();
        lines.reverse();
        ServerMessage::Chat(Chat { room: ChatRoom::Lobby, game: None, lines })
    }
}

/// Tells a member of the lobby's chat: first what was said last, then what is said. It listens from the call on, not only
/// from when the task begins.
pub fn follow(
    talk: Arc<Talk>,
    blocks: Arc<Blocks>,
    who: Who,
    outbox: Outbox,
) -> impl Future<Output = ()> {
    let (mut news, key) = (talk.news.subscribe(), who.key);
    async move {
        outbox.send(&talk.told(&key, &blocks));
        // Lines written between the two are in both: the page knows lines by their numbers.
        loop {
            let (room, game) = (ChatRoom::Lobby, None);
            match news.recv().await {
                Ok(News::Said(line)) if blocks.has(&key, &line.by.key) => {}
                Ok(News::Said(line)) => {
                    let said = ChatSaid { room, game, line: line.shown() };
                    outbox.send(&ServerMessage::ChatSaid(said));
                }
                Ok(News::Gone(id)) => {
                    outbox.send(&ServerMessage::ChatGone(ChatGone { room, game, id }));
                }
                Ok(News::Renamed) | Err(RecvError::Lagged(_)) => {
                    outbox.send(&talk.told(&key, &blocks));
                }
                Err(RecvError::Closed) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, REMEMBERED, Talk, checked};
    use crate::blocks::Blocks;
    use crate::protocol::{Code, ServerMessage};
    use crate::who::Who;

    #[test]
    fn chat_text_is_plain_and_short() {
        for (written, kept) in [
            (" a\tb\r\nc ", "a b  c"),
            ("\u{1b}[2J\u{7}x\u{9b}y", "\u{fffd}[2J\u{fffd}x\u{fffd}y"),
            ("<b>bold</b> &amp;", "<b>bold</b> &amp;"),
            ("abc\u{202e}def\u{200b}", "abc\u{fffd}def\u{fffd}"),
            ("grüße 漢字 👍", "grüße 漢字 👍"),
        ] {
            assert_eq!(checked(written, LONGEST, "text").as_deref(), Ok(kept));
        }
        let long = "ü".repeat(LONGEST);
        assert!(checked(&long, LONGEST, "text").is_ok());
        let failure = checked(&(long + "x"), LONGEST, "text").expect_err("too long");
        assert_eq!((failure.code, failure.place.as_deref()), (Code::TooLarge, Some("text")));
        assert!(checked(" \n ", LONGEST, "text").is_err());
    }

    #[test]
    fn chat_has_a_burst_and_then_a_rate_by_member() {
        let (talk, here) = (Talk::new(false), [127, 0, 0, 1].into());
        let (one, other) = (Who::account("one", false), Who::account("other", false));
        assert!((0..5).all(|_| talk.take(&one, here, "x").is_ok()));
        assert_eq!(talk.take(&one, here, "x").expect_err("too fast").code, Code::TooFast);
        assert!(talk.take(&other, here, "x").is_ok());
        assert_eq!(
            talk.take(&Who::guest("g"), here, "x").expect_err("guest").code,
            Code::SignedOut
        );
        let open = Talk::new(true);
        // Another cookie makes another guest, but no other address.
        let said = (0..100).filter(|n| open.take(&Who::guest(&n.to_string()), here, "x").is_ok());
        assert!((20..25).contains(&said.count()));
    }

    #[test]
    fn chat_of_the_lobby_remembers_the_last_lines() {
        let talk = Talk::new(false);
        for number in 0..=REMEMBERED {
            let by = if number % 2 == 0 { "one" } else { "other" };
            talk.say(Who::account(by, false), number.to_string());
        }
        assert_eq!(talk.lobby().lines.len(), REMEMBERED);
        let blocks = Blocks::of(vec![("user:me".to_owned(), "user:other".to_owned())]);
        let ServerMessage::Chat(chat) = talk.told("user:me", &blocks) else { unreachable!() };
        assert_eq!((chat.lines.len(), chat.lines[49].text.as_str()), (50, "200"));
        assert!(chat.lines.iter().all(|line| line.by.name == "one"));
        talk.unsay(chat.lines[49].id);
        talk.rename("user:one", "member-1234");
        let ServerMessage::Chat(chat) = talk.told("user:me", &blocks) else { unreachable!() };
        assert_eq!(
            (chat.lines[49].text.as_str(), chat.lines[49].by.name.as_str()),
            ("198", "member-1234")
        );
    }
}
