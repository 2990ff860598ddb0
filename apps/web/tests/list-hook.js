// The module that the server writes (js/games/list.js), for tests that import modules of the page.

let list = '';

/** @param {{ list: string }} data */
export function initialize(data) {
  ({ list } = data);
}

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, next) {
  return specifier === './list.js' ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true } : next(specifier, context);
}

/** @type {import('node:module').LoadHook} */
export function load(url, context, next) {
  return url.endsWith('/games/list.js') ? { format: 'module', source: list, shortCircuit: true } : next(url, context);
}
