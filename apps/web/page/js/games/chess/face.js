// The parts of a small picture of a position.

import { GRID, parsePosition } from './notation.js';
import { drawPiece } from './pieces.js';

/** @type {import('../view.js').Face} */
export const FACE = {
  grid: GRID,
  about: 'The old game, and Chess960.',
  start: 'r4rk1/2p2ppp/p1pqbn2/8/3P4/2N1B2P/PPP1QPP1/R4RK1 w - - 3 15',
  pieces: (position) => parsePosition(position).pieces,
  drawPiece,
};
