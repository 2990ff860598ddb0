// The animals by their silhouettes, in a box of 100 by 100. Gold's stand on discs, Silver's on rounded squares.

import { drawStone } from '../../board/stone.js';
import { svg } from '../../dom.js';
import { lettersForPieces } from '../../options.js';
import { sideOf } from './notation.js';

/** @type {Record<string, string>} */
const ANIMALS = {
  r: 'M40 48 C33 34 34 16 39 14 C44 12 47 30 47 42 H53 C53 30 56 12 61 14 C66 16 67 34 60 48 C68 52 72 60 70 68 C67 79 58 84 50 84 C42 84 33 79 30 68 C28 60 32 52 40 48 Z',
  c: 'M28 18 L43 31 C48 29.5 52 29.5 57 31 L72 18 C75 32 76 45 74 57 C71 71 62 81 50 81 C38 81 29 71 26 57 C24 45 25 32 28 18 Z',
  d: 'M34 26 C40 20 60 20 66 26 C74 23 81 32 81 45 C81 56 77 62 72 62 C70 58 69 53 68 49 C67 59 65 65 63 71 C60 81 55 85 50 85 C45 85 40 81 37 71 C35 65 33 59 32 49 C31 53 30 58 28 62 C23 62 19 56 19 45 C19 32 26 23 34 26 Z',
  h: 'M36 84 C36 67 42 59 48 53 C42 55 36 59 31 63 C27 65 22 61 22 56 C24 46 29 39 34 33 C35 27 38 22 42 19 L43 11 L52 18 C68 21 78 39 76 61 C75 71 73 78 74 84 Z',
  m: 'M14 82 V64 C14 52 20 46 27 42 C31 28 40 28 43 41 C46 46 50 46 53 41 C56 28 65 28 69 42 C72 48 75 48 77 40 C78 33 78 28 80 22 L92 20 L94 27 L86 31 C87 46 85 58 79 66 V82 H70 V67 H25 V82 Z',
  e: 'M50 17 C60 17 66 21 68 27 C79 21 91 28 91 44 C91 58 81 66 70 62 C68 66 64 68 59 69 L60 78 C60 84 66 84 67 78 L75 79 C74 93 54 95 51 80 L49 70 L41 69 C36 68 32 66 30 62 C19 66 9 58 9 44 C9 28 21 21 32 27 C34 21 40 17 50 17 Z',
};

/** @type {Record<string, string>} eyes, whiskers and the like, in the colour of the disc */
const LINES = {
  r: 'M42 62 H42.1 M58 62 H58.1 M47 71 H53',
  c: 'M40 49 H40.1 M60 49 H60.1 M20 60 L38 62 M80 60 L62 62 M46 63 H54',
  d: 'M42 44 H42.1 M58 44 H58.1 M46 68 H54',
  h: 'M40 36 H40.1 M58 32 C65 40 67 50 66 60',
  m: 'M83 26 H83.1',
  e: 'M42 42 H42.1 M58 42 H58.1 M33 32 C28 40 28 50 32 58 M67 32 C72 40 72 50 68 58',
};

/** @param {string} piece @returns {SVGGElement} */
export function drawPiece(piece) {
  if (lettersForPieces()) return drawStone(sideOf(piece) === 'g', piece.toUpperCase());
  const first = sideOf(piece) === 'g';
  const kind = piece.toLowerCase();
  return svg(
    'g',
    { class: `piece animal piece-${first ? 'first' : 'second'}` },
    first ? svg('circle', { class: 'animal-base', cx: 50, cy: 50, r: 44 }) : svg('rect', { class: 'animal-base', x: 9, y: 9, width: 82, height: 82, rx: 14 }),
    svg('g', { transform: 'translate(16 15) scale(0.68)' }, svg('path', { class: 'animal-body', d: ANIMALS[kind] ?? '' }), svg('path', { class: 'animal-line', d: LINES[kind] ?? '' })),
  );
}

/** A trap. @returns {SVGGElement} */
export function drawTrap() {
  return svg('g', { class: 'trap' }, svg('circle', { cx: 50, cy: 50, r: 34 }), svg('circle', { cx: 50, cy: 50, r: 22 }));
}
