// The rules, in the help.

import { el } from '../../dom.js';

/** @returns {Node[]} */
export function createRules() {
  return [
    el(
      'ul',
      {},
      el('li', {}, 'A clone puts a new stone of yours on an empty square that touches one of your stones (a ring on the board). A jump moves a stone two squares away, over anything (a dot).'),
      el('li', {}, 'Then every stone of the other side that touches the square you went to changes to yours.'),
      el('li', {}, 'Nothing enters a blocked square, but jumps go over it.'),
      el('li', {}, 'Who cannot move passes; who can move must. When neither side can move, more stones win.'),
      el('li', {}, 'A side without stones has lost. After 100 plies without a clone the game is a draw.'),
      el('li', {}, 'Press a stone and then where it goes, or drag it. For a clone it is enough to press the empty square.'),
    ),
  ];
}
