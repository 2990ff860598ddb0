// The pieces, drawn by hand in a box of 100 by 100, after Staunton's shapes. White's are light with a dark edge and
// Black's dark with a light inner line, so that lightness is not the only mark.

import { drawStone } from '../../board/stone.js';
import { svg } from '../../dom.js';
import { lettersForPieces } from '../../options.js';
import { sideOf } from './notation.js';

/** @type {Record<string, { body: string, lines: string }>} by kind: the shape, and the lines within */
const SHAPES = {
  p: {
    body: 'M50 17 C59 17 65 24 65 32 C65 37 63 41 59 44 L66 50 H58 C59 62 62 68 70 76 V84 H30 V76 C38 68 41 62 42 50 H34 L41 44 C37 41 35 37 35 32 C35 24 41 17 50 17 Z',
    lines: 'M33 76 H67',
  },
  n: {
    body: 'M30 86 V79 C31 66 37 60 46 53 C40 55 34 58 29 63 C25 66 20 62 20 57 C21 47 27 41 31 33 C32 27 35 23 39 20 L39 11 L48 17 C66 19 76 36 76 57 C76 66 74 72 74 79 V86 Z',
    lines: 'M32 78 H73 M40 33 A2.6 2.6 0 1 0 40.1 33 M24 57 L28 55 M58 28 C66 36 68 48 66 60',
  },
  b: {
    body: 'M50 9 C54 9 56 12 56 15 C56 17 55 19 53 20 C63 27 70 37 68 47 C67 53 63 57 59 59 L62 68 C66 71 70 74 72 78 V86 H28 V78 C30 74 34 71 38 68 L41 59 C37 57 33 53 32 47 C30 37 37 27 47 20 C45 19 44 17 44 15 C44 12 46 9 50 9 Z',
    lines: 'M39 59 H61 M37 69 H63 M30 78 H70 M50 31 V45 M43 38 H57',
  },
  r: {
    body: 'M27 14 H37 V22 H45 V14 H55 V22 H63 V14 H73 V32 L66 38 V62 L72 72 V78 H76 V86 H24 V78 H28 V72 L34 62 V38 L27 32 Z',
    lines: 'M27 32 H73 M34 38 H66 M34 62 H66 M28 74 H72',
  },
  q: {
    body: 'M50 8 A5 5 0 1 1 49.9 8 M50 17 L57 44 L70 21 L67 50 L84 31 L72 66 C71 71 74 74 76 78 V86 H24 V78 C26 74 29 71 28 66 L16 31 L33 50 L30 21 L43 44 Z',
    lines: 'M29 66 C40 62 60 62 71 66 M25 78 H75 M31 72 C42 69 58 69 69 72',
  },
  k: {
    body: 'M46 7 H54 V14 H61 V21 H54 V28 C58 29 60 33 58 38 C66 31 84 32 86 47 C87 56 77 62 73 68 C73 72 75 75 76 78 V86 H24 V78 C25 75 27 72 27 68 C23 62 13 56 14 47 C16 32 34 31 42 38 C40 33 42 29 46 28 V21 H39 V14 H46 Z',
    lines: 'M27 68 C40 63 60 63 73 68 M25 78 H75 M50 38 V63',
  },
};

/** @param {string} piece a letter of FEN @returns {SVGGElement} */
export function drawPiece(piece) {
  if (lettersForPieces()) return drawStone(sideOf(piece) === 'w', piece.toUpperCase());
  const first = sideOf(piece) === 'w';
  const shape = SHAPES[piece.toLowerCase()] ?? { body: '', lines: '' };
  return svg('g', { class: `piece chessman piece-${first ? 'first' : 'second'}` }, svg('path', { class: 'chessman-body', d: shape.body }), svg('path', { class: 'chessman-line', d: shape.lines }));
}
