// Choosing the start of a new game: the usual one, Chess960 at random or by number, or a position.

import { createPositionField } from '../../board/position-field.js';
import { el } from '../../dom.js';
import { createEditor } from './editor.js';
import { START } from './notation.js';

/** @returns {import('../view.js').Setup} */
export function createSetup() {
  let source = 'standard';
  const number = el('input', { class: 'text-field', id: 'setup-number', type: 'number', min: 0, max: 959, value: 518 });
  const numbered = el('div', { class: 'pasted', hidden: true }, el('div', {}, el('label', { class: 'label', for: 'setup-number' }, 'Its number, 0 to 959'), number));
  const about = el('p', { class: 'quiet', hidden: true }, 'The pieces of the first rank at random: bishops on both colours, the king between the rooks.');
  const position = createPositionField(START, createEditor);

  /** @param {string} value @param {string} label */
  const radio = (value, label) =>
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
          about.hidden = value !== 'chess960';
          numbered.hidden = value !== 'number';
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
      el('div', { class: 'options' }, radio('standard', 'The usual one'), radio('chess960', 'Chess960, random'), radio('number', 'Chess960, by number'), radio('position', 'A position')),
      about,
      numbered,
      position.element,
    ),
    value() {
      if (source === 'position') return { position: position.text() };
      if (source !== 'number') return { deal: source };
      const chosen = Number(number.value);
      if (!Number.isInteger(chosen) || chosen < 0 || chosen > 959 || number.value === '') return { problem: 'A start of Chess960 has a number from 0 to 959.' };
      return { deal: String(chosen) };
    },
  };
}
