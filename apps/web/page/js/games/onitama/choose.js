// Which card? Asked when two cards allow the same move.

import { chooseTurn } from '../../board/choose.js';
import { cardFace } from './card-view.js';
import { title } from './cards.js';
import { parseTurn } from './notation.js';

/**
 * @param {string[]} turns
 * @param {{ turned: boolean, tint: string }} look
 */
export function chooseCard(turns, look) {
  const first = parseTurn(turns[0] ?? '');
  return chooseTurn({
    title: `Two cards allow ${first.from} to ${first.to}`,
    about: 'The card you use goes to your opponent. Which one?',
    className: 'chooser-cards',
    choices: turns.map((turn) => {
      const { card } = parseTurn(turn);
      return { turn, attributes: { class: 'card card-button', 'aria-label': `Use ${title(card)}` }, children: cardFace(card, look) };
    }),
  });
}
