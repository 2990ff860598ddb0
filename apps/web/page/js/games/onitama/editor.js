// Setting a position up by hand: a board to put pieces on, the five cards, and who is to move. It writes the text form.

import { el, fill, setAttribute, svg } from '../../dom.js';
import { CARDS, title } from './cards.js';
import { FILES, RANKS, SIDE_NAMES, TEMPLES, parsePosition, pieceName, writePosition } from './notation.js';
import { drawPiece } from './pieces.js';

/** @typedef {import('./notation.js').Piece} Piece */
/** @typedef {import('./notation.js').Position} Position */

const START = 'bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab';
const PIECES = /** @type {Piece[]} */ (['r', 'R', 'b', 'B']);
const SEATS = ['Red', 'Red', 'Blue', 'Blue', 'Middle'];

/** @param {(text: string) => void} onChange the position as text, at every change */
export function createEditor(onChange) {
  /** @type {Position} */
  let position = parsePosition(START);
  /** @type {Piece | ''} */
  let brush = 'r';
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const board = el('div', { class: 'editor-board', role: 'group', 'aria-label': 'Board to set up' });
  for (const rank of [...RANKS].reverse()) {
    for (const file of FILES) {
      const square = file + rank;
      const button = el('button', { type: 'button', class: 'editor-square', 'data-edit': square, onclick: () => put(square) });
      if (square === TEMPLES.r || square === TEMPLES.b) button.classList.add('is-temple');
      buttons.set(square, button);
      board.append(button);
    }
  }
  const small = (/** @type {Piece} */ piece) => svg('svg', { class: 'editor-piece', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, drawPiece(piece));
  const brushes = el(
    'div',
    { class: 'options', role: 'group', 'aria-label': 'What to put down' },
    ...[...PIECES, /** @type {const} */ ('')].map((piece) =>
      el(
        'label',
        { class: 'option' },
        el('input', { type: 'radio', name: 'brush', value: piece, checked: piece === brush, onchange: () => (brush = piece) }),
        piece ? small(piece) : null,
        el('span', {}, piece ? pieceName(piece) : 'Nothing'),
      ),
    ),
  );
  const cards = SEATS.map((seat, index) =>
    el(
      'select',
      { class: 'select', 'aria-label': `${seat}’s card${index < 4 ? ` ${(index % 2) + 1}` : ''}`, onchange: cardsChosen },
      ...CARDS.map(({ name }) => el('option', { value: name }, title(name))),
    ),
  );
  const side = el('select', { class: 'select', 'aria-label': 'To move', onchange: cardsChosen }, ...Object.entries(SIDE_NAMES).map(([letter, name]) => el('option', { value: letter }, `${name} to move`)));

  /** @param {string} square */
  function put(square) {
    if (brush === '' || position.pieces.get(square) === brush) position.pieces.delete(square);
    else {
      // A side has one master: the old one gives way.
      if (brush === 'R' || brush === 'B') for (const [other, piece] of position.pieces) if (piece === brush) position.pieces.delete(other);
      position.pieces.set(square, brush);
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
    for (const [square, button] of buttons) {
      const piece = position.pieces.get(square);
      setAttribute(button, 'aria-label', `${square}, ${piece ? pieceName(piece) : 'empty'}`);
      fill(button, piece ? small(piece) : null);
    }
    const names = [...position.hands.r, ...position.hands.b, position.spare];
    cards.forEach((select, index) => (select.value = names[index] ?? ''));
    side.value = position.side;
  }
  draw();

  return {
    element: el('div', { class: 'editor' }, board, el('div', { class: 'editor-side' }, brushes, el('div', { class: 'editor-cards' }, ...cards.map((select, index) => el('span', {}, el('span', { class: 'seat-owner' }, SEATS[index] ?? ''), select))), side, el('div', { class: 'options' }, el('button', { type: 'button', class: 'button button-small', onclick: () => { position = parsePosition(START); changed(); } }, 'Usual start'), el('button', { type: 'button', class: 'button button-small', onclick: () => { position = { ...position, pieces: new Map() }; changed(); } }, 'Clear')))),

    /** What is set up, as text. */
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
