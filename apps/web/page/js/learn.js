// The tutorial: a few boards of a game, each with one thing to do.

import { gameChoice, gameOf } from './choice.js';
import { el, fill, setAttribute, setText } from './dom.js';
import { sameLine } from './position.js';
import { readSetting, writeSetting } from './settings.js';
import { createStarts } from './starts.js';

/** @typedef {import('./games/view.js').GamePage} GamePage */

/**
 * @param {import('./store.js').Store} store
 * @param {HTMLElement} place
 * @param {import('./session.js').Session} session
 */
export function createLearn(store, place, session) {
  /** @type {{ game: string, look: () => void, draw: () => void } | null} */
  let course = null;
  /** The game whose lessons are shown, or on their way. */
  let asked = '';

  /** @param {GamePage} page */
  async function open(page) {
    const [{ LESSONS }, { createView }, { createRules }] = await Promise.all([page.lessons?.() ?? { LESSONS: [] }, page.view(), page.rules()]);
    if (asked !== page.name) return;
    if (LESSONS.length === 0) showRules(page, createRules(), place, session);
    else course = createCourse(page, LESSONS, createView, store, place, session);
    if (page.starts) void showStarts(page);
  }

  /** Adds what the starts are worth below the lessons. @param {GamePage} page */
  async function showStarts(page) {
    const [told, answer] = await Promise.all([page.starts?.(), fetch(new URL(`./games/${page.name}/starts.json`, import.meta.url))]);
    if (!told || !answer.ok) return;
    const table = createStarts(told.STARTS, await answer.json());
    if (asked === page.name) place.append(table);
  }

  store.subscribe((state, before) => {
    if (state.route.view !== 'learn') {
      if (course) fill(place);
      course = null;
      asked = '';
      return;
    }
    const page = gameOf(state.route);
    if (asked !== page.name) {
      asked = page.name;
      course = null;
      void open(page);
    } else if (!course) return;
    else if (state.connection === 'open' && before.connection !== 'open') course.look();
    else if (state.looked !== before.looked || state.within !== before.within) course.draw();
  });
}

/** The tutorial of a game without lessons. @param {GamePage} game @param {Node[]} rules @param {HTMLElement} place @param {import('./session.js').Session} session */
function showRules(game, rules, place, session) {
  fill(place, gameChoice('learn', game.name, session), el('h1', { id: 'learn-title' }, `The rules of ${game.title}`), ...rules);
}

/**
 * @param {GamePage} game @param {import('./games/view.js').Lesson[]} lessons @param {Awaited<ReturnType<GamePage['view']>>['createView']} createView
 * @param {import('./store.js').Store} store @param {HTMLElement} place @param {import('./session.js').Session} session
 */
function createCourse(game, lessons, createView, store, place, session) {
  const kept = `lesson-${game.name}`;
  let number = Math.min(Number(readSetting(kept) ?? 0) || 0, lessons.length - 1);
  /** @type {string[]} the turns made on the board of the lesson */
  let turns = [];
  let solved = false;

  const title = el('h2', { id: 'lesson-title', tabindex: -1 });
  const text = el('p', { class: 'lead' });
  const task = el('p', { class: 'lesson-task' });
  const said = el('p', { class: 'lesson-said', role: 'status' });
  const steps = el('ol', { class: 'lesson-steps', 'aria-label': 'Boards' }, ...lessons.map((lesson, index) => el('li', {}, el('button', { type: 'button', class: 'button button-small', 'aria-label': `${index + 1}: ${lesson.title}`, onclick: () => go(index) }, String(index + 1)))));
  const again = el('button', { type: 'button', class: 'button', onclick: () => go(number) }, 'Once more');
  const next = el('button', { type: 'button', class: 'button button-main', onclick: () => (number + 1 < lessons.length ? go(number + 1) : session.open({ view: 'setup', game: game.name })) });
  const view = createView(onTurn, (begun) => session.send({ type: 'within', game: game.name, start: lessons[number]?.position ?? '', turns: [], begun }));
  const [below, above] = game.sides.map(({ letter }) => letter);
  const table = el('div', { class: 'lesson-table' }, view.hands?.[above ?? ''], view.board, view.beside, view.hands?.[below ?? '']);

  /** @param {number} to */
  function go(to) {
    number = to;
    writeSetting(kept, String(to));
    turns = [];
    solved = false;
    setText(said, '');
    look();
    draw();
    title.focus({ preventScroll: true });
  }

  function look() {
    const lesson = lessons[number];
    if (lesson) session.send({ type: 'look', game: game.name, start: lesson.position, turns });
  }

  /** @param {string} turn */
  function onTurn(turn) {
    const lesson = lessons[number];
    if (!lesson || solved) return;
    solved = lesson.reached(turn);
    setText(said, solved ? lesson.done : lesson.again);
    if (solved) {
      turns = [turn];
      look();
    }
    draw();
    if (solved) next.focus({ preventScroll: true });
  }

  function draw() {
    const lesson = lessons[number];
    if (!lesson) return;
    const { looked, within } = store.get();
    const here = looked && looked.start === lesson.position && sameLine(looked.turns, turns) ? looked : null;
    setText(title, `${number + 1}. ${lesson.title}`);
    setText(text, lesson.text);
    setText(task, lesson.task);
    setText(next, number + 1 < lessons.length ? 'Next board' : 'Play a game');
    next.classList.toggle('button-main', solved);
    [...steps.querySelectorAll('button')].forEach((button, index) => setAttribute(button, 'aria-current', index === number ? 'step' : null));
    view.update({
      start: lesson.position,
      position: here?.positions.at(-1) ?? lesson.position,
      before: lesson.position,
      positions: [lesson.position, ...(here?.positions ?? [])],
      lastTurn: here ? (turns.at(-1) ?? null) : null,
      legal: !solved && here ? here.legal : [],
      waits: null,
      within: within?.start === lesson.position ? within : null,
      flipped: false,
      hint: null,
      best: [],
      over: solved,
    });
  }

  fill(
    place,
    gameChoice('learn', game.name, session),
    el('h1', { id: 'learn-title' }, `${game.title} in ${lessons.length} boards`),
    steps,
    el('div', { class: 'lesson' }, table, el('div', { class: 'lesson-words' }, title, text, task, said, el('div', { class: 'options' }, again, next))),
  );
  go(number);
  return { game: game.name, look, draw };
}
