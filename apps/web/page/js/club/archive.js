// The archive of a club: finished games that all may see, found by a form, read page by page, and downloaded.

import { miniOf } from '../board/mini.js';
import { el, fill, setText } from '../dom.js';
import { follow } from '../follow.js';
import { GAMES, gameNamed } from '../games/index.js';
import { clockShort } from '../game-settings.js';
import { choice } from './words.js';

/**
 * A player as the archive tells one.
 * @typedef {{ user?: { name: string, title?: string | null, rating?: number }, aiLevel?: number }} ArchivedPlayer
 * A game as the archive tells it.
 * @typedef {{ id: string, game: string, position: string, rated: boolean, lastMoveAt: number, reason?: string, winner?: 'white' | 'black', daysPerTurn?: number, clock?: { initial: number, increment: number, delay?: number }, players: { white: ArchivedPlayer, black: ArchivedPlayer } }} ArchivedGame
 */

const DAY = 86_400_000;
/** The fields of the form that the server has under the same name. */
const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'];

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createArchive(store, place, session) {
  /** What is shown; null before anything is. @type {string | null} */
  let shown = null;
  let next = '';
  const nothing = () => {};
  const game = choice('archive-game', [['', 'any'], ...GAMES.map(({ name, title }) => /** @type {[string, string]} */ ([name, title]))], nothing);
  const [player, opponent] = ['archive-player', 'archive-opponent'].map((id) => el('input', { class: 'input', type: 'text', id, maxlength: 20, autocomplete: 'off', autocapitalize: 'none', placeholder: 'name of a member' }));
  const rated = choice('archive-rated', [['', 'rated and casual'], ['true', 'rated'], ['false', 'casual']], nothing);
  const against = choice('archive-against', [['', 'any'], ['people', 'between people'], ['house', 'against the house engine'], ['programs', 'of programs']], nothing);
  const speed = choice('archive-speed', [['', 'any'], ...SPEEDS.map((name) => /** @type {[string, string]} */ ([name, name])), ['none', 'no clock']], nothing);
  const result = choice('archive-result', [['', 'any'], ['white', 'the first side won'], ['black', 'the second side won'], ['draw', 'drawn']], nothing);
  const [from, to] = ['archive-from', 'archive-to'].map((id) => el('input', { class: 'input', type: 'date', id }));
  const count = el('p', { class: 'quiet', role: 'status' });
  const list = el('ul', { class: 'player-games', 'aria-label': 'Games of the archive' });
  const more = el('button', { type: 'button', class: 'button', onclick: () => void load(next), hidden: true }, 'More games');
  const lines = el('a', { class: 'button', download: 'games.ndjson' }, 'Download all as JSON');
  const text = el('a', { class: 'button', download: 'games.txt' }, 'Download all as text');
  /** @param {string} label @param {HTMLElement | undefined} field */
  const row = (label, field) => el('p', { class: 'lobby-field' }, el('label', { class: 'label', for: field?.id ?? '' }, label), field ?? null);

  fill(
    place,
    el('div', { class: 'lobby-head' }, el('h1', { id: 'archive-title' }, 'Archive')),
    el('p', { class: 'quiet' }, 'Finished games between two members, or against the house engine, the last to end first. Private games are their players’ own.'),
    el(
      'form',
      { class: 'panel archive-form', onsubmit: submit, 'aria-label': 'Which games' },
      row('Game', game),
      row('Player', player),
      row('Against', opponent),
      row('Kind', against),
      row('Rated', rated),
      row('Speed', speed),
      row('Result', result),
      row('From', from),
      row('To', to),
      el('p', { class: 'options' }, el('button', { type: 'submit', class: 'button button-main' }, 'Search')),
    ),
    count,
    list,
    el('p', { class: 'options' }, more, lines, text),
  );

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const day = (/** @type {HTMLInputElement | undefined} */ field, /** @type {number} */ later) => (field?.value ? String(new Date(`${field.value}T00:00`).getTime() + later) : '');
    const asked = Object.entries({ game: game.value, player: player?.value.trim() ?? '', opponent: opponent?.value.trim() ?? '', against: against.value, rated: rated.value, speed: speed.value, result: result.value, since: day(from, 0), until: day(to, DAY) });
    const search = new URLSearchParams(asked.filter(([, value]) => value)).toString();
    shown = null;
    session.open({ view: 'archive', ...(search ? { asked: search } : {}) });
  }

  /** Shows in the form what an address asks for. @param {URLSearchParams} asked */
  function set(asked) {
    for (const [name, field] of Object.entries({ game, player, opponent, against, rated, speed, result })) if (field) field.value = asked.get(name) ?? '';
    const day = (/** @type {string} */ name, /** @type {number} */ earlier) => {
      const time = Number(asked.get(name));
      if (!time) return '';
      const date = new Date(time - earlier);
      return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
    };
    if (from) from.value = day('since', 0);
    if (to) to.value = day('until', DAY);
  }

  /** Reads a page, which follows those that are shown. @param {string} after */
  async function load(after) {
    const asked = shown ?? '';
    more.disabled = true;
    try {
      const answer = await fetch(`/api/archive?${asked}${after ? `&after=${encodeURIComponent(after)}` : ''}`);
      const told = /** @type {{ games?: ArchivedGame[], next?: string | null, error?: string }} */ (await answer.json());
      if (asked !== (shown ?? '')) return;
      if (!answer.ok || !told.games) throw new Error(told.error ?? 'The archive cannot be read.');
      next = told.next ?? '';
      const rows = told.games.map(rowOf);
      list.append(...rows);
      const all = list.children.length;
      setText(count, all === 0 ? 'No game is like that.' : `${all} ${all === 1 ? 'game' : 'games'}${next ? ', and there are more' : ''}`);
      // Who asked for more reads on with the first that came.
      if (after) rows[0]?.querySelector('a')?.focus();
    } catch (error) {
      next = '';
      setText(count, error instanceof Error ? error.message : String(error));
    }
    more.disabled = false;
    more.hidden = next === '';
    for (const link of [lines, text]) link.hidden = list.children.length === 0;
    text.hidden ||= game.value === '';
  }

  /** @param {ArchivedPlayer} one */
  const nameOf = ({ user, aiLevel }) => (aiLevel ? `Tesuji level ${aiLevel}` : `${user?.name ?? '?'}${user?.rating ? ` (${user.rating})` : ''}`);

  /** @param {ArchivedGame} one */
  function rowOf(one) {
    const { id, game: kind, position, winner, players, clock, daysPerTurn: days } = one;
    const title = gameNamed(kind)?.title ?? kind;
    const score = winner ? (winner === 'white' ? '1–0' : '0–1') : '½–½';
    const names = `${nameOf(players.white)} – ${nameOf(players.black)}`;
    const time = clock ? clockShort({ initial: clock.initial * 1000, increment: clock.increment * 1000, delay: (clock.delay ?? 0) * 1000 }) : days ? `${days} ${days === 1 ? 'day' : 'days'} a turn` : 'no clock';
    const facts = [title, time, one.rated ? 'rated' : 'casual', one.reason ?? '', new Date(one.lastMoveAt).toISOString().slice(0, 10)];
    return el(
      'li',
      { class: 'player-game' },
      miniOf(kind, position, false),
      el('span', { class: 'player-game-text' }, el('a', { href: `/game/${encodeURIComponent(id)}`, onclick: follow(session, { view: 'game', id }) }, names), el('br'), el('span', { class: 'quiet' }, facts.filter(Boolean).join(' · '))),
      el('b', {}, score),
      el('a', { class: 'button button-small', href: `/game/export/${encodeURIComponent(id)}`, download: `${id}.txt`, 'aria-label': `Download ${names}` }, 'Text'),
    );
  }

  store.subscribe(({ route }) => {
    if (route.view !== 'archive') return;
    const asked = route.asked ?? '';
    if (asked === shown) return;
    shown = asked;
    set(new URLSearchParams(asked));
    fill(list);
    setText(count, '');
    lines.setAttribute('href', `/api/archive?${asked}&format=ndjson`);
    text.setAttribute('href', `/api/archive?${asked}&format=text`);
    void load('');
  });
}
