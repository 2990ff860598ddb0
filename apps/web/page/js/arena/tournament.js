// One tournament: how it stands, its table, its test, the games under way and those that are finished.

import { arrange, el, fill, setText } from '../dom.js';
import { gameNamed } from '../games/index.js';
import { follow } from '../follow.js';
import { counting } from '../plural.js';
import { nameOf } from '../sides.js';
import { testCurve } from './curves.js';
import { FORMATS } from './formats.js';
import { STATES } from './list.js';
import { createLive } from './live.js';

/** @typedef {import('../../../messages.js').Tournament} Tournament */

/** @param {number} value */
const signed = (value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

/** @param {(string | HTMLElement)[]} cells @param {(index: number) => { class: string | null }} words  how the cell of a column is set */
function row(cells, words) {
  return el('tr', {}, ...cells.map((cell, index) => (index === 1 ? el('th', { scope: 'row', ...words(index) }, cell) : el('td', words(index), cell))));
}

/** @param {string[]} names @param {(string | HTMLElement)[][]} rows */
function table(names, rows) {
  const words = (/** @type {number} */ index) => (['Engine', 'Sides', 'Winner', 'Reason', 'What', 'Verdict'].includes(names[index] ?? '') ? { class: 'words' } : { class: null });
  return el(
    'div',
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': names.filter(Boolean).slice(0, 3).join(', ') },
    el('table', { class: 'report-table' }, el('thead', {}, el('tr', {}, ...names.map((name, index) => el('th', { scope: 'col', ...words(index) }, name)))), el('tbody', {}, ...rows.map((cells) => row(cells, words)))),
  );
}

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createTournament(store, place, session) {
  const title = el('h1', { id: 'tournament-title' });
  const about = el('p', { class: 'lead', role: 'status' });
  const progress = el('progress', { class: 'tournament-progress', 'aria-label': 'Games played' });
  const stop = el('button', { type: 'button', class: 'button', onclick: () => act('arena_stop') }, 'Stop');
  const resume = el('button', { type: 'button', class: 'button button-main', onclick: () => act('arena_resume') }, 'Go on');
  const remove = el('button', { type: 'button', class: 'button' }, 'Delete');
  const report = el('a', { class: 'button button-link' }, 'Download the report');
  const problem = el('div', { role: 'alert' });
  const live = el('div', { class: 'live-games' });
  const score = el('div', {});
  const tables = el('div', {});
  const games = createGames(session);
  const drawLive = createLive(live);
  fill(
    place,
    el('p', {}, el('a', { class: 'back-link', href: '/arena', onclick: follow(session, { view: 'arena' }) }, 'All tournaments')),
    title,
    about,
    progress,
    el('div', { class: 'options tournament-actions' }, stop, resume, report, remove),
    problem,
    score,
    live,
    tables,
    games.element,
  );
  /** @type {Tournament | null} */
  let shown = null;
  let sure = false;

  /** @param {'arena_stop' | 'arena_resume'} type */
  function act(type) {
    if (shown) session.send({ type, id: shown.id });
  }

  remove.addEventListener('click', () => {
    if (!shown) return;
    if (!sure) {
      sure = true;
      setText(remove, `Delete ${counting(shown.games, 'game')} for good?`);
      return;
    }
    if (session.send({ type: 'arena_remove', id: shown.id })) session.open({ view: 'arena' });
  });

  /** @param {Tournament} one */
  function draw(one) {
    const playing = one.state === 'running' || one.state === 'stopping';
    setText(title, one.name);
    setText(about, [gameNamed(one.game)?.title ?? one.game, FORMATS[one.format], `${one.games} of ${counting(one.known, 'game')}`, STATES[one.state] ?? one.state, Number.isSafeInteger(one.seed) ? `seed ${one.seed}` : '', one.winner ? `won by ${one.winner}` : ''].filter(Boolean).join(' · '));
    progress.max = Math.max(1, one.known);
    progress.value = one.games;
    const may = store.get().arena?.may_start ?? false;
    stop.hidden = !playing || !may;
    stop.disabled = one.state === 'stopping';
    resume.hidden = one.state !== 'stopped' || !may;
    remove.hidden = playing || !may;
    report.setAttribute('href', `/arena/${one.id}/report.html`);
    fill(problem, one.problem ? el('p', { class: 'notice' }, `The program that played it ended: ${one.problem}`) : null);
    drawLive(one.game, playing ? one.live : []);
    fill(score, ...scored(one));
    fill(tables, ...tabled(one));
    games.draw(one);
  }

  store.subscribe((state, before) => {
    const { tournament, route } = state;
    if (route.view !== 'tournament') {
      shown = null;
      return;
    }
    if (state.failure && state.failure !== before.failure) fill(problem, el('p', { class: 'notice' }, state.failure.message));
    if (!tournament || tournament.id !== route.id) {
      if (shown) fill(live);
      shown = null;
      setText(title, `Tournament ${route.id}`);
      setText(about, state.failure ? '' : 'Asking the server …');
      return;
    }
    if (tournament === shown && state.arena === before.arena) return;
    if (tournament.id !== shown?.id) {
      sure = false;
      setText(remove, 'Delete');
    }
    shown = tournament;
    draw(tournament);
  });
}

/** The difference that the games show; nothing before the first one. @param {import('../../../messages.js').Summary} summary */
function estimated({ elo, elo_low: low, elo_high: high, nelo, los }) {
  if (elo === undefined || low === undefined || high === undefined || los === undefined) return '';
  // Where all pairs scored the same there is no normalised Elo.
  const normalised = typeof nelo === 'number' ? ` · normalised ${signed(nelo)}` : '';
  return ` · Elo ${signed(elo)}, 95 % between ${signed(low)} and ${signed(high)}${normalised} · likelihood of superiority ${(100 * los).toFixed(1)} %`;
}

/** @param {Tournament} one */
function scored({ summary, test, names }) {
  if (!summary) return [];
  const lines = [
    el('p', {}, `${names[0]}: `, el('strong', {}, `+${summary.wins} =${summary.draws} −${summary.losses}`), estimated(summary)),
    el('p', { class: 'quiet' }, `Pairs that scored 0, ½, 1, 1½, 2: ${summary.pairs.join(', ')}`),
  ];
  if (test) {
    const verdict = test.decision ?? 'not decided yet';
    lines.push(el('p', {}, `Test of ${test.elo1} against ${test.elo0} ${test.model === 'logistic' ? 'Elo' : 'normalised Elo'}: `, el('strong', {}, verdict), ` · log-likelihood ratio ${test.llr.toFixed(2)} after ${counting(test.pairs, 'pair')}`));
    return [el('h2', {}, 'Score'), ...lines, testCurve(test)];
  }
  return [el('h2', {}, 'Score'), ...lines];
}

/** @param {Tournament} one */
function tabled({ standings, names, ratings, faults, faults_count }) {
  const order = standings.map(({ name }) => names.indexOf(name));
  const rows = standings.map((row) => [String(row.rank), row.name, row.points.toFixed(1), String(row.games), String(row.wins), String(row.draws), String(row.losses), row.sonneborn_berger.toFixed(2), row.buchholz.toFixed(1), ...order.map((other) => {
    const [half, count] = row.against[other] ?? [0, 0];
    return count > 0 ? `${(half / 2).toFixed(1)}/${count}` : '–';
  })]);
  return [
    el('h2', {}, 'Table'),
    table(['Place', 'Engine', 'Points', 'Games', 'Won', 'Drawn', 'Lost', 'SB', 'Buchholz', ...standings.map(({ rank }) => String(rank))], rows),
    ...(ratings.length > 1 ? [el('h2', {}, 'Ratings'), table(['Place', 'Engine', 'Elo', '95 % interval'], ratings.map(({ name, elo }, index) => [String(index + 1), name, signed(elo.value), `${signed(elo.low)} to ${signed(elo.high)}`]))] : []),
    ...(faults_count > 0 ? [el('h2', {}, `Faults: ${faults_count}`), table(['Number', 'Engine', 'What', 'Verdict'], faults.map((fault, index) => [String(index + 1), fault.engine, fault.text, fault.void ? 'played again' : 'lost']))] : []),
  ];
}

/** The games that are finished. A row stays as it is while others come. @param {import('../session.js').Session} session */
function createGames(session) {
  const about = el('p', { class: 'quiet' });
  const frame = table(['Game', 'Sides', 'Winner', 'Reason', 'Turns', 'Analyse'], []);
  const body = frame.querySelector('tbody') ?? frame;
  const element = el('div', {}, el('h2', {}, 'Games'), about, frame);
  /** @type {Map<number, HTMLElement>} */
  let rows = new Map();
  let shown = 0;

  /** @param {Tournament} one */
  function draw({ id, game, games, games_list: list }) {
    if (id !== shown) rows = new Map();
    shown = id;
    const page = gameNamed(game);
    /** @param {Tournament['games_list'][number]} one */
    const rowOf = (one) =>
      row(
        [
          String(one.number),
          `${one.names[0]} – ${one.names[1]}`,
          one.winner === null ? 'draw' : page ? nameOf(page, one.winner) : one.winner,
          one.reason,
          String(one.turns),
          el('button', { type: 'button', class: 'move-in-line', 'aria-label': `Open game ${one.number}`, onclick: () => session.send({ type: 'arena_game', id, number: one.number }) }, 'open'),
        ],
        (index) => ({ class: [1, 2, 3].includes(index) ? 'words' : null }),
      );
    rows = new Map(list.map((one) => [one.number, rows.get(one.number) ?? rowOf(one)]));
    arrange(body, [...rows.values()]);
    setText(about, list.length < games ? `The last ${list.length} of ${games}; the report lists more.` : '');
    about.hidden = about.textContent === '';
    element.hidden = list.length === 0;
  }

  return { element, draw };
}
