// The only list of games in the page.

import { arimaa } from './arimaa/index.js';
import { ataxx } from './ataxx/index.js';
import { chess } from './chess/index.js';
import { onitama } from './onitama/index.js';

/** @typedef {import('./view.js').GamePage} GamePage */

/** @type {GamePage[]} */
export const GAMES = [onitama, ataxx, arimaa, chess];

/**
 * @param {string} name
 * @returns {GamePage | undefined}
 */
export function gameNamed(name) {
  return GAMES.find((game) => game.name === name);
}
