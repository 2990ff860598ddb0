// Choosing the board of a new game: a known layout of blocked squares, random ones, or a position.

import { createPositionField } from '../../board/position-field.js';
import { readRows } from '../../board/rows.js';
import { el, svg } from '../../dom.js';
import { createEditor } from './editor.js';
import { LAYOUTS } from './layouts.js';
import { GRID } from './notation.js';

/** A small picture of a layout. @param {string} board */
function picture(board) {
  const letters = readRows(board, GRID);
  return svg(
    'svg',
    { class: 'layout-picture', viewBox: '0 0 700 700', 'aria-hidden': 'true' },
    ...GRID.squares.map((square) => {
      const [x, y] = GRID.corner(square, false);
      const letter = letters.get(square);
      return svg('rect', { class: letter === '-' ? 'layout-wall' : letter ? `layout-stone layout-${letter}` : 'layout-empty', x: x + 6, y: y + 6, width: 88, height: 88, rx: letter && letter !== '-' ? 44 : 8 });
    }),
  );
}

/** @returns {import('../view.js').Setup} */
export function createSetup() {
  let source = 'open';
  const random = el('p', { class: 'quiet', hidden: true }, 'Up to ten blocked squares at random, the same seen from both sides.');
  const position = createPositionField('x5o/7/7/2-1-2/7/7/o5x x 0 1', createEditor);

  /** @param {string} value @param {string} label @param {SVGElement} [image] */
  const radio = (value, label, image) =>
    el(
      'label',
      { class: 'option' },
      el('input', {
        type: 'radio',
        name: 'layout',
        value,
        checked: value === source,
        onchange: () => {
          source = value;
          random.hidden = value !== 'walls';
          position.element.hidden = value !== 'position';
        },
      }),
      image,
      el('span', {}, label),
    );

  return {
    element: el(
      'fieldset',
      { class: 'fieldset' },
      el('legend', {}, 'Board'),
      el('div', { class: 'options layouts' }, ...LAYOUTS.map(({ name, title, board }) => radio(name, title, picture(board))), radio('walls', 'Random walls'), radio('position', 'A position')),
      random,
      position.element,
    ),
    value: () => (source === 'position' ? { position: position.text() } : { deal: source }),
  };
}
