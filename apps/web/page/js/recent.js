// The games last seen in this browser, so that closing a tab loses no game. The games themselves are on the server.

import { gameNamed } from './games/index.js';
import { counting } from './plural.js';
import { isPerson } from './position.js';
import { resultInWords } from './result.js';
import { readSetting, writeSetting } from './settings.js';

const KEY = 'recent';
const KEPT = 8;

/**
 * @typedef {object} Recent
 * @property {string} id
 * @property {string} name
 * @property {string} about
 * @property {string} [game]  missing in what older pages kept
 * @property {string} [position]
 * @property {string} [against]
 * @property {'yours' | 'theirs' | 'over'} [turn]  whose it is
 * @property {boolean} [flipped]  whether the second side sits below
 */

/** @returns {Recent[]} */
export function recentGames() {
  try {
    const list = JSON.parse(readSetting(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => [one.id, one.name, one.about].every((field) => typeof field === 'string')) : [];
  } catch {
    return [];
  }
}

/** @param {Recent[]} list */
const keep = (list) => writeSetting(KEY, JSON.stringify(list.slice(0, KEPT)));

/** @param {import('../../messages.js').Game} game @param {boolean} flipped @returns {Recent | null} */
function noted(game, flipped) {
  const page = gameNamed(game.game);
  if (!page || game.history.length === 0) return null;
  const levels = Object.entries(game.players).flatMap(([side, player]) => (!isPerson(game, side) && player.kind === 'engine' ? [player.level] : []));
  const against = levels.length === 0 ? 'two people' : `level ${levels.join(' and ')}`;
  const turns = counting(game.history.length, 'turn');
  return {
    id: game.id,
    name: `${page.title}: ${page.nameGame(game.start)}`,
    about: [against, turns, game.ending ? resultInWords(game, page) : 'not over'].join(' · '),
    game: game.game,
    position: game.position,
    against,
    turn: game.ending ? 'over' : isPerson(game, game.side) ? 'yours' : 'theirs',
    flipped,
  };
}

/** Takes note of each game that is shown. @param {import('./store.js').Store} store */
export function noteRecent(store) {
  store.subscribe((state, before) => {
    const note = state.game && state.game !== before.game ? noted(state.game, state.flipped) : null;
    if (note) keep([note, ...recentGames().filter(({ id }) => id !== note.id)]);
    const gone = state.failure?.code === 'not_found' && state.route.view === 'game' ? state.route.id : null;
    if (gone && state.failure !== before.failure) keep(recentGames().filter(({ id }) => id !== gone));
  });
}
