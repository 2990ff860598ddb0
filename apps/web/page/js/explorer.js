// The opening explorer: what books say of the position shown, asked for while it is open.

import { el, fill, setText } from './dom.js';
import { sameLine, shownTurns } from './position.js';
import { counting } from './plural.js';
import { scoreShort } from './score.js';
import { readSetting, writeSetting } from './settings.js';

/** A person who steps quickly is not followed by a question for each step. */
const PAUSE = 150;

/** @typedef {import('../../messages.js').ExploredTurn} ExploredTurn */

/** @param {ExploredTurn} turn */
const games = ({ wins, draws, losses }) => wins + draws + losses;

/** Wins, draws and losses of who plays the turn, in percent that add up to 100. @param {ExploredTurn} turn @returns {[number, number, number]} */
function shares(turn) {
  const all = games(turn);
  if (all === 0) return [0, 0, 0];
  const won = Math.round((100 * turn.wins) / all);
  const lost = Math.min(100 - won, Math.round((100 * turn.losses) / all));
  return [won, 100 - won - lost, lost];
}

/** A bar of the results; its words are for those who cannot see it. @param {ExploredTurn} turn */
function results(turn) {
  if (games(turn) === 0) return el('span', { class: 'quiet' }, 'not played');
  const [won, drawn, lost] = shares(turn);
  const bar = el('span', { class: 'results-bar', 'aria-hidden': 'true', title: `won ${won} %, drawn ${drawn} %, lost ${lost} %` });
  for (const [name, share] of /** @type {[string, number][]} */ ([['won', won], ['drawn', drawn], ['lost', lost]])) if (share > 0) {
    const part = el('span', { class: `results-${name}` }, share >= 18 ? `${share} %` : '');
    part.style.flexGrow = String(share);
    bar.append(part);
  }
  return el('span', {}, bar, el('span', { class: 'sr-only' }, `won ${won} %, drawn ${drawn} %, lost ${lost} %`));
}

/**
 * @param {import('./store.js').Store} store @param {{ send: (message: import('../../messages.js').ClientMessage) => boolean }} session
 * @param {{ play: (turn: string) => void }} actions
 */
export function createExplorer(store, session, actions) {
  const rows = el('tbody', {});
  const table = el(
    'table',
    { class: 'explorer-table' },
    el('caption', { class: 'sr-only' }, 'Turns of the book, as the side to move sees the results'),
    el('thead', {}, el('tr', {}, ...['move', 'games', 'won · drawn · lost', 'score'].map((name) => el('th', { scope: 'col' }, name)))),
    rows,
  );
  const note = el('p', { class: 'quiet', role: 'status' });
  const summary = el('summary', {}, 'Openings');
  const element = /** @type {HTMLDetailsElement} */ (el('details', { class: 'explorer', hidden: true }, summary, note, el('div', { class: 'analysis-scroll', tabindex: 0, role: 'region', 'aria-label': 'Openings' }, table)));
  element.open = readSetting('explorer') === 'on';
  element.addEventListener('toggle', () => {
    writeSetting('explorer', element.open ? 'on' : 'off');
    follow(store.get());
  });

  let asked = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {unknown} */
  let drawn = null;

  /** @param {import('./types.js').State} state */
  const isWanted = (state) => state.analysing && element.open && state.game !== null && state.connection === 'open' && (state.hello?.books ?? []).includes(state.game.game);

  /** Asks again where another position is shown. @param {import('./types.js').State} state */
  function follow(state) {
    const { game } = state;
    const wanted = game && isWanted(state) ? JSON.stringify([game.id, shownTurns(state)]) : '';
    if (wanted === asked) return;
    asked = wanted;
    clearTimeout(timer);
    if (game && wanted) timer = setTimeout(() => session.send({ type: 'explore', game: game.game, start: game.start, turns: shownTurns(state) }), PAUSE);
  }

  store.subscribe(follow);

  /** @param {import('./types.js').State} state */
  function draw(state) {
    const { game, explored } = state;
    element.hidden = !game || !(state.hello?.books ?? []).includes(game.game);
    const shown = explored && game && explored.game === game.game && explored.start === game.start && sameLine(explored.turns, shownTurns(state)) ? explored : null;
    if (shown === drawn) return;
    drawn = shown;
    const played = shown?.played ?? [];
    const all = played.reduce((sum, turn) => sum + games(turn), 0);
    setText(summary, shown && all > 0 ? `Openings · ${counting(all, 'game')}` : 'Openings');
    setText(note, shown && played.length === 0 ? 'The book has no turn here.' : '');
    note.hidden = note.textContent === '';
    table.hidden = played.length === 0;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.explored : undefined;
    fill(
      rows,
      ...played.map((turn) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, el('button', { type: 'button', class: 'move-in-line', 'data-explored': turn.turn, onclick: () => actions.play(turn.turn) }, turn.words)),
          el('td', {}, games(turn).toLocaleString('en')),
          el('td', {}, results(turn)),
          el('td', {}, turn.score ? el('span', { title: `at depth ${turn.depth}` }, scoreShort(turn.score)) : ''),
        ),
      ),
    );
    if (focused) for (const button of rows.querySelectorAll('button')) if (button.dataset.explored === focused) button.focus({ preventScroll: true });
  }

  return { element, draw };
}
