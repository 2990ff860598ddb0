//! What the other processes of a club tell this one, and what follows from it here.

use std::sync::Arc;

use tokio::sync::mpsc;

use crate::bus::Event;
use crate::news::Standing;
use crate::rooms::{Rooms, aside};
use crate::state::App;

/// Hears the other processes until the server ends.
pub async fn hear(app: Arc<App>, mut events: mpsc::Receiver<Event>) {
    while let Some(event) = events.recv().await {
        if app.rooms.others.part.is_first() {
            gather(&app, &event).await;
        }
        act(&app, event).await;
    }
}

/// A game as it is kept.
async fn read(rooms: &Rooms, id: &str) -> Option<Arc<Standing>> {
    // One that cannot be read now is read by whoever looks at it.
    let record = rooms.store.load(id).await.ok()??;
    aside(move || Standing::of(record)).await.ok().map(Arc::new)
}

/// Does what the first process does for all.
async fn gather(app: &App, event: &Event) {
    let (rooms, news) = (&app.rooms, &app.rooms.news);
    match event {
        Event::Started { id } => {
            if let Some(standing) = read(rooms, id).await {
                news.started(&standing);
            }
        }
        Event::Finished { id } => {
            if let Some(standing) = read(rooms, id).await {
                news.finished(&standing);
            }
        }
        Event::Moved { id } => {
            if let Some(standing) = read(rooms, id).await {
                news.gone_on(&standing);
            }
        }
        Event::Directed { id } => {
            if let Some(standing) = read(rooms, id).await {
                news.moved(standing);
            }
        }
        Event::Live { node, games, total } => {
            rooms.shown.tell_of(*node, games.clone(), *total);
        }
        Event::Woke { node } => {
            if let Some(director) = &app.director {
                director.look_again(*node).await;
            }
        }
        Event::Attend { .. }
        | Event::Renamed { .. }
        | Event::Ended { .. }
        | Event::Blocked { .. } => {}
    }
}

/// Does what every process does.
async fn act(app: &App, event: Event) {
    match event {
        Event::Attend { id } if app.rooms.others.part.has(&id) => {
            // Where it cannot be opened its players open it.
            let _ = app.rooms.attend(&id).await;
        }
        Event::Renamed { key, name } => {
            app.rooms.rename(&key, &name);
            app.talk.rename(&key, &name);
        }
        Event::Ended { key } => {
            // Nobody may be connected.
            let _ = app.ended.send(key.into());
        }
        Event::Blocked { who, other, on } => app.rooms.blocks.set(&who, &other, on),
        _ => {}
    }
}
