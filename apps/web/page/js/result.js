// The end of a game, in words.

import { nameOf } from './sides.js';
import { isPerson } from './position.js';

/** @typedef {import('../../messages.js').Game} Game */

/** @param {Game} game @param {import('./games/view.js').GamePage} page */
export function resultInWords(game, page) {
  const { ending } = game;
  if (!ending) return '';
  const beside = { resignation: ' by resignation', time: ' on time', agreement: ' by agreement', abandonment: ', as the other side had gone' }[ending.reason];
  const reason = beside ?? page.tellReason(ending.reason).replace(/^(?!:)/, ' ');
  if (ending.reason === 'abort') return 'The game was aborted.';
  if (ending.winner === null) return `Draw${reason}.`;
  const persons = page.sides.filter(({ letter }) => isPerson(game, letter));
  const only = persons.length === 1 ? persons[0]?.letter : null;
  const who = only === null ? `${nameOf(page, ending.winner)} wins` : only === ending.winner ? 'You win' : 'Tesuji wins';
  return `${who}${reason}.`;
}
