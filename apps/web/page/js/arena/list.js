// The arena's first page: the tournaments there are, and a form that begins one.

import { el, fill, setText } from '../dom.js';
import { GAMES, gameNamed } from '../games/index.js';
import { gameOf } from '../choice.js';
import { pathOf } from '../route.js';

/** @typedef {import('./types.js').TournamentLine} TournamentLine */

/** @type {Record<string, string>} */
export const FORMATS = { match: 'Match of two', 'round-robin': 'Round robin', gauntlet: 'Gauntlet of the first', swiss: 'Swiss', knockout: 'Knockout' };
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
    setText(count, !state.arena ? 'Asking the server …' : lines.length === 0 ? 'None yet. Begin one above, or with `tesuji match` and `tesuji tournament`.' : `${lines.length} ${lines.length === 1 ? 'tournament' : 'tournaments'}, the newest first`);
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
    el('span', { class: 'quiet' }, `${game} · ${FORMATS[line.format] ?? line.format} · ${line.games} ${line.games === 1 ? 'game' : 'games'} · ${STATES[line.state] ?? line.state} · ${new Date(line.updated).toISOString().slice(0, 16).replace('T', ' ')}`),
  );
}

/** @param {import('../session.js').Session} session */
function createForm(session) {
  const game = el('select', { class: 'select', id: 'arena-game' }, ...GAMES.map(({ name, title }) => el('option', { value: name }, title)));
  game.value = gameOf({ view: 'setup' }).name;
  const format = el('select', { class: 'select', id: 'arena-format', onchange: () => (sprtField.hidden = format.value !== 'match') }, ...Object.entries(FORMATS).map(([value, name]) => el('option', { value }, name)));
  const engines = el('textarea', { class: 'text-field', id: 'arena-engines', rows: 4, spellcheck: false, 'aria-describedby': 'arena-engines-help' });
  engines.value = 'tesuji,level=5,name=five\ntesuji,level=6,name=six';
  const add = el('select', { class: 'select', 'aria-label': 'Add an engine', onchange: () => addEngine() });
  const games = el('input', { type: 'number', class: 'text-field', id: 'arena-games', min: 1, max: 1000000, value: 20 });
  const seed = el('input', { type: 'number', class: 'text-field', id: 'arena-seed', min: 0, placeholder: 'by lot' });
  const deal = el('input', { class: 'text-field', id: 'arena-deal', placeholder: 'as usual', spellcheck: false });
  const sprt = el('input', { class: 'text-field', id: 'arena-sprt', placeholder: 'none; or as 0,5', spellcheck: false });
  const problem = el('div', { class: 'form-problem', role: 'alert' });
  const start = el('button', { type: 'submit', class: 'button button-main' }, 'Start');
  /** @param {string} name @param {HTMLElement} field */
  const labelled = (name, field) => el('div', { class: 'library-field' }, el('label', { class: 'label', for: field.id }, name), field);
  const sprtField = labelled('Test (SPRT)', sprt);
  let offered = '';

  function addEngine() {
    if (add.value) engines.value = `${engines.value.trimEnd()}\n${add.value}`.trimStart();
    add.value = '';
  }

  const element = el(
    'form',
    {
      class: 'arena-form',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        fill(problem);
        const lines = engines.value.split('\n').map((line) => line.trim()).filter(Boolean);
        const number = (/** @type {HTMLInputElement} */ field) => (field.value === '' ? {} : { [field.id.replace('arena-', '')]: Number(field.value) });
        session.send({
          type: 'arena_start',
          game: game.value,
          format: format.value,
          engines: lines,
          games: Number(games.value) || 0,
          deal: deal.value,
          ...number(seed),
          ...(format.value === 'match' && sprt.value.trim() ? { sprt: sprt.value } : {}),
        });
      },
    },
    el('div', { class: 'library-search' }, labelled('Game', game), labelled('Format', format), labelled('Games a pair of engines', games), labelled('Seed', seed), labelled('Deal', deal), sprtField),
    labelled('Engines, one a line', engines),
    el('p', { class: 'quiet', id: 'arena-engines-help' }, 'tesuji,level=1 to 15 · tesuji,nodes=1000 · tesuji,depth=6 · tesuji,time=0.1 (seconds a turn) · tesuji,tc=10+0.1 · random; with name=, threads=, hash= and option.NAME='),
    problem,
    el('div', { class: 'options form-end' }, add, start),
  );

  return {
    element,

    /** @param {import('../types.js').State} state */
    draw({ arena, hello, failure }) {
      element.hidden = arena !== null && !arena.may_start;
      const levels = (hello?.levels ?? []).map(({ level, name }) => ({ value: `tesuji,level=${level},name=${name.toLowerCase().replaceAll(' ', '-')}`, title: `Level ${level}, ${name}` }));
      const others = [{ value: 'random', title: 'Random turns' }, ...(arena?.programs ?? []).map((line) => ({ value: line, title: line }))];
      const key = JSON.stringify([levels, others]);
      if (key !== offered) {
        offered = key;
        fill(add, el('option', { value: '' }, 'Add an engine …'), ...[...levels, ...others].map(({ value, title }) => el('option', { value }, title)));
      }
      if (failure?.request === 'arena_start') fill(problem, el('p', { class: 'notice' }, failure.message));
    },
  };
}
