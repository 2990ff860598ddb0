// The first page: a card a game, with a board that lives and one press to play; games to go on with; tournaments under way.

import { GAMES } from './games/index.js';
import { miniOf } from './board/mini.js';
import { el, fill } from './dom.js';
import { follow } from './follow.js';
import { createGameCard } from './home-card.js';
import { recentGames } from './recent.js';
import { readSetting } from './settings.js';

/** Games that may be gone on with at the head of the page; of the last games below there are as many as are kept. */
const CONTINUED = 3;

/**
 * @param {import('./store.js').Store} store @param {HTMLElement} place @param {import('./session.js').Session} session
 */
export function createHome(store, place, session) {
  const cards = GAMES.map((page) => createGameCard(page, store, session));
  const going = el('div', { class: 'continue', role: 'group', 'aria-label': 'Continue' });
  const last = el('div', {});
  const arena = el('div', { class: 'home-arena' });
  // A club's part; hidden without one (docs/server.md).
  const [lobby, live, friend] = ['lobby', 'live', 'friend'].map((name) => el('section', { 'data-club': name, hidden: true }));
  let isClub = false;
  const problem = el('div', { class: 'form-problem', role: 'alert' });
  fill(
    place,
    el(
      'div',
      { class: 'hero' },
      el('div', {}, el('h1', { id: 'home-title' }, 'What shall we play?'), el('p', { class: 'lead' }, 'Against the engine at once; every game is kept.')),
      going,
    ),
    problem,
    el('div', { class: 'game-cards' }, ...cards.map(({ element }) => element)),
    el(
      'div',
      { class: 'home-low' },
      lobby,
      live,
      // The place of the daily puzzle, as drawn: between the live games and a friend's link, hidden until there are puzzles.
      el('section', { 'data-place': 'puzzle', hidden: true }),
      friend,
      el('section', {}, last),
      el('section', {}, el('h2', {}, 'Tournaments'), arena),
      el(
        'section',
        {},
        el('h2', {}, 'Learn'),
        el('ul', { class: 'home-links' }, ...GAMES.map(({ name, title }) => el('li', {}, el('a', { href: `/learn/${name}`, onclick: follow(session, { view: 'learn', game: name }) }, title)))),
        el('h2', {}, 'Your own'),
        el('p', { class: 'quiet' }, 'A position or a game from elsewhere, or a board to try things on.'),
        el('button', { type: 'button', class: 'button', onclick: async () => (await import('./share.js')).openShare(store, session) }, 'Load a game'),
        el('ul', { class: 'home-links' }, ...GAMES.map(({ name, title }) => el('li', {}, el('a', { href: `/analysis/${name}`, onclick: follow(session, { view: 'analysis', game: name }) }, `Analyse ${title}`)))),
      ),
    ),
  );

  /** @param {import('./recent.js').Recent} one */
  function continued({ id, name, game = '', position = '', against = '', turn, flipped = false }) {
    return el(
      'a',
      { class: 'continue-card', href: `/game/${encodeURIComponent(id)}`, onclick: follow(session, { view: 'game', id }) },
      miniOf(game, position, flipped),
      el('span', { class: 'continue-text' }, el('b', {}, name.split(':')[0] ?? name), el('span', { class: 'quiet' }, against), el('span', { class: turn === 'yours' ? 'your-move' : 'quiet' }, turn === 'yours' ? '› Your move' : 'Their move')),
    );
  }

  function drawRecent() {
    const list = recentGames();
    fill(going, ...list.filter(({ turn, game }) => game && turn && turn !== 'over').slice(0, CONTINUED).map(continued));
    going.hidden = going.childElementCount === 0;
    fill(
      last,
      el('h2', { class: 'recent-title' }, 'Your last games'),
      list.length === 0
        ? el('p', { class: 'empty' }, 'None yet. Each game you play appears here by itself.')
        : el(
            'ul',
            { class: 'recent' },
            ...list.map(({ id, name, about, game, position, flipped }) =>
              el('li', {}, game && position ? miniOf(game, position, flipped) : null, el('span', { class: 'recent-text' }, el('a', { href: `/game/${encodeURIComponent(id)}`, onclick: follow(session, { view: 'game', id }) }, name), el('span', { class: 'quiet' }, about))),
            ),
          ),
    );
  }

  /** @param {import('./types.js').State} state */
  function drawArena({ arena: list }) {
    const running = (list?.tournaments ?? []).filter(({ state }) => state === 'running');
    fill(
      arena,
      ...running.map(({ id, name, game }) => el('a', { class: 'arena-strip', href: `/arena/${id}`, onclick: follow(session, { view: 'tournament', id }) }, el('b', {}, name), el('span', {}, GAMES.find((page) => page.name === game)?.title ?? game))),
      running.length === 0 ? el('p', { class: 'empty' }, 'None is under way. ', el('a', { href: '/arena', onclick: follow(session, { view: 'arena' }) }, 'Begin one'), ' between engines or levels.') : null,
    );
  }

  store.subscribe((state, before) => {
    if (state.hello?.club && !isClub && lobby && live && friend) {
      isClub = true;
      void import('./club/home-club.js').then(({ createHomeClub }) => createHomeClub(store, session, { lobby, live, friend }));
    }
    if (state.route.view !== 'setup' || state.route.game) return;
    const arrived = state === before || before.route.view !== 'setup' || Boolean(before.route.game) || last.childElementCount === 0;
    if (arrived) drawRecent();
    if (arrived || state.arena !== before.arena) drawArena(state);
    const latest = readSetting('game');
    for (const card of cards) card.draw(state, card.name === latest);
    const said = state.connection === 'lost' ? 'The server cannot be reached. The page keeps trying; start the game when it is back.' : (state.failure?.request === 'seek_accept' ? '' : (state.failure?.message ?? ''));
    if (problem.textContent !== said) fill(problem, said ? el('p', { class: 'notice' }, said) : null);
  });
}
