// Chess's text forms: positions in FEN, turns as `e2e4`, `e7e8q`, castling `e1g1` (in Chess960 king takes rook, `e1h1`).

import { gridOf } from '../../board/grid.js';
import { readRows, writeRows } from '../../board/rows.js';

/** @typedef {'w' | 'b'} Side */

/**
 * @typedef {object} Position
 * @property {Map<string, string>} pieces  by square, as letters: White's are capitals
 * @property {Side} side
 * @property {string} castling
 * @property {string} passing  the square that a pawn may capture en passant on, or `-`
 */

export const GRID = gridOf(8);
export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** @type {Record<Side, string>} */
export const SIDE_NAMES = { w: 'White', b: 'Black' };

/** @type {Record<string, string>} */
const PIECE_NAMES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** @param {string} text @returns {Position} */
export function parsePosition(text) {
  const [board = '', side = 'w', castling = '-', passing = '-'] = text.trim().split(/\s+/);
  return { pieces: readRows(board, GRID), side: side === 'b' ? 'b' : 'w', castling, passing };
}

/** The text of a position set up by hand. @param {Position} position */
export function writePosition({ pieces, side, castling }) {
  return `${writeRows(pieces, GRID)} ${side} ${castling || '-'} - 0 1`;
}

/** @param {string} piece @returns {Side} */
export const sideOf = (piece) => (piece === piece.toUpperCase() ? 'w' : 'b');

/** `white knight`. @param {string} piece */
export const pieceName = (piece) => `${SIDE_NAMES[sideOf(piece)].toLowerCase()} ${kindName(piece)}`;

/** `knight`. @param {string} piece */
export const kindName = (piece) => PIECE_NAMES[piece.toLowerCase()] ?? 'piece';

/** @param {string} text */
export function parseTurn(text) {
  return { from: text.slice(0, 2), to: text.slice(2, 4), promotion: text.slice(4) };
}

/**
 * The squares that a person moves to for a turn, and what else goes: castling in Chess960 is written king takes rook.
 * @param {string} text @param {Position} position the one before it
 * @returns {{ from: string, to: string, rook: { from: string, to: string } | null }}
 */
export function waysOf(text, { pieces }) {
  const { from, to } = parseTurn(text);
  const king = pieces.get(from);
  if (king?.toLowerCase() !== 'k') return { from, to, rook: null };
  const [fromFile, toFile] = [GRID.files.indexOf(from.charAt(0)), GRID.files.indexOf(to.charAt(0))];
  const rank = from.charAt(1);
  const rook = king === 'K' ? 'R' : 'r';
  if (pieces.get(to) === rook) {
    const short = toFile > fromFile;
    return { from, to: `${short ? 'g' : 'c'}${rank}`, rook: { from: to, to: `${short ? 'f' : 'd'}${rank}` } };
  }
  if (Math.abs(toFile - fromFile) === 2) return { from, to, rook: toFile > fromFile ? { from: `h${rank}`, to: `f${rank}` } : { from: `a${rank}`, to: `d${rank}` } };
  return { from, to, rook: null };
}

/** A turn in words. @param {string} text @param {string} before the position before it */
export function tellTurn(text, before) {
  const position = parsePosition(before);
  const side = SIDE_NAMES[position.side];
  const { from, to, promotion } = parseTurn(text);
  const { rook } = waysOf(text, position);
  if (rook) return `${side} castles ${rook.to.startsWith('f') ? 'king’s side' : 'queen’s side'}.`;
  const piece = position.pieces.get(from) ?? '';
  const inPassing = piece.toLowerCase() === 'p' && to === position.passing && from.charAt(0) !== to.charAt(0);
  const taken = position.pieces.get(to);
  const takes = taken ? `, takes the ${kindName(taken)}` : inPassing ? ', captures en passant' : '';
  const becomes = promotion ? `, becomes a ${kindName(promotion)}` : '';
  return `${side}: ${kindName(piece)} ${from} to ${to}${takes}${becomes}.`;
}

/** The name of a game in a list. @param {string} start */
export function nameGame(start) {
  if (start === START) return 'usual start';
  const { pieces } = parsePosition(start);
  const first = GRID.files.map((file) => pieces.get(`${file}1`) ?? '.').join('');
  return pieces.size === 32 && /^[RNBQK]{8}$/.test(first) ? `start ${first}` : start.split(' ')[0] ?? start;
}

/** @type {Record<string, string>} */
const REASONS = { checkmate: 'by checkmate', stalemate: 'by stalemate', 'dead position': ': neither side can give mate', 'fifty moves': 'by fifty moves without a capture or a pawn’s move', 'third repetition': 'by repetition: the position came a third time' };

/** Why a game ended, to follow `White wins` or `Draw`. @param {string} reason in the server's words */
export function tellReason(reason) {
  return REASONS[reason] ?? `: ${reason}`;
}

/**
 * The pieces that each side has taken along the positions of a game, the most valuable first. A pawn that became a queen is not a pawn lost:
 * so only the side that did not move is looked at.
 * @param {string[]} positions
 * @returns {Record<Side, string[]>}
 */
export function takenIn(positions) {
  /** @type {Record<Side, string[]>} */
  const taken = { w: [], b: [] };
  let before = parsePosition(positions[0] ?? '');
  for (const text of positions.slice(1)) {
    const after = parsePosition(text);
    const left = [...after.pieces.values()];
    for (const piece of before.pieces.values()) {
      if (sideOf(piece) === before.side) continue;
      const at = left.indexOf(piece);
      if (at >= 0) left.splice(at, 1);
      else taken[before.side].push(piece);
    }
    before = after;
  }
  const worth = (/** @type {string} */ piece) => 'qrbnp'.indexOf(piece.toLowerCase());
  for (const side of /** @type {const} */ (['w', 'b'])) taken[side].sort((one, other) => worth(one) - worth(other));
  return taken;
}

/** The value of each piece, in pawns. @type {Record<string, number>} */
const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9 };

/** By how many pawns' worth White is ahead. @param {Iterable<string>} pieces */
export function material(pieces) {
  let ahead = 0;
  for (const piece of pieces) ahead += (sideOf(piece) === 'w' ? 1 : -1) * (WORTH[piece.toLowerCase()] ?? 0);
  return ahead;
}

/** The square of a side's king where it is attacked. @param {Position} position @param {Side} side @returns {string | null} its square */
export function checked({ pieces }, side) {
  const king = [...pieces].find(([, piece]) => piece === (side === 'w' ? 'K' : 'k'))?.[0];
  if (!king) return null;
  /** @param {string} letter */
  const enemy = (letter) => (side === 'w' ? letter : letter.toUpperCase());
  /** @param {[number, number][]} steps @param {string} kinds @param {boolean} slides */
  const sees = (steps, kinds, slides) =>
    steps.some(([right, up]) => {
      for (let at = GRID.step(king, right, up); at; at = slides ? GRID.step(at, right, up) : null) {
        const piece = pieces.get(at);
        if (piece) return [...kinds].some((kind) => piece === enemy(kind));
      }
      return false;
    });
  /** @type {[number, number][]} */
  const straight = [[1, 0], [-1, 0], [0, 1], [0, -1]];
  /** @type {[number, number][]} */
  const slanted = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
  /** @type {[number, number][]} */
  const leaps = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];
  const ahead = side === 'w' ? 1 : -1;
  const attacked = sees(straight, 'rq', true) || sees(slanted, 'bq', true) || sees([...straight, ...slanted], 'k', false) || sees(leaps, 'n', false) || sees([[1, ahead], [-1, ahead]], 'p', false);
  return attacked ? king : null;
}
