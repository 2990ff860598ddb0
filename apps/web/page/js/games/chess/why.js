// Why a move is not allowed, in the words of chess.

import { GRID, checked, kindName, sideOf } from './notation.js';

/** @typedef {import('./notation.js').Position} Position */

/** @type {Record<string, [number, number][]>} */
const STEPS = {
  n: [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]],
  b: [[1, 1], [1, -1], [-1, 1], [-1, -1]],
  r: [[1, 0], [-1, 0], [0, 1], [0, -1]],
};
const ALL = [...(STEPS.b ?? []), ...(STEPS.r ?? [])];

/** True if a piece goes there by its own way, whatever becomes of the king. @param {Position} position @param {string} from @param {string} to */
function reaches({ pieces, passing }, from, to) {
  const piece = pieces.get(from) ?? '';
  const kind = piece.toLowerCase();
  if (kind === 'p') {
    const up = sideOf(piece) === 'w' ? 1 : -1;
    const one = GRID.step(from, 0, up);
    const begins = from.endsWith(up === 1 ? '2' : '7');
    if (to === one || (begins && to === GRID.step(from, 0, 2 * up))) return !pieces.has(to) && !(one && pieces.has(one));
    return [-1, 1].some((right) => GRID.step(from, right, up) === to) && (pieces.has(to) || to === passing);
  }
  const slides = 'brq'.includes(kind);
  return (STEPS[kind] ?? ALL).some(([right, up]) => {
    for (let at = GRID.step(from, right, up); at; at = slides && !pieces.has(at) ? GRID.step(at, right, up) : null) if (at === to) return true;
    return false;
  });
}

/**
 * @param {Position} position @param {string} from @param {string | null} to  none where the piece was only picked
 * @returns {string | null}
 */
export function whyNot(position, from, to) {
  const piece = position.pieces.get(from);
  if (!piece || to === from) return null;
  const check = checked(position, position.side) !== null;
  if (sideOf(piece) !== position.side) return to ? null : `It is ${position.side === 'w' ? 'White' : 'Black'}’s turn.`;
  const name = kindName(piece);
  if (!to) {
    const ways = GRID.squares.some((square) => reaches(position, from, square) && !(position.pieces.has(square) && sideOf(position.pieces.get(square) ?? '') === position.side));
    if (!ways) return `This ${name} has no way to go.`;
    return check ? `You are in check, and this ${name} cannot help.` : `This ${name} is pinned: your king would be in check.`;
  }
  const there = position.pieces.get(to);
  if (there && sideOf(there) === position.side) return null;
  if (!reaches(position, from, to)) return `A ${name} does not go from ${from} to ${to}${'brq'.includes(piece.toLowerCase()) ? ', or something stands in its way' : ''}.`;
  if (piece.toLowerCase() === 'k') return `Your king would be in check on ${to}.`;
  return check ? 'You are in check.' : `This ${name} is pinned: your king would be in check.`;
}
