//! Endgame tables: what they say, against another reader's answers and against the rules themselves.

use std::path::{Path, PathBuf};

use chess::syzygy::{SyzygyError, Tablebases, Wdl};
use chess::{Move, Position};
use game::{MoveList, Notation as _, Position as _};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables")
}

fn tables() -> Tablebases {
    Tablebases::open(folder()).unwrap()
}

fn file(name: &str) -> (String, Vec<u8>) {
    (name.to_owned(), std::fs::read(folder().join(name)).unwrap())
}

fn position(fen: &str) -> Position {
    Position::parse(fen).unwrap()
}

fn legal(position: &Position) -> MoveList<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

#[test]
fn results_and_distances_are_those_of_another_reader() {
    let tables = tables();
    assert_eq!((tables.most_pieces(), tables.counts()), (4, [9, 9]));
    let known = std::fs::read_to_string(folder().join("positions.txt")).unwrap();
    let mut count = 0;
    for line in known.lines().filter(|line| !line.starts_with('#')) {
        let [fen, wdl, distance] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let position = position(fen);
        let found = tables.wdl(&position).unwrap().map(|wdl| wdl as i8);
        assert_eq!(found, Some(wdl.parse().unwrap()), "{line}");
        // Without a distance where a pawn may become a piece of which there is no table.
        assert_eq!(tables.dtz(&position).unwrap(), distance.parse().ok(), "{line}");
        count += 1;
    }
    assert!(count > 400);
}

#[test]
fn what_tables_do_not_know_they_do_not_say() {
    let tables = tables();
    for (fen, why) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", "no such table"),
        ("4k3/8/8/8/8/8/8/RRR1K3 w - - 0 1", "too many pieces"),
    ] {
        let position = position(fen);
        assert_eq!(tables.wdl(&position), Ok(None), "{why}");
        assert_eq!(tables.dtz(&position), Ok(None), "{why}");
    }
    let bare = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!((tables.wdl(&bare), tables.dtz(&bare)), (Ok(Some(Wdl::Draw)), Ok(Some(0))));
    // The rook can be taken: the table itself is not asked for the value of that.
    let taken = position("8/8/8/8/3k4/8/1r6/K7 w - - 0 1");
    assert_eq!(tables.wdl(&taken), Ok(Some(Wdl::Draw)));
}

/// One in `every` positions of a white piece and both kings, with either side to move.
fn each_of_three(piece: char, every: usize) -> impl Iterator<Item = Position> {
    let all =
        (0..64 * 64 * 64 * 2).step_by(every).map(|n| [n & 1, n >> 1 & 63, n >> 7 & 63, n >> 13]);
    all.filter_map(move |[side, white, black, at]| {
        let mut board = [['1'; 8]; 8];
        for (at, letter) in [(white, 'K'), (black, 'k'), (at, piece)] {
            if board[at / 8][at % 8] != '1' {
                return None;
            }
            board[at / 8][at % 8] = letter;
        }
        let ranks: Vec<String> = board.iter().rev().map(|rank| rank.iter().collect()).collect();
        let side = if side == 0 { 'w' } else { 'b' };
        Position::parse(&format!("{} {side} - - 0 1", ranks.join("/"))).ok()
    })
}

/// Checks by the rules alone that what the tables say of a position follows from what they say of those one move on. With
/// distances that grow less on the way to each win, that proves all of them.
fn follows(tables: &Tablebases, position: &Position) {
    let (wdl, distance) = (tables.wdl(position).unwrap(), tables.dtz(position).unwrap());
    let (wdl, distance) = (wdl.unwrap() as i32, distance.unwrap());
    let text = position.text();
    let moves = legal(position);
    if moves.is_empty() {
        let mated = position.checkers() != 0;
        assert_eq!((wdl, distance), if mated { (-2, -1) } else { (0, 0) }, "{text}");
        return;
    }
    assert_eq!(distance.signum(), wdl.signum(), "{text}");
    let mut best = -2;
    let mut nearest: Option<i32> = None;
    let mut farthest = 0;
    for mv in moves {
        let next = position.make(mv);
        let after = -(tables.wdl(&next).unwrap().unwrap() as i32);
        best = best.max(after);
        let resets = next.clock() == 0;
        let mates = next.checkers() != 0 && !next.has_legal_move();
        let plies = if resets || mates { 1 } else { 1 + tables.dtz(&next).unwrap().unwrap().abs() };
        if after > 0 {
            nearest = Some(nearest.map_or(plies, |nearest| nearest.min(plies)));
        } else if after < 0 {
            farthest = farthest.max(plies);
        }
    }
    assert_eq!(wdl, best, "{text}");
    // Some tables keep moves and not plies: then a distance may be one off.
    match wdl.signum() {
        1 => assert!((distance - nearest.unwrap()).abs() <= 1, "{text} {distance} {nearest:?}"),
        -1 => assert!((-distance - farthest).abs() <= 1, "{text} {distance} {farthest}"),
        _ => {}
    }
}

#[test]
fn each_value_of_three_pieces_follows_by_the_rules() {
    let tables = tables();
    let mut count = 0;
    // A part of them: all took a minute, and held.
    for (piece, every) in [('P', 7), ('Q', 31), ('R', 31), ('B', 101), ('N', 101)] {
        for position in each_of_three(piece, every) {
            follows(&tables, &position);
            count += 1;
        }
    }
    assert!(count > 60_000, "{count}");
}

#[test]
fn damaged_files_are_errors_that_name_them() {
    let named = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let (name, mut bytes) = file(name);
        change(&mut bytes);
        Tablebases::in_memory([(name, bytes)]).unwrap()
    };
    let rook = position("8/8/8/8/3k4/8/3K4/3R4 w - - 0 1");
    let said = |tables: &Tablebases| tables.wdl(&rook).unwrap_err().to_string();
    let foreign = named("KRvK.rtbw", &|bytes| bytes[0] ^= 1);
    assert_eq!(said(&foreign), "KRvK.rtbw: this is no Syzygy table (it does not begin as one)");
    assert!(matches!(foreign.fault(), Some(SyzygyError::Foreign { .. })));
    let short = named("KRvK.rtbw", &|bytes| bytes.truncate(144));
    assert_eq!(said(&short), "KRvK.rtbw: the table is damaged (it ends too early)");
    let cut = named("KRvK.rtbw", &|bytes| bytes.truncate(100));
    let text = "KRvK.rtbw: the table is damaged (it has another length than any table)";
    assert_eq!(said(&cut), text);
    let other = Tablebases::in_memory([("KRvK.rtbw".to_owned(), file("KQvK.rtbw").1)]).unwrap();
    let text = "KRvK.rtbw: the table is damaged (its pieces are not those of its name)";
    assert_eq!(said(&other), text);
    let empty = named("KRvK.rtbw", &Vec::clear);
    assert!(matches!(empty.wdl(&rook), Err(SyzygyError::Foreign { .. })));
    assert_eq!(Tablebases::in_memory([file("KRvK.rtbz")]).map(|tables| tables.counts()), None);
}

/// Whatever stands in a file, the answer is a value or an error.
#[test]
fn no_damage_does_more_than_give_an_error() {
    let names = ["KPvK.rtbw", "KRvK.rtbz", "KNNvK.rtbw", "KRvKR.rtbw", "KQvKR.rtbz", "KPvKP.rtbw"];
    let positions: Vec<Position> = std::fs::read_to_string(folder().join("positions.txt"))
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with('#'))
        .step_by(3)
        .map(|line| position(line.split(';').next().unwrap()))
        .collect();
    let whole: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| {
            name.contains(".rtb") && !name.starts_with("KPvKP.") && !name.starts_with("KQvKR.")
        })
        .map(|name| file(&name))
        .collect();
    let (mut errors, mut values) = (0, 0);
    let mut ask = |name: &str, bytes: Vec<u8>| {
        let others = whole.iter().filter(|(other, _)| other != name).cloned();
        let tables = others.chain([(name.to_owned(), bytes)]);
        let tables = Tablebases::in_memory(tables).unwrap();
        for position in &positions {
            match tables.dtz(position).and(tables.wdl(position)) {
                Ok(_) => values += 1,
                Err(error) => {
                    errors += 1;
                    assert!(error.to_string().starts_with(name), "{error}");
                    assert!(
                        tables.fault().is_some_and(|first| first.to_string().starts_with(name))
                    );
                }
            }
        }
    };
    for name in names {
        let bytes = file(name).1;
        // The head densely, where everything hangs on it; the rest in places.
        let head = (0..bytes.len().min(96)).chain((96..bytes.len()).step_by(bytes.len() / 40 + 1));
        for at in head {
            for flip in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                ask(name, damaged);
            }
        }
        for length in (0..bytes.len()).step_by(bytes.len() / 20 + 1) {
            // With the length that files have, and with any.
            ask(name, bytes[..length].to_vec());
            ask(name, bytes[..length / 64 * 64 + 16.min(length % 64)].to_vec());
        }
    }
    assert!(errors > 1_000 && values > 1_000, "{errors} {values}");
}

#[test]
fn tables_are_found_in_several_folders_and_asked_by_several_threads() {
    let joined = std::env::join_paths([folder().join(".."), folder()]).unwrap();
    let tables = Tablebases::open(joined).unwrap();
    let ask = || {
        for position in each_of_three('Q', 4_001) {
            assert!(tables.wdl(&position).unwrap().is_some());
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(ask))));
    let missing = Tablebases::open("/no such folder").unwrap_err();
    assert!(missing.to_string().starts_with("/no such folder: "), "{missing}");
    let empty = Tablebases::open(folder().join("..")).unwrap_err().to_string();
    assert!(empty.starts_with("there are no Syzygy tables (*.rtbw) in "), "{empty}");
}

#[test]
fn ranks_lead_to_the_result_within_the_fifty_moves() {
    let tables = tables();
    let best = |fen: &str, earlier: &[u64]| {
        let position = position(fen);
        let moves = legal(&position);
        let ranked = tables.rank(&position, earlier, &moves, true).unwrap().unwrap();
        let most = ranked.moves.iter().map(|ranked| ranked.rank).max().unwrap();
        let all = moves.iter().zip(&ranked.moves).filter(|(_, ranked)| ranked.rank == most);
        let all: Vec<(String, Wdl)> =
            all.map(|(&mv, ranked)| (position.move_text(mv), ranked.wdl)).collect();
        (ranked.by_distance, all)
    };
    // At first all moves that win, even those that do not help.
    let (by_distance, moves) = best("8/8/8/8/3k4/8/3K4/3R4 w - - 0 1", &[]);
    assert!(by_distance && moves.len() > 5 && moves.iter().all(|(_, wdl)| *wdl == Wdl::Win));
    // After that only the quickest.
    let (_, quick) = best("8/8/8/8/3k4/8/3K4/3R4 w - - 21 40", &[]);
    assert!(
        quick.len() < moves.len() && quick.iter().all(|(_, wdl)| *wdl == Wdl::Win),
        "{quick:?}"
    );
    let position = position("8/8/8/8/3k4/8/3K4/3R4 w - - 8 40");
    let (_, repeated) = best("8/8/8/8/3k4/8/3K4/3R4 w - - 8 40", &[position.key(), 1, 2, 3]);
    assert_eq!(repeated, quick);
    // Too late: mate needs 27 plies, and 26 are left.
    let (_, late) = best("8/8/8/8/3k4/8/3K4/3R4 w - - 74 70", &[]);
    assert!(late.iter().all(|(_, wdl)| *wdl == Wdl::CursedWin), "{late:?}");
    let (_, just) = best("8/8/8/8/3k4/8/3K4/3R4 w - - 73 70", &[]);
    assert!(just.iter().all(|(_, wdl)| *wdl == Wdl::Win), "{just:?}");
    // The only move that draws.
    let (_, draws) = best("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", &[]);
    assert_eq!(draws.len(), 2);
    let (_, only) = best("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", &[]);
    assert!(!only.is_empty());
}

#[test]
fn without_distances_results_rank_the_moves() {
    let results: Vec<_> =
        ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"].map(|name| file(&format!("{name}.rtbw"))).into();
    let tables = Tablebases::in_memory(results).unwrap();
    let position = position("8/8/8/8/8/1k6/1p6/1K6 b - - 0 1");
    let moves = legal(&position);
    let ranked = tables.rank(&position, &[], &moves, true).unwrap().unwrap();
    assert!(!ranked.by_distance);
    let winning = ranked.moves.iter().filter(|ranked| ranked.wdl == Wdl::Win).count();
    assert!(winning > 0 && winning < moves.len());
    assert_eq!(tables.dtz(&position), Ok(None));
}
