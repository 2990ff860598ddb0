// The arena's first page: the tournaments there are, and a form that begins one.

import { el, fill, setText } from '../dom.js';
import { gameNamed } from '../games/index.js';
import { counting } from '../plural.js';
import { createForm } from './form.js';
import { FORMATS } from './formats.js';
import { pathOf } from '../route.js';

/** @typedef {import('../../../messages.js').TournamentLine} TournamentLine */

/** @type {Record<string, string>} */
export const STATES = { running: 'being played', stopping: 'stopping', done: 'done', stopped: 'stopped' };

/** @param {import('../session.js').Session} session @param {import('../route.js').Route} route */
export function follow(session, route) {
  return (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    session.open(route);
  };
}

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createArena(store, place, session) {
  const list = el('ul', { class: 'library-list' });
  const count = el('p', { class: 'quiet', role: 'status' });
  const form = createForm(session);
  fill(place, el('h1', { id: 'arena-title' }, 'Arena'), el('p', { class: 'lead' }, 'Engines against each other, with error bars. What is begun here or on the command line appears here, goes on after any interruption, and loses no game.'), form.element, el('h2', { class: 'recent-title' }, 'Tournaments'), count, list);

  store.subscribe((state, before) => {
    if (state.route.view !== 'arena') return;
    if (state.arena === before.arena && state.failure === before.failure && before.route.view === 'arena' && state !== before) return;
    form.draw(state);
    const lines = state.arena?.tournaments ?? [];
    setText(count, !state.arena ? 'Asking the server …' : lines.length === 0 ? 'None yet. Begin one above, or with `tesuji match` and `tesuji tournament`.' : `${counting(lines.length, 'tournament')}, the newest first`);
    fill(list, ...lines.map((line) => row(line, session)));
  });
}

/** @param {TournamentLine} line @param {import('../session.js').Session} session */
function row(line, session) {
  const route = /** @type {const} */ ({ view: 'tournament', id: line.id });
  const game = gameNamed(line.game)?.title ?? line.game;
  return el(
    'li',
    {},
    el('a', { href: pathOf(route), onclick: follow(session, route) }, line.name),
    el('span', { class: 'quiet' }, `${game} · ${FORMATS[line.format]} · ${counting(line.games, 'game')} · ${STATES[line.state] ?? line.state} · ${new Date(line.updated).toISOString().slice(0, 16).replace('T', ' ')}`),
  );
}
