// Setting a position up by hand: pieces, who is to move, who may castle.

import { createPositionEditor } from '../../board/position-editor.js';
import { el } from '../../dom.js';
import { GRID, SIDE_NAMES, START, parsePosition, pieceName, writePosition } from './notation.js';
import { drawPiece } from './pieces.js';

const CASTLINGS = [
  ['K', 'White, king’s side'],
  ['Q', 'White, queen’s side'],
  ['k', 'Black, king’s side'],
  ['q', 'Black, queen’s side'],
];

/** @param {() => void} changed */
function createCastlings(changed) {
  const boxes = CASTLINGS.map(([letter = '', name = '']) => {
    const box = el('input', { type: 'checkbox', value: letter, onchange: changed });
    return { letter, box, label: el('label', { class: 'option' }, box, el('span', {}, name)) };
  });
  return {
    element: el('fieldset', { class: 'castlings' }, el('legend', {}, 'Castling'), el('div', { class: 'options' }, ...boxes.map(({ label }) => label))),
    read: () => ({ castling: boxes.map(({ letter, box }) => (box.checked ? letter : '')).join('') }),
    /** @param {import('./notation.js').Position} position */
    draw({ castling }) {
      for (const { letter, box } of boxes) box.checked = castling.includes(letter);
    },
  };
}

/** @param {(text: string) => void} onChange the position as text, at every change */
export function createEditor(onChange) {
  return createPositionEditor(onChange, {
    grid: GRID,
    brushes: [...[...'PNBRQKpnbrqk'].map((piece) => ({ value: piece, name: pieceName(piece).replace(/^./, (letter) => letter.toUpperCase()), draw: () => drawPiece(piece) })), { value: '', name: 'Nothing', draw: null }],
    letters: ({ pieces }) => pieces,
    makeRoom(pieces, value) {
      // A side has one king: the old one gives way.
      if (value.toLowerCase() === 'k') for (const [square, piece] of pieces) if (piece === value) pieces.delete(square);
    },
    parse: parsePosition,
    write: writePosition,
    isNear: (text) => text.trim().split(/\s+/)[0]?.split('/').length === GRID.ranks.length,
    sides: SIDE_NAMES,
    starts: [['Usual start', START], ['Clear', '8/8/8/8/8/8/8/8 w - - 0 1']],
    more: createCastlings,
  });
}
