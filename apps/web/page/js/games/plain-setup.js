// The start of a plain game: the usual one, a deal, or a position that is set up.

import { createPositionEditor } from '../board/position-editor.js';
import { createPositionField } from '../board/position-field.js';
import { el } from '../dom.js';

/** @param {import('./plain.js').Plain} game @param {import('./plain.js').Rules} rules @returns {import('./view.js').Setup} */
export function createPlainSetup({ sides, start, pieces, deals = [] }, { grid, parse, write, pieceName, drawPiece }) {
  const letters = pieces ? Object.keys(pieces).flatMap((kind) => [kind.toUpperCase(), kind]) : sides.map(({ letter }) => letter);
  const capital = (/** @type {string} */ text) => text.replace(/^./, (letter) => letter.toUpperCase());
  const position = createPositionField(start, (onChange) =>
    createPositionEditor(onChange, {
      grid,
      brushes: [...letters.map((piece) => ({ value: piece, name: capital(pieceName(piece)), draw: () => drawPiece(piece) })), { value: '', name: 'Nothing', draw: null }],
      letters: (one) => one.pieces,
      parse,
      write,
      isNear: (text) => text.trim().split(/\s+/)[0]?.split('/').length === grid.ranks.length,
      sides: Object.fromEntries(sides.map(({ letter, name }) => [letter, name])),
      starts: [['Usual start', start], ['Clear', write({ ...parse(start), pieces: new Map() })]],
    }),
  );
  let source = '';
  const radio = (/** @type {string} */ value, /** @type {string} */ label) =>
    el(
      'label',
      { class: 'option' },
      el('input', {
        type: 'radio',
        name: 'start',
        value,
        checked: value === source,
        onchange: () => {
          source = value;
          position.element.hidden = value !== 'position';
        },
      }),
      el('span', {}, label),
    );
  return {
    element: el(
      'fieldset',
      { class: 'fieldset' },
      el('legend', {}, 'Start'),
      el('div', { class: 'options' }, radio('', 'The usual one'), ...deals.map(([deal, title]) => radio(deal, title)), radio('position', 'A position')),
      position.element,
    ),
    value: () => (source === 'position' ? { position: position.text() } : { deal: source }),
  };
}
