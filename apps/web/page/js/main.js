// The wiring on one page: state, session, and the views that draw the state.

import { createAnnouncer } from './announce.js';
import { createControls } from './controls.js';
import { byId, fill, setText } from './dom.js';
import { createEnginePanel } from './engine-panel.js';
import { createEvalBar } from './evalbar.js';
import { GAMES, gameNamed } from './games/index.js';
import { openHelp } from './help.js';
import { createKeyboard } from './keyboard.js';
import { createMoves } from './moves.js';
import { createNewGame } from './newgame.js';
import { createNotice } from './notice.js';
import { createPlayers } from './players.js';
import { mayPlay, positionAt, shownPly } from './position.js';
import { createRecent } from './recent.js';
import { createResult } from './result.js';
import { routeOf } from './route.js';
import { createSession } from './session.js';
import { createStore, initialState } from './store.js';
import { createTheme } from './theme.js';

const [defaultGame] = GAMES;
if (!defaultGame) throw new Error('the page lists no game');

createTheme(byId('theme'));
const store = createStore({ ...initialState(), route: routeOf(location.pathname) });
const session = createSession(store);

const toSetup = () => session.open({ view: 'setup' });
const flip = () => store.update({ flipped: !store.get().flipped });
const help = () => openHelp(gameNamed(store.get().game?.game ?? '') ?? defaultGame);
/** @param {number} ply */
function show(ply) {
  const last = store.get().game?.history.length ?? 0;
  const to = Math.max(0, Math.min(ply, last));
  store.update({ shownPly: to === last ? null : to });
}

for (const id of ['brand', 'nav-play']) {
  byId(id).addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    toSetup();
  });
}
byId('help').addEventListener('click', help);

createNewGame(byId('setup'), defaultGame, session, store);
const drawPlayers = createPlayers(byId('strip-top'), byId('strip-bottom'));
const drawBar = createEvalBar(byId('bar'));
const drawEngine = createEnginePanel(byId('engine'), session);
const drawMoves = createMoves(byId('moves'), show);
const drawControls = createControls(byId('controls'), { undo: session.undo, hint: session.hint, flip, newGame: toSetup });
createRecent(store, byId('recent'), (id) => session.open({ view: 'game', id }));
createResult(store, byId('result'), toSetup);
createAnnouncer(store, byId('announcer'));
createNotice(store, byId('notice'), { retry: session.retry, think: session.think, newGame: toSetup, dismiss: () => store.update({ failure: null }) });
createKeyboard({
  f: flip,
  u: session.undo,
  h: session.hint,
  n: toSetup,
  '?': help,
  ArrowLeft: () => show(shownPly(store.get()) - 1),
  ArrowRight: () => show(shownPly(store.get()) + 1),
  ArrowUp: () => show(0),
  ArrowDown: () => show(Infinity),
});

/** @type {{ name: string, view: import('./games/view.js').GameView } | null} */
let mounted = null;

/** @param {import('./games/view.js').GamePage} page */
function viewOf(page) {
  if (mounted?.name !== page.name) {
    mounted = { name: page.name, view: page.createView(session.play) };
    fill(byId('board'), mounted.view.board);
    fill(byId('beside'), mounted.view.beside);
  }
  return mounted.view;
}

store.subscribe((state, before) => {
  const { game, route } = state;
  byId('setup-view').hidden = route.view !== 'setup';
  byId('game-view').hidden = route.view !== 'game';
  byId('game-view').classList.toggle('is-empty', !game);
  byId('connection').textContent = { open: '', connecting: 'connecting', lost: 'no connection' }[state.connection];
  if (route.view === 'setup') byId('nav-play').setAttribute('aria-current', 'page');
  else byId('nav-play').removeAttribute('aria-current');
  if (route.view !== before.route.view) byId('main').focus({ preventScroll: true });
  const page = game ? gameNamed(game.game) : undefined;
  document.title = page ? `${page.title} · Tesuji` : 'Tesuji';
  setText(byId('game-title'), page ? `A game of ${page.title}` : 'Game');
  drawControls(state);
  if (!game || !page) return;
  const ply = shownPly(state);
  const view = viewOf(page);
  view.update({
    start: game.start,
    position: positionAt(game, ply),
    lastTurn: game.history[ply - 1]?.turn ?? null,
    legal: mayPlay(state) ? game.legal : [],
    flipped: state.flipped,
    hint: state.hint?.ply === ply ? state.hint.turn : null,
    over: game.ending !== null,
  });
  drawPlayers(state, page, view);
  drawBar(state, page);
  drawEngine(state, page);
  drawMoves(state, page);
});
