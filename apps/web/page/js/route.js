// Addresses: `/` is the form for a new game, `/play/GAME?position=…` that of one game, `/game/ID` a game, `/analysis/GAME?position=…&turns=…` an analysis board, `/library` the user's
// games, `/join/WORD` an invitation, `/lobby` a club's lobby, `/tournaments` its tournaments, `/tournament/ID` one of them, `/players`, `/players/people` and `/players/programs` its best players, `/archive?…` its finished games, `/reports` its moderators' page, `/player/NAME` one member, `/learn` and `/learn/GAME` the tutorial, `/arena` the tournaments and `/arena/NUMBER` one of them, `/arena/tunings/NAME` a tuning. What follows `#`
// is the ply that is shown of a game.

import { gameNamed } from './games/index.js';

/** @typedef {import('./types.js').State['route']} Route */

/** @param {string} path @param {string} [search]  what follows `?` @returns {Route} */
export function routeOf(path, search = '') {
  const [, place = '', name = '', ...more] = path.replace(/(.)\/$/, '$1').split('/').map(decoded);
  const game = gameNamed(name)?.name;
  const nowhere = /** @type {const} */ ({ view: 'nowhere', path });
  if (place === 'arena' && name === 'tunings' && more.length === 1 && more[0]) return { view: 'tuning', name: more[0] };
  if (more.length > 0) return nowhere;
  if (place === '') return { view: 'setup' };
  if (place === 'lobby' && !name) return { view: 'lobby' };
  if (place === 'tournaments' && !name) return { view: 'tournaments' };
  if (place === 'tournament' && name) return { view: 'contest', id: name };
  if (place === 'players' && !name) return { view: 'players' };
  if (place === 'players' && (name === 'people' || name === 'programs')) return { view: 'players', of: name };
  if (place === 'archive' && !name) return search.length > 1 ? { view: 'archive', asked: new URLSearchParams(search).toString() } : { view: 'archive' };
  if (place === 'reports' && !name) return { view: 'reports' };
  if (place === 'player' && name) return { view: 'player', name };
  if (place === 'library' && !name) return { view: 'library' };
  if (place === 'learn' && (game || !name)) return game ? { view: 'learn', game } : { view: 'learn' };
  if (place === 'arena' && !name) return { view: 'arena' };
  if (place === 'arena' && /^\d{1,15}$/.test(name)) return { view: 'tournament', id: Number(name) };
  if (place === 'join' && name) return { view: 'join', token: name };
  if (place === 'game' && name) return { view: 'game', id: name };
  if (game && place === 'analysis') return analysedOf(game, new URLSearchParams(search));
  return game && place === 'play' ? formOf(game, new URLSearchParams(search).get('position') ?? '') : nowhere;
}

/** @param {string} game @param {string} position  to begin with; empty for none @returns {Route} */
function formOf(game, position) {
  return position ? { view: 'setup', game, position } : { view: 'setup', game };
}

/** @param {string} game @param {URLSearchParams} asked @returns {import('./types.js').Analysed} */
function analysedOf(game, asked) {
  const [position, deal, turns] = ['position', 'deal', 'turns'].map((name) => asked.get(name) ?? '');
  return { view: 'analysis', game, ...(position ? { position } : deal ? { deal } : {}), ...(turns ? { turns: turns.split(',').map((turn) => turn.trim()) } : {}) };
}

/** @param {import('./types.js').Analysed} route */
function analysisPath({ game, position, deal, turns = [] }) {
  const asked = new URLSearchParams({ ...(position ? { position } : deal ? { deal } : {}), ...(turns.length > 0 ? { turns: turns.join(',') } : {}) });
  return `/analysis/${game}${asked.size > 0 ? `?${asked}` : ''}`;
}

/** A part of an address; one that is written wrongly stays as it is. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {Route} route */
export function pathOf(route) {
  if (route.view === 'game') return route.at ?? `/game/${encodeURIComponent(route.id)}`;
  if (route.view === 'analysis') return analysisPath(route);
  if (route.view === 'join') return `/join/${encodeURIComponent(route.token)}`;
  if (route.view === 'lobby') return '/lobby';
  if (route.view === 'tournaments') return '/tournaments';
  if (route.view === 'contest') return `/tournament/${encodeURIComponent(route.id)}`;
  if (route.view === 'players') return route.of ? `/players/${route.of}` : '/players';
  if (route.view === 'archive') return `/archive${route.asked ? `?${route.asked}` : ''}`;
  if (route.view === 'reports') return '/reports';
  if (route.view === 'player') return `/player/${encodeURIComponent(route.name)}`;
  if (route.view === 'library') return '/library';
  if (route.view === 'nowhere') return route.path;
  if (route.view === 'arena') return '/arena';
  if (route.view === 'tuning') return `/arena/tunings/${encodeURIComponent(route.name)}`;
  if (route.view === 'tournament') return `/arena/${route.id}`;
  if (route.view === 'learn') return route.game ? `/learn/${route.game}` : '/learn';
  if (route.game) return `/play/${route.game}${route.position ? `?${new URLSearchParams({ position: route.position })}` : ''}`;
  return '/';
}

/** The ply that an address asks for. @param {string} hash @returns {number | null} */
export function plyOf(hash) {
  const [, ply] = /^#(\d{1,4})$/.exec(hash) ?? [];
  return ply === undefined ? null : Number(ply);
}
