// The parts of a small picture of a position: stones and walls lie on the squares alike.

import { GRID, parsePosition } from './notation.js';
import { drawPiece, drawWell } from './pieces.js';

/** @type {import('../view.js').Face} */
export const FACE = {
  grid: GRID,
  about: 'Double, jump, and turn their stones.',
  start: 'x1xoo1o/xxxo3/2-1-2/3x3/2-ox2/o1oo2x/oo3xx x 0 20',
  pieces: (position) => parsePosition(position).squares,
  drawPiece,
  drawSquare: (square) => [GRID.isDark(square) ? 'square-dark' : 'square-light', drawWell()],
};
