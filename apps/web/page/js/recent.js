// The games last seen in this browser, so that closing a tab loses no game. The games themselves are on the server.

import { el, fill } from './dom.js';
import { gameNamed } from './games/index.js';
import { counting } from './plural.js';
import { resultInWords } from './result.js';
import { isPerson } from './position.js';

const KEY = 'tesuji-recent';
const KEPT = 6;

/** @typedef {{ id: string, name: string, about: string }} Recent */

/** @returns {Recent[]} */
function stored() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(({ id, name, about }) => [id, name, about].every((field) => typeof field === 'string')) : [];
  } catch {
    return [];
  }
}

/** @param {Recent[]} list */
function keep(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, KEPT)));
  } catch {
    // A browser that stores nothing has its own history.
  }
}

/** @param {import('../../messages.js').Game} game @returns {Recent | null} */
function noted(game) {
  const page = gameNamed(game.game);
  if (!page || game.history.length === 0) return null;
  const levels = Object.entries(game.players).flatMap(([side, player]) => (!isPerson(game, side) && player.kind === 'engine' ? [player.level] : []));
  const against = levels.length === 0 ? 'two people' : `level ${levels.join(' and ')}`;
  const turns = counting(game.history.length, 'turn');
  return { id: game.id, name: `${page.title}: ${page.nameGame(game.start)}`, about: [against, turns, game.ending ? resultInWords(game, page) : 'not over'].join(' · ') };
}

/**
 * @param {import('./store.js').Store} store
 * @param {HTMLElement} place
 * @param {(id: string) => void} onOpen
 */
export function createRecent(store, place, onOpen) {
  store.subscribe((state, before) => {
    const note = state.game && state.game !== before.game ? noted(state.game) : null;
    if (note) keep([note, ...stored().filter(({ id }) => id !== note.id)]);
    const gone = state.failure?.code === 'not_found' && state.route.view === 'game' ? state.route.id : null;
    if (gone && state.failure !== before.failure) keep(stored().filter(({ id }) => id !== gone));
    if (state.route.view === 'setup' && (before.route.view !== 'setup' || state === before)) draw();
  });

  function draw() {
    const list = stored();
    if (list.length === 0) {
      fill(place);
      return;
    }
    fill(
      place,
      el('h2', { class: 'recent-title' }, 'Your last games'),
      el(
        'ul',
        { class: 'recent' },
        ...list.map(({ id, name, about }) =>
          el(
            'li',
            {},
            el(
              'a',
              {
                href: `/game/${encodeURIComponent(id)}`,
                onclick: (/** @type {MouseEvent} */ event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(id);
                },
              },
              name,
            ),
            el('span', { class: 'quiet' }, about),
          ),
        ),
      ),
    );
  }
}
