// Arimaa, as the page's generic parts see it.

import { SIDE_NAMES, nameGame, parsePosition, tellReason, tellTurn } from './notation.js';

/** @type {import('../view.js').GamePage} */
export const arimaa = {
  name: 'arimaa',
  title: 'Arimaa',
  palette: 'gold-silver',
  sides: [
    { letter: 'g', name: SIDE_NAMES.g },
    { letter: 's', name: SIDE_NAMES.s },
  ],
  sideToMove: (position) => parsePosition(position).side,
  tellTurn,
  event: (_turn, before, after) => (parsePosition(after).pieces.size < parsePosition(before).pieces.size ? 'capture' : 'move'),
  nameGame,
  tellReason,
  record: () => import('./record.js'),
  face: () => import('./face.js'),
  demo: () => import('./demo.js'),
  view: () => import('./view.js'),
  setup: () => import('./setup.js'),
  rules: () => import('./rules.js'),
  lessons: () => import('./lessons.js'),
  starts: () => import('./starts.js'),
};
