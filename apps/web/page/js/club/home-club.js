// A club's part of the first page: the open seeks, the games that are played now, and a link for a friend.

import { createMini } from '../board/mini.js';
import { createClockField } from '../clock-field.js';
import { el, fill, setText } from '../dom.js';
import { follow } from '../follow.js';
import { GAMES, gameNamed } from '../games/index.js';
import { seatsOf } from '../game-settings.js';
import { createSeeks } from './seeks.js';
import { createTurns } from './turns.js';
import { DAY_CHOICES, choice, chosenClock, ratingInWords } from './words.js';

/** @typedef {import('../../../messages.js').GameNow} GameNow */

/** Seeks that the first page has room for. */
const SEEKS = 8;
/** How long a game that is over stays, greyed, in milliseconds. */
const GOES = 1000;

/**
 * @param {import('../store.js').Store} store @param {import('../session.js').Session} session
 * @param {{ lobby: HTMLElement, live: HTMLElement, friend: HTMLElement }} places
 */
export function createHomeClub(store, session, { lobby, live, friend }) {
  const seeks = createSeeks(store, session, 'home-seeks', SEEKS);
  const turns = createTurns(session);
  const problem = el('div', { role: 'alert' });
  fill(
    lobby,
    turns.element,
    el('div', { class: 'home-head' }, el('h2', {}, 'Lobby'), seeks.count, el('a', { class: 'more', href: '/lobby', onclick: follow(session, { view: 'lobby' }) }, 'Create a game')),
    problem,
    seeks.chips,
    seeks.list,
    seeks.empty,
  );
  const drawLive = createLive(live, session);
  const game = choice('friend-game', GAMES.map(({ name, title }) => [name, title]), () => {});
  const clock = createClockField('friend-clock', () => {}, { more: DAY_CHOICES });
  const make = el('button', { type: 'button', class: 'button', onclick: invite }, 'Make a link');
  fill(
    friend,
    el('h2', {}, 'Play a friend'),
    el('p', { class: 'quiet' }, 'You get a link that gives the other seat, once.'),
    el('div', { class: 'friend-fields' }, el('label', { class: 'label', for: 'friend-game' }, 'Game'), game, el('label', { class: 'label', for: 'friend-clock' }, 'Clock'), clock.select, clock.own),
    make,
  );
  for (const place of [lobby, live, friend]) place.hidden = false;

  function invite() {
    const page = gameNamed(game.value);
    if (!page) return;
    const { players, more } = seatsOf(page, { level: 1, seat: 'friend', clock: 0 });
    const rule = chosenClock(clock);
    session.newGame(page.name, { deal: '' }, players, { ...more, ...(rule ? { clock: rule } : {}) });
  }

  store.subscribe(({ route, lobby: open, own, correspondence, live: games, waiting, connection, failure }) => {
    if (route.view !== 'setup' || route.game) return;
    make.disabled = waiting || connection !== 'open';
    seeks.draw(open, own);
    turns.draw(correspondence);
    drawLive(games);
    const said = failure?.request === 'seek_accept' ? failure.message : '';
    if (problem.textContent !== said) fill(problem, said ? el('p', { class: 'notice' }, said) : null);
  });
}

/** The games that are played now, as boards that live. @param {HTMLElement} place @param {import('../session.js').Session} session */
function createLive(place, session) {
  /** @type {Map<string, { element: HTMLElement, show: (game: GameNow) => void }>} */
  const cards = new Map();
  const count = el('span', { class: 'quiet' });
  const list = el('ul', { class: 'live-games', 'aria-label': 'Live games' });
  const empty = el('p', { class: 'empty' }, 'No game between two people is played just now. One that begins appears here.');
  fill(place, el('div', { class: 'home-head' }, el('h2', {}, 'Live games'), count), list, empty);

  /** @param {GameNow} first */
  function card(first) {
    const page = gameNamed(first.game);
    const board = el('span', { class: 'live-board', 'aria-hidden': 'true' });
    const players = el('span', { class: 'live-players' });
    const element = el('li', { class: 'live-game' }, el('a', { href: `/game/${encodeURIComponent(first.id)}`, onclick: follow(session, { view: 'game', id: first.id }) }, board, players));
    let latest = first;
    /** @type {ReturnType<typeof createMini> | null} */
    let mini = null;
    void page?.face().then(({ FACE }) => {
      mini = createMini(page, FACE);
      board.append(mini.element);
      mini.show(latest.position);
    });
    let names = '';

    /** @param {GameNow} game */
    function show(game) {
      latest = game;
      mini?.show(game.position);
      const sides = page?.sides.map(({ letter }) => letter) ?? Object.keys(game.players);
      const key = JSON.stringify(game.players);
      if (key === names) return;
      names = key;
      fill(players, ...sides.flatMap((side) => (game.players[side] ? [el('b', {}, game.players[side].member.name), el('span', { class: 'quiet' }, ratingInWords(game.players[side].rating))] : [])));
    }
    show(first);
    return { element, show };
  }

  /** @param {import('../types.js').State['live']} live */
  return function draw(live) {
    const games = live?.games ?? [];
    const ids = new Set(games.map(({ id }) => id));
    for (const [id, { element }] of cards) {
      if (ids.has(id)) continue;
      cards.delete(id);
      element.classList.add('is-gone');
      // Its place is another's after a moment, so that nothing moves under the pointer.
      setTimeout(() => element.remove(), GOES);
    }
    for (const game of games) {
      const known = cards.get(game.id);
      if (known) known.show(game);
      else {
        const made = card(game);
        cards.set(game.id, made);
        list.append(made.element);
      }
    }
    setText(count, live ? String(live.total) : '');
    empty.hidden = games.length > 0;
  };
}
