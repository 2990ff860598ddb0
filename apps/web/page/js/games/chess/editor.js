// Setting a position up by hand: pieces, who is to move, who may castle.

import { createBoardEditor } from '../../board/editor.js';
import { el } from '../../dom.js';
import { GRID, SIDE_NAMES, START, parsePosition, pieceName, writePosition } from './notation.js';
import { drawPiece } from './pieces.js';

const CASTLINGS = [
  ['K', 'White, king’s side'],
  ['Q', 'White, queen’s side'],
  ['k', 'Black, king’s side'],
  ['q', 'Black, queen’s side'],
];

/** @param {(text: string) => void} onChange the position as text, at every change @returns {import('../../board/position-field.js').Editor} */
export function createEditor(onChange) {
  let position = parsePosition(START);
  const editor = createBoardEditor(GRID, {
    brushes: [...[...'PNBRQKpnbrqk'].map((piece) => ({ value: piece, name: pieceName(piece).replace(/^w/, 'W').replace(/^b/, 'B'), draw: () => drawPiece(piece) })), { value: '', name: 'Nothing', draw: null }],
    put(square, value) {
      if (!value) position.pieces.delete(square);
      else {
        // A side has one king: the old one gives way.
        if (value.toLowerCase() === 'k') for (const [other, piece] of position.pieces) if (piece === value) position.pieces.delete(other);
        position.pieces.set(square, value);
      }
      changed();
    },
    holds: (square) => position.pieces.get(square) ?? '',
  });
  const side = el('select', { class: 'select', 'aria-label': 'To move', onchange: chosen }, ...Object.entries(SIDE_NAMES).map(([letter, name]) => el('option', { value: letter }, `${name} to move`)));
  const castlings = CASTLINGS.map(([letter = '', name = '']) => {
    const box = el('input', { type: 'checkbox', value: letter, onchange: chosen });
    return { letter, box, label: el('label', { class: 'option' }, box, el('span', {}, name)) };
  });

  function chosen() {
    position = { ...position, side: side.value === 'b' ? 'b' : 'w', castling: castlings.map(({ letter, box }) => (box.checked ? letter : '')).join('') };
    changed();
  }

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
    for (const { letter, box } of castlings) box.checked = position.castling.includes(letter);
  }
  draw();

  const button = (/** @type {string} */ name, /** @type {string} */ text) => el('button', { type: 'button', class: 'button button-small', onclick: () => take(text) }, name);
  return {
    element: el(
      'div',
      { class: 'editor' },
      editor.board,
      el('div', { class: 'editor-side' }, editor.choice, side, el('fieldset', { class: 'castlings' }, el('legend', {}, 'Castling'), el('div', { class: 'options' }, ...castlings.map(({ label }) => label))), el('div', { class: 'options' }, button('Usual start', START), button('Clear', '8/8/8/8/8/8/8/8 w - - 0 1'))),
    ),
    text: () => writePosition(position),
    read(text) {
      if (text.trim().split(/\s+/)[0]?.split('/').length !== GRID.size) return;
      position = parsePosition(text);
      draw();
    },
  };
}
