// Onitama, as the page's generic parts see it.

import { LESSONS } from './lessons.js';
import { SIDE_NAMES, nameGame, parsePosition, tellReason, tellTurn } from './notation.js';
import { createRules } from './rules.js';
import { createSetup } from './setup.js';
import { createView } from './view.js';

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
  nameGame,
  tellReason,
  createView,
  createSetup,
  createRules,
  lessons: LESSONS,
};
