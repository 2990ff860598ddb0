use super::*;
use crate::tablebase::{Keep, Tablebase, Value};

fn cards() -> [Card; 5] {
    ["boar", "ox", "elephant", "horse", "crab"].map(|name| Card::by_name(name).unwrap())
}

/// A folder of this test's own, gone when it ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tesuji-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("bitbase")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn request(path: &Path, men: usize, memory: u64) -> Request<'_> {
    Request { cards: cards(), men, path, memory, threads: 2 }
}

#[test]
fn wins_are_those_of_the_table() {
    let folder = Folder::new("bitbase-wins");
    for men in [1, 2] {
        let path = folder.0.join(men.to_string());
        let mut base =
            Bitbase::build(&request(&path, men, least_memory(men)), &mut |_| true).unwrap();
        let table = Tablebase::build(cards(), men, Keep::Distances, 1, &mut |_| true).unwrap();
        let (found, expected) = (base.summary(), table.summary());
        assert_eq!(
            (found.positions, found.wins, found.losses, found.draws),
            (expected.positions, expected.wins, expected.losses, expected.draws)
        );
        for deal in 0..TURNED_DEALS {
            let won = base.store.take(deal).unwrap();
            for row in 0..base.ground.stands.len() {
                for column in 0..base.ground.stands.len() {
                    let shared = base.ground.overlaps(row).any(|there| {
                        there[column / 256][column / 64 % 4] >> (column % 64) & 1 == 1
                    });
                    let expected = matches!(table.value(deal, row, column), Value::Win(_));
                    assert!(shared || won.get(row, column) == expected, "{deal} {row} {column}");
                }
            }
            base.store.put(deal, won, false);
        }
        let checked = base.verify(7, 2, &mut |_| true).unwrap().unwrap();
        assert!(checked > found.positions / 8 && checked < found.positions / 6, "{checked}");
    }
}

/// Ended after every number of steps, gone on with, with no more memory than must be: always the
/// same table.
#[test]
fn a_build_goes_on_where_it_was_ended() {
    let folder = Folder::new("bitbase-resume");
    let path = folder.file();
    let whole = Bitbase::build(&request(&path, 1, most_memory(1)), &mut |_| true).unwrap();
    let expected = (whole.summary(), std::fs::read(&path).unwrap()[4096..].to_vec());
    drop(whole);
    std::fs::remove_file(&path).unwrap();
    let mut steps = 0;
    let resumed = loop {
        steps += 1;
        let request = request(&path, 1, least_memory(1));
        let go_on = &mut |so_far: Progress| so_far.stage == Stage::Reading || so_far.steps < steps;
        match Bitbase::build(&request, go_on) {
            Ok(base) => break base,
            Err(BitbaseError::Cancelled) => {}
            Err(other) => panic!("{other}"),
        }
        assert!(!path.exists());
    };
    assert!(steps > 30, "{steps}");
    assert_eq!(resumed.summary(), expected.0);
    assert!(std::fs::read(&path).unwrap()[4096..] == expected.1);
    assert!(Bitbase::open(&request(&path, 1, most_memory(1)), &mut |_| true).unwrap().is_some());
}

#[test]
fn damage_is_seen() {
    let folder = Folder::new("bitbase-damage");
    let path = folder.file();
    let request = request(&path, 1, most_memory(1));
    Bitbase::build(&request, &mut |_| true).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let fault = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        Bitbase::open(&request, &mut |_| true).unwrap_err().to_string()
    };
    for place in (0..400).step_by(7).chain((4088..bytes.len()).step_by(509)) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        fault(&damaged);
        fault(&bytes[..place]);
    }
    assert!(fault(&[&bytes[..], b"x"].concat()).contains("goes on after its end"));
    std::fs::write(&path, &bytes).unwrap();
    let other = ["tiger", "ox", "elephant", "horse", "crab"];
    let cards = other.map(|name| Card::by_name(name).unwrap());
    let another = Request { cards, ..request.clone() };
    let fault = Bitbase::open(&another, &mut |_| true).unwrap_err().to_string();
    assert!(
        fault.contains("holds another table (boar,crab,elephant,horse,ox, 1 a side)"),
        "{fault}"
    );
}

/// A table with one wrong bit does not pass the check.
#[test]
fn a_wrong_bit_is_found() {
    let folder = Folder::new("bitbase-wrong");
    let path = folder.file();
    let mut base = Bitbase::build(&request(&path, 1, most_memory(1)), &mut |_| true).unwrap();
    let mut won = base.store.take(4).unwrap();
    let (row, column) = (0, 3);
    *won.word_mut(row, 0) ^= 1 << column;
    base.store.put(4, won, false);
    assert!(base.verify(1, 1, &mut |_| true).unwrap().is_err());
}

#[test]
fn too_much_and_too_little_is_refused() {
    let folder = Folder::new("bitbase-refused");
    let path = folder.file();
    let text =
        |request: &Request<'_>| Bitbase::build(request, &mut |_| true).unwrap_err().to_string();
    assert!(text(&request(&path, 5, 1 << 40)).contains("from 1 to 4"));
    assert!(text(&request(&path, 4, 1 << 30)).contains("at least"));
    assert!(least_memory(4) < 3 << 30 && most_memory(4) < 12 << 30);
    assert!(!part_path(&path).exists());
}

#[test]
#[ignore = "half a minute of processor time; run by name"]
fn three_pieces_a_side_give_the_totals_of_the_table() {
    let folder = Folder::new("bitbase-three");
    let path = folder.file();
    let base = Bitbase::build(&request(&path, 3, most_memory(3)), &mut |_| true).unwrap();
    let BitbaseSummary { wins, losses, draws, .. } = base.summary();
    assert_eq!((wins, losses, draws), (831_344_251, 243_847_093, 89_506));
}
