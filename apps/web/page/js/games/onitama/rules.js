// The rules, in the help.

import { el } from '../../dom.js';

/** @returns {Node[]} */
export function createRules() {
  return [
    el(
      'ul',
      {},
      el('li', {}, 'You have a master and four students, and two cards. A turn: move one piece as one of your cards shows, then that card goes to the middle and you take the one that lay there.'),
      el('li', {}, 'On a card the dark square is the piece; the coloured squares are where it may go, jumping over anything. Landing on an opponent’s piece takes it.'),
      el('li', {}, 'You win by taking the opponent’s master, or by bringing your master to the opponent’s temple, the square with the gate.'),
      el('li', {}, 'If you cannot move at all, you pass, but still give up one of your cards for the one in the middle.'),
      el('li', {}, 'The stamp of the fifth card says who begins. A position that comes a third time is a draw: that rule is ours.'),
    ),
  ];
}
