// Which card? Asked when two cards allow the same move.

import { el } from '../../dom.js';
import { cardFace } from './card-view.js';
import { title } from './cards.js';
import { parseTurn } from './notation.js';

/**
 * @param {string[]} turns
 * @param {{ turned: boolean, tint: string }} look
 * @returns {Promise<string | null>} the turn chosen, or null if nothing was
 */
export function chooseTurn(turns, look) {
  return new Promise((resolve) => {
    const first = parseTurn(turns[0] ?? '');
    /** @type {string | null} */
    let chosen = null;
    const dialog = el(
      'dialog',
      { class: 'dialog chooser', 'aria-labelledby': 'chooser-title' },
      el('h2', { id: 'chooser-title' }, `Two cards allow ${first.from} to ${first.to}`),
      el('p', {}, 'The card you use goes to your opponent. Which one?'),
      el(
        'div',
        { class: 'chooser-cards' },
        ...turns.map((turn) => {
          const { card } = parseTurn(turn);
          return el(
            'button',
            {
              type: 'button',
              class: 'card card-button',
              'aria-label': `Use ${title(card)}`,
              onclick: () => {
                chosen = turn;
                dialog.close();
              },
            },
            ...cardFace(card, look),
          );
        }),
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
