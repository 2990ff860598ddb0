//! Streams that break off in the midst, over and over: nothing is missed, and nothing told twice.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use client::{Client, Color, Error, Event, GameLine, NewChallenge};
use engine::Referee;

use crate::Club;

/// A way to a club that cuts streams after some bytes.
struct Cutter {
    url: String,
    /// Where the club is.
    port: Arc<AtomicUsize>,
    /// Streams that are opened now are cut.
    cuts: Arc<AtomicBool>,
    /// How many were.
    count: Arc<AtomicUsize>,
}

/// Bytes of an answer that come through of a stream that is cut: more than its header and a line, and ever another
/// part of what follows.
fn bytes(count: usize) -> usize {
    900 + count * 379 % 1700
}

impl Cutter {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let cutter =
            Self { url, port: Arc::default(), cuts: Arc::default(), count: Arc::default() };
        let port = Arc::clone(&cutter.port);
        let (cuts, count) = (Arc::clone(&cutter.cuts), Arc::clone(&cutter.count));
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let to = u16::try_from(port.load(Ordering::SeqCst)).expect("a port");
                // A club that has ended is none to connect to.
                let Ok(server) = TcpStream::connect(("127.0.0.1", to)) else { continue };
                pass_on(&client, &server, &cuts, &count);
            }
        });
        cutter
    }
}

/// Passes on what both sides say, and ends both where a stream is cut.
fn pass_on(
    client: &TcpStream,
    server: &TcpStream,
    cuts: &Arc<AtomicBool>,
    count: &Arc<AtomicUsize>,
) {
    let left = Arc::new(AtomicUsize::new(usize::MAX));
    let clones = || (client.try_clone().expect("a socket"), server.try_clone().expect("a socket"));
    let ((mut from, mut to), cuts, armed) = (clones(), Arc::clone(cuts), Arc::clone(&left));
    let of_count = Arc::clone(count);
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            let is_stream = buffer[..read].windows(8).any(|part| part == b"/stream/");
            if is_stream && cuts.load(Ordering::SeqCst) {
                let number = of_count.fetch_add(1, Ordering::SeqCst);
                armed.store(bytes(number), Ordering::SeqCst);
            }
            if to.write_all(&buffer[..read]).is_err() {
                break;
            }
        }
        // It may have ended already.
        let _ = to.shutdown(Shutdown::Both);
    });
    let (mut to, mut from) = clones();
    thread::spawn(move || {
        let mut buffer = [0; 256];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            let rest = left.load(Ordering::SeqCst);
            let through = read.min(rest);
            if to.write_all(&buffer[..through]).is_err() || through < read {
                break;
            }
            if rest != usize::MAX {
                left.store(rest - through, Ordering::SeqCst);
            }
        }
        // The other side hears that nothing more comes.
        let _ = (to.shutdown(Shutdown::Both), from.shutdown(Shutdown::Both));
    });
}

/// A club behind such a way, and two of its members.
fn club() -> (Cutter, Club, [Client; 2]) {
    let cutter = Cutter::start();
    let club = Club::behind(Some(&cutter.url));
    cutter.port.store(club.port.into(), Ordering::SeqCst);
    let members = ["One", "Other"]
        .map(|name| Client::new(&cutter.url, &club.token(name)).expect("an address"));
    (cutter, club, members)
}

/// Plays a game of both sides with offers and a chat, then resigns.
fn play(one: &Client, other: &Client, id: &str) {
    let kind = engine::kinds().iter().find(|kind| kind.name() == "chess").expect("chess");
    let mut game = kind.new_game(None, Referee::default()).expect("a start");
    for ply in 0..24 {
        let mut legal = game.legal_turns();
        let turn = legal.swap_remove(ply * 7 % legal.len());
        game.play(&turn).expect("legal");
        let (mover, waits) = if ply % 2 == 0 { (one, other) } else { (other, one) };
        mover.play(id, ply, &turn).expect("plays");
        if game.ending().is_some() {
            return;
        }
        if ply % 5 == 0 {
            waits.say(id, "player", &format!("After {ply}")).expect("says");
        }
        if ply % 3 == 0 {
            waits.draw(id, true).expect("offers");
            waits.draw(id, false).expect("takes it back");
        }
        thread::sleep(Duration::from_millis(60));
    }
    other.resign(id).expect("resigns");
}

#[test]
fn resume_a_game_whose_stream_is_cut_over_and_over() {
    let (cutter, _club, [one, other]) = club();
    let new = NewChallenge { color: Some(Color::White), ..NewChallenge::default() };
    let id = one.challenge("other", &new).expect("challenges").id;
    other.accept(&id).expect("accepts");
    // One stream of the same member is not cut.
    let mut whole = one.game(&id).expect("a stream");
    let full = whole.next().expect("a line").expect("the whole game");
    cutter.cuts.store(true, Ordering::SeqCst);
    let mut cut = one.steady_game(&id);
    assert_eq!(cut.next().expect("a line").expect("the whole game"), full);
    let told = thread::spawn(move || whole.map(|line| line.expect("a line")).collect::<Vec<_>>());
    let heard = thread::spawn(move || cut.map(|line| line.expect("a line")).collect::<Vec<_>>());
    play(&one, &other, &id);
    let (told, heard) = (told.join().expect("ends"), heard.join().expect("ends"));
    let (resumed, heard): (Vec<_>, Vec<_>) =
        heard.into_iter().partition(|line| matches!(line, GameLine::Resumed { .. }));
    assert!(resumed.iter().all(|line| *line == GameLine::Resumed { complete: true }));
    assert!(told.len() > 40, "{}", told.len());
    assert!(heard == told, "{} lines, not {}, or others", heard.len(), told.len());
    assert!(resumed.len() > 4 && cutter.count.load(Ordering::SeqCst) > 5, "{}", resumed.len());
}

/// What is told up to the challenge to a game of Ataxx.
fn until_the_last(events: impl Iterator<Item = Result<Event, Error>>) -> Vec<Event> {
    let mut all = Vec::new();
    for event in events.map(|event| event.expect("a line")) {
        let last =
            matches!(&event, Event::Challenge { challenge } if challenge.variant.key == "ataxx");
        all.push(event);
        if last {
            break;
        }
    }
    all
}

#[test]
fn resume_the_events_of_a_member_whose_stream_is_cut_over_and_over() {
    let (cutter, _club, [one, other]) = club();
    let whole = one.events().expect("a stream");
    cutter.cuts.store(true, Ordering::SeqCst);
    let cut = one.steady_events();
    let told = thread::spawn(move || until_the_last(whole));
    let heard = thread::spawn(move || until_the_last(cut));
    // Both listen before anything happens.
    thread::sleep(Duration::from_millis(300));
    for number in 0..24 {
        let key = if number == 23 { "ataxx" } else { "onitama" };
        let new = NewChallenge { variant: Some(key.to_owned()), ..NewChallenge::default() };
        let made = other.challenge("one", &new).expect("challenges");
        if number < 23 {
            other.cancel(&made.id).expect("cancels");
        }
    }
    let (told, heard) = (told.join().expect("ends"), heard.join().expect("ends"));
    let (resumed, heard): (Vec<_>, Vec<_>) =
        heard.into_iter().partition(|event| matches!(event, Event::Resumed { .. }));
    assert!(resumed.iter().all(|event| *event == Event::Resumed { complete: true }));
    assert_eq!((told.len(), heard.len()), (47, 47));
    assert!(heard == told, "each once, in their order");
    assert!(resumed.len() > 4, "{}", resumed.len());
}
