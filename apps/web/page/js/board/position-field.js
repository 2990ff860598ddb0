// A position for a new game: typed or pasted as text, or set up on a board; each follows the other.

import { el } from '../dom.js';

/**
 * @typedef {object} Editor
 * @property {HTMLElement} element
 * @property {() => string} text  what is set up
 * @property {(text: string) => void} read  takes over what was typed, where it is near enough to a position
 */

/**
 * @param {string} placeholder a position as it is written
 * @param {(onChange: (text: string) => void) => Editor} createEditor
 */
export function createPositionField(placeholder, createEditor) {
  const field = el('input', { class: 'text-field', id: 'setup-position', name: 'position', spellcheck: false, autocomplete: 'off', placeholder });
  const editor = createEditor((text) => (field.value = text));
  field.addEventListener('input', () => editor.read(field.value));
  return {
    element: el('div', { class: 'pasted', hidden: true }, el('div', {}, el('label', { class: 'label', for: 'setup-position' }, 'Position'), field), editor.element),
    /** @returns {string} */
    text: () => field.value.trim() || editor.text(),
  };
}
