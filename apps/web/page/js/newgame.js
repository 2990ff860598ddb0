// The form for a new game: the game's own part (which cards), who plays which side, and how strong the engine is.

import { gameChoice, gameOf } from './choice.js';
import { createClockField } from './clock-field.js';
import { el, fill, setText } from './dom.js';
import { sideClass } from './sides.js';
import { keepSettings, levelInWords, seatsOf, settingsOf } from './game-settings.js';

/**
 * The form for a new game of one kind. It is made once, and keeps what was chosen.
 * @param {import('./games/view.js').GamePage} page
 * @param {import('./session.js').Session} session
 * @param {import('./store.js').Store} store
 */
export async function createNewGame(page, session, store) {
  const setup = (await page.setup?.())?.createSetup() ?? { element: null, value: () => ({ deal: '' }) };
  const [first, second] = page.sides;
  const last = settingsOf(page);
  const problem = el('div', { class: 'form-problem', role: 'alert' });
  const start = el('button', { type: 'submit', class: 'button button-main button-large' }, 'Start the game');
  const level = el('input', { type: 'range', id: 'level', min: 1, max: 15, step: 1, value: last.level, 'aria-describedby': 'level-about' });
  const levelName = el('output', { for: 'level', class: 'level-name' });
  const levelAbout = el('p', { class: 'quiet', id: 'level-about' });
  let { seat } = last;
  const other = el('input', { type: 'range', id: 'level-2', min: 1, max: 15, step: 1, value: last.level });
  const otherName = el('output', { for: 'level-2', class: 'level-name' });
  const levelLabel = el('label', { class: 'label', for: 'level' }, 'Level');
  const otherRow = el('div', { class: 'level-row', hidden: true }, el('label', { class: 'label', for: 'level-2' }, `${second?.name}’s level`), other, otherName);
  const clock = createClockField('clock', () => {});
  const strengths = el('button', { type: 'button', class: 'button button-ghost button-small', onclick: async () => (await import('./levels.js')).openLevels(store.get().hello, page) }, 'How strong are they?');

  const strength = el(
    'fieldset',
    { class: 'fieldset' },
    el('legend', {}, 'Strength'),
    el('div', { class: 'level-row' }, levelLabel, level, levelName),
    el('div', { class: 'level-about' }, levelAbout, strengths),
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
          tellSeat();
        },
      }),
      side ? el('span', { class: `player-dot ${sideClass(page, side)}`, 'aria-hidden': 'true' }) : null,
      el('span', {}, label),
    );
  }

  const friend = radio('friend', 'Against a friend, random sides: you get a link to send');
  friend.hidden = true;
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
      el('div', { class: 'options' }, ...page.sides.map(({ letter, name }) => radio(letter, name, letter)), radio('random', 'Either, random'), radio('both', 'Both sides'), radio('none', 'Neither: watch'), friend),
    ),
    strength,
    el('fieldset', { class: 'fieldset' }, el('legend', {}, 'Clock'), el('label', { class: 'label', for: 'clock' }, 'Time for each side '), clock.select, ' ', clock.own),
    problem,
    el('div', { class: 'form-end options' }, start, el('button', { type: 'button', class: 'button button-large', onclick: analyse }, 'Analysis board'), el('button', { type: 'button', class: 'button button-large', onclick: async () => (await import('./share.js')).openShare(store, session) }, 'Load a game')),
  );
  function tellSeat() {
    strength.hidden = seat === 'both' || seat === 'friend';
    otherRow.hidden = seat !== 'none';
    setText(levelLabel, seat === 'none' ? `${first?.name}’s level` : 'Level');
  }
  tellSeat();
  clock.set(last);
  level.addEventListener('input', showLevel);
  other.addEventListener('input', showLevel);

  function showLevel() {
    const find = (/** @type {string} */ value) => store.get().hello?.levels.find((one) => one.level === Number(value));
    const about = find(level.value);
    setText(levelName, levelInWords(store.get().hello, page.name, Number(level.value)));
    setText(otherName, levelInWords(store.get().hello, page.name, Number(other.value)));
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
    const chosen = { level: Number(level.value), seat, ...clock.value() };
    keepSettings(page, chosen);
    say('');
    const { players, more } = seatsOf(page, chosen, Number(other.value));
    session.newGame(page.name, cards, players, more);
  }

  /** The start that the form describes, to be studied. */
  function analyse() {
    const cards = setup.value();
    if ('problem' in cards) say(cards.problem);
    else session.open({ view: 'analysis', game: page.name, ...cards });
  }

  /** @param {string} text */
  function say(text) {
    fill(problem, text ? el('p', { class: 'notice' }, text) : null);
  }

  store.subscribe((state, before) => {
    if (state.hello !== before.hello || !levelName.textContent) {
      friend.hidden = !state.hello?.club;
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

/**
 * The place of the forms: that of the game which is asked for.
 * @param {import('./store.js').Store} store @param {HTMLElement} place @param {import('./session.js').Session} session
 */
export function createSetupPlace(store, place, session) {
  /** @type {Map<string, Promise<HTMLElement>>} by game, made when first asked for */
  const forms = new Map();
  let shown = '';
  /** The position that an address brought. */
  let given = '';
  store.subscribe(({ route }) => {
    if (route.view !== 'setup' || !route.game) return;
    const page = gameOf(route);
    const { position = '' } = route;
    if (shown === page.name && position === given) return;
    [shown, given] = [page.name, position];
    const made = forms.get(page.name) ?? createNewGame(page, session, store);
    forms.set(page.name, made);
    void made.then((form) => {
      if (shown !== page.name) return;
      fill(place, gameChoice('setup', page.name, session), form);
      if (position && position === given) setUp(form, position);
    });
  });
}

/** Chooses a position in a form, as whoever types it would: every game's form has that choice. @param {HTMLElement} form @param {string} position */
function setUp(form, position) {
  const choice = form.querySelector('input[type="radio"][value="position"]');
  const field = form.querySelector('#setup-position');
  if (!(choice instanceof HTMLInputElement) || !(field instanceof HTMLInputElement)) return;
  choice.click();
  field.value = position;
  field.dispatchEvent(new Event('input'));
}

/** @param {import('./types.js').Problem} failure */
function inWords(failure) {
  return failure.place ? `${failure.message} (${failure.place})` : failure.message;
}
