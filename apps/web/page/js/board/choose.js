// Which turn? Asked where several turns have the same squares.

import { el } from '../dom.js';

/** @typedef {{ turn: string, attributes?: import('../dom.js').Attributes, children: (string | Node)[] }} Choice  a button */

/**
 * @param {object} question
 * @param {string} question.title
 * @param {string} [question.about]
 * @param {string} question.className  of the buttons' place
 * @param {Choice[]} question.choices
 * @returns {Promise<string | null>} the turn chosen, or null if nothing was
 */
export function chooseTurn({ title, about, className, choices }) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let chosen = null;
    const dialog = el(
      'dialog',
      { class: 'dialog chooser', 'aria-labelledby': 'chooser-title' },
      el('h2', { id: 'chooser-title' }, title),
      about ? el('p', {}, about) : null,
      el(
        'div',
        { class: className },
        ...choices.map(({ turn, attributes, children }) =>
          el(
            'button',
            {
              type: 'button',
              class: 'button',
              ...attributes,
              onclick: () => {
                chosen = turn;
                dialog.close();
              },
            },
            ...children,
          ),
        ),
      ),
      el('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, 'Cancel'),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
