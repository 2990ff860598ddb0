// The arena's first page: the tournaments there are, and a form that begins one.

import { el, fill, setText } from '../dom.js';
import { follow } from '../follow.js';
import { goodness, methodName, stateOf, stepName } from '../film/values.js';
import { gameNamed } from '../games/index.js';
import { counting } from '../plural.js';
import { createForm } from './form.js';
import { FORMATS } from './formats.js';
import { pathOf } from '../route.js';

/** @typedef {import('../../../messages.js').TournamentLine} TournamentLine */

/** @typedef {import('../../../messages.js').AblationLine} AblationLine */

/** @typedef {import('../../../messages.js').TuningLine} TuningLine */

/** @type {Record<string, string>} */
export const STATES = { running: 'being played', stopping: 'stopping', done: 'done', stopped: 'stopped' };

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createArena(store, place, session) {
  const list = el('ul', { class: 'library-list' });
  const count = el('p', { class: 'quiet', role: 'status' });
  const ablations = el('ul', { class: 'library-list' });
  const ablationsTitle = el('h2', { class: 'recent-title' }, 'Ablations');
  const tunings = el('ul', { class: 'library-list' });
  const tuningsTitle = el('h2', { class: 'recent-title' }, 'Tunings');
  const form = createForm(session);
  fill(place, el('h1', { id: 'arena-title' }, 'Arena'), el('p', { class: 'lead' }, 'Engines against each other, with error bars. What is begun here or on the command line appears here, goes on after any interruption, and loses no game.'), form.element, el('h2', { class: 'recent-title' }, 'Tournaments'), count, list, tuningsTitle, tunings, ablationsTitle, ablations);

  store.subscribe((state, before) => {
    if (state.route.view !== 'arena') return;
    if (state.arena === before.arena && state.failure === before.failure && before.route.view === 'arena' && state !== before) return;
    form.draw(state);
    const lines = state.arena?.tournaments ?? [];
    setText(count, !state.arena ? 'Asking the server …' : lines.length === 0 ? 'None yet. Begin one above, or with `tesuji match` and `tesuji tournament`.' : `${counting(lines.length, 'tournament')}, the newest first`);
    fill(list, ...lines.map((line) => row(line, session)));
    const tuned = state.arena?.tunings ?? [];
    tuningsTitle.hidden = tuned.length === 0;
    fill(tunings, ...tuned.map((line) => tuning(line, session)));
    const measured = state.arena?.ablations ?? [];
    ablationsTitle.hidden = measured.length === 0;
    fill(ablations, ...measured.map(ablation));
  });
}

/** @param {number} time in milliseconds since 1970 */
const minute = (time) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** The worth of each technique, measured by `tesuji ablate`: its report is a page of its own. @param {AblationLine} line */
function ablation({ name, game, family, techniques, done, planned, running, updated }) {
  const state = done >= planned ? 'done' : `${done} of ${planned} measured, ${running ? 'going on' : 'stopped'}`;
  return el(
    'li',
    {},
    el('a', { href: `/arena/ablations/${name}/report.html` }, name),
    el('span', { class: 'quiet' }, `${gameNamed(game)?.title ?? game} · ${family} · ${counting(techniques, 'technique')} · ${state} · ${minute(updated)}`),
  );
}

/** The numbers of an engine, tuned by `tesuji tune`, or networks that learn. @param {TuningLine} line @param {import('../session.js').Session} session */
function tuning(line, session) {
  const { name, problem, game, method, parameters, done, all, updated } = line;
  const route = /** @type {const} */ ({ view: 'tuning', name });
  const worth = goodness({ step: done, values: [], elo: line.elo ?? null, errors: line.errors ?? null });
  const facts = [gameNamed(game)?.title ?? game, methodName(method), counting(parameters, 'parameter'), `${done} of ${counting(all, stepName(method))}`, stateOf(line), worth, minute(updated)];
  return el(
    'li',
    {},
    problem ? el('span', {}, name) : el('a', { href: pathOf(route), onclick: follow(session, route) }, name),
    el('span', { class: 'quiet' }, problem ? `cannot be shown: ${problem}` : facts.filter(Boolean).join(' · ')),
  );
}

/** @param {TournamentLine} line @param {import('../session.js').Session} session */
function row(line, session) {
  const route = /** @type {const} */ ({ view: 'tournament', id: line.id });
  const game = gameNamed(line.game)?.title ?? line.game;
  return el(
    'li',
    {},
    el('a', { href: pathOf(route), onclick: follow(session, route) }, line.name),
    el('span', { class: 'quiet' }, `${game} · ${FORMATS[line.format]} · ${counting(line.games, 'game')} · ${STATES[line.state] ?? line.state} · ${minute(line.updated)}`),
  );
}
