// Setting a position up by hand: animals, and who is to move.

import { createPositionEditor } from '../../board/position-editor.js';
import { GRID, SIDE_NAMES, TRAPS, parsePosition, pieceName, writePosition } from './notation.js';
import { drawPiece } from './pieces.js';

export const START = 'g [rrrccrrrrhdemdhr................................RHDMEDHRRRRCCRRR]';

/** @param {(text: string) => void} onChange the position as text, at every change */
export function createEditor(onChange) {
  return createPositionEditor(onChange, {
    grid: GRID,
    brushes: [...[...'RCDHMErcdhme'].map((piece) => ({ value: piece, name: pieceName(piece).replace(/^./, (letter) => letter.toUpperCase()), draw: () => drawPiece(piece) })), { value: '', name: 'Nothing', draw: null }],
    squareClass: (square) => (TRAPS.includes(square) ? 'is-trap' : ''),
    letters: ({ pieces }) => pieces,
    parse: parsePosition,
    write: writePosition,
    isNear: (text) => /\[.{64}\]/.test(text),
    sides: SIDE_NAMES,
    starts: [['A usual start', START], ['Clear', `g [${'.'.repeat(64)}]`]],
  });
}
