// Onitama, as the page's generic parts see it.

import { SIDE_NAMES, nameGame, parsePosition, tellReason, tellTurn } from './notation.js';

/** @type {import('../view.js').GamePage} */
export const onitama = {
  name: 'onitama',
  title: 'Onitama',
  palette: 'red-blue',
  sides: [
    { letter: 'r', name: SIDE_NAMES.r },
    { letter: 'b', name: SIDE_NAMES.b },
  ],
  sideToMove: (position) => parsePosition(position).side,
  tellTurn,
  event: (_turn, before, after) => (parsePosition(after).pieces.size < parsePosition(before).pieces.size ? 'capture' : 'move'),
  nameGame,
  tellReason,
  face: () => import('./face.js'),
  demo: () => import('./demo.js'),
  view: () => import('./view.js'),
  setup: () => import('./setup.js'),
  rules: () => import('./rules.js'),
  lessons: () => import('./lessons.js'),
  starts: () => import('./starts.js'),
};
