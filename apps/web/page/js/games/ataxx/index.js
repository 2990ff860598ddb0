// Ataxx, as the page's generic parts see it.

import { LESSONS } from './lessons.js';
import { SIDE_NAMES, nameGame, parsePosition, tellReason, tellTurn } from './notation.js';
import { createRules } from './rules.js';
import { createSetup } from './setup.js';
import { createView } from './view.js';

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
  nameGame,
  tellReason,
  createView,
  createSetup,
  createRules,
  lessons: LESSONS,
};
