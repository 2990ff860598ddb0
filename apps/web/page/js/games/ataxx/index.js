// Ataxx, as the page's generic parts see it.

import { SIDE_NAMES, captures, nameGame, parsePosition, parseTurn, tellReason, tellTurn } from './notation.js';

/** @type {import('../view.js').GamePage} */
export const ataxx = {
  name: 'ataxx',
  title: 'Ataxx',
  palette: 'black-white',
  sides: [
    { letter: 'x', name: SIDE_NAMES.x },
    { letter: 'o', name: SIDE_NAMES.o },
  ],
  sideToMove: (position) => parsePosition(position).side,
  tellTurn,
  event: (turn, before) => (captures(parsePosition(before), parseTurn(turn).to ?? '') > 0 ? 'capture' : 'move'),
  nameGame,
  tellReason,
  face: () => import('./face.js'),
  demo: () => import('./demo.js'),
  view: () => import('./view.js'),
  setup: () => import('./setup.js'),
  rules: () => import('./rules.js'),
  lessons: () => import('./lessons.js'),
};
