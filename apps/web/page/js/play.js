// The place of a game: board, strips, panels and actions, wired to state and session. Loaded when a game is first looked at.

import { createAnalysis } from './analysis.js';
import { createAbout } from './about.js';
import { createAnnouncer } from './announce.js';
import { miniOf } from './board/mini.js';
import { createClocks } from './clock.js';
import { createControls } from './controls.js';
import { byId, fill, setText } from './dom.js';
import { createEnd } from './end-card.js';
import { createEnginePanel } from './engine-panel.js';
import { createEvalBar } from './evalbar.js';
import { gameNamed } from './games/index.js';
import { createExplained } from './explained.js';
import { createExplorer } from './explorer.js';
import { badTurnHere, expected } from './grades.js';
import { createGraph } from './graph.js';
import { createKeeping } from './keeping.js';
import { createMoves } from './moves.js';
import { createNotice } from './notice.js';
import { PIECES_CHANGED, openOptions, toggleZen } from './options.js';
import { createPlayers } from './players.js';
import { isDuel } from './pondering.js';
import { atPresent, isPerson, judgement, mayPlay, openTurns, sameLine, shownPosition, shownPositions, shownPly, shownTurns } from './position.js';
import { createRetry } from './retry.js';
import { readSetting, writeSetting } from './settings.js';
import { createSound } from './sound.js';
import { createTabs } from './tabs.js';
import { endOf, nodeAt, treeOf } from './tree.js';

/**
 * @param {import('./store.js').Store} store @param {import('./session.js').Session} session
 * @param {{ toSetup: () => void, share: () => void }} ways  out of the game
 * @returns {Record<string, () => void>} what keys do here
 */
export function createPlay(store, session, { toSetup, share }) {
  const flip = () => store.update({ flipped: !store.get().flipped });
  const analysis = createAnalysis(store, session);

  /** The position after so many turns of the game. @param {number} ply */
  function showPly(ply) {
    const turns = store.get().game?.history.map(({ turn }) => turn) ?? [];
    const to = Math.max(0, Math.min(ply, turns.length));
    session.show(to === turns.length ? null : turns.slice(0, to));
  }

  /** @param {string[]} line */
  function showLine(line) {
    const turns = store.get().game?.history.map(({ turn }) => turn) ?? [];
    session.show(sameLine(line, turns) ? null : line);
  }

  /** Along the line shown: back, on, to its beginning, to its end. @param {'back' | 'on' | 'first' | 'last'} where */
  function step(where) {
    const state = store.get();
    if (!state.game || state.route.view !== 'game') return;
    const path = shownTurns(state);
    const node = nodeAt(treeOf(state), path);
    if (where === 'back') showLine(path.slice(0, -1));
    else if (where === 'first') showLine([]);
    else showLine((where === 'on' ? (node.children[0] ?? node) : endOf(node)).path);
  }

  /** A picture of the position after a line. @type {import('./peek.js').Preview} */
  function preview(path, show) {
    const { game, flipped } = store.get();
    if (game) session.preview(path, (position) => show(miniOf(game.game, position, flipped)));
  }

  const drawPlayers = createPlayers(byId('strip-top'), byId('strip-bottom'));
  const drawBar = createEvalBar(byId('bar'));
  const drawEngine = createEnginePanel(byId('engine'), { moveNow: session.moveNow, think: session.think, toggle: analysis.toggle, toggleThreat: analysis.toggleThreat, setLines: analysis.setLines, setAlgorithm: analysis.setAlgorithm, play: session.play, ponder: session.ponder, follow: session.follow, preview, explorer: createExplorer(store, session, { play: session.play }), explained: createExplained(store, session), unfold });
  const drawMoves = createMoves(byId('moves'), { show: showLine, edit: session.edit, mainLine: session.mainLine, step });
  const drawGraph = createGraph(byId('graph'), { show: showPly, report: session.report, stop: session.stopReport });
  const drawRetry = createRetry(store, byId('retry'), { showPly, follow: session.follow });
  const drawControls = createControls(byId('controls'), { undo: session.undo, redo: session.redo, hint: session.hint, resign: session.resign });
  const drawAbout = createAbout(byId('about'), { flip, share, settings: openOptions, setUp, newGame: toSetup });
  createSound(store);
  createKeeping(store);
  createClocks(store);
  const closeEnd = createEnd(store, byId('result'), { rematch: session.rematch, report: session.report, tournament: (id) => session.open({ view: 'contest', id }), analyse, newGame: toSetup, share });
  createAnnouncer(store, byId('announcer'));
  createNotice(store, byId('notice'), { retry: session.retry, think: session.think, newGame: toSetup, dismiss: () => store.update({ failure: null }), confirm, unconfirm });

  /** @type {{ name: string, view: import('./games/view.js').GameView } | null} */
  let mounted = null;
  /** The game whose view is on its way. */
  let asked = '';

  /** A turn of the board, to be confirmed where the person wants that. @param {string} turn */
  function onTurn(turn) {
    if (readSetting('confirm') === 'on' && mayPlay(store.get())) store.update({ pending: turn });
    else session.play(turn);
  }

  function confirm() {
    const { pending } = store.get();
    store.update({ pending: null });
    if (pending) session.play(pending);
  }

  function unconfirm() {
    store.update({ pending: null });
  }

  /** The position shown, in the form with the editor. */
  function setUp() {
    const state = store.get();
    if (state.game) session.open({ view: 'setup', game: state.game.game, position: shownPosition(state) });
  }

  /** After the end: the lines of the position, and what each turn of the game lost. */
  function analyse() {
    const { analysing, report } = store.get();
    if (!analysing) analysis.toggle();
    if (!report?.running && !report?.positions.some(Boolean)) session.report();
  }

  /** True if the panels of engine and score are open. */
  let unfolded = readSetting('figures') === 'on';
  function unfold() {
    unfolded = !unfolded;
    writeSetting('figures', unfolded ? 'on' : 'off');
    draw(store.get());
  }

  // The analysis has two columns where the window is broad enough, which takes more beside cards.
  const broad = [1360, 1200].map((width) => matchMedia(`(min-width: ${width}px)`));
  for (const one of broad) one.addEventListener('change', () => draw(store.get()));

  // The wheel over the board steps through the game, where the page beside it has nothing to scroll.
  const wide = matchMedia('(min-width: 900px)');
  byId('board').addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || event.deltaY === 0 || !wide.matches || !mounted) return;
      event.preventDefault();
      step(event.deltaY < 0 ? 'back' : 'on');
    },
    { passive: false },
  );

  // A click beside the board lets go of what was begun on it.
  document.addEventListener('pointerdown', ({ target }) => {
    if (mounted && target instanceof Element && !target.closest('.board-slot, button, a, input, textarea, select, summary, dialog')) mounted.view.cancel?.();
  });

  document.addEventListener(PIECES_CHANGED, () => {
    mounted = null;
    asked = '';
    draw(store.get());
  });

  /** @param {import('./games/view.js').GamePage} page */
  async function mount(page) {
    if (asked === page.name) return;
    asked = page.name;
    const { createView } = await page.view();
    if (asked !== page.name) return;
    mounted = { name: page.name, view: createView(onTurn, session.within, (refusal) => store.get().refusal !== refusal && store.update({ refusal })) };
    fill(byId('board'), mounted.view.board);
    fill(byId('beside'), mounted.view.beside);
    draw(store.get());
  }

  /** @param {import('./types.js').State} state */
  function draw(state) {
    const { game } = state;
    const page = game ? gameNamed(game.game) : undefined;
    if (page && mounted?.name !== page.name) void mount(page);
    const shown = game && page && mounted?.name === page.name ? mounted : null;
    byId('game-view').classList.toggle('is-empty', !shown);
    setText(byId('game-title'), page ? `A game of ${page.title}` : 'Game');
    drawControls(state);
    const studied = isStudied(state, unfolded);
    byId('game-view').classList.toggle('is-studied', studied);
    byId('game-view').classList.toggle('is-analysis', state.analysing && (!isDuel(state) || Boolean(game?.ending)));
    byId('game-view').classList.toggle('is-broad', broad.filter(({ matches }) => matches).length > (shown?.view.hands ? 1 : 0));
    byId('game-view').classList.toggle('is-over', Boolean(game?.ending));
    byId('game-view').classList.toggle('is-threat', state.threat);
    // Whoever tries a turn again is not told the best one by the engine's side of the page.
    byId('game-view').classList.toggle('is-trying', game !== null && state.trying?.game === game.id);
    // The bar tells nobody who plays against the engine what it thinks, unless they want to know.
    byId('game-view').classList.toggle('is-blind', !studied && isDuel(state) && !game?.ending);
    if (!game || !page || !shown) return;
    const ply = shownPly(state);
    const { view } = shown;
    const judged = judgement(state);
    const bad = state.threat ? null : badTurnHere(state);
    const trying = state.trying?.game === game.id;
    const lines = state.analysing && !trying && state.analysis && (judged || state.threat) && sameLine(state.analysis.turns, shownTurns(state)) ? state.analysis.lines : [];
    // The report and the board name the same best turn, until the analysis has looked deeper.
    const best = bad?.judged && (lines[0]?.depth ?? 0) <= bad.judged.depth ? [bad.judged.best] : bestTurns(lines);
    view.update({
      start: game.start,
      position: shownPosition(state),
      before: shownTurns(state).length > 0 ? nodeAt(treeOf(state), shownTurns(state).slice(0, -1)).position : null,
      positions: shownPositions(state),
      lastTurn: shownTurns(state).at(-1) ?? null,
      legal: openTurns(state),
      waits: waitingSide(state),
      within: withinOf(state.within, game.start, shownTurns(state)),
      flipped: state.flipped,
      hint: state.hint?.ply === ply && state.line === null ? state.hint.turn : null,
      best,
      played: bad,
      over: game.ending !== null && state.line === null,
    });
    drawAbout(state, page);
    drawPlayers(state, page, view);
    drawBar(state, page);
    drawEngine(state, page, !studied);
    drawMoves(state, page);
    drawGraph(state, page);
    drawRetry(state);
  }
  store.subscribe(draw);
  createTabs(document.querySelector('.panels') ?? byId('game-view'), store, () => byId('game-view').classList.contains('is-analysis'));

  return {
    f: flip,
    l: analysis.toggle,
    x: analysis.toggleThreat,
    u: session.undo,
    r: session.redo,
    h: session.hint,
    z: toggleZen,
    Escape: () => void (closeEnd() || (store.get().pending && (unconfirm(), true)) || mounted?.view.cancel?.()),
    ArrowLeft: () => step('back'),
    ArrowRight: () => step('on'),
    ArrowUp: () => step('first'),
    ArrowDown: () => step('last'),
  };
}

/** True where the panels of engine and score are open: moves come first, and figures for whoever asks for them. @param {import('./types.js').State} state @param {boolean} unfolded */
function isStudied(state, unfolded) {
  return unfolded || state.analysing || Boolean(state.report?.running || state.report?.positions.some(Boolean)) || (state.hint !== null && state.hint.ply === state.game?.history.length);
}

/** The side of the one person, while the engine is to move. @param {import('./types.js').State} state */
function waitingSide(state) {
  const { game } = state;
  if (!game || game.ending || !atPresent(state) || isPerson(game, game.side)) return null;
  return Object.keys(game.players).find((side) => isPerson(game, side)) ?? null;
}

/** The answer on a turn under way, if it is of this one. @param {import('../../messages.js').Within | null} within @param {string} start @param {string[]} turns */
function withinOf(within, start, turns) {
  return within && within.start === start && sameLine(within.turns, turns) ? within : null;
}

/** The turns worth an arrow: the best, and those that are close to it. @param {import('../../messages.js').AnalysisLine[]} lines */
function bestTurns(lines) {
  const [best] = lines;
  if (!best) return [];
  const top = expected(best.score);
  return lines.slice(0, 3).flatMap(({ score, pv }) => (pv[0] && top - expected(score) < 0.1 ? [pv[0]] : []));
}
