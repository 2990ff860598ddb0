// Setting a position up by hand: stones, blocked squares, and who is to move.

import { createBoardEditor } from '../../board/editor.js';
import { el } from '../../dom.js';
import { GRID, SIDE_NAMES, parsePosition, writePosition } from './notation.js';
import { drawPiece } from './pieces.js';

const START = 'x5o/7/7/7/7/7/o5x x 0 1';

/** @param {(text: string) => void} onChange the position as text, at every change @returns {import('../../board/position-field.js').Editor} */
export function createEditor(onChange) {
  let position = parsePosition(START);
  const editor = createBoardEditor(GRID, {
    brushes: [
      { value: '-', name: 'Blocked square', draw: () => drawPiece('-') },
      { value: 'x', name: 'Black stone', draw: () => drawPiece('x') },
      { value: 'o', name: 'White stone', draw: () => drawPiece('o') },
      { value: '', name: 'Nothing', draw: null },
    ],
    put(square, value) {
      if (value) position.squares.set(square, value);
      else position.squares.delete(square);
      changed();
    },
    holds: (square) => position.squares.get(square) ?? '',
  });
  const side = el(
    'select',
    {
      class: 'select',
      'aria-label': 'To move',
      onchange: () => {
        position = { ...position, side: side.value === 'o' ? 'o' : 'x' };
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
    element: el('div', { class: 'editor' }, editor.board, el('div', { class: 'editor-side' }, editor.choice, side, el('div', { class: 'options' }, button('Usual start', START), button('Clear', '7/7/7/7/7/7/7 x 0 1')))),
    text: () => writePosition(position),
    read(text) {
      if (text.trim().split(/\s+/)[0]?.split('/').length !== GRID.size) return;
      position = parsePosition(text);
      draw();
    },
  };
}
