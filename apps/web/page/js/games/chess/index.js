// Chess, as the page's generic parts see it.

import { LESSONS } from './lessons.js';
import { SIDE_NAMES, nameGame, parsePosition, tellReason, tellTurn } from './notation.js';
import { pgn } from './pgn.js';
import { createRules } from './rules.js';
import { createSetup } from './setup.js';
import { createView } from './view.js';

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
  nameGame,
  tellReason,
  record: pgn,
  createView,
  createSetup,
  createRules,
  lessons: LESSONS,
};
