// The form that begins a tournament.

import { el, fill } from '../dom.js';
import { GAMES } from '../games/index.js';
import { gameOf } from '../choice.js';
import { FORMATS } from './formats.js';

/** The longest text of openings, in characters: a message of the page has its bounds. */
const MOST_OPENINGS = 56 * 1024;

/** @param {import('../session.js').Session} session */
export function createForm(session) {
  const game = el('select', { class: 'select', id: 'arena-game' }, ...GAMES.map(({ name, title }) => el('option', { value: name }, title)));
  game.value = gameOf({ view: 'setup' }).name;
  const format = el('select', { class: 'select', id: 'arena-format', onchange: () => (sprtField.hidden = format.value !== 'match') }, ...Object.entries(FORMATS).map(([value, name]) => el('option', { value }, name)));
  const engines = el('textarea', { class: 'text-field', id: 'arena-engines', rows: 4, spellcheck: false, 'aria-describedby': 'arena-engines-help' });
  engines.value = 'tesuji,level=5,name=five\ntesuji,level=6,name=six';
  const add = el('select', { class: 'select', 'aria-label': 'Add an engine', onchange: () => addEngine() });
  const games = el('input', { type: 'number', class: 'text-field', id: 'arena-games', min: 1, max: 1000000, value: 20 });
  const seed = el('input', { type: 'number', class: 'text-field', id: 'arena-seed', min: 0, placeholder: 'random' });
  const deal = el('input', { class: 'text-field', id: 'arena-deal', placeholder: 'as usual', spellcheck: false });
  const openings = el('textarea', { class: 'text-field', id: 'arena-openings', rows: 3, spellcheck: false, 'aria-describedby': 'arena-openings-help', placeholder: 'none: the games begin from deals' });
  const file = el('input', { type: 'file', class: 'file-field', id: 'arena-file', accept: '.txt,.fen,.epd,.pgn,.json,.jsonl', onchange: () => void takeFile() });
  const shuffled = el('input', { type: 'checkbox', id: 'arena-shuffled' });
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

  /** Puts the file's text into the field, where it can be seen and changed. */
  async function takeFile() {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const text = await chosen.text();
    fill(problem);
    if (text.length > MOST_OPENINGS) fill(problem, el('p', { class: 'notice' }, `${chosen.name} has ${Math.ceil(text.length / 1024)} KiB; the page takes ${MOST_OPENINGS / 1024}. The terminal takes any: tesuji tournament … --openings ${chosen.name}`));
    else openings.value = text;
    file.value = '';
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
          format: /** @type {import('../../../messages.js').Format} */ (format.value),
          engines: lines,
          games: Number(games.value) || 0,
          deal: deal.value,
          ...(openings.value.trim() ? { openings: openings.value, shuffled: shuffled.checked } : {}),
          ...number(seed),
          ...(format.value === 'match' && sprt.value.trim() ? { sprt: sprt.value } : {}),
        });
      },
    },
    el('div', { class: 'library-search' }, labelled('Game', game), labelled('Format', format), labelled('Games a pair of engines', games), labelled('Seed', seed), labelled('Deal', deal), sprtField),
    labelled('Engines, one a line', engines),
    el(
      'details',
      { class: 'arena-openings' },
      el('summary', {}, 'Openings'),
      labelled('Positions to begin from', openings),
      el('p', { class: 'quiet', id: 'arena-openings-help' }, 'One a line: a position (FEN, EPD), or a position, the word “moves” and turns joined by commas; or games as PGN, of which the last position counts. Each is played with sides changed.'),
      el('div', { class: 'options' }, el('label', { class: 'option' }, shuffled, el('span', {}, 'In an order that the seed gives')), labelled('From a file', file)),
    ),
    el('p', { class: 'quiet', id: 'arena-engines-help' }, 'tesuji,level=1 to 15 · tesuji,nodes=1000 · tesuji,depth=6 · tesuji,time=0.1 (seconds a turn) · tesuji,tc=10+0.1 · mcts,time=0.1 (Monte Carlo tree search) · random; with name=, threads=, hash= and option.NAME='),
    problem,
    el('div', { class: 'options form-end' }, add, start),
  );

  return {
    element,

    /** @param {import('../types.js').State} state */
    draw({ arena, hello, failure }) {
      element.hidden = arena !== null && !arena.may_start;
      const levels = (hello?.levels ?? []).map(({ level, name }) => ({ value: `tesuji,level=${level},name=${name.toLowerCase().replaceAll(' ', '-')}`, title: `Level ${level}, ${name}` }));
      const others = [{ value: 'mcts,time=0.5,name=mcts', title: 'Monte Carlo tree search, 0.5 s a turn' }, { value: 'random', title: 'Random turns' }, ...(arena?.programs ?? []).map((line) => ({ value: line, title: line }))];
      const key = JSON.stringify([levels, others]);
      if (key !== offered) {
        offered = key;
        fill(add, el('option', { value: '' }, 'Add an engine …'), ...[...levels, ...others].map(({ value, title }) => el('option', { value }, title)));
      }
      if (failure?.request === 'arena_start') fill(problem, el('p', { class: 'notice' }, failure.message));
    },
  };
}
