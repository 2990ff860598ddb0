// Othello, as the page's generic parts see it.

import { plainGame } from '../plain.js';

export const othello = plainGame({
  name: 'othello',
  title: 'Othello',
  palette: 'black-white-on-green',
  sides: [{ letter: 'x', name: 'Black' }, { letter: 'o', name: 'White' }],
  files: 8,
  ranks: 8,
  start: '8/8/8/3xo3/3ox3/8/8/8 x',
  counts: true,
  rules: ['Put a stone where it shuts in stones of the other side, in a row, a column or a diagonal, between itself and another stone of yours: those turn over to your side.', 'Who can put no stone passes. When neither side can, more stones win.'],
});
