// Arimaa, as the page's generic parts see it.

import { LESSONS } from './lessons.js';
import { SIDE_NAMES, nameGame, parsePosition, tellReason, tellTurn } from './notation.js';
import { record } from './record.js';
import { createRules } from './rules.js';
import { createSetup } from './setup.js';
import { createView } from './view.js';

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
  nameGame,
  tellReason,
  record,
  createView,
  createSetup,
  createRules,
  lessons: LESSONS,
};
