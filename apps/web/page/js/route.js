// Addresses: `/` is the form for a new game, `/game/ID` a game, `/library` the user's games, `/learn` the tutorial.

/** @typedef {import('./types.js').State['route']} Route */

/** @param {string} path @returns {Route} */
export function routeOf(path) {
  if (/^\/library\/?$/.test(path)) return { view: 'library' };
  if (/^\/learn\/?$/.test(path)) return { view: 'learn' };
  const [, id] = /^\/game\/([^/]+)\/?$/.exec(path) ?? [];
  return id ? { view: 'game', id: decodeURIComponent(id) } : { view: 'setup' };
}

/** @param {Route} route */
export function pathOf(route) {
  return route.view === 'game' ? `/game/${encodeURIComponent(route.id)}` : route.view === 'setup' ? '/' : `/${route.view}`;
}
