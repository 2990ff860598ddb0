// The parts of a small picture of a position.

import { GRID, TRAPS, parsePosition } from './notation.js';
import { drawPiece, drawTrap } from './pieces.js';

/** A square with its trap. @param {string} square @returns {(string | SVGElement)[]} */
export function drawSquare(square) {
  return TRAPS.includes(square) ? ['square-trap', drawTrap()] : [GRID.isDark(square) ? 'square-dark' : 'square-light'];
}

/** @type {import('../view.js').Face} */
export const FACE = {
  grid: GRID,
  about: 'Push and pull a rabbit to its goal.',
  start: 'g [r.rr.rrrr..d.cdr.h......M....h....eE.m...H.....cR..D.CD.RRRRC.RR]',
  pieces: (position) => parsePosition(position).pieces,
  drawPiece,
  drawSquare,
};
