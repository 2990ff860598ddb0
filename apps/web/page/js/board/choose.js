// Which turn? Asked where several turns have the same squares.

import { el } from '../dom.js';

/** @typedef {{ turn: string, attributes?: import('../dom.js').Attributes, children: (string | Node)[] }} Choice  a button */

/**
 * @param {object} question
 * @param {string} question.title
 * @param {string} [question.about]
 * @param {string} question.className  of the buttons' place
 * @param {Element | null} [question.beside]  what is asked about, on the board: the question stands there, and not in the middle of the page
 * @param {Choice[]} question.choices
 * @returns {Promise<string | null>} the turn chosen, or null if nothing was
 */
export function chooseTurn({ title, about, className, choices, beside = null }) {
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
    if (beside) standBeside(dialog, beside);
  });
}

/** Puts a dialog over a square, and wholly on the screen. @param {HTMLDialogElement} dialog @param {Element} square */
function standBeside(dialog, square) {
  dialog.classList.add('is-beside');
  const [box, own] = [square.getBoundingClientRect(), dialog.getBoundingClientRect()];
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) => Math.max(4, Math.min(at, room - size - 4));
  dialog.style.left = `${within(box.left + box.width / 2 - own.width / 2, own.width, innerWidth)}px`;
  dialog.style.top = `${within(box.top, own.height, innerHeight)}px`;
}
