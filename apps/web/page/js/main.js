// The page put together: state, session, addresses. Each place of the page is loaded when it is first looked at.

import { gameOf } from './choice.js';
import { byId, setAttribute } from './dom.js';
import { follow } from './follow.js';
import { gameNamed } from './games/index.js';
import { createKeyboard } from './keyboard.js';
import { applyOptions } from './options.js';
import { hasSide, isAlone } from './position.js';
import { noteRecent } from './recent.js';
import { pathOf, routeOf } from './route.js';
import { createSession } from './session.js';
import { createSoundSwitch } from './sound.js';
import { createStore, initialState } from './store.js';
import { createTheme } from './theme.js';

createTheme(byId('theme'));
applyOptions();
const store = createStore({ ...initialState(), route: routeOf(location.pathname, location.search) });
const session = createSession(store);
noteRecent(store);

const toSetup = () => session.open({ view: 'setup' });
const share = async () => (await import('./share.js')).openShare(store, session);
const help = async () => (await import('./help.js')).openHelp(pageOf(store.get()));

/** The kind of game that is shown or asked for. @param {import('./types.js').State} state */
function pageOf({ game, route, tournament }) {
  const shown = route.view === 'game' ? game?.game : route.view === 'tournament' ? tournament?.game : undefined;
  return gameNamed(shown ?? '') ?? gameOf(route);
}

/** The actions of keys; a place that is loaded adds its own. @type {Record<string, () => void>} */
const keys = {
  s: () => void share(),
  n: async () => (await import('./leave.js')).askToLeave(store.get(), toSetup),
  m: createSoundSwitch(byId('sound')),
  '?': () => void help(),
};
createKeyboard(keys);

/** The places by name, with what makes each of them. @type {Record<string, () => Promise<unknown>>} */
const PLACES = {
  home: async () => (await import('./home.js')).createHome(store, byId('home'), session),
  setup: async () => (await import('./newgame.js')).createSetupPlace(store, byId('setup'), session),
  game: async () => Object.assign(keys, (await import('./play.js')).createPlay(store, session, { toSetup, share })),
  library: async () => (await import('./library.js')).createLibrary(store, byId('library'), session),
  learn: async () => (await import('./learn.js')).createLearn(store, byId('learn'), session),
  arena: async () => (await import('./arena/list.js')).createArena(store, byId('arena'), session),
  tournament: async () => (await import('./arena/tournament.js')).createTournament(store, byId('tournament'), session),
  tuning: async () => (await import('./arena/tuning.js')).createTuning(store, byId('tuning'), session),
  lobby: async () => (await import('./club/lobby.js')).createLobby(store, byId('lobby'), session),
  tournaments: async () => (await import('./club/tournaments.js')).createTournaments(store, byId('tournaments'), session),
  contest: async () => (await import('./club/contest.js')).createContest(store, byId('contest'), session),
  player: async () => (await import('./club/player.js')).createPlayer(store, byId('player'), session),
  players: async () => (await import('./club/player.js')).createLeaders(store, byId('players'), session),
  archive: async () => (await import('./club/archive.js')).createArchive(store, byId('archive'), session),
  reports: async () => (await import('./club/reports.js')).createReports(store, byId('reports'), session),
  join: async () => (await import('./club/join.js')).createJoin(store, byId('join'), session),
  nowhere: async () => (await import('./nowhere.js')).createNowhere(store, byId('nowhere'), session),
};
/** @type {Set<string>} */
const loaded = new Set();

/** @param {import('./route.js').Route} route */
const placeOf = (route) => (route.view === 'setup' && !route.game ? 'home' : route.view === 'analysis' ? 'game' : route.view);

/** Loads a place once; where that fails, the next visit tries again. @param {string} place */
async function load(place) {
  if (loaded.has(place)) return;
  loaded.add(place);
  try {
    await PLACES[place]?.();
  } catch (error) {
    loaded.delete(place);
    throw error;
  }
}

/** True once the club's part of the page is loaded, which a server on loopback has no use for. */
let isClub = false;

for (const id of ['brand', 'nav-play']) byId(id).addEventListener('click', follow(session, { view: 'setup' }));
byId('nav-lobby').addEventListener('click', follow(session, { view: 'lobby' }));
byId('nav-tournaments').addEventListener('click', follow(session, { view: 'tournaments' }));
byId('nav-library').addEventListener('click', follow(session, { view: 'library' }));
byId('nav-arena').addEventListener('click', follow(session, { view: 'arena' }));
byId('nav-learn').addEventListener('click', follow(session, { view: 'learn' }));
byId('help').addEventListener('click', help);

store.subscribe((state, before) => {
  const { game, route } = state;
  const place = placeOf(route);
  document.documentElement.dataset.palette = pageOf(state).palette;
  void load(place);
  if (state.hello?.club && !isClub) {
    isClub = true;
    void import('./club/club.js').then(({ createClub }) => createClub(store, session));
  }
  for (const name of Object.keys(PLACES)) byId(`${name}-view`).hidden = name !== place;
  byId('connection').textContent = { open: '', connecting: 'connecting', lost: 'no connection' }[state.connection];
  for (const [id, view] of Object.entries({ 'nav-play': 'setup', 'nav-lobby': 'lobby', 'nav-tournaments': 'tournaments', 'nav-library': 'library', 'nav-arena': 'arena', 'nav-learn': 'learn' })) {
    const here = route.view === view || (view === 'tournaments' && route.view === 'contest') || (view === 'arena' && (route.view === 'tournament' || route.view === 'tuning'));
    setAttribute(byId(id), 'aria-current', here ? 'page' : null);
  }
  if (place !== placeOf(before.route)) byId('main').focus({ preventScroll: true });
  if (pathOf(route) !== pathOf(before.route)) scrollTo(0, 0);
  const page = game ? gameNamed(game.game) : undefined;
  const turn = game && game.seats && !isAlone(state) && !game.ending && hasSide(state, game.side) ? 'Your turn · ' : '';
  const cup = route.view === 'contest' && state.contest?.line.id === route.id ? state.contest.line.terms.name : '';
  document.title = page ? `${turn}${page.title} · Tesuji` : cup ? `${cup} · Tesuji` : 'Tesuji';
});
