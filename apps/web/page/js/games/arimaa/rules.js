// The rules, in the help.

import { el } from '../../dom.js';

/** @returns {Node[]} */
export function createRules() {
  return [
    el(
      'ul',
      {},
      el('li', {}, 'Bring a rabbit to the other end of the board. The animals from weak to strong: rabbit, cat, dog, horse, camel, elephant.'),
      el('li', {}, 'A turn has up to four steps, each of one piece to an empty square beside it. Rabbits do not step back. A turn must change the board.'),
      el('li', {}, 'A stronger piece can push a weaker one of the other side, or pull it behind: both take two steps. Move the other side’s piece first to push; after a step of your own, move it to pull.'),
      el('li', {}, 'A piece beside a stronger enemy with no friend beside it is frozen (a dashed frame) and cannot step.'),
      el('li', {}, 'A piece on a trap with no friend beside it is captured. A side without rabbits has lost, and so has one that cannot move.'),
      el('li', {}, 'A position may not be brought about for the third time.'),
      el('li', {}, 'Press or drag a piece to make a step, take steps back as you like, and end the turn when you are done.'),
    ),
  ];
}
