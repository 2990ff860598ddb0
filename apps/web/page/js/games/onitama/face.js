// The parts of a small picture of a position.

import { svg } from '../../dom.js';
import { GRID, TEMPLES, parsePosition } from './notation.js';
import { drawPiece, drawTemple } from './pieces.js';

/** The straw of a square: neighbours are woven across each other. @param {boolean} across */
function weave(across) {
  const straws = Array.from({ length: 12 }, (_, straw) => 8 * straw + 6);
  return svg('path', { class: 'weave', d: straws.map((at) => (across ? `M0 ${at} H100` : `M${at} 0 V100`)).join(' ') });
}

/** The lozenges on the cloth around the mat. */
export function drawTrim() {
  const { width, height, frame } = GRID;
  const places = Array.from({ length: 11 }, (_, at) => (width * (at + 0.5)) / 11);
  return svg('path', { class: 'trim', d: places.flatMap((x) => [-frame / 2, height + frame / 2].map((y) => `M${x - 4.5} ${y} L${x} ${y - 4.5} L${x + 4.5} ${y} L${x} ${y + 4.5} Z`)).join(' ') });
}

/** A square with its temple. @param {string} square @returns {(string | SVGElement)[]} */
export function drawSquare(square) {
  if (square === TEMPLES.r) return ['square-temple-r', weave(true), drawTemple()];
  if (square === TEMPLES.b) return ['square-temple-b', weave(true), drawTemple()];
  const dark = GRID.isDark(square);
  return [dark ? 'square-dark' : 'square-light', weave(dark)];
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
