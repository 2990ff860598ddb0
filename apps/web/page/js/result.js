// The end of a game, in words.

import { el, fill } from './dom.js';
import { gameNamed } from './games/index.js';
import { nameOf } from './sides.js';
import { isPerson } from './position.js';

/** @typedef {import('../../messages.js').Game} Game */

/** @param {Game} game @param {import('./games/view.js').GamePage} page */
export function resultInWords(game, page) {
  const { ending } = game;
  if (!ending) return '';
  const beside = { resignation: ' by resignation', time: ' on time' }[ending.reason];
  const reason = beside ?? page.tellReason(ending.reason).replace(/^(?!:)/, ' ');
  if (ending.winner === null) return `Draw${reason}.`;
  const persons = page.sides.filter(({ letter }) => isPerson(game, letter));
  const only = persons.length === 1 ? persons[0]?.letter : null;
  const who = only === null ? `${nameOf(page, ending.winner)} wins` : only === ending.winner ? 'You win' : 'Tesuji wins';
  return `${who}${reason}.`;
}

/** @param {import('./store.js').Store} store @param {HTMLElement} place @param {() => void} onRematch */
export function createResult(store, place, onRematch) {
  store.subscribe(({ game }, before) => {
    if (game?.ending === before.game?.ending && game?.id === before.game?.id && place.childElementCount > 0 === Boolean(game?.ending)) return;
    const page = game ? gameNamed(game.game) : undefined;
    if (!game?.ending || !page) fill(place);
    else fill(place, el('p', { class: 'result-text' }, resultInWords(game, page)), el('button', { type: 'button', class: 'button', onclick: onRematch }, 'Rematch'));
  });
}
