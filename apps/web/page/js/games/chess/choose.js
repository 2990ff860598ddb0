// Which piece? Asked when a pawn reaches the last rank.

import { el, svg } from '../../dom.js';
import { kindName, parseTurn } from './notation.js';
import { drawPiece } from './pieces.js';

/**
 * @param {string[]} turns one for each piece
 * @param {import('./notation.js').Side} side
 * @returns {Promise<string | null>} the turn chosen, or null if nothing was
 */
export function choosePromotion(turns, side) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let chosen = null;
    const order = [...turns].sort((one, other) => 'qrbn'.indexOf(parseTurn(one).promotion) - 'qrbn'.indexOf(parseTurn(other).promotion));
    const dialog = el(
      'dialog',
      { class: 'dialog chooser', 'aria-labelledby': 'chooser-title' },
      el('h2', { id: 'chooser-title' }, 'The pawn becomes a'),
      el(
        'div',
        { class: 'promotions' },
        ...order.map((turn) => {
          const { promotion } = parseTurn(turn);
          const piece = side === 'w' ? promotion.toUpperCase() : promotion;
          return el(
            'button',
            {
              type: 'button',
              class: 'button promotion',
              'aria-label': kindName(promotion),
              onclick: () => {
                chosen = turn;
                dialog.close();
              },
            },
            svg('svg', { class: 'promotion-piece', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, drawPiece(piece)),
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
