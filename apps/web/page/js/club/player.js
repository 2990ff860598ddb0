// A member's page: ratings, how they came about, and the last games.

import { miniOf } from '../board/mini.js';
import { el, fill } from '../dom.js';
import { follow } from '../follow.js';
import { gameNamed } from '../games/index.js';
import { openAccount } from './account.js';
import { memberActs } from './member-acts.js';
import { ratingGraph } from './rating-graph.js';
import { ratingInWords } from './words.js';

/** @typedef {import('../../../messages.js').Profile} Profile */
/** @typedef {import('../../../messages.js').ProfileGame} ProfileGame */

/** @param {string} game @param {string} speed */
const titleOf = (game, speed) => `${gameNamed(game)?.title ?? game} ${speed}`;

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0');

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createPlayer(store, place, session) {
  let drawn = '';

  /** @param {Profile} profile */
  function head(profile) {
    const { member, online, closed, moderator, blocked } = profile;
    const own = store.get().hello?.club?.you;
    const you = own?.name === member.name;
    return el(
      'div',
      { class: 'player-head' },
      el('div', {}, el('h1', { id: 'player-title' }, member.name, member.kind === 'bot' ? el('span', { class: 'tag' }, 'BOT') : null, moderator ? el('span', { class: 'tag' }, 'MODERATOR') : null), el('p', { class: 'quiet' }, closed ? 'This account is closed' : online ? 'Here now' : 'Not here just now')),
      el('p', {}, el('a', { class: 'button', href: '/players', onclick: follow(session, { view: 'players' }) }, 'Best players'), you && own.kind === 'person' ? el('button', { type: 'button', class: 'button', onclick: openAccount }, 'Passkeys') : null, you || closed || blocked ? null : el('a', { class: 'button button-main', href: '/lobby', onclick: follow(session, { view: 'lobby', name: member.name }) }, 'Challenge')),
    );
  }

  /** @param {ProfileGame} one */
  function outcome({ ending, side }) {
    if (!ending) return 'Under way';
    if (ending.reason === 'abort') return 'Aborted';
    return ending.winner === null ? '= Draw' : ending.winner === side ? '▲ Won' : '▼ Lost';
  }

  /** @param {ProfileGame} one */
  function gameRow(one) {
    const { id, game, position, side, opponent, level, opponent_rating: rating, rated, ending, change } = one;
    const page = gameNamed(game);
    const name = opponent?.name ?? (level ? `Tesuji, level ${level}` : 'Open seat');
    const kind = ending?.winner === null ? '' : ending?.winner === side ? 'is-won' : ending ? 'is-lost' : '';
    return el(
      'li',
      { class: 'player-game' },
      miniOf(game, position, page?.sides[1]?.letter === side),
      el('span', { class: 'player-game-text' }, el('a', { href: `/game/${encodeURIComponent(id)}`, onclick: follow(session, { view: 'game', id }) }, `against ${name}`), ' ', opponent?.kind === 'bot' ? el('span', { class: 'tag' }, 'BOT') : null, ' ', el('span', { class: 'quiet' }, ratingInWords(rating)), el('br'), el('span', { class: 'quiet' }, `${page?.title ?? game} · ${rated ? 'rated' : 'casual'}`)),
      el('b', { class: kind }, outcome(one)),
      el('span', { class: 'player-change' }, change === null ? '' : signed(change)),
    );
  }

  /** @param {Profile} profile */
  function draw(profile) {
    const { ratings, points, games } = profile;
    const lines = ratings.map(({ game, speed }) => ({ title: titleOf(game, speed), points: points.filter((point) => point.game === game && point.speed === speed) }));
    const { hello, reported, failure } = store.get();
    fill(
      place,
      head(profile),
      hello?.club ? memberActs(session, profile, hello.club, reported) : null,
      failure ? el('p', { class: 'notice', role: 'alert' }, failure.message) : null,
      ratings.length === 0
        ? el('p', { class: 'empty' }, 'No rated game yet. A seek or challenge that is rated, with a clock, makes a rating.')
        : el(
            'ul',
            { class: 'rating-cards', 'aria-label': 'Ratings' },
            ...ratings.map(({ game, speed, rating, games: count, progress }) =>
              el('li', { class: 'rating-card' }, el('span', {}, titleOf(game, speed)), el('b', {}, ratingInWords(rating)), el('span', { class: 'quiet' }, `${rating.provisional ? 'Provisional · ' : ''}${count} ${count === 1 ? 'game' : 'games'} · ${signed(progress)} in the last ${Math.min(count, 12)}`)),
            ),
          ),
      el(
        'div',
        { class: 'player-low' },
        points.length > 0 ? el('section', { class: 'panel player-graph' }, el('h2', {}, 'Ratings'), ratingGraph(lines)) : null,
        el('section', {}, el('h2', {}, 'Recent games'), games.length === 0 ? el('p', { class: 'empty' }, 'None that you may see.') : el('ul', { class: 'player-games' }, ...games.map(gameRow)), el('p', {}, el('a', { href: `/archive?player=${profile.member.name}`, onclick: follow(session, { view: 'archive', asked: `player=${profile.member.name}` }) }, 'All finished games that all may see'))),
      ),
    );
  }

  store.subscribe(({ route, profile, failure, reported, reports, hello }, before) => {
    if (route.view !== 'player') return;
    // A moderator has acted: how does the account stand now?
    if (reports !== before.reports) session.ask({ type: 'player', name: route.name });
    // A moderator finds a hidden name by either.
    const isMeant = (/** @type {string | undefined} */ name) => name?.toLowerCase() === route.name.toLowerCase();
    const shown = profile && (isMeant(profile.member.name) || isMeant(profile.under?.name)) ? profile : null;
    const key = JSON.stringify([route.name, shown, failure?.message, reported, hello?.club]);
    if (key === drawn) return;
    drawn = key;
    if (shown) draw(shown);
    else fill(place, el('h1', { id: 'player-title' }, route.name), failure ? el('p', { class: 'notice' }, failure.message) : null);
  });
}

/** Whom the tables of the best may have. @type {['people' | 'programs' | undefined, string][]} */
const RANKED = [[undefined, 'All'], ['people', 'People'], ['programs', 'Programs']];

/** The best of each game and speed. @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createLeaders(store, place, session) {
  let drawn = '';
  store.subscribe(({ route, leaders, failure }) => {
    if (route.view !== 'players') return;
    const key = JSON.stringify([route.of, leaders, failure?.message]);
    if (key === drawn) return;
    drawn = key;
    const problem = failure && !leaders ? el('p', { class: 'notice' }, failure.message) : null;
    fill(
      place,
      el('h1', { id: 'players-title' }, 'Best players'),
      el('p', { class: 'leaders-of' }, ...RANKED.map(([of, title]) => el('a', { class: 'button', href: of ? `/players/${of}` : '/players', 'aria-current': route.of === of ? 'page' : null, onclick: follow(session, of ? { view: 'players', of } : { view: 'players' }) }, title))),
      problem,
      leaders?.length === 0 ? el('p', { class: 'empty' }, route.of ? `No ${route.of} have played a rated game yet.` : 'Nobody has played a rated game yet. The lobby is where one begins.') : null,
      el(
        'div',
        { class: 'leaders' },
        ...(leaders ?? []).map(({ game, speed, members }) =>
          el(
            'table',
            { class: 'leader-table' },
            el('caption', {}, titleOf(game, speed)),
            el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Player'), el('th', { scope: 'col' }, 'Rating'), el('th', { scope: 'col' }, 'Games'))),
            el(
              'tbody',
              {},
              ...members.map(({ member, rating, games }) =>
                el('tr', {}, el('th', { scope: 'row' }, el('a', { href: `/player/${member.name}`, onclick: follow(session, { view: 'player', name: member.name }) }, member.name), ' ', member.kind === 'bot' ? el('span', { class: 'tag' }, 'BOT') : null), el('td', {}, ratingInWords(rating)), el('td', {}, String(games))),
              ),
            ),
          ),
        ),
      ),
    );
  });
}
