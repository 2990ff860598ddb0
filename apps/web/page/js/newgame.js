// The form for a new game: the game's own part (which cards), who plays which side, and how strong the engine is.

import { el, fill, setText } from './dom.js';
import { openShare } from './share.js';
import { sideClass } from './sides.js';

const LEVEL_KEY = 'tesuji-level';

const MINUTE = 60_000;
/** @type {{ name: string, time?: { initial: number, increment: number } }[]} */
const CLOCKS = [
  { name: 'no clock' },
  { name: '1 minute', time: { initial: MINUTE, increment: 0 } },
  { name: '3 minutes + 2 s a turn', time: { initial: 3 * MINUTE, increment: 2000 } },
  { name: '5 minutes', time: { initial: 5 * MINUTE, increment: 0 } },
  { name: '10 minutes + 5 s a turn', time: { initial: 10 * MINUTE, increment: 5000 } },
  { name: '30 minutes', time: { initial: 30 * MINUTE, increment: 0 } },
];

/**
 * The form for a new game of one kind. It is made once, and keeps what was chosen.
 * @param {import('./games/view.js').GamePage} page
 * @param {import('./session.js').Session} session
 * @param {import('./store.js').Store} store
 */
export function createNewGame(page, session, store) {
  const setup = page.createSetup?.() ?? { element: null, value: () => ({ deal: '' }) };
  const [first, second] = page.sides;
  const problem = el('div', { class: 'form-problem', role: 'alert' });
  const start = el('button', { type: 'submit', class: 'button button-main button-large' }, 'Start the game');
  const level = el('input', { type: 'range', id: 'level', min: 1, max: 15, step: 1, value: storedLevel(), 'aria-describedby': 'level-about' });
  const levelName = el('output', { for: 'level', class: 'level-name' });
  const levelAbout = el('p', { class: 'quiet', id: 'level-about' });
  let seat = first?.letter ?? '';
  const other = el('input', { type: 'range', id: 'level-2', min: 1, max: 15, step: 1, value: storedLevel() });
  const otherName = el('output', { for: 'level-2', class: 'level-name' });
  const levelLabel = el('label', { class: 'label', for: 'level' }, 'Level');
  const otherRow = el('div', { class: 'level-row', hidden: true }, el('label', { class: 'label', for: 'level-2' }, `${second?.name}’s level`), other, otherName);
  const clock = el('select', { class: 'select', id: 'clock' }, ...CLOCKS.map(({ name }, index) => el('option', { value: index }, name)));

  const strength = el(
    'fieldset',
    { class: 'fieldset' },
    el('legend', {}, 'Strength'),
    el('div', { class: 'level-row' }, levelLabel, level, levelName),
    levelAbout,
    otherRow,
  );

  /** @param {string} value @param {string} label @param {string} [side] */
  function radio(value, label, side) {
    return el(
      'label',
      { class: 'option' },
      el('input', {
        type: 'radio',
        name: 'seat',
        value,
        checked: value === seat,
        onchange: () => {
          seat = value;
          strength.hidden = value === 'both';
          otherRow.hidden = value !== 'none';
          setText(levelLabel, value === 'none' ? `${first?.name}’s level` : 'Level');
        },
      }),
      side ? el('span', { class: `player-dot ${sideClass(page, side)}`, 'aria-hidden': 'true' }) : null,
      el('span', {}, label),
    );
  }

  const form = el(
    'form',
    { class: 'setup-form', onsubmit: submit },
    el('h1', { id: 'setup-title' }, `A game of ${page.title}`),
    el('p', { class: 'lead' }, 'Play against Tesuji and watch it think. Every move is kept: the address of the game brings you back to it.'),
    setup.element,
    el(
      'fieldset',
      { class: 'fieldset' },
      el('legend', {}, 'You play'),
      el('div', { class: 'options' }, ...page.sides.map(({ letter, name }) => radio(letter, name, letter)), radio('random', 'Either, random'), radio('both', 'Both sides'), radio('none', 'Neither: watch')),
    ),
    strength,
    el('fieldset', { class: 'fieldset' }, el('legend', {}, 'Clock'), el('label', { class: 'label', for: 'clock' }, 'Time for each side '), clock),
    problem,
    el('div', { class: 'form-end options' }, start, el('button', { type: 'button', class: 'button button-large', onclick: () => openShare(store, session) }, 'Load a game')),
  );
  level.addEventListener('input', showLevel);
  other.addEventListener('input', showLevel);

  function showLevel() {
    const find = (/** @type {string} */ value) => store.get().hello?.levels.find((one) => one.level === Number(value));
    const about = find(level.value);
    setText(levelName, about ? `${about.level} · ${about.name}` : level.value);
    const also = find(other.value);
    setText(otherName, also ? `${also.level} · ${also.name}` : other.value);
    setText(levelAbout, about?.about ?? '');
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const cards = setup.value();
    if ('problem' in cards) {
      say(cards.problem);
      return;
    }
    const engine = (/** @type {string} */ letter) => ({ kind: /** @type {const} */ ('engine'), level: Number(mine === 'none' && letter === second?.letter ? other.value : level.value) });
    const mine = seat === 'random' ? ((Math.random() < 0.5 ? first : second)?.letter ?? '') : seat;
    /** @param {string} letter @returns {import('../../messages.js').Player} */
    const player = (letter) => (mine === 'both' || mine === letter ? { kind: 'person' } : engine(letter));
    try {
      localStorage.setItem(LEVEL_KEY, level.value);
    } catch {
      // Not stored: the level is asked anew at the next visit.
    }
    say('');
    const { time } = CLOCKS[Number(clock.value)] ?? {};
    session.newGame(page.name, cards, Object.fromEntries(page.sides.map(({ letter }) => [letter, player(letter)])), time ? { clock: time } : {});
  }

  /** @param {string} text */
  function say(text) {
    fill(problem, text ? el('p', { class: 'notice' }, text) : null);
  }

  store.subscribe((state, before) => {
    if (state.hello !== before.hello || !levelName.textContent) {
      if (state.hello) level.max = other.max = String(state.hello.levels.length);
      showLevel();
    }
    start.disabled = state.waiting;
    if (state.route.view !== 'setup') return;
    if (state.connection === 'lost') say('The server cannot be reached. The page keeps trying; start the game when it is back.');
    else if (state.failure && state.failure !== before.failure) say(inWords(state.failure));
    else if (before.connection === 'lost') say('');
  });
  return form;
}

/** @param {import('./types.js').Problem} failure */
function inWords(failure) {
  return failure.place ? `${failure.message} (${failure.place})` : failure.message;
}

function storedLevel() {
  try {
    return localStorage.getItem(LEVEL_KEY) ?? '3';
  } catch {
    return '3';
  }
}
