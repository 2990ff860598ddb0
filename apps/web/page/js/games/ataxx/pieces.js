// The stones, drawn in a box of 100 by 100. The sides differ by mark as well as lightness: Black's have a ring, White's a dot.

import { svg } from '../../dom.js';

/** @param {string} piece `x`, `o`, or `-` for a blocked square @returns {SVGGElement} */
export function drawPiece(piece) {
  if (piece === '-') return drawWall();
  const first = piece === 'x';
  return svg(
    'g',
    { class: `piece stone piece-${first ? 'first' : 'second'}` },
    svg('ellipse', { class: 'piece-shadow', cx: 50, cy: 56, rx: 38, ry: 36 }),
    svg('circle', { class: 'stone-body', cx: 50, cy: 50, r: 37 }),
    first ? svg('circle', { class: 'stone-ring', cx: 50, cy: 50, r: 20 }) : svg('circle', { class: 'stone-dot', cx: 50, cy: 50, r: 8 }),
  );
}

/** What fills a blocked square. @returns {SVGGElement} */
export function drawWall() {
  return svg('g', { class: 'wall' }, svg('rect', { x: 9, y: 9, width: 82, height: 82, rx: 9 }), svg('path', { d: 'M9 42 H91 M9 68 H91 M38 9 V42 M64 42 V68 M38 68 V91' }));
}
