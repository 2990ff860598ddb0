//! Positions and moves as text: what is read, what is written, and what is refused.

use chess::{Epd, Position};
use game::{Game, MoveList, Notation, Position as _, Referee};

fn parse(text: &str) -> Position {
    Position::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn refused(text: &str, reason: &str) {
    let error = Position::parse(text).unwrap_err().to_string();
    assert!(error.contains(reason), "'{text}' gives: {error}");
}

#[test]
fn positions_are_written_as_they_are_read() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 17",
        "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 99 200",
    ] {
        assert_eq!(parse(text).text(), text);
    }
    // X-FEN: the outermost rooks; counts and a useless en passant square may be left out or there.
    let outer = parse("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -");
    assert_eq!(outer.text(), "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
    let idle = parse("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    assert_eq!(idle.text(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    // Capturing en passant would uncover a check along the rank.
    assert_eq!(parse("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1").en_passant(), None);
    assert_eq!(parse("startpos"), Position::start());
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    refused("", "the board is missing");
    refused("8/8/8/8/8/8/8 w - - 0 1", "a board has 8 ranks, this one has 7");
    refused("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king");
    refused("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings");
    refused("k7/9/8/8/8/8/8/K7 w - - 0 1", "a square is one of");
    refused("k7/7/8/8/8/8/8/K7 w - - 0 1", "rank 7 has 7 squares");
    refused("k7/pppppppp1/8/8/8/8/8/K7 w - - 0 1", "rank 7 has more than 8 squares");
    refused("kP6/8/8/8/8/8/8/K7 w - - 0 1", "White has a pawn on the first or last rank");
    refused(
        "kq6/qqqqqqqq/q7/8/8/8/8/7K w - - 0 1",
        "Black has more pieces than 8 pawns can become",
    );
    refused("k7/8/8/8/8/8/8/K7 x - - 0 1", "the side to move is w or b");
    refused("k7/8/8/8/8/8/8/KR6 w Q - 0 1", "White has no rook there");
    refused("k7/8/8/8/8/8/8/4K2R w z - 0 1", "castling is -, or letters");
    refused("k7/8/8/8/8/8/4K2R/8 w K - 0 1", "its king is not on rank 1");
    refused("k7/8/8/8/8/8/8/K7 w - e4 0 1", "on rank 6 with White to move");
    refused("k7/8/8/8/8/8/8/K7 w - e6 0 1", "no pawn can just have passed");
    refused("k7/8/8/8/8/8/8/K7 w - - x 1", "the count of plies");
    refused("k7/8/8/8/8/8/8/K7 w - - 0 1 2", "nothing more was expected");
    refused("k7/8/8/8/8/8/8/KR6 b - - 0 1 ü", "nothing more was expected");
    refused("k7/8/8/8/8/8/8/R3K3 w - - 0 1", "Black is in check and not to move");
}

#[test]
fn castling_is_written_as_the_position_needs_it() {
    let usual = parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, castles) in [("e1g1", "e1g1"), ("e1h1", "e1g1"), ("O-O", "e1g1"), ("0-0-0", "e1c1")]
    {
        assert_eq!(usual.move_text(usual.parse_move(text).unwrap()), castles);
    }
    let shuffled = parse("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
    for (text, castles) in [("e1g1", "e1h1"), ("e1h1", "e1h1"), ("O-O-O", "e1a1")] {
        assert_eq!(shuffled.move_text(shuffled.parse_move(text).unwrap()), castles);
    }
    // The king stands beside its rook: one step is a step, and taking the rook is castling.
    let near = parse("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let castled = near.make(near.parse_move("f1g1").unwrap());
    assert_eq!(castled.text(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(near.san(near.parse_move("f1g1").unwrap()), "O-O");
    // The rook may pass an attacked square, the king may not; and the rook may hide a check.
    let attacked = parse("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert!(attacked.parse_move("O-O-O").is_ok());
    let error = parse("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1").parse_move("O-O-O").unwrap_err();
    assert!(error.reason.contains("no such move"), "{error}");
    let hidden = parse("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1");
    assert!(hidden.parse_move("e1b1").is_err());
}

#[test]
fn algebraic_notation_is_strict_on_output() {
    for (fen, mv, san) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1d1", "Rd1"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3"),
        ("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        // The other knight is pinned: nothing need be said.
        ("4k3/8/8/8/1b6/2N5/4P3/4K1N1 w - - 0 1", "g1f3", "Nf3"),
        ("5k2/8/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", "c5d6", "cxd6"),
        ("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7", "Qg7#"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ] {
        let position = parse(fen);
        let mv = position.parse_move(mv).unwrap();
        assert_eq!(position.san(mv), san, "{fen}");
        assert_eq!(position.parse_san(san), Ok(mv), "{fen}");
    }
}

#[test]
fn algebraic_notation_is_tolerant_on_input() {
    let position = parse("r1bqkb1r/ppp2ppp/2n2n2/1B1pp3/4P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq d6 0 5");
    for (text, mv) in [
        ("Nxe5", "f3e5"),
        ("Ne5", "f3e5"),
        ("Nf3xe5!?", "f3e5"),
        ("Nfxe5", "f3e5"),
        ("N3e5", "f3e5"),
        ("nxe5", "f3e5"),
        ("\u{2658}xe5", "f3e5"),
        ("exd5", "e4d5"),
        ("e4:d5", "e4d5"),
        ("ed5", "e4d5"),
        ("Bxc6+", "b5c6"),
        ("bxc6", "b5c6"),
        ("o-o", "e1g1"),
        ("0-0", "e1g1"),
        ("Pd4", "d2d4"),
        ("e4-d5", "e4d5"),
    ] {
        let expected = position.parse_move(mv).unwrap();
        assert_eq!(position.parse_move(text), Ok(expected), "{text}");
    }
    let both = parse("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    let error = both.parse_move("Rd1").unwrap_err().reason;
    assert_eq!(error, "the move may be any of Rad1, Rhd1");
    for bad in ["", "e9", "Zf3", "Ke8", "e4e5e6", "=Q", "O-O-O-O", "Nf", "é4"] {
        assert!(both.parse_move(bad).is_err(), "{bad}");
    }
}

#[track_caller]
fn illegal(fen: &str, mv: &str, reason: &str) {
    let error = parse(fen).parse_move(mv).unwrap_err().reason;
    assert_eq!(error, reason, "{fen} {mv}");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    illegal(start, "e3e4", "no piece stands on e3");
    illegal(start, "e7e5", "White is to move, and the piece on e7 is not White's");
    illegal(start, "e2e5", "the pawn on e2 cannot go to e5");
    illegal(start, "a1a2", "White's own piece stands on a2");
    illegal(start, "e2e4q", "only a pawn that reaches the last rank becomes another piece");
    let seventh = "8/4P3/8/8/8/8/k7/4K3 w - - 0 1";
    illegal(seventh, "e7e8", "say what the pawn becomes: e7e8q, r, b or n");
    illegal(seventh, "e7e8k", "say what the pawn becomes: e7e8q, r, b or n");
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    illegal(pinned, "e2c3", "the knight on e2 would leave its king in check");
    let check = "4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1";
    illegal(check, "d2f1", "White is in check, and the knight on d2 cannot end it on f1");
}

#[test]
fn games_end_as_the_laws_say() {
    let play = |start: &str, turns: &str| {
        let mut game = Game::new(parse(start), Referee::default());
        for turn in turns.split_whitespace() {
            game.play(turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
        }
        game.ending().map(|ending| (ending.reason.0, ending.outcome.winner()))
    };
    let mate = play(&Position::start().text(), "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(mate, Some(("checkmate", Some(game::Side::Second))));
    assert_eq!(play("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7"), Some(("stalemate", None)));
    assert_eq!(play("k7/8/8/8/8/8/8/K5Bn w - - 0 1", ""), None);
    assert_eq!(play("k7/8/8/8/8/8/7K/6Bn w - - 0 1", "h2h1"), Some(("dead position", None)));
    assert_eq!(play("k1b5/8/8/8/8/8/8/K4B2 w - - 0 1", ""), Some(("dead position", None)));
    assert_eq!(play("k1b5/8/8/8/8/8/8/K3B3 w - - 0 1", ""), None);
    assert_eq!(play("k7/8/8/8/8/8/8/KR6 w - - 99 80", "b1b2"), Some(("fifty moves", None)));
    // Mate goes before the count.
    let last = play("k7/8/1K6/8/8/8/8/7R w - - 99 80", "h1h8");
    assert_eq!(last, Some(("checkmate", Some(game::Side::First))));
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    assert_eq!(play(&Position::start().text(), shuffle), None);
    let again = format!("{shuffle} f6g8");
    assert_eq!(play(&Position::start().text(), &again), Some(("third repetition", None)));
    // With the right to castle lost the position is another one.
    let lost = "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8";
    assert_eq!(play("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", lost), None);
}

#[test]
fn epd_lines_are_read_and_written() {
    let line = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";";
    let epd = Epd::parse(line).unwrap();
    assert_eq!(epd.to_string(), line);
    let best = epd.moves("bm").unwrap();
    assert_eq!(best.len(), 1);
    assert_eq!(epd.position.move_text(best[0]), "g3g6");
    assert_eq!(epd.operands("id"), ["WAC.001"]);
    assert!(epd.operands("am").is_empty());
    let counts = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30; c0 \"a; b\"").unwrap();
    assert_eq!(counts.position.text(), "4k3/8/8/8/8/8/8/4K2R w K - 7 30");
    assert_eq!(counts.operands("c0"), ["a; b"]);
    for bad in ["4k3/8/8/8/8/8/8/4K2R w K - c0 \"open", "4k3/8/8/8/8/8/8/4K2R w K - hmvc x;"] {
        assert!(Epd::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn the_win_at_chess_positions_are_read() {
    let lines = include_str!("../../data/wac.epd").lines().filter(|line| !line.trim().is_empty());
    let mut count = 0;
    for line in lines {
        let epd = Epd::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(!epd.moves("bm").unwrap_or_else(|error| panic!("{line}: {error}")).is_empty());
        count += 1;
    }
    assert_eq!(count, 300);
}

#[test]
fn no_move_list_is_too_long() {
    let most = parse("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    let mut moves = MoveList::new();
    most.legal_moves(&mut moves);
    assert_eq!(moves.len(), 218);
}
