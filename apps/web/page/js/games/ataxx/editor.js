// Setting a position up by hand: stones, blocked squares, and who is to move.

import { createPositionEditor } from '../../board/position-editor.js';
import { GRID, SIDE_NAMES, parsePosition, writePosition } from './notation.js';
import { drawPiece } from './pieces.js';

/** @param {(text: string) => void} onChange the position as text, at every change */
export function createEditor(onChange) {
  return createPositionEditor(onChange, {
    grid: GRID,
    brushes: [
      { value: '-', name: 'Blocked square', draw: () => drawPiece('-') },
      { value: 'x', name: 'Black stone', draw: () => drawPiece('x') },
      { value: 'o', name: 'White stone', draw: () => drawPiece('o') },
      { value: '', name: 'Nothing', draw: null },
    ],
    letters: ({ squares }) => squares,
    parse: parsePosition,
    write: writePosition,
    isNear: (text) => text.trim().split(/\s+/)[0]?.split('/').length === GRID.ranks.length,
    sides: SIDE_NAMES,
    starts: [['Usual start', 'x5o/7/7/7/7/7/o5x x 0 1'], ['Clear', '7/7/7/7/7/7/7 x 0 1']],
  });
}
