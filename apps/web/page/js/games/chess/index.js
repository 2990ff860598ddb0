// Chess, as the page's generic parts see it.

import { SIDE_NAMES, checked, nameGame, parsePosition, tellReason, tellTurn } from './notation.js';

/** @type {import('../view.js').GamePage} */
export const chess = {
  name: 'chess',
  title: 'Chess',
  palette: 'white-black',
  sides: [
    { letter: 'w', name: SIDE_NAMES.w },
    { letter: 'b', name: SIDE_NAMES.b },
  ],
  sideToMove: (position) => parsePosition(position).side,
  tellTurn,
  event: (_turn, before, after) => (checked(parsePosition(after), parsePosition(after).side) ? 'check' : parsePosition(after).pieces.size < parsePosition(before).pieces.size ? 'capture' : 'move'),
  nameGame,
  tellReason,
  record: () => import('./pgn.js'),
  face: () => import('./face.js'),
  demo: () => import('./demo.js'),
  view: () => import('./view.js'),
  setup: () => import('./setup.js'),
  rules: () => import('./rules.js'),
  lessons: () => import('./lessons.js'),
};
