// The pieces, drawn by hand in a box of 100 by 100. Sides differ by shape as well as colour: Red's students go
// bare-headed with a headband and a diamond on the robe, Blue's wear a straw hat and a ring. Masters are larger,
// crowned and sashed.

import { svg } from '../../dom.js';
import { isMaster, sideOf } from './notation.js';

/** @typedef {import('./notation.js').Piece} Piece */

/**
 * @param {Piece} piece
 * @returns {SVGGElement}
 */
export function drawPiece(piece) {
  const red = sideOf(piece) === 'r';
  const group = svg('g', { class: `piece piece-${sideOf(piece)}` });
  group.append(...(isMaster(piece) ? master(red) : student(red)));
  return group;
}

/** @param {boolean} red */
function student(red) {
  return [
    svg('ellipse', { class: 'piece-shadow', cx: 50, cy: 81, rx: 27, ry: 5.5 }),
    svg('path', { class: 'piece-body', d: 'M26 80 C28 60 36 49 50 49 C64 49 72 60 74 80 Q50 85 26 80 Z' }),
    svg('circle', { class: 'piece-body', cx: 50, cy: 37, r: 12.5 }),
    ...(red
      ? [
          svg('path', { class: 'piece-mark-line', d: 'M38.3 33.5 Q50 37.5 61.7 33.5' }),
          svg('path', { class: 'piece-mark', d: 'M61 33 l7 -4 l-1.5 5.5 l4 3.5 z' }),
          svg('path', { class: 'piece-mark', d: 'M50 59 l7 8 l-7 8 l-7 -8 z' }),
        ]
      : [
          svg('path', { class: 'piece-hat', d: 'M26 36 Q44 27 50 17 Q56 27 74 36 Q50 43 26 36 Z' }),
          svg('circle', { class: 'piece-mark-line', cx: 50, cy: 67, r: 6 }),
        ]),
  ];
}

/** @param {boolean} red */
function master(red) {
  return [
    svg('ellipse', { class: 'piece-shadow', cx: 50, cy: 88, rx: 35, ry: 6.5 }),
    svg('path', { class: 'piece-body', d: 'M17 87 C20 58 32 45 50 45 C68 45 80 58 83 87 Q50 94 17 87 Z' }),
    svg('circle', { class: 'piece-body', cx: 50, cy: 32, r: 15 }),
    svg('path', { class: 'piece-sash', d: 'M25 66 Q50 76 75 66' }),
    svg('path', { class: 'piece-crown', d: 'M33 22 L31 5 L41 13 L50 2 L59 13 L69 5 L67 22 Q50 27 33 22 Z' }),
    red
      ? svg('path', { class: 'piece-mark', d: 'M50 62 l8 9 l-8 9 l-8 -9 z' })
      : svg('circle', { class: 'piece-mark-line', cx: 50, cy: 71, r: 7 }),
  ];
}

/**
 * The gate of a temple.
 * @returns {SVGGElement}
 */
export function drawTemple() {
  return svg(
    'g',
    { class: 'temple' },
    svg('path', { d: 'M14 22 Q50 33 86 22 L84 31 Q50 40 16 31 Z' }),
    svg('path', { d: 'M24 43 H76 V49 H24 Z' }),
    svg('path', { d: 'M30 34 H37 L35 84 H28 Z' }),
    svg('path', { d: 'M63 34 H70 L72 84 H65 Z' }),
    svg('path', { d: 'M47 36 H53 V44 H47 Z' }),
  );
}
