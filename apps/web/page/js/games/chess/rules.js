// The rules, in the help.

import { el } from '../../dom.js';

/** @returns {Node[]} */
export function createRules() {
  return [
    el(
      'ul',
      {},
      el('li', {}, 'Press a piece and then where it goes, or drag it. Castling: move the king two squares, or onto its rook.'),
      el('li', {}, 'While the engine thinks you may make your next move already: it is played at once if it is legal then. Another one takes its place.'),
      el('li', {}, 'Who gives mate wins. Stalemate, a third repetition, fifty moves without a capture or a pawn’s move, and a position in which nobody can give mate are draws.'),
      el('li', {}, 'In Chess960 the pieces of the first rank begin in one of 960 orders; castling brings king and rook to their usual squares.'),
      el('li', {}, 'A game in PGN, or a position in FEN, can be pasted under “Load a game”.'),
    ),
  ];
}
