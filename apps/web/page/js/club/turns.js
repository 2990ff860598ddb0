// One's games by correspondence as rows, those in which one is to move first: in the lobby, and on the first page.

import { clockText } from '../clock.js';
import { el, fill } from '../dom.js';
import { follow } from '../follow.js';
import { gameNamed } from '../games/index.js';
import { clockInWords, ratingInWords } from './words.js';

/** @typedef {import('../../../messages.js').CorrespondenceGame} CorrespondenceGame */

/** @param {import('../session.js').Session} session */
export function createTurns(session) {
  const title = el('h2', {});
  const list = el('ul', { class: 'seeks', 'aria-label': 'Your games by correspondence' });
  const element = el('section', { class: 'turns', hidden: true }, title, list);
  let drawn = '';
  /** @type {import('../types.js').State['correspondence']} */
  let known = null;

  /** @param {CorrespondenceGame} game @param {number} since */
  function row({ id, game, opponent, rating, days, your_turn: mine, left, rated }, since) {
    const kind = gameNamed(game)?.title ?? game;
    const time = clockText(left - (performance.now() - since));
    const open = { view: /** @type {const} */ ('game'), id };
    return el(
      'li',
      { class: mine ? 'seek is-challenge' : 'seek' },
      el('span', { class: 'seek-name' }, el('b', {}, opponent.name), opponent.kind === 'bot' ? el('span', { class: 'tag' }, 'BOT') : null),
      el('span', { class: 'seek-rating' }, ratingInWords(rating)),
      el('span', { class: 'seek-game' }, kind),
      el('span', { class: 'seek-clock' }, mine ? `${time} left` : clockInWords({ initial: 0, increment: 0, days })),
      el('span', { class: 'seek-rated' }, rated ? 'Rated' : 'Casual'),
      el('span', { class: 'seek-act' }, el('a', { class: `button button-small ${mine ? 'button-tint' : ''}`, href: `/game/${id}`, 'aria-label': `${mine ? 'Your turn' : 'Their turn'}: ${opponent.name}, ${kind}`, onclick: follow(session, open) }, mine ? 'Your turn' : 'Look')),
    );
  }

  /** @param {import('../types.js').State['correspondence']} told */
  function draw(told) {
    known = told;
    const games = told?.games ?? [];
    const minute = Math.floor(performance.now() / 60_000);
    const key = JSON.stringify([games, minute]);
    if (key === drawn) return;
    drawn = key;
    element.hidden = games.length === 0;
    const mine = games.filter((game) => game.your_turn);
    fill(title, mine.length > 0 ? `Your turn (${mine.length})` : 'By correspondence');
    fill(list, ...[...mine, ...games.filter((game) => !game.your_turn)].map((game) => row(game, told?.told ?? 0)));
  }

  // Time left is told in hours, and in minutes at the end.
  setInterval(() => draw(known), 60_000);
  return { element, draw };
}
