// Setting a position up by hand: a board to put pieces on, the five cards, and who is to move. It writes the text form.

import { createBoardEditor } from '../../board/editor.js';
import { el } from '../../dom.js';
import { CARDS, title } from './cards.js';
import { GRID, SIDE_NAMES, TEMPLES, parsePosition, pieceName, writePosition } from './notation.js';
import { drawPiece } from './pieces.js';

/** @typedef {import('./notation.js').Piece} Piece */
/** @typedef {import('./notation.js').Position} Position */

const START = 'bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab';
const PIECES = /** @type {Piece[]} */ (['r', 'R', 'b', 'B']);
const SEATS = ['Red', 'Red', 'Blue', 'Blue', 'Middle'];

/** @param {(text: string) => void} onChange the position as text, at every change @returns {import('../../board/position-field.js').Editor} */
export function createEditor(onChange) {
  /** @type {Position} */
  let position = parsePosition(START);
  const editor = createBoardEditor(GRID, {
    brushes: [...PIECES.map((piece) => ({ value: piece, name: pieceName(piece), draw: () => drawPiece(piece) })), { value: '', name: 'Nothing', draw: null }],
    put,
    holds: (square) => position.pieces.get(square) ?? '',
    squareClass: (square) => (square === TEMPLES.r || square === TEMPLES.b ? 'is-temple' : ''),
  });
  const cards = SEATS.map((seat, index) =>
    el(
      'select',
      { class: 'select', 'aria-label': `${seat}’s card${index < 4 ? ` ${(index % 2) + 1}` : ''}`, onchange: cardsChosen },
      ...CARDS.map(({ name }) => el('option', { value: name }, title(name))),
    ),
  );
  const side = el('select', { class: 'select', 'aria-label': 'To move', onchange: cardsChosen }, ...Object.entries(SIDE_NAMES).map(([letter, name]) => el('option', { value: letter }, `${name} to move`)));

  /** @param {string} square @param {string} value */
  function put(square, value) {
    if (value === '') position.pieces.delete(square);
    else {
      // A side has one master: the old one gives way.
      if (value === 'R' || value === 'B') for (const [other, piece] of position.pieces) if (piece === value) position.pieces.delete(other);
      position.pieces.set(square, /** @type {Piece} */ (value));
    }
    changed();
  }

  function cardsChosen() {
    const [one = '', two = '', three = '', four = '', five = ''] = cards.map((select) => select.value);
    position = { ...position, side: side.value === 'b' ? 'b' : 'r', hands: { r: [one, two], b: [three, four] }, spare: five };
    changed();
  }

  function changed() {
    onChange(writePosition(position));
    draw();
  }

  function draw() {
    editor.draw();
    const names = [...position.hands.r, ...position.hands.b, position.spare];
    cards.forEach((select, index) => (select.value = names[index] ?? ''));
    side.value = position.side;
  }
  draw();

  return {
    element: el('div', { class: 'editor' }, editor.board, el('div', { class: 'editor-side' }, editor.choice, el('div', { class: 'editor-cards' }, ...cards.map((select, index) => el('span', {}, el('span', { class: 'seat-owner' }, SEATS[index] ?? ''), select))), side, el('div', { class: 'options' }, el('button', { type: 'button', class: 'button button-small', onclick: () => { position = parsePosition(START); changed(); } }, 'Usual start'), el('button', { type: 'button', class: 'button button-small', onclick: () => { position = { ...position, pieces: new Map() }; changed(); } }, 'Clear')))),

    /** The position as text. */
    text: () => writePosition(position),

    /** Takes over what was typed, where it is near enough to a position. @param {string} text */
    read(text) {
      const parts = text.trim().split(/\s+/);
      if (parts.length !== 5 || parts[0]?.split('/').length !== 5) return;
      position = parsePosition(parts.join(' '));
      draw();
    },
  };
}
