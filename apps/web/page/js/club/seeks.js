// The open seeks of a club as rows, filtered by game: in the lobby, and below the games of the first page.

import { clockInWords, ratingInWords } from './words.js';
import { el, fill, setText } from '../dom.js';
import { follow } from '../follow.js';
import { GAMES, gameNamed } from '../games/index.js';

/** @typedef {import('../../../messages.js').Seek} Seek */
/** @typedef {import('../../../messages.js').Challenge} Challenge */

/** How long a seek that is gone stays, greyed, so that nothing moves under a pointer, in milliseconds. */
const GOES = 1000;

/**
 * @param {import('../store.js').Store} store @param {import('../session.js').Session} session
 * @param {string} id of the line that counts them @param {number} [most] rows at once
 */
export function createSeeks(store, session, id, most = Infinity) {
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  let shown = '';
  const count = el('span', { class: 'quiet', id });
  const chips = el('div', { class: 'chips', role: 'group', 'aria-label': 'Which games' });
  const list = el('ul', { class: 'seeks', 'aria-label': 'Open seeks' });
  const empty = el('p', { class: 'empty' }, 'Nobody seeks a game just now. Create one: it stands here until somebody joins.');

  /** @param {Seek | Challenge} one @param {import('../../../messages.js').Member} member @param {...HTMLElement} actions */
  function cells(one, member, ...actions) {
    const title = gameNamed(one.game)?.title ?? one.game;
    const bounds = 'lowest' in one && (one.lowest !== null || one.highest !== null) ? ` · ${one.lowest ?? 'any'} to ${one.highest ?? 'any'}` : '';
    return [
      el('span', { class: 'seek-name' }, el('b', {}, nameOf(member)), member.kind === 'bot' ? el('span', { class: 'tag' }, 'BOT') : null),
      el('span', { class: 'seek-rating' }, ratingInWords(one.rating)),
      el('span', { class: 'seek-game' }, title),
      el('span', { class: 'seek-clock' }, clockInWords(one.clock)),
      el('span', { class: 'seek-rated' }, `${one.rated ? 'Rated' : 'Casual'}${bounds}`),
      el('span', { class: 'seek-act' }, ...actions),
    ];
  }

  /** A member's name, which leads to their page. @param {import('../../../messages.js').Member} member */
  function nameOf(member) {
    const called = member.name.replace(/^to /, '');
    if (member.kind === 'guest') return member.name;
    return el('a', { href: `/player/${called}`, onclick: follow(session, { view: 'player', name: called }) }, member.name);
  }

  /** @param {string} label @param {string} about @param {import('../../../messages.js').ClientMessage} message @param {string} [more] */
  const act = (label, about, message, more = '') => el('button', { type: 'button', class: `button button-small ${more}`, 'aria-label': `${label}: ${about}`, onclick: () => session.ask(message) }, label);

  /** @param {Seek[]} seeks @param {string[]} own */
  function drawSeeks(seeks, own) {
    const fitting = seeks.filter(({ game: kind }) => !shown || kind === shown);
    // Those that are shown stay: one that comes pushes none away.
    const wanted = [...fitting.filter(({ id: of }) => rows.has(of)), ...fitting.filter(({ id: of }) => !rows.has(of))].slice(0, most);
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, element] of rows) {
      if (ids.has(id)) continue;
      rows.delete(id);
      element.classList.add('is-gone');
      for (const button of element.querySelectorAll('button')) button.disabled = true;
      const left = seeks.some((seek) => seek.id === id);
      if (left) element.remove();
      else setTimeout(() => element.remove(), GOES);
    }
    for (const seek of wanted) {
      if (rows.has(seek.id)) continue;
      const about = `${seek.by.name}, ${gameNamed(seek.game)?.title ?? seek.game}`;
      const button = own.includes(seek.id) ? act('Withdraw', about, { type: 'seek_cancel', id: seek.id }) : act('Join', about, { type: 'seek_accept', id: seek.id });
      const element = el('li', { class: 'seek' }, ...cells(seek, seek.by, button));
      rows.set(seek.id, element);
      list.append(element);
    }
    setText(count, `${seeks.length} open ${seeks.length === 1 ? 'seek' : 'seeks'}`);
    empty.hidden = wanted.length > 0;
  }

  function drawChips() {
    /** @param {string} kind @param {string} title */
    const chip = (kind, title) => el('button', { type: 'button', class: 'chip', 'aria-pressed': String(shown === kind), onclick: () => choose(kind) }, title);
    fill(chips, chip('', 'All'), ...GAMES.map(({ name: kind, title }) => chip(kind, title)));
  }

  /** @param {string} kind */
  function choose(kind) {
    shown = kind;
    drawChips();
    const { lobby, own } = store.get();
    drawSeeks(lobby ?? [], own?.seeks ?? []);
    /** @type {HTMLElement | null} */ (chips.querySelector('[aria-pressed="true"]'))?.focus();
  }

  /** @param {import('../types.js').State['lobby']} lobby @param {import('../types.js').State['own']} own */
  function draw(lobby, own) {
    // A seek may be told before it is known as one's own: its row is made again then.
    for (const id of own?.seeks ?? []) {
      const known = rows.get(id);
      if (known && !known.textContent?.includes('Withdraw')) {
        known.remove();
        rows.delete(id);
      }
    }
    drawSeeks(lobby ?? [], own?.seeks ?? []);
  }

  drawChips();
  return { count, chips, list, empty, draw, cells, act };
}
