// Setting a position up by hand: animals, and who is to move.

import { createBoardEditor } from '../../board/editor.js';
import { el } from '../../dom.js';
import { GRID, SIDE_NAMES, TRAPS, parsePosition, pieceName, writePosition } from './notation.js';
import { drawPiece } from './pieces.js';

export const START = 'g [rrrccrrrrhdemdhr................................RHDMEDHRRRRCCRRR]';

/** @param {(text: string) => void} onChange the position as text, at every change @returns {import('../../board/position-field.js').Editor} */
export function createEditor(onChange) {
  let position = parsePosition(START);
  const editor = createBoardEditor(GRID, {
    brushes: [...[...'RCDHMErcdhme'].map((piece) => ({ value: piece, name: pieceName(piece).replace(/^./, (letter) => letter.toUpperCase()), draw: () => drawPiece(piece) })), { value: '', name: 'Nothing', draw: null }],
    put(square, value) {
      if (value) position.pieces.set(square, value);
      else position.pieces.delete(square);
      changed();
    },
    holds: (square) => position.pieces.get(square) ?? '',
    squareClass: (square) => (TRAPS.includes(square) ? 'is-trap' : ''),
  });
  const side = el(
    'select',
    {
      class: 'select',
      'aria-label': 'To move',
      onchange: () => {
        position = { ...position, side: side.value === 's' ? 's' : 'g' };
        changed();
      },
    },
    ...Object.entries(SIDE_NAMES).map(([letter, name]) => el('option', { value: letter }, `${name} to move`)),
  );

  /** @param {string} text */
  function take(text) {
    position = parsePosition(text);
    changed();
  }

  function changed() {
    onChange(writePosition(position));
    draw();
  }

  function draw() {
    editor.draw();
    side.value = position.side;
  }
  draw();

  const button = (/** @type {string} */ name, /** @type {string} */ text) => el('button', { type: 'button', class: 'button button-small', onclick: () => take(text) }, name);
  return {
    element: el('div', { class: 'editor' }, editor.board, el('div', { class: 'editor-side' }, editor.choice, side, el('div', { class: 'options' }, button('A usual start', START), button('Clear', `g [${'.'.repeat(64)}]`)))),
    text: () => writePosition(position),
    read(text) {
      if (!/\[.{64}\]/.test(text)) return;
      position = parsePosition(text);
      draw();
    },
  };
}
