//! Blocks, reports, and what moderators do: who may, and what follows from it at once.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::blocks;
use crate::bus::Event;
use crate::chats::KeptLine;
use crate::desk::{AccountState, Deed, Desk, NewReport, Outcome};
use crate::gate::ClientId;
use crate::meeting;
use crate::people::People;
use crate::protocol::chat::ChatRoom;
use crate::protocol::moderation::{Act, GameChat, LineAt, Meant, Moderate, ReportMember, Reports};
use crate::protocol::{Code, Failure};
use crate::room::Command;
use crate::state::App;
use crate::store::StoreError;
use crate::talk::{LONGEST_NOTE, checked};
use crate::who::{MemberKind, Who};

/// The longest mute, in minutes: a year.
const LONGEST_MUTE: u32 = 365 * 24 * 60;
/// Lines of a game's room that moderators read at once.
const READ: usize = 2000;

fn storage(error: &StoreError) -> Failure {
    Failure::new(Code::Storage, format!("{error}."))
}

fn no_club() -> Failure {
    Failure::new(Code::NotFound, "There are no members here: this is no club.")
}

fn desk(app: &App) -> Result<&Arc<dyn Desk>, Failure> {
    app.desk.as_ref().ok_or_else(no_club)
}

fn people(app: &App) -> Result<&People, Failure> {
    app.people.as_ref().ok_or_else(no_club)
}

/// That member is a moderator.
///
/// # Errors
/// Where the database fails.
pub async fn is_moderator(app: &App, who: &Who) -> Result<bool, Failure> {
    let Some(desk) = &app.desk else { return Ok(false) };
    if who.member.kind != MemberKind::Person {
        return Ok(false);
    }
    desk.is_moderator(&who.key).await.map_err(|error| storage(&error))
}

/// The state of an account beside its name.
///
/// # Errors
/// Where the database fails.
pub async fn state_of(app: &App, who: &Who) -> Result<AccountState, Failure> {
    desk(app)?.state_of(&who.key).await.map_err(|error| storage(&error))
}

async fn needs_moderator(app: &App, who: &Who) -> Result<(), Failure> {
    if is_moderator(app, who).await? { Ok(()) } else { Err(no_moderator()) }
}

fn no_moderator() -> Failure {
    Failure::new(Code::NotYourTurn, "This is for moderators.")
}

/// Checks that a member is not muted.
///
/// # Errors
/// Where they are, with the time that is left.
pub async fn may_talk(app: &App, who: &Who) -> Result<(), Failure> {
    let until = desk(app)?.muted(&who.key).await.map_err(|error| storage(&error))?;
    until.map_or(Ok(()), |until| {
        let minutes = until.saturating_sub(crate::talk::now()).max(0) / 60_000 + 1;
        let message = format!("A moderator has muted you; for {minutes} more minutes at most.");
        Err(Failure::new(Code::Limit, message))
    })
}

/// Blocks a member for another, or does so no more; the member's name.
///
/// # Errors
/// Where there is no such member, or the list is full.
pub async fn block(app: &App, who: &Who, name: &str, on: bool) -> Result<String, Failure> {
    if who.member.kind == MemberKind::Guest {
        let message = "Blocks are for members with a name: sign in first.";
        return Err(Failure::new(Code::SignedOut, message));
    }
    let other = people(app)?.account_of(name).await?;
    if other.key == who.key {
        return Err(Failure::new(Code::BadMessage, "Nobody blocks themselves.").at("name"));
    }
    let blocks = &app.rooms.blocks;
    if on && !blocks.has(&who.key, &other.key) && blocks.count(&who.key) >= blocks::MOST {
        let message = format!("A member blocks at most {} others.", blocks::MOST);
        return Err(Failure::new(Code::Limit, message));
    }
    desk(app)?.block(&who.key, &other.key, on).await.map_err(|error| storage(&error))?;
    blocks.set(&who.key, &other.key, on);
    let (by, of) = (who.key.clone(), other.key.clone());
    app.rooms.others.tell(Event::Blocked { who: by, other: of, on });
    if on {
        meeting::withdraw(app, &who.key, Some(&other.key));
    }
    Ok(other.member.name)
}

/// Keeps a report; the name of who is reported.
///
/// # Errors
/// Where there is no such member or game, or the reports come too fast.
pub async fn report(app: &App, who: &Who, asked: ReportMember) -> Result<String, Failure> {
    if who.member.kind == MemberKind::Guest {
        let message = "Reports are for members with a name: sign in first.";
        return Err(Failure::new(Code::SignedOut, message));
    }
    let ReportMember { name, reason, text, game } = asked;
    let text = checked(&text, LONGEST_NOTE, "text")?;
    let about = people(app)?.account_of(&name).await?;
    if about.key == who.key {
        return Err(Failure::new(Code::BadMessage, "Nobody reports themselves.").at("name"));
    }
    if let Some(id) = &game {
        app.rooms.standing(id, Some(who)).await.map_err(|failure| failure.at("game"))?;
    }
    app.talk.take_report(who)?;
    let report = NewReport { by: who.key.clone(), about: about.key, reason, text, game };
    desk(app)?.report(report).await.map_err(|error| storage(&error))?;
    Ok(about.member.name)
}

/// The reports that moderators read.
///
/// # Errors
/// Where who asks is none.
pub async fn reports(app: &App, who: &Who) -> Result<Reports, Failure> {
    needs_moderator(app, who).await?;
    desk(app)?.reports().await.map_err(|error| storage(&error))
}

/// The chat of a game, for a moderator.
///
/// # Errors
/// Where who asks is none.
pub async fn game_chat(app: &App, who: &Who, id: String) -> Result<GameChat, Failure> {
    needs_moderator(app, who).await?;
    let read = async |room: ChatRoom| {
        let lines =
            app.rooms.chats.lines(&id, room, READ).await.map_err(|error| storage(&error))?;
        Ok::<_, Failure>(lines.iter().map(KeptLine::shown).collect())
    };
    let (player, spectator) = (read(ChatRoom::Player).await?, read(ChatRoom::Spectator).await?);
    Ok(GameChat { game: id, player, spectator })
}

/// Marks a report as done.
///
/// # Errors
/// Where who asks is no moderator, or there is no such open report.
pub async fn report_done(app: &App, who: &Who, id: i64, note: &str) -> Result<(), Failure> {
    needs_moderator(app, who).await?;
    let note = checked(note, LONGEST_NOTE, "note")?;
    keep(app, who, Deed::ReportDone(id), note).await.map(drop)
}

/// Keeps an act; the name that its member is shown by now, where that has changed.
async fn keep(app: &App, who: &Who, deed: Deed, why: String) -> Result<Option<String>, Failure> {
    let outcome = desk(app)?.act(&who.key, deed, why).await.map_err(|error| storage(&error))?;
    match outcome {
        Outcome::Done(shown) => Ok(shown),
        Outcome::NoModerator => Err(no_moderator()),
        Outcome::OfModerator => {
            let message = "A moderator does not act on a moderator; whoever runs the club can.";
            Err(Failure::new(Code::NotYourTurn, message))
        }
        Outcome::Nothing => {
            let message = "There is nothing to do: it is so already, or there is none.";
            Err(Failure::new(Code::Stale, message))
        }
    }
}

async fn line(app: &App, at: &LineAt) -> Result<KeptLine, Failure> {
    let found = match (&at.game, at.room) {
        (None, ChatRoom::Lobby) => app.talk.line(at.id),
        (Some(game), ChatRoom::Player | ChatRoom::Spectator) => {
            let line = app.rooms.chats.line(game, at.room, at.id).await;
            line.map_err(|error| storage(&error))?
        }
        _ => None,
    };
    let none = || Failure::new(Code::NotFound, "There is no such line; it may be gone.").at("line");
    found.ok_or_else(none)
}

/// Does what a moderator asks for.
///
/// # Errors
/// Where who asks is none, or it concerns another moderator, or there is nothing to do.
pub async fn act(app: &App, who: &Who, client: ClientId, asked: Moderate) -> Result<(), Failure> {
    needs_moderator(app, who).await?;
    let why = checked(&asked.why, LONGEST_NOTE, "why")?;
    let key = async |name: &str| people(app)?.any_account_of(name).await.map(|other| other.key);
    match asked.act {
        Act::Close { name } => {
            let key = key(&name).await?;
            keep(app, who, Deed::Close(key.clone()), why).await?;
            app.lobby.withdraw(&key);
            meeting::withdraw(app, &key, None);
            ask_again(app, &key);
        }
        Act::Reopen { name } => drop(keep(app, who, Deed::Reopen(key(&name).await?), why).await?),
        Act::HideName { name } => {
            let key = key(&name).await?;
            let shown = keep(app, who, Deed::HideName(key.clone()), why).await?;
            rename(app, &key, shown).await;
        }
        Act::ShowName { name } => {
            let key = key(&name).await?;
            let shown = keep(app, who, Deed::ShowName(key.clone()), why).await?;
            rename(app, &key, shown).await;
        }
        Act::Mute { who: meant, minutes } => {
            let key = match meant {
                Meant::Name(name) => key(&name).await?,
                Meant::Line(at) => line(app, &at).await?.by.key,
            };
            mute(app, who, key, minutes, why).await?;
        }
        Act::Unmute { name } => drop(keep(app, who, Deed::Unmute(key(&name).await?), why).await?),
        Act::CancelGame { game } => cancel_game(app, who, client, game, why).await?,
        Act::DeleteLine { line } => delete_line(app, who, line, why).await?,
    }
    Ok(())
}

/// Mutes a member.
async fn mute(app: &App, who: &Who, key: String, minutes: u32, why: String) -> Result<(), Failure> {
    if !(1..=LONGEST_MUTE).contains(&minutes) {
        let message = format!("A mute is for 1 to {LONGEST_MUTE} minutes.");
        return Err(Failure::new(Code::BadMessage, message).at("act.mute.minutes"));
    }
    keep(app, who, Deed::Mute(key, minutes), why).await.map(drop)
}

/// Cancels a game, which does it itself.
async fn cancel_game(
    app: &App,
    who: &Who,
    client: ClientId,
    game: String,
    why: String,
) -> Result<(), Failure> {
    keep(app, who, Deed::CancelGame(game.clone()), why).await?;
    let (reply, answer) = oneshot::channel();
    let answered = move |result| {
        // Who has gone meanwhile wants no answer.
        let _ = reply.send(result);
    };
    app.rooms.tell(&game, Command::Cancel(Box::new(answered)), client).await?;
    let lost = |_| Failure::new(Code::Storage, "The game gave no answer; look how it stands.");
    answer.await.map_err(lost)?
}

/// Deletes a line of a chat.
async fn delete_line(app: &App, who: &Who, at: LineAt, why: String) -> Result<(), Failure> {
    let KeptLine { by, text, .. } = line(app, &at).await?;
    let Some(game) = at.game else {
        keep(app, who, Deed::DeleteLobbyLine { by: by.key, text }, why).await?;
        app.talk.unsay(at.id);
        return Ok(());
    };
    let deed = Deed::DeleteLine { game: game.clone(), id: at.id, by: by.key, text };
    keep(app, who, deed, why).await?;
    app.rooms.news.games.unsaid(&game, at.room, at.id);
    // A game that nobody watches reads its chat when it is opened.
    let _ = app.rooms.tell_live(&game, Command::Unsay { room: at.room, id: at.id });
    Ok(())
}

/// Lets the connections and streams of a member ask again who they are: one whose session has ended is closed.
pub fn ask_again(app: &App, key: &str) {
    // Nobody may be connected.
    let _ = app.ended.send(key.into());
    app.rooms.others.tell(Event::Ended { key: key.to_owned() });
}

/// Shows a member under another name: what is kept has it already.
async fn rename(app: &App, key: &str, shown: Option<String>) {
    let Some(name) = shown else { return };
    // Seeks and challenges have the name in them.
    app.lobby.withdraw(key);
    meeting::withdraw(app, key, None);
    app.rooms.rename(key, &name);
    app.rooms.others.tell(Event::Renamed { key: key.to_owned(), name: name.clone() });
    app.talk.rename(key, &name);
    if let Some(director) = &app.director {
        director.rename(key, &name).await;
    }
    ask_again(app, key);
}
