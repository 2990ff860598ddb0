// Which game? A row of links, above the form for a new game and the tutorial.

import { el } from './dom.js';
import { follow } from './follow.js';
import { GAMES, gameNamed } from './games/index.js';
import { pathOf } from './route.js';
import { readSetting, writeSetting } from './settings.js';

const [first] = GAMES;
if (!first) throw new Error('the page lists no game');

/**
 * The game that a route is about: the one it names, or else the one chosen last.
 * @param {import('./route.js').Route} route
 */
export function gameOf(route) {
  const named = 'game' in route && route.game ? gameNamed(route.game) : undefined;
  if (named) writeSetting('game', named.name);
  return named ?? gameNamed(readSetting('game') ?? '') ?? /** @type {import('./games/view.js').GamePage} */ (first);
}

/**
 * @param {'setup' | 'learn'} view @param {string} chosen @param {import('./session.js').Session} session
 */
export function gameChoice(view, chosen, session) {
  return el(
    'nav',
    { class: 'game-choice', 'aria-label': 'Game' },
    ...GAMES.map(({ name, title }) => {
      const route = { view, game: name };
      return el(
        'a',
        {
          href: pathOf(route),
          class: 'game-link',
          'aria-current': name === chosen ? 'page' : null,
          onclick: follow(session, route),
        },
        title,
      );
    }),
  );
}
