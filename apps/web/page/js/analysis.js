// The analysis of the position shown: asks for it as the position changes, and shows lines and every move as it goes on.

import { el, fill, setAttribute, setText } from './dom.js';
import { gameNamed } from './games/index.js';
import { counted, scoreShort } from './score.js';
import { createAnalysisTable } from './analysis-table.js';
import { createPeek } from './peek.js';
import { createSearchTree } from './search-tree.js';
import { tablesInWords } from './tables.js';
import { sameLine, shownPosition, shownTurns } from './position.js';

/** A person who steps quickly is not followed by a question for each step. */
const PAUSE = 150;
/** Lines shown in full above the table. */
const FULL = 3;
/** Turns of a line that are shown. */
const SHOWN = 12;

/**
 * Asks the server for the analysis of what is shown, while it is on.
 * @param {import('./store.js').Store} store @param {import('./session.js').Session} session
 */
export function createAnalysis(store, session) {
  let key = 0;
  let asked = '';
  let asking = { turns: /** @type {string[]} */ ([]), side: '', threat: false };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  session.listenToAnalysis((message) => {
    const state = store.get();
    if (message.key !== key || !state.analysing) return;
    const before = state.analysis;
    // One that gave way to others begins anew: what it knew stays on show until it is back there.
    // (The line of a tree may become shorter as it grows: its nodes say how far it is.)
    const behind = before && (before.search_tree ? message.nodes < before.nodes : message.depth < before.depth);
    const shallower = before && behind && sameLine(before.turns, asking.turns) && before.threat === asking.threat && before.lines.length >= message.lines.length;
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
    const page = gameNamed(state.game.game);
    const mover = page?.sideToMove(shownPosition(state)) ?? state.game.side;
    const { threat } = state;
    const other = page?.sides.find(({ letter }) => letter !== mover)?.letter ?? mover;
    asking = { turns: shownTurns(state), side: threat ? other : mover, threat };
    session.send({ type: 'analyse', key, game: state.game.game, start: state.game.start, turns: asking.turns, lines: state.lines, algorithm: state.algorithm, threat });
  }

  store.subscribe((state) => {
    const wanted = state.analysing && state.game && state.route.view === 'game' && state.connection === 'open' ? JSON.stringify([state.game.id, shownTurns(state), state.lines, state.algorithm, state.threat]) : '';
    if (wanted === asked) return;
    asked = wanted;
    clearTimeout(timer);
    key += 1;
    if (wanted) timer = setTimeout(ask, PAUSE);
    else if (state.connection === 'open') session.send({ type: 'stop_analysis' });
  });

  return {
    toggle() {
      store.update({ analysing: !store.get().analysing, analysis: null, threat: false });
      session.look();
    },

    /** Threat: the other side to move instead. */
    toggleThreat() {
      const { analysing, threat } = store.get();
      store.update({ analysing: true, threat: !(analysing && threat), analysis: null });
      if (!analysing) session.look();
    },

    /** @param {number} lines */
    setLines(lines) {
      store.update({ lines, analysis: null });
    },

    /** @param {import('../../messages.js').Algorithm} algorithm */
    setAlgorithm(algorithm) {
      store.update({ algorithm, analysis: null });
    },
  };
}

/**
 * The body of the panel while the analysis is on.
 * @param {{ setLines: (lines: number) => void, toggleThreat: () => void, setAlgorithm: (algorithm: import('../../messages.js').Algorithm) => void, play: (turn: string) => void, follow: (path: string[]) => void, preview: import('./peek.js').Preview, explorer: ReturnType<typeof import('./explorer.js').createExplorer>, explained: ReturnType<typeof import('./explained.js').createExplained> }} actions
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
  const family = el(
    'select',
    { class: 'select', 'aria-label': 'Kind of search', onchange: (/** @type {Event} */ event) => actions.setAlgorithm(/** @type {HTMLSelectElement} */ (event.target).value === 'mcts' ? 'mcts' : 'alphabeta') },
    el('option', { value: 'alphabeta' }, 'alpha-beta'),
    el('option', { value: 'mcts' }, 'tree search (MCTS)'),
  );
  const threat = el('button', { type: 'button', class: 'button button-small', 'aria-pressed': 'false', title: 'What would the other side play if it were to move? (x)', onclick: actions.toggleThreat }, 'Threat');
  const searchTree = createSearchTree(actions);
  const table = createAnalysisTable(actions);
  const body = el('div', { class: 'panel-body analysis-body' }, el('div', { class: 'engine-top' }, figures), el('div', { class: 'analysis-choices' }, threat, family, choice), lines, tables, actions.explorer.element, actions.explained.element, searchTree.element, table.element);
  const peek = createPeek(actions.preview);
  body.append(peek.element);
  lines.addEventListener('pointerover', ({ target }) => peek.show(target));
  lines.addEventListener('focusin', ({ target }) => peek.show(target));
  lines.addEventListener('pointerleave', peek.hide);
  lines.addEventListener('focusout', peek.hide);
  // What is being pressed stays until it is let go of: another search report comes soon.
  let pressed = false;
  body.addEventListener('pointerdown', ({ target }) => (pressed = target instanceof Element && target.closest('button') !== null));
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (pressed = false));
  /** @type {unknown} */
  let drawn = null;
  /** @type {string | undefined} */
  let drawnPlayed;

  /** The turns of a line with their numbers; each shows the position after it. @param {string[]} before @param {string[]} pv @param {string[]} words */
  function lineOf(before, pv, words) {
    return words.slice(0, SHOWN).flatMap((word, index) => {
      const ply = before.length + index;
      const path = [...before, ...pv.slice(0, index + 1)];
      const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : index === 0 ? `${(ply + 1) / 2}… ` : '';
      return [el('button', { type: 'button', class: 'move-in-line', 'data-line': JSON.stringify(path), onclick: () => actions.follow(path) }, `${number}${word}`), ' '];
    });
  }

  /** A line that nobody can follow from here. @param {string[]} words */
  const said = (words) => [words.slice(0, SHOWN).join(' ')];

  /** @param {import('./types.js').State} state */
  function draw(state) {
    const { analysis } = state;
    actions.explorer.draw(state);
    actions.explained.draw(state);
    setAttribute(threat, 'aria-pressed', String(state.threat));
    setAttribute(choice, 'data-lines', state.lines);
    choice.value = String(state.lines);
    family.value = state.algorithm;
    searchTree.draw(state.algorithm === 'mcts' ? (analysis?.search_tree ?? null) : null);
    table.element.hidden = !searchTree.element.hidden;
    const { game } = state;
    // The turn of the game in the position analysed.
    const at = analysis?.turns.length ?? 0;
    const played = analysis && !analysis.threat && analysis.turns.every((turn, ply) => game?.history[ply]?.turn === turn) ? game?.history[at]?.turn : undefined;
    if ((analysis === drawn && analysis && played === drawnPlayed) || (pressed && analysis && drawn)) return;
    drawn = analysis;
    drawnPlayed = played;
    setText(tables, tablesInWords(analysis?.tables ?? null));
    tables.hidden = tables.textContent === '';
    if (!analysis || analysis.lines.length === 0) {
      setText(figures, state.connection !== 'open' ? 'not connected' : analysis?.done ? 'The game is over here.' : 'waiting for the engine …');
      fill(lines);
      table.clear();
      return;
    }
    const lineFocused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.line : undefined;
    const speed = analysis.seconds > 0.01 ? ` · ${counted(analysis.nodes / analysis.seconds)}/s` : '';
    setText(figures, `depth ${analysis.depth}/${analysis.seldepth} · ${counted(analysis.nodes)} nodes · ${analysis.seconds.toFixed(1)} s${speed}`);
    fill(
      lines,
      ...analysis.lines.slice(0, state.lines || FULL).map(({ score, pv, words }) =>
        el('li', { class: `analysis-line score-${score.kind}` }, el('span', { class: 'analysis-score' }, scoreShort(score)), el('span', { class: 'analysis-pv' }, ...(analysis.threat ? said(words) : lineOf(analysis.turns, pv, words)))),
      ),
    );
    if (lineFocused) for (const button of lines.querySelectorAll('button')) if (button.dataset.line === lineFocused) button.focus({ preventScroll: true });
    table.draw(analysis, played);
  }

  return { body, draw };
}
