// Ataxx's text forms: positions `x5o/7/7/2-1-2/7/7/o5x x 0 1`; turns `g2` (a clone), `a1c3` (a jump) and `0000` (a pass).

import { gridOf } from '../../board/grid.js';
import { readRows, writeRows } from '../../board/rows.js';
import { LAYOUTS } from './layouts.js';

/** @typedef {'x' | 'o'} Side */

/**
 * @typedef {object} Position
 * @property {Map<string, string>} squares  `x`, `o` or `-` for a blocked one
 * @property {Side} side
 * @property {number} clock  plies since the last clone
 */

export const GRID = gridOf(7);

/** @type {Record<Side, string>} */
export const SIDE_NAMES = { x: 'Black', o: 'White' };

/** The plies without a clone that end a game. */
export const CLOCK_LIMIT = 100;

/** @param {string} text @returns {Position} */
export function parsePosition(text) {
  const [board = '', side = 'x', clock = '0'] = text.trim().split(/\s+/);
  return { squares: readRows(board, GRID), side: side === 'o' ? 'o' : 'x', clock: Number(clock) || 0 };
}

/** The text of a position set up by hand: its counts begin anew. @param {Position} position */
export function writePosition({ squares, side }) {
  return `${writeRows(squares, GRID)} ${side} 0 1`;
}

/** The squares around one. @param {string} square */
export function around(square) {
  return [-1, 0, 1].flatMap((up) => [-1, 0, 1].flatMap((right) => GRID.step(square, right, up) ?? [])).filter((one) => one !== square);
}

/** How many stones of the other side a stone on that square turns. @param {Position} position @param {string} square */
export function captures({ squares, side }, square) {
  return around(square).filter((one) => squares.get(one) === (side === 'x' ? 'o' : 'x')).length;
}

/** A turn's squares; a clone has no source. @param {string} text @returns {{ from: string | null, to: string | null }} */
export function parseTurn(text) {
  if (text === '0000') return { from: null, to: null };
  return text.length === 4 ? { from: text.slice(0, 2), to: text.slice(2) } : { from: null, to: text };
}

/** A turn in words. @param {string} text @param {string} before the position before it */
export function tellTurn(text, before) {
  const position = parsePosition(before);
  const side = SIDE_NAMES[position.side];
  const { from, to } = parseTurn(text);
  if (to === null) return `${side} cannot move and passes.`;
  const count = captures(position, to);
  const takes = count > 0 ? `, takes ${count}` : '';
  return from ? `${side}: jump ${from} to ${to}${takes}.` : `${side}: clone to ${to}${takes}.`;
}

/** The walls of a start: `Diamond`, `6 blocked squares`. @param {string} start */
export function nameGame(start) {
  const [board = ''] = start.split(' ');
  const known = LAYOUTS.find((layout) => layout.board === board);
  if (known) return known.title;
  const { squares } = parsePosition(start);
  const count = (/** @type {string} */ letter) => [...squares.values()].filter((one) => one === letter).length;
  const walls = count('-') === 1 ? '1 blocked square' : `${count('-')} blocked squares`;
  return count('x') === 2 && count('o') === 2 ? walls : `${count('x')} stones to ${count('o')}, ${walls}`;
}

/** @type {Record<string, string>} */
const REASONS = {
  'all stones taken': 'by taking every stone',
  '100 plies without a clone': 'by 100 plies without a clone',
};

/** Why a game ended, to follow `Black wins`. @param {string} reason in the server's words */
export function tellReason(reason) {
  return REASONS[reason] ?? `: ${reason}`;
}
