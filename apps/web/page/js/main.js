// The wiring on one page: state, session, and the views that draw the state.

import { createAnalysis } from './analysis.js';
import { createArena } from './arena/list.js';
import { createTournament } from './arena/tournament.js';
import { createAnnouncer } from './announce.js';
import { gameChoice, gameOf } from './choice.js';
import { createClocks } from './clock.js';
import { createControls } from './controls.js';
import { byId, fill, setAttribute, setText } from './dom.js';
import { createEnginePanel } from './engine-panel.js';
import { createEvalBar } from './evalbar.js';
import { gameNamed } from './games/index.js';
import { expected } from './grades.js';
import { createGraph } from './graph.js';
import { openHelp } from './help.js';
import { createKeeping } from './keeping.js';
import { createKeyboard } from './keyboard.js';
import { createLearn } from './learn.js';
import { askToLeave } from './leave.js';
import { createLibrary } from './library.js';
import { createMoves } from './moves.js';
import { createNewGame } from './newgame.js';
import { createNotice } from './notice.js';
import { createNowhere } from './nowhere.js';
import { applyMotion } from './options.js';
import { createPlayers } from './players.js';
import { atPresent, isPerson, judgement, openTurns, sameLine, shownPosition, shownPositions, shownPly, shownTurns } from './position.js';
import { createRecent } from './recent.js';
import { createResult } from './result.js';
import { pathOf, routeOf } from './route.js';
import { createSession } from './session.js';
import { openShare } from './share.js';
import { createSound } from './sound.js';
import { createStore, initialState } from './store.js';
import { createTabs } from './tabs.js';
import { createTheme } from './theme.js';
import { endOf, nodeAt, treeOf } from './tree.js';

createTheme(byId('theme'));
const store = createStore({ ...initialState(), route: routeOf(location.pathname) });
const session = createSession(store);

const toSetup = () => session.open({ view: 'setup' });
const flip = () => store.update({ flipped: !store.get().flipped });
const help = () => openHelp(pageOf(store.get()));
const analysis = createAnalysis(store, session);
applyMotion();
createSound(store);
createKeeping(store);

/** The kind of game that is shown or asked for. @param {import('./types.js').State} state */
function pageOf({ game, route, tournament }) {
  const shown = route.view === 'game' ? game?.game : route.view === 'tournament' ? tournament?.game : undefined;
  return gameNamed(shown ?? '') ?? gameOf(route);
}

/** @type {Map<string, HTMLElement>} by game, made when first asked for */
const forms = new Map();

/** @param {import('./games/view.js').GamePage} page */
function showForm(page) {
  const place = byId('setup');
  if (place.dataset.form === page.name) return;
  place.dataset.form = page.name;
  const form = forms.get(page.name) ?? createNewGame(page, session, store);
  forms.set(page.name, form);
  fill(place, gameChoice('setup', page.name, session), form);
}

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

/** @param {import('./types.js').State['route']} route */
const link = (route) => (/** @type {MouseEvent} */ event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  session.open(route);
};

for (const id of ['brand', 'nav-play']) byId(id).addEventListener('click', link({ view: 'setup' }));
byId('nav-library').addEventListener('click', link({ view: 'library' }));
byId('nav-arena').addEventListener('click', link({ view: 'arena' }));
byId('nav-learn').addEventListener('click', link({ view: 'learn' }));
byId('help').addEventListener('click', help);

const drawPlayers = createPlayers(byId('strip-top'), byId('strip-bottom'));
const drawBar = createEvalBar(byId('bar'));
const drawEngine = createEnginePanel(byId('engine'), { moveNow: session.moveNow, think: session.think, toggle: analysis.toggle, setLines: analysis.setLines, play: session.play, ponder: session.ponder });
const drawMoves = createMoves(byId('moves'), { show: showLine, edit: session.edit, mainLine: session.mainLine });
const drawGraph = createGraph(byId('graph'), { show: showPly, report: session.report, stop: session.stopReport });
createLibrary(store, byId('library'), session);
createLearn(store, byId('learn'), session);
createArena(store, byId('arena'), session);
createTournament(store, byId('tournament'), session);
createNowhere(store, byId('nowhere'), session);
createTabs(document.querySelector('.panels') ?? byId('game-view'), store);
createClocks(store);
const drawControls = createControls(byId('controls'), {
  undo: session.undo,
  redo: session.redo,
  hint: session.hint,
  flip,
  resign: session.resign,
  share: () => openShare(store, session),
  newGame: toSetup,
});
createRecent(store, byId('recent'), (id) => session.open({ view: 'game', id }));
createResult(store, byId('result'), () => session.rematch());
createAnnouncer(store, byId('announcer'));
createNotice(store, byId('notice'), { retry: session.retry, think: session.think, newGame: toSetup, dismiss: () => store.update({ failure: null }) });
createKeyboard({
  f: flip,
  l: analysis.toggle,
  u: session.undo,
  r: session.redo,
  h: session.hint,
  s: () => openShare(store, session),
  n: () => askToLeave(store.get(), toSetup),
  '?': help,
  Escape: () => void mounted?.view.cancel?.(),
  ArrowLeft: () => step('back'),
  ArrowRight: () => step('on'),
  ArrowUp: () => step('first'),
  ArrowDown: () => step('last'),
});

/** @type {{ name: string, view: import('./games/view.js').GameView } | null} */
let mounted = null;

// A click beside the board lets go of what was begun on it.
document.addEventListener('pointerdown', ({ target }) => {
  if (mounted && target instanceof Element && !target.closest('.board-slot, button, a, input, textarea, select, summary, dialog')) mounted.view.cancel?.();
});

/** @param {import('./games/view.js').GamePage} page */
function viewOf(page) {
  if (mounted?.name !== page.name) {
    mounted = { name: page.name, view: page.createView(session.play, session.within) };
    fill(byId('board'), mounted.view.board);
    fill(byId('beside'), mounted.view.beside);
  }
  return mounted.view;
}

store.subscribe((state, before) => {
  const { game, route } = state;
  document.documentElement.dataset.palette = pageOf(state).palette;
  if (route.view === 'setup') showForm(pageOf(state));
  byId('setup-view').hidden = route.view !== 'setup';
  byId('game-view').hidden = route.view !== 'game';
  byId('library-view').hidden = route.view !== 'library';
  byId('learn-view').hidden = route.view !== 'learn';
  byId('arena-view').hidden = route.view !== 'arena';
  byId('tournament-view').hidden = route.view !== 'tournament';
  byId('nowhere-view').hidden = route.view !== 'nowhere';
  byId('game-view').classList.toggle('is-empty', !game);
  byId('connection').textContent = { open: '', connecting: 'connecting', lost: 'no connection' }[state.connection];
  for (const [id, view] of Object.entries({ 'nav-play': 'setup', 'nav-library': 'library', 'nav-arena': 'arena', 'nav-learn': 'learn' })) {
    const here = route.view === view || (view === 'arena' && route.view === 'tournament');
    setAttribute(byId(id), 'aria-current', here ? 'page' : null);
  }
  if (route.view !== before.route.view) byId('main').focus({ preventScroll: true });
  if (pathOf(route) !== pathOf(before.route)) scrollTo(0, 0);
  const page = game ? gameNamed(game.game) : undefined;
  document.title = page ? `${page.title} · Tesuji` : 'Tesuji';
  setText(byId('game-title'), page ? `A game of ${page.title}` : 'Game');
  drawControls(state);
  if (!game || !page) return;
  const ply = shownPly(state);
  const view = viewOf(page);
  const judged = judgement(state);
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
    best: state.analysing && state.analysis && judged && sameLine(state.analysis.turns, shownTurns(state)) ? bestTurns(state.analysis.lines) : [],
    over: game.ending !== null && state.line === null,
  });
  drawPlayers(state, page, view);
  drawBar(state, page);
  drawEngine(state, page);
  drawMoves(state, page);
  drawGraph(state, page);
});

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
