// Addresses: `/` is the form for a new game, `/play/GAME` that of one game, `/game/ID` a game, `/library` the user's
// games, `/learn` and `/learn/GAME` the tutorial, `/arena` the tournaments and `/arena/NUMBER` one of them. What follows `#`
// is the ply that is shown of a game.

import { gameNamed } from './games/index.js';

/** @typedef {import('./types.js').State['route']} Route */

/** @param {string} path @returns {Route} */
export function routeOf(path) {
  const [, place = '', name = '', ...more] = path.replace(/(.)\/$/, '$1').split('/').map(decoded);
  const game = gameNamed(name)?.name;
  const nowhere = /** @type {const} */ ({ view: 'nowhere', path });
  if (more.length > 0) return nowhere;
  if (place === '') return { view: 'setup' };
  if (place === 'library' && !name) return { view: 'library' };
  if (place === 'learn' && (game || !name)) return game ? { view: 'learn', game } : { view: 'learn' };
  if (place === 'arena' && !name) return { view: 'arena' };
  if (place === 'arena' && /^\d{1,15}$/.test(name)) return { view: 'tournament', id: Number(name) };
  if (place === 'game' && name) return { view: 'game', id: name };
  return game && place === 'play' ? { view: 'setup', game } : nowhere;
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
  if (route.view === 'game') return `/game/${encodeURIComponent(route.id)}`;
  if (route.view === 'library') return '/library';
  if (route.view === 'nowhere') return route.path;
  if (route.view === 'arena') return '/arena';
  if (route.view === 'tournament') return `/arena/${route.id}`;
  if (route.view === 'learn') return route.game ? `/learn/${route.game}` : '/learn';
  return route.game ? `/play/${route.game}` : '/';
}

/** The ply that an address asks for. @param {string} hash @returns {number | null} */
export function plyOf(hash) {
  const [, ply] = /^#(\d{1,4})$/.exec(hash) ?? [];
  return ply === undefined ? null : Number(ply);
}
