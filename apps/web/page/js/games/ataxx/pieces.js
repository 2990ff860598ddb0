// The things on a square: a stone, or a wall.

import { drawStone } from '../../board/stone.js';
import { svg } from '../../dom.js';

/** @param {string} piece `x`, `o`, or `-` for a blocked square @returns {SVGGElement} */
export function drawPiece(piece) {
  return piece === '-' ? drawWall() : drawStone(piece === 'x');
}

/** A wall. @returns {SVGGElement} */
export function drawWall() {
  return svg('g', { class: 'wall' }, svg('rect', { x: 9, y: 9, width: 82, height: 82, rx: 9 }), svg('path', { d: 'M9 42 H91 M9 68 H91 M38 9 V42 M64 42 V68 M38 68 V91' }));
}

/** The well that a stone lies in. @returns {SVGElement} */
export const drawWell = () => svg('circle', { class: 'well', cx: 50, cy: 50, r: 39 });
