// Addresses: `/` is the form for a new game, `/game/ID` a game.

/** @typedef {import('./types.js').State['route']} Route */

/** @param {string} path @returns {Route} */
export function routeOf(path) {
  const [, id] = /^\/game\/([^/]+)\/?$/.exec(path) ?? [];
  return id ? { view: 'game', id: decodeURIComponent(id) } : { view: 'setup' };
}

/** @param {Route} route */
export function pathOf(route) {
  return route.view === 'game' ? `/game/${encodeURIComponent(route.id)}` : '/';
}
