// The card of a game on the first page: its board plays a recorded game while it is seen; one press begins a game like the last one, and the
// options unfold below.

import { createMini } from './board/mini.js';
import { createClockField } from './clock-field.js';
import { el, setText } from './dom.js';
import { follow } from './follow.js';
import { clockOf, keepSettings, levelInWords, seatsOf, settingsOf } from './game-settings.js';

/** How long each position of the recorded game stands, in milliseconds. */
const STAND = 2500;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Plays the recorded game on the board in a place, while it is seen. @param {import('./games/view.js').GamePage} page @param {HTMLElement} place @param {HTMLElement} about */
async function live(page, place, about) {
  const { FACE } = await page.face();
  const mini = createMini(page, FACE);
  mini.show(FACE.start);
  setText(about, FACE.about);
  place.append(mini.element);
  if (!page.demo) return;
  let seen = false;
  let at = 0;
  /** @type {string[] | null} */
  let game = null;
  new IntersectionObserver(([entry]) => (seen = entry?.isIntersecting ?? false)).observe(place);
  setInterval(async () => {
    if (!seen || document.hidden || still.matches || document.documentElement.dataset.motion === 'off') return;
    game ??= (await page.demo?.())?.DEMO ?? [];
    const position = game[at++ % game.length];
    if (position) mini.show(position);
  }, STAND);
}

/** @param {import('./games/view.js').GamePage} page @param {import('./store.js').Store} store @param {import('./session.js').Session} session */
export function createGameCard(page, store, session) {
  let chosen = settingsOf(page);
  const { name } = page;
  const board = el('span', { class: 'table-board', 'aria-hidden': 'true' });
  const about = el('p', { class: 'card-about' });
  const play = el('button', { type: 'button', class: 'button play-now', 'aria-label': `Play now: ${page.title}`, onclick: begin }, 'Play now');
  const summary = el('span', { class: 'card-level' });
  const level = el('input', { type: 'range', id: `level-${name}`, min: 1, max: 15, step: 1, value: chosen.level, oninput: () => change({ level: Number(level.value) }) });
  const levelName = el('output', { class: 'quiet', for: `level-${name}` });
  const seat = el(
    'select',
    { class: 'select', id: `seat-${name}`, onchange: () => change({ seat: seat.value }) },
    ...page.sides.map((side) => el('option', { value: side.letter }, side.name)),
    el('option', { value: 'random' }, 'By lot'),
    el('option', { value: 'both' }, 'Both sides'),
    el('option', { value: 'none' }, 'Neither: watch'),
  );
  const clock = createClockField(`clock-${name}`, change);
  const strengths = el('button', { type: 'button', class: 'button button-ghost button-small', onclick: async () => (await import('./levels.js')).openLevels(store.get().hello, page) }, 'How strong?');
  /** @param {string} label @param {HTMLElement} field */
  const row = (label, field) => el('div', { class: 'card-row' }, el('label', { for: field.id }, label), field);
  const route = { view: /** @type {const} */ ('setup'), game: name };
  const options = el(
    'details',
    { class: 'card-options' },
    el('summary', { 'aria-label': `Options of ${page.title}` }, summary),
    el('div', { class: 'card-fields' }, row('Level', level), el('div', { class: 'card-strength' }, levelName, strengths), row('You play', seat), row('Clock', clock.select), clock.own, el('a', { href: `/play/${name}`, class: 'more', onclick: follow(session, route) }, 'Start position and more')),
  );
  const element = el(
    'article',
    { class: 'game-card', 'data-palette': page.palette, 'aria-labelledby': `card-${name}` },
    el('div', { class: 'card-table' }, board),
    el('div', { class: 'card-body' }, el('h2', { id: `card-${name}` }, page.title), about, el('div', { class: 'card-act' }, play, options)),
  );
  void live(page, board, about);

  function begin() {
    keepSettings(page, chosen);
    const { players, more } = seatsOf(page, chosen);
    session.newGame(name, { deal: '' }, players, more);
  }

  /** @param {Partial<import('./game-settings.js').GameSettings>} changes */
  function change(changes) {
    chosen = { ...chosen, ...changes };
    show();
  }

  function show() {
    const { hello } = store.get();
    if (hello) level.max = String(hello.levels.length);
    const alone = chosen.seat === 'both';
    setText(summary, [alone ? 'two people' : `Level ${chosen.level}`, clockOf(chosen).short].join(' · '));
    setText(levelName, levelInWords(hello, name, chosen.level));
    level.value = String(chosen.level);
    level.disabled = alone;
    seat.value = chosen.seat;
    clock.set(chosen);
  }
  show();

  return {
    name,
    element,

    /** @param {import('./types.js').State} state @param {boolean} latest  whether this game was played last */
    draw(state, latest) {
      if (!options.open) chosen = settingsOf(page);
      play.disabled = state.waiting || state.connection !== 'open';
      play.classList.toggle('button-main', latest);
      play.classList.toggle('button-tint', !latest);
      show();
    },
  };
}
