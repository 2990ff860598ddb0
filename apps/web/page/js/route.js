// Addresses: `/` is the form for a new game, `/play/GAME` that of one game, `/game/ID` a game, `/library` the user's
// games, `/learn` and `/learn/GAME` the tutorial, `/arena` the tournaments and `/arena/NUMBER` one of them.

import { gameNamed } from './games/index.js';

/** @typedef {import('./types.js').State['route']} Route */

/** @param {string} path @returns {Route} */
export function routeOf(path) {
  const [, place = '', name = ''] = path.split('/').map(decodeURIComponent);
  const game = gameNamed(name)?.name;
  if (place === 'library') return { view: 'library' };
  if (place === 'learn') return game ? { view: 'learn', game } : { view: 'learn' };
  if (place === 'arena') return /^\d+$/.test(name) ? { view: 'tournament', id: Number(name) } : { view: 'arena' };
  if (place === 'game' && name) return { view: 'game', id: name };
  return game && place === 'play' ? { view: 'setup', game } : { view: 'setup' };
}

/** @param {Route} route */
export function pathOf(route) {
  if (route.view === 'game') return `/game/${encodeURIComponent(route.id)}`;
  if (route.view === 'library') return '/library';
  if (route.view === 'arena') return '/arena';
  if (route.view === 'tournament') return `/arena/${route.id}`;
  if (route.view === 'learn') return route.game ? `/learn/${route.game}` : '/learn';
  return route.game ? `/play/${route.game}` : '/';
}
