// The rules that beginners miss, in four boards.

/** @type {import('../view.js').Lesson[]} */
export const LESSONS = [
  {
    title: 'Mate',
    text: 'A king that is attacked is in check, and must get out of it at once. If it cannot, that is mate, and the game is over.',
    task: 'Give mate in one move.',
    position: '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1',
    reached: (turn) => turn === 'd1d8',
    done: 'Right. The king is attacked along its own rank, and its pawns take every way out.',
    again: 'Look at the back rank: only a rook can attack the king there.',
  },
  {
    title: 'Castling',
    text: 'Once in a game the king may go two squares towards a rook, which then stands on its other side: if neither has moved, nothing stands between them, and the king is not attacked where it stands, goes through or arrives.',
    task: 'Castle, to bring the king into safety.',
    position: 'r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1',
    reached: (turn) => turn === 'e1g1' || turn === 'e1c1',
    done: 'Right. King and rook have changed places in one move.',
    again: 'Move the king two squares to either side, or onto one of its rooks.',
  },
  {
    title: 'En passant',
    text: 'A pawn that goes two squares at once may be taken by a pawn beside it as if it had gone one: but only in the very next move.',
    task: 'Black has just played d7-d5. Capture it en passant.',
    position: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2',
    reached: (turn) => turn === 'e5d6',
    done: 'Right. The pawn from d5 is gone.',
    again: 'Your pawn on e5 goes to d6, the square that Black’s pawn has passed.',
  },
  {
    title: 'A pawn that arrives',
    text: 'A pawn on the last rank becomes another piece at once: nearly always a queen, but not always.',
    task: 'A queen would be stalemate. Win with another piece.',
    position: '8/1P6/k7/8/K7/8/8/8 w - - 0 1',
    reached: (turn) => turn === 'b7b8r',
    done: 'Right. The king has a square to go to, and king and rook win.',
    again: 'With a queen on b8 Black’s king could not move, and is not attacked: stalemate. A rook leaves it a square.',
  },
];
