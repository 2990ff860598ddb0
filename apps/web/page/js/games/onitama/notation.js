// Onitama's text forms: positions `bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab`, turns `ox c1c2` and `pass ox`.

import { gridOf } from '../../board/grid.js';
import { readRows, writeRows } from '../../board/rows.js';
import { title } from './cards.js';

/** @typedef {'r' | 'b'} Side */
/** @typedef {'r' | 'R' | 'b' | 'B'} Piece */

/**
 * @typedef {object} Position
 * @property {Map<string, Piece>} pieces  by square, `c1`
 * @property {Side} side
 * @property {Record<Side, string[]>} hands
 * @property {string} spare
 */

/** @typedef {{ card: string, from: string, to: string } | { card: string, from: null, to: null }} Turn */

export const GRID = gridOf(5);

/** The temples, by the side that starts there. */
export const TEMPLES = { r: 'c1', b: 'c5' };

/** @type {Record<Side, string>} */
export const SIDE_NAMES = { r: 'Red', b: 'Blue' };

/**
 * @param {string} text
 * @returns {Position}
 */
export function parsePosition(text) {
  const [board = '', side = 'r', red = '', blue = '', spare = ''] = text.split(' ');
  const pieces = /** @type {Map<string, Piece>} */ (readRows(board, GRID));
  return { pieces, side: side === 'b' ? 'b' : 'r', hands: { r: red.split(','), b: blue.split(',') }, spare };
}

/** The text of a position, the other way round. @param {Position} position */
export function writePosition({ pieces, side, hands, spare }) {
  return `${writeRows(pieces, GRID)} ${side} ${hands.r.join(',')} ${hands.b.join(',')} ${spare}`;
}

/**
 * @param {string} text
 * @returns {Turn}
 */
export function parseTurn(text) {
  const [first = '', second = ''] = text.split(' ');
  if (first === 'pass') return { card: second, from: null, to: null };
  return { card: first, from: second.slice(0, 2), to: second.slice(2, 4) };
}

/** @param {Piece} piece */
export const sideOf = (piece) => /** @type {Side} */ (piece.toLowerCase());

/** @param {Piece} piece */
export const isMaster = (piece) => piece === 'R' || piece === 'B';

/** @param {Piece} piece */
export const pieceName = (piece) => `${SIDE_NAMES[sideOf(piece)]} ${isMaster(piece) ? 'master' : 'student'}`;

/**
 * A turn in words, for the announcement: what moved, with which card, and what it took.
 * @param {string} text
 * @param {string} before the position before it
 */
export function tellTurn(text, before) {
  const turn = parseTurn(text);
  const position = parsePosition(before);
  const side = SIDE_NAMES[position.side];
  if (turn.from === null) return `${side} cannot move and gives up ${title(turn.card)} for ${title(position.spare)}.`;
  const piece = position.pieces.get(turn.from);
  const taken = position.pieces.get(turn.to);
  const what = piece && isMaster(piece) ? 'master' : 'student';
  const takes = taken ? `, takes the ${isMaster(taken) ? 'master' : 'student'}` : '';
  return `${side}: ${title(turn.card)}, ${what} ${turn.from} to ${turn.to}${takes}.`;
}

/**
 * A game by its cards: `Crane, Horse – Ox, Tiger – Rooster`.
 * @param {string} start
 */
export function nameGame(start) {
  const { hands, spare } = parsePosition(start);
  return [hands.r, hands.b, [spare]].map((cards) => cards.map(title).join(', ')).join(' – ');
}

/** @type {Record<string, string>} */
const REASONS = {
  'way of the stone': 'by taking the master: the Way of the Stone',
  'way of the stream': 'by bringing the master to the temple: the Way of the Stream',
};

/**
 * Why a game ended, to follow `Red wins`.
 * @param {string} reason in the server's words
 */
export function tellReason(reason) {
  if (reason.startsWith('third repetition')) return 'by repetition: the position came a third time';
  return REASONS[reason] ?? `: ${reason}`;
}

/**
 * The pieces that a side has lost since the start.
 * @param {Position} start
 * @param {Position} now
 * @param {Side} side
 * @returns {Piece[]}
 */
export function lost(start, now, side) {
  /** @param {Position} position @param {Piece} piece */
  const count = (position, piece) => [...position.pieces.values()].filter((other) => other === piece).length;
  const kinds = /** @type {Piece[]} */ (side === 'r' ? ['R', 'r'] : ['B', 'b']);
  return kinds.flatMap((piece) => Array.from({ length: Math.max(0, count(start, piece) - count(now, piece)) }, () => piece));
}
