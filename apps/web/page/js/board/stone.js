// A stone, drawn in a box of 100 by 100. The sides differ by mark as well as lightness: the first side's stones have a ring, the second's a dot.

import { svg } from '../dom.js';

/** @param {boolean} first @param {string} [letter] stands on the stone in place of its mark @returns {SVGGElement} */
export function drawStone(first, letter) {
  const mark = first ? svg('circle', { class: 'stone-ring', cx: 50, cy: 50, r: 20 }) : svg('circle', { class: 'stone-dot', cx: 50, cy: 50, r: 8 });
  return svg(
    'g',
    { class: `piece stone piece-${first ? 'first' : 'second'}` },
    svg('ellipse', { class: 'piece-shadow', cx: 50, cy: 56, rx: 38, ry: 36 }),
    svg('circle', { class: 'stone-body', cx: 50, cy: 50, r: 37 }),
    letter ? svg('text', { class: 'stone-letter', x: 50, y: 66, 'text-anchor': 'middle' }, letter) : mark,
  );
}
