// Breakthrough, as the page's generic parts see it.

import { plainGame } from '../plain.js';

export const breakthrough = plainGame({
  name: 'breakthrough',
  title: 'Breakthrough',
  piece: 'pawn',
  palette: 'white-black',
  sides: [{ letter: 'w', name: 'White' }, { letter: 'b', name: 'Black' }],
  files: 8,
  ranks: 8,
  start: 'bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w',
  rules: ['A pawn goes one square on: straight or slantwise to an empty square, and slantwise onto a pawn of the other side, which it takes.', 'Who first reaches the far rank, or takes every pawn, wins.'],
});
