// Choosing the start of a new game: both sides set up themselves, or begin set up, or a position.

import { createPositionField } from '../../board/position-field.js';
import { el } from '../../dom.js';
import { START, createEditor } from './editor.js';

const ABOUT = {
  '': 'Gold sets up first, then Silver: ready-made set-ups are offered, and pieces change places by dragging.',
  setups: 'Both sides are set up from a book of usual set-ups, at random.',
};

/** @returns {import('../view.js').Setup} */
export function createSetup() {
  /** @type {'' | 'setups' | 'position'} */
  let source = '';
  const about = el('p', { class: 'quiet' }, ABOUT['']);
  const position = createPositionField(START, createEditor);

  /** @param {'' | 'setups' | 'position'} value @param {string} label */
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
          about.textContent = value === 'position' ? '' : ABOUT[value];
          position.element.hidden = value !== 'position';
        },
      }),
      el('span', {}, label),
    );

  return {
    element: el('fieldset', { class: 'fieldset' }, el('legend', {}, 'Start'), el('div', { class: 'options' }, radio('', 'Set up yourself'), radio('setups', 'Usual set-ups, random'), radio('position', 'A position')), about, position.element),
    value: () => (source === 'position' ? { position: position.text() } : { deal: source }),
  };
}
