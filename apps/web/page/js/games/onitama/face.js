// The parts of a small picture of a position.

import { GRID, TEMPLES, parsePosition } from './notation.js';
import { drawPiece, drawTemple } from './pieces.js';

/** A square with its temple. @param {string} square @returns {(string | SVGElement)[]} */
export function drawSquare(square) {
  if (square === TEMPLES.r) return ['square-temple-r', drawTemple()];
  if (square === TEMPLES.b) return ['square-temple-b', drawTemple()];
  return [GRID.isDark(square) ? 'square-dark' : 'square-light'];
}

/** @type {import('../view.js').Face} */
export const FACE = {
  grid: GRID,
  about: 'Five cards, two temples, ten minutes.',
  start: '2B1b/b1b2/1b3/2r1R/1r1r1 r horse,boar ox,dragon elephant',
  pieces: (position) => parsePosition(position).pieces,
  drawPiece: (piece) => drawPiece(/** @type {import('./notation.js').Piece} */ (piece)),
  drawSquare,
};
