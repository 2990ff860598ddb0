// An address that leads nowhere: what was looked for, and the way to what there is.

import { el, fill } from './dom.js';
import { GAMES } from './games/index.js';
import { follow } from './follow.js';

/** @param {import('./store.js').Store} store @param {HTMLElement} place @param {import('./session.js').Session} session */
export function createNowhere(store, place, session) {
  store.subscribe(({ route }, before) => {
    if (route.view !== 'nowhere' || (route === before.route && place.childElementCount > 0)) return;
    const [, where = '', name = ''] = route.path.split('/');
    const problem = { play: `There is no game “${name}” here.`, learn: `There is no game “${name}” here.`, arena: `There is no tournament ${name}.` }[where];
    /** @param {string} href @param {string} text @param {import('./types.js').State['route']} to */
    const link = (href, text, to) => el('li', {}, el('a', { href, onclick: follow(session, to) }, text));
    fill(
      place,
      el('h1', { id: 'nowhere-title' }, 'There is nothing at this address'),
      el('p', { class: 'lead', role: 'alert' }, problem ?? 'The link may be mistyped, or what it led to is gone.'),
      el(
        'ul',
        { class: 'nowhere-links' },
        ...GAMES.map(({ name: game, title }) => link(`/play/${game}`, `Play ${title}`, { view: 'setup', game })),
        link('/library', 'Your games', { view: 'library' }),
        link('/arena', 'The arena', { view: 'arena' }),
      ),
    );
  });
}
