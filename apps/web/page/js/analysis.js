// The analysis of the position shown: asks for it as the position changes, and shows lines and every move as it goes on.

import { el, fill, setAttribute, setText } from './dom.js';
import { gameNamed } from './games/index.js';
import { counted, scoreShort } from './score.js';
import { tablesInWords, verdictMark } from './tables.js';
import { sameLine, shownPosition, shownTurns } from './position.js';

/** A person who steps quickly is not followed by a question for each step. */
const PAUSE = 150;
/** Lines shown in full above the table. */
const FULL = 3;

/**
 * Asks the server for the analysis of what is shown, while it is on.
 * @param {import('./store.js').Store} store @param {import('./session.js').Session} session
 */
export function createAnalysis(store, session) {
  let key = 0;
  let asked = '';
  let asking = { turns: /** @type {string[]} */ ([]), side: '' };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  session.listenToAnalysis((message) => {
    const state = store.get();
    if (message.key !== key || !state.analysing) return;
    const before = state.analysis;
    // One that gave way to others begins anew: what it knew stays on show until it is back there.
    const shallower = before && sameLine(before.turns, asking.turns) && before.lines.length >= message.lines.length && message.depth < before.depth;
    if (!shallower) store.update({ analysis: { ...message, ...asking } });
    if (message.done && message.seconds < 100 && message.lines.some(({ exact }) => !exact)) again();
  });

  function again() {
    clearTimeout(timer);
    timer = setTimeout(ask, 500);
  }

  function ask() {
    const state = store.get();
    if (!state.analysing || !state.game || state.connection !== 'open') return;
    key += 1;
    asking = { turns: shownTurns(state), side: gameNamed(state.game.game)?.sideToMove(shownPosition(state)) ?? state.game.side };
    session.send({ type: 'analyse', key, game: state.game.game, start: state.game.start, turns: asking.turns, lines: state.lines });
  }

  store.subscribe((state) => {
    const wanted = state.analysing && state.game && state.route.view === 'game' && state.connection === 'open' ? JSON.stringify([state.game.id, shownTurns(state), state.lines]) : '';
    if (wanted === asked) return;
    asked = wanted;
    clearTimeout(timer);
    key += 1;
    if (wanted) timer = setTimeout(ask, PAUSE);
    else if (state.connection === 'open') session.send({ type: 'stop_analysis' });
  });

  return {
    toggle() {
      store.update({ analysing: !store.get().analysing, analysis: null });
      session.look();
    },

    /** @param {number} lines */
    setLines(lines) {
      store.update({ lines, analysis: null });
    },
  };
}

/**
 * The body of the panel while the analysis is on.
 * @param {{ setLines: (lines: number) => void, play: (turn: string) => void }} actions
 */
export function createAnalysisBody(actions) {
  const figures = el('div', { class: 'engine-figures', 'aria-live': 'off' });
  const tables = el('p', { class: 'panel-note tables-note', role: 'status' });
  const lines = el('ol', { class: 'analysis-lines', 'aria-label': 'Best lines' });
  const choice = el(
    'select',
    { class: 'select', 'aria-label': 'How many lines', onchange: (/** @type {Event} */ event) => actions.setLines(Number(/** @type {HTMLSelectElement} */ (event.target).value)) },
    ...[0, 1, 2, 3, 5].map((count) => el('option', { value: count }, count === 0 ? 'every move' : count === 1 ? '1 line' : `${count} lines`)),
  );
  const rows = el('tbody', {});
  const table = el(
    'table',
    { class: 'analysis-table' },
    el('caption', { class: 'sr-only' }, 'Every move with its score'),
    el('thead', {}, el('tr', {}, ...['move', 'score', 'depth', 'nodes'].map((name) => el('th', { scope: 'col' }, name)))),
    rows,
  );
  const body = el('div', { class: 'panel-body analysis-body' }, el('div', { class: 'engine-top' }, figures, choice), lines, tables, el('div', { class: 'analysis-scroll', tabindex: 0, role: 'region', 'aria-label': 'Every move' }, table));
  /** @type {unknown} */
  let drawn = null;

  /** @param {import('./types.js').State} state */
  function draw(state) {
    const { analysis } = state;
    setAttribute(choice, 'data-lines', state.lines);
    choice.value = String(state.lines);
    if (analysis === drawn && analysis) return;
    drawn = analysis;
    setText(tables, tablesInWords(analysis?.tables ?? null));
    tables.hidden = tables.textContent === '';
    if (!analysis || analysis.lines.length === 0) {
      setText(figures, state.connection !== 'open' ? 'not connected' : analysis?.done ? 'The game is over here.' : 'waiting for the engine …');
      fill(lines);
      fill(rows);
      return;
    }
    const speed = analysis.seconds > 0.01 ? ` · ${counted(analysis.nodes / analysis.seconds)}/s` : '';
    setText(figures, `depth ${analysis.depth}/${analysis.seldepth} · ${counted(analysis.nodes)} nodes · ${analysis.seconds.toFixed(1)} s${speed}`);
    fill(
      lines,
      ...analysis.lines.slice(0, state.lines || FULL).map(({ score, words }) =>
        el('li', { class: 'analysis-line' }, el('span', { class: `analysis-score score-${score.kind}` }, scoreShort(score)), el('span', { class: 'analysis-pv' }, words.join(' | '))),
      ),
    );
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.analysed : undefined;
    fill(
      rows,
      ...analysis.lines.map(({ score, depth, nodes, pv, words, exact, verdict }) => {
        const turn = pv[0] ?? '';
        return el(
          'tr',
          { class: `score-${score.kind}` },
          el('th', { scope: 'row' }, el('button', { type: 'button', class: 'move-in-line', 'data-analysed': turn, onclick: () => actions.play(turn) }, words[0] ?? turn)),
          el('td', {}, scoreShort(score), exact && score.kind !== 'points' ? el('span', { class: 'exact', title: 'proven, the distance is exact' }, ' ✓', el('span', { class: 'sr-only' }, ' proven, the distance is exact')) : null, verdictMark(verdict, exact)),
          el('td', {}, String(depth)),
          el('td', {}, counted(nodes)),
        );
      }),
    );
    if (focused) for (const button of rows.querySelectorAll('button')) if (button.dataset.analysed === focused) button.focus({ preventScroll: true });
  }

  return { body, draw };
}
