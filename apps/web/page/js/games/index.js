// The games of the page: those that the server lists.

import { LIST } from './list.js';

/** @typedef {import('./view.js').GamePage} GamePage */

/** @type {GamePage[]} */
export const GAMES = LIST;

/**
 * @param {string} name
 * @returns {GamePage | undefined}
 */
export function gameNamed(name) {
  return GAMES.find((game) => game.name === name);
}
