// Connect Four, as the page's generic parts see it.

import { plainGame } from '../plain.js';

export const connect_four = plainGame({
  name: 'connect_four',
  title: 'Connect Four',
  palette: 'yellow-red',
  sides: [{ letter: 'x', name: 'Yellow' }, { letter: 'o', name: 'Red' }],
  files: 7,
  ranks: 6,
  start: '7/7/7/7/7/7 x',
  squaresOf: (column, { pieces }) => ({ from: null, to: ['1', '2', '3', '4', '5', '6'].map((rank) => column + rank).find((square) => !pieces.has(square)) ?? null }),
  turnAt: (square) => square.charAt(0),
  rules: ['Press a column: a stone of yours falls to its lowest empty square.', 'Four stones of a side in a line, along a column, a row or a diagonal, win. A full board is a draw.'],
});
