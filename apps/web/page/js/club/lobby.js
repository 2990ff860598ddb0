// The lobby of a club: seeks that are open, challenges, and the form that makes either.

import { createChat } from './chat.js';
import { createPools } from './pools.js';
import { createSeeks } from './seeks.js';
import { createTurns } from './turns.js';
import { DAY_CHOICES, choice, chosenClock } from './words.js';
import { createClockField } from '../clock-field.js';
import { el, fill, setText } from '../dom.js';
import { follow } from '../follow.js';
import { GAMES, gameNamed } from '../games/index.js';
import { CLOCKS } from '../game-settings.js';

/** A rating that may be asked for. */
const RANGE = { type: 'number', min: 0, max: 4000, step: 50, class: 'input', inputmode: 'numeric' };

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createLobby(store, place, session) {
  const seeks = createSeeks(store, session, 'lobby-count');
  const { count, chips, list, empty, cells, act } = seeks;
  const chat = createChat(store, session, 'Chat', 'lobby');
  const pools = createPools(session);
  const turns = createTurns(session);
  let drawnOwn = '';
  /** The member whose page led here. */
  let meant = '';
  const challenges = el('section', { 'aria-label': 'Challenges', hidden: true });
  const problem = el('div', { class: 'form-problem', role: 'alert' });
  const who = el('p', { class: 'quiet' });
  const stands = el('p', { class: 'quiet' });

  const game = choice('lobby-game', GAMES.map(({ name, title }) => [name, title]), () => drawSides());
  const clock = createClockField('lobby-clock', () => drawRated(), { more: DAY_CHOICES });
  const side = choice('lobby-side', [], () => {});
  const rated = el('input', { type: 'checkbox', id: 'lobby-rated', onchange: () => drawRated() });
  const lowest = el('input', { ...RANGE, id: 'lobby-lowest', placeholder: 'any' });
  const highest = el('input', { ...RANGE, id: 'lobby-highest', placeholder: 'any' });
  const name = el('input', { class: 'input', type: 'text', id: 'lobby-name', maxlength: 20, autocomplete: 'off', autocapitalize: 'none', placeholder: 'name of a member' });
  const challenge = el('button', { type: 'submit', class: 'button', value: 'challenge' }, 'Challenge');
  /** @param {string} label @param {HTMLElement} field */
  const row = (label, field) => el('p', { class: 'lobby-field' }, el('label', { class: 'label', for: field.id }, label), field);
  const range = el('div', { class: 'lobby-range' }, row('Rating from', lowest), row('to', highest));
  clock.set({ clock: Math.max(0, CLOCKS.findIndex(({ time }) => time?.initial === 300_000)) });

  fill(
    place,
    el('div', { class: 'lobby-head' }, el('h1', { id: 'lobby-title' }, 'Lobby'), count),
    problem,
    el(
      'div',
      { class: 'lobby' },
      el(
        'div',
        {},
        turns.element,
        challenges,
        pools.element,
        chips,
        list,
        empty,
        el('p', { class: 'lobby-house' }, el('b', {}, 'Tesuji'), el('span', { class: 'quiet' }, 'every game, every level'), el('a', { class: 'button', href: '/', onclick: follow(session, { view: 'setup' }) }, 'Play')),
        chat.element,
        el('p', {}, el('a', { href: '/players', onclick: follow(session, { view: 'players' }) }, 'Best players'), ' · ', el('a', { href: '/archive', onclick: follow(session, { view: 'archive' }) }, 'Archive of games')),
      ),
      el(
        'form',
        { class: 'panel lobby-form', onsubmit: submit, 'aria-labelledby': 'lobby-create' },
        el('h2', { id: 'lobby-create' }, 'Create a game'),
        row('Game', game),
        row('Clock', clock.select),
        clock.own,
        row('You play', side),
        el('p', {}, el('label', { class: 'check', for: 'lobby-rated' }, rated, ' Rated: the result changes both ratings')),
        range,
        el('button', { type: 'submit', class: 'button button-main', value: 'seek' }, 'Create'),
        stands,
        el('h2', {}, 'Challenge a member'),
        row('Name', name),
        challenge,
        who,
      ),
    ),
  );
  drawSides();
  drawRated();

  function drawSides() {
    const sides = gameNamed(game.value)?.sides ?? [];
    fill(side, el('option', { value: '' }, 'random'), ...sides.map(({ letter, name: called }) => el('option', { value: letter }, called)));
  }

  function drawRated() {
    const you = store.get().hello?.club?.you;
    const rule = chosenClock(clock);
    const timed = Boolean(rule);
    const named = Boolean(you && you.kind !== 'guest');
    rated.disabled = !timed || !named;
    if (rated.disabled) rated.checked = false;
    range.hidden = rated.disabled;
    name.disabled = !named;
    challenge.disabled = !named;
    const days = rule?.days ?? 0;
    setText(stands, days && named ? 'It stands in the lobby until somebody joins.' : 'It stands in the lobby while you stay here.');
    setText(who, named ? `It waits for ${days ? (days === 1 ? 'a day' : `${days} days`) : '20 minutes'} for an answer.` : 'Rated games and challenges are for members with a name: sign in first.');
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const rule = chosenClock(clock);
    const terms = { game: game.value, rated: rated.checked, ...(rule ? { clock: rule } : {}), ...(side.value ? { seat: side.value } : {}) };
    if (event.submitter === challenge || document.activeElement === name) {
      if (name.value.trim()) session.ask({ type: 'challenge', to: name.value.trim(), terms });
      else name.focus();
      return;
    }
    /** @param {HTMLInputElement} field */
    const bound = (field) => (range.hidden || field.value === '' ? {} : { [field === lowest ? 'lowest' : 'highest']: Number(field.value) });
    session.ask({ type: 'seek', terms, ...bound(lowest), ...bound(highest) });
  }

  /** @param {import('../types.js').State['own']} own */
  function drawOwn(own) {
    const key = JSON.stringify([own?.got, own?.made, own?.declined]);
    if (key === drawnOwn) return;
    drawnOwn = key;
    const { got = [], made = [], declined = null } = own ?? {};
    challenges.hidden = got.length + made.length === 0 && !declined;
    fill(
      challenges,
      el('h2', {}, 'Challenges'),
      declined ? el('p', { class: 'quiet', role: 'status' }, `${declined} has declined your challenge.`) : null,
      el(
        'ul',
        { class: 'seeks' },
        ...got.map((one) => el('li', { class: 'seek is-challenge' }, ...cells(one, one.by, act('Accept', one.by.name, { type: 'challenge_answer', id: one.id, yes: true }, 'button-tint'), act('Decline', one.by.name, { type: 'challenge_answer', id: one.id, yes: false })))),
        ...made.map((one) => el('li', { class: 'seek' }, ...cells({ ...one, rating: null }, { ...one.to, name: `to ${one.to.name}` }, act('Cancel', one.to.name, { type: 'challenge_cancel', id: one.id })))),
      ),
    );
  }

  store.subscribe(({ route, lobby, own, pools: waiting, correspondence, hello, failure, connection }) => {
    if (route.view !== 'lobby') return;
    // Who comes from a member's page means to challenge that member.
    if (route.name && route.name !== meant) {
      meant = route.name;
      name.value = meant;
    }
    const outside = hello && !hello.club;
    drawRated();
    seeks.draw(lobby, own);
    pools.draw(waiting);
    turns.draw(correspondence);
    chat.draw(null);
    drawOwn(own);
    const lost = connection === 'lost' ? 'The server cannot be reached. The page keeps trying.' : '';
    const said = outside ? 'The lobby is a club’s; this server is for this machine alone.' : failure?.message || lost;
    if (problem.textContent !== said) fill(problem, said ? el('p', { class: 'notice' }, said) : null);
  });
}
