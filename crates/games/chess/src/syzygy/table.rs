//! One table: a file of wins, draws and losses (`.rtbw`), or one of distances (`.rtbz`).

use game::Side;

use super::Wdl;
use super::error::{Fault, ensure};
use super::layout::{Board, Layout};
use super::material::Material;
use super::pairs::Pairs;
use super::source::{Cursor, Source};
use crate::board::file_of;
use crate::piece::Piece;
use crate::position::Position;

/// The kind of a file: the values that it has of its positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(super) enum Kind {
    /// Who wins.
    Wdl,
    /// How soon.
    Dtz,
}

impl Kind {
    pub(super) const BOTH: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// How names of its files end.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Flags of the file.
const OF_BOTH_SIDES: u8 = 1;
const HAS_PAWNS: u8 = 2;

/// Flags of a part of a file of distances.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;

/// The size of the checksum that follows the file's data.
const CHECKSUM: u64 = 16;

/// The positions of one side to move, with pawns those whose leader is on one pair of files.
#[derive(Debug)]
struct Part {
    layout: Layout,
    pairs: Pairs,
    /// The meanings of the numbers, by [`map_of`]; empty where they stand for themselves.
    maps: [Vec<u16>; 4],
}

/// A position's value in a file of distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Distance {
    /// So many plies.
    Plies(i32),
    /// Only positions with the other side to move are kept.
    OtherSide,
}

/// An open table.
#[derive(Debug)]
pub(super) struct Table {
    source: Source,
    material: Material,
    /// By pair of files of the leading pawn (one without pawns), and then by the side to move (one where only one is
    /// kept).
    parts: Vec<Vec<Part>>,
}

/// Which map a result's distances have.
const fn map_of(wdl: Wdl) -> usize {
    match wdl {
        Wdl::Win => 0,
        Wdl::Loss | Wdl::Draw => 1,
        Wdl::CursedWin => 2,
        Wdl::BlessedLoss => 3,
    }
}

impl Table {
    /// Reads the head of a file.
    pub(super) fn read(source: Source, material: &Material, kind: Kind) -> Result<Self, Fault> {
        let mut cursor = Cursor::new(&source);
        let magic = cursor.bytes::<4>().ok();
        if magic != Some(kind.magic()) {
            return Err(Fault::Foreign("it does not begin as one"));
        }
        ensure(source.length() % 64 == CHECKSUM, "it has another length than any table")?;
        let flags = cursor.byte()?;
        let has_pawns = flags & HAS_PAWNS != 0;
        ensure(has_pawns == material.has_pawns(), "its pieces are not those of its name")?;
        let both = flags & OF_BOTH_SIDES != 0;
        ensure(both != material.is_symmetric(), "its pieces are not those of its name")?;
        let sides = if both && kind == Kind::Wdl { 2 } else { 1 };
        let layouts = read_layouts(&mut cursor, material, sides)?;
        cursor.align(2);
        let mut parts = Vec::new();
        for layouts in layouts {
            let mut of_file = Vec::new();
            for layout in layouts {
                let pairs = Pairs::read(&mut cursor, layout.size())?;
                of_file.push(Part { layout, pairs, maps: Default::default() });
            }
            parts.push(of_file);
        }
        if kind == Kind::Dtz {
            // Of equal pieces only White's move is kept.
            let turned = |part: &Part| part.pairs.flags & BLACK_TO_MOVE != 0;
            let wrong = material.is_symmetric() && parts.iter().flatten().any(turned);
            ensure(!wrong, "positions of a side that is never asked")?;
            for part in parts.iter_mut().flatten() {
                part.maps = read_maps(&mut cursor, part.pairs.flags)?;
            }
            cursor.align(2);
        }
        for which in 0..3 {
            for part in parts.iter_mut().flatten() {
                part.pairs.place(which, &mut cursor)?;
            }
        }
        ensure(cursor.at() + CHECKSUM <= source.length(), "it ends too early")?;
        Ok(Self { source, material: *material, parts })
    }

    /// The part in which a position is, if it is kept, and how it stands there; `kept` says whether that part has
    /// positions of this side to move.
    fn part(
        &self,
        position: &Position,
        kept: impl Fn(&Part, usize) -> bool,
    ) -> Option<(&Part, Board)> {
        let symmetric = self.material.is_symmetric();
        let exchanged = if symmetric {
            position.turn() == Side::Second
        } else {
            Material::of(position) != self.material
        };
        let board = Board(Side::BOTH.map(|side| {
            let seen = if exchanged { side.other() } else { side };
            Piece::ALL.map(|piece| {
                let set = position.pieces(seen, piece);
                if exchanged { set.swap_bytes() } else { set }
            })
        }));
        let to_move = position.turn().index() ^ usize::from(exchanged);
        let file = if self.material.has_pawns() {
            let leading_side = self.parts.first()?.first()?.layout.leading_side();
            let file = file_of(board.leader(leading_side));
            file.min(7 - file)
        } else {
            0
        };
        let parts = self.parts.get(file)?;
        let part = parts.get(to_move).or(parts.first())?;
        kept(part, to_move).then_some((part, board))
    }

    /// The file's value of a position of its pieces. Where a capture is at least as good, it may say less.
    pub(super) fn wdl(&self, position: &Position) -> Result<Wdl, Fault> {
        let found = self.part(position, |_, _| true);
        let (part, board) = found.ok_or(Fault::Damaged("a part is missing"))?;
        let value = part.pairs.value(&self.source, part.layout.index(&board))?;
        let values = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];
        values.get(usize::from(value)).copied().ok_or(Fault::Damaged("a value that none has"))
    }

    /// The plies to the next capture or pawn's move, or to mate, in a position of this result.
    pub(super) fn distance(&self, position: &Position, wdl: Wdl) -> Result<Distance, Fault> {
        let any_side = self.material.is_symmetric() && !self.material.has_pawns();
        let kept = |part: &Part, to_move: usize| {
            any_side || usize::from(part.pairs.flags & BLACK_TO_MOVE) == to_move
        };
        let Some((part, board)) = self.part(position, kept) else {
            return Ok(Distance::OtherSide);
        };
        let mut value = part.pairs.value(&self.source, part.layout.index(&board))?;
        let flags = part.pairs.flags;
        if flags & MAPPED != 0 {
            let meaning = part.maps[map_of(wdl)].get(usize::from(value));
            value = *meaning.ok_or(Fault::Damaged("a distance that none has"))?;
        }
        let in_plies = match wdl {
            Wdl::Win => flags & WINS_IN_PLIES != 0,
            Wdl::Loss => flags & LOSSES_IN_PLIES != 0,
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => false,
        };
        let plies = if in_plies { i32::from(value) } else { 2 * i32::from(value) };
        Ok(Distance::Plies(plies + 1))
    }
}

/// The orders of the pieces: by pair of files, and by side to move.
fn read_layouts(
    cursor: &mut Cursor<'_>,
    material: &Material,
    sides: usize,
) -> Result<Vec<Vec<Layout>>, Fault> {
    let files = if material.has_pawns() { 4 } else { 1 };
    let of_both = Side::BOTH.into_iter().all(|side| material.count(side, Piece::Pawn) > 0);
    let mut layouts = Vec::new();
    let half = |byte: u8, side: usize| if side == 0 { byte & 15 } else { byte >> 4 };
    for file in 0..files {
        let first = cursor.byte()?;
        let second = if of_both { cursor.byte()? } else { 0xff };
        let codes = cursor.vec(material.total())?;
        let mut of_file = Vec::new();
        for side in 0..sides {
            let codes: Vec<u8> = codes.iter().map(|&byte| half(byte, side)).collect();
            let places = [first, second].map(|byte| half(byte, side));
            let layout = Layout::new(material, &codes, places, file)?;
            of_file.push(layout);
        }
        layouts.push(of_file);
    }
    let side = layouts[0][0].leading_side();
    let alike = layouts.iter().flatten().all(|layout| layout.leading_side() == side);
    ensure(alike || !material.has_pawns(), "other pieces lead than should")?;
    Ok(layouts)
}

/// The meanings of the numbers of a part.
fn read_maps(cursor: &mut Cursor<'_>, flags: u8) -> Result<[Vec<u16>; 4], Fault> {
    let mut maps: [Vec<u16>; 4] = Default::default();
    if flags & MAPPED == 0 {
        return Ok(maps);
    }
    if flags & WIDE != 0 {
        cursor.align(2);
    }
    for map in &mut maps {
        *map = if flags & WIDE != 0 {
            let count = cursor.half()?.into();
            cursor.halves(count)?
        } else {
            let count = cursor.byte()?.into();
            cursor.vec(count)?.into_iter().map(u16::from).collect()
        };
    }
    Ok(maps)
}
