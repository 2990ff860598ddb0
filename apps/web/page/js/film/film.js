// The film of a tuning: every score and number as it was at each point, moved by one slider, played, and taken away.
// The page shows it of runs that go on or are over, and the file of `tesuji tune --report` holds it whole.

import { download } from '../download.js';
import { el, fill, setAttribute, setText } from '../dom.js';
import { apng, csvOf, paramsOf } from './export.js';
import { createBoards, createChoice, createNumbers, createObjective, drawMarks } from './parts.js';
import { drawFrame } from './picture.js';
import { bestOf, boardsOf, factsOf, goodness, plain, scaleOf, stepName } from './values.js';

/** @typedef {import('./values.js').ShownFilm} ShownFilm */

/** Points a second at 1×. */
const PACE = 4;
/** Single numbers that are shown unasked. */
const FEW = 12;
/** The most frames of the moving picture. */
const FRAMES = 50;

/** @param {HTMLElement} place @param {(paused: boolean) => void} [pause] asks the run to pause or to go on, where that can be done */
export function createFilm(place, pause) {
  /** @type {ShownFilm | null} */
  let shown = null;
  let at = 0;
  let playing = false;
  let speed = 4;
  let piece = '';
  let phase = '';
  let numbers = false;
  let all = false;
  let scale = 10;
  /** @type {number[]} the parameters, those that moved most first */
  let order = [];
  /** @type {ReturnType<typeof createBoards> | null} */
  let boards = null;
  /** @type {ReturnType<typeof createObjective>} */
  let objective = null;
  /** @type {ReturnType<typeof createNumbers> | null} */
  let rows = null;
  let toggled = '';

  const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
  const title = el('h1', { id: 'tuning-title' });
  const facts = el('p', { class: 'film-lead', role: 'status' });
  const best = el('p', { class: 'film-elo' });
  const pausing = el('button', { type: 'button', class: 'button', hidden: true, onclick: () => pause?.(shown?.pause === 'no') });
  const toggles = el('div', { class: 'film-toggles' });
  const grid = el('div', { class: 'film-boards' });
  const key = el('p', { class: 'film-key' });
  const boardCard = el('section', { class: 'film-card', 'aria-label': 'Scores by square' }, el('div', { class: 'film-card-head' }, el('h2', {}, 'Scores by square'), toggles), grid, key);
  const chartWords = el('p', { class: 'film-lead' });
  const chart = el('div', {});
  const chartCard = el('section', { class: 'film-card', 'aria-label': 'Objective' }, el('div', { class: 'film-card-head' }, el('h2', {}, 'Objective'), chartWords), chart);
  const search = el('input', { class: 'film-search', type: 'search', placeholder: 'Find by name', 'aria-label': 'Find a number by its name', oninput: () => listNumbers() });
  const list = el('ul', { class: 'film-numbers' });
  const more = el('button', { type: 'button', class: 'button', onclick: () => ((all = !all), listNumbers()) }, 'Show all');
  const numberCard = el('section', { class: 'film-card', 'aria-label': 'Single numbers' }, el('div', { class: 'film-card-head' }, el('h2', {}, 'Single numbers'), search), list, more);
  const play = el('button', { type: 'button', class: 'button button-main', onclick: () => toggle() }, 'Play');
  const slider = el('input', { type: 'range', min: 0, max: 0, step: 1, 'aria-label': 'Point of the run', oninput: () => ((playing = false), go(Number(slider.value))) });
  const marks = el('div', { class: 'film-marks', 'aria-hidden': 'true' });
  const step = el('span', { class: 'film-step' });
  const before = el('button', { type: 'button', class: 'button', onclick: () => ((playing = false), go(0)) }, 'Before');
  const after = el('button', { type: 'button', class: 'button', onclick: () => ((playing = false), go(Infinity)) }, 'After');
  const speeds = createChoice('Speed', [['1', '1×'], ['4', '4×'], ['16', '16×']], '4', (value) => (speed = Number(value)));
  const controls = el('div', { class: 'film-controls', role: 'group', 'aria-label': 'Film' }, play, before, after, el('div', { class: 'film-time' }, slider, marks), step, speeds);
  const take = (/** @type {string} */ words, /** @type {() => unknown} */ act) => el('button', { type: 'button', class: 'button', onclick: () => void act() }, words);
  const moving = take('Moving picture', () => takeMoving());
  const written = take('Parameters', () => shown && download(`${fileName()}-${shown.film.points[at]?.step ?? 0}.params`, paramsOf(shown.film, at), 'text/plain'));
  const taken = el('div', { class: 'film-toggles', role: 'group', 'aria-label': 'Take away' }, take('Picture (PNG)', () => frame(at).toBlob((blob) => blob && download(`${fileName()}-${shown?.film.points[at]?.step ?? 0}.png`, blob, 'image/png'))), take('Table (CSV)', () => shown && download(`${fileName()}.csv`, csvOf(shown.film), 'text/csv')), written, moving);
  const parts = el('div', { class: 'film-parts' }, boardCard, el('div', { class: 'film-side' }, chartCard, numberCard));
  const film = el('div', { class: 'film' }, el('div', { class: 'film-head' }, el('div', {}, title, facts), el('div', { class: 'film-toggles' }, best, pausing)), parts, controls, taken);
  fill(place, film);

  const fileName = () => `${shown?.film.about.game ?? 'tuning'}-${shown?.film.about.method ?? ''}-${shown?.film.about.seed ?? ''}`;
  const chosenBoards = () => (shown ? boardsOf(shown.film, piece, phase).filter((board, _, { length }) => length <= 16 || hasMoved(board) || !anyMoved()) : []);
  const last = () => Math.max(0, (shown?.film.points.length ?? 1) - 1);

  /** @param {import('./values.js').Board} board */
  const hasMoved = (board) => board.cells.flat().some((place) => isMoved(place));
  const isMoved = (/** @type {number} */ place) => shown?.film.points.at(-1)?.values[place] !== shown?.film.parameters[place]?.start;
  const anyMoved = () => shown?.film.boards.some(hasMoved) ?? false;

  /** @param {number} point */
  function frame(point) {
    return shown ? drawFrame(shown, point, chosenBoards(), scale, order) : document.createElement('canvas');
  }

  async function takeMoving() {
    if (!shown) return;
    moving.disabled = true;
    setText(moving, 'Being made …');
    const end = last();
    const count = Math.min(FRAMES, end + 1);
    const draw = (/** @type {number} */ index) => {
      const canvas = frame(Math.round((index * end) / Math.max(1, count - 1)));
      const context = canvas.getContext('2d', { willReadFrequently: true });
      return context ? context.getImageData(0, 0, canvas.width, canvas.height) : new ImageData(canvas.width, canvas.height);
    };
    download(`${fileName()}-moving.png`, await apng(count, draw, (index) => (index === count - 1 ? 2000 : 100)), 'image/png');
    moving.disabled = false;
    setText(moving, 'Moving picture');
  }

  /** The boards of the chosen piece and phase. */
  function layBoards() {
    if (!shown) return;
    const chosen = chosenBoards();
    boards = createBoards(shown.film, chosen, scale, numbers);
    grid.classList.toggle('has-large', chosen.some(({ columns }) => columns > 6) || numbers);
    fill(grid, ...boards.elements);
    boards.draw(at, !playing);
  }

  function listNumbers() {
    if (!shown) return;
    const { parameters, boards: laid } = shown.film;
    const wanted = search.value.trim().toLowerCase();
    const onBoards = new Set(laid.flatMap(({ cells }) => cells.flat()));
    const single = order.filter((place) => (wanted ? parameters[place]?.name.toLowerCase().includes(wanted) : all || !onBoards.has(place)));
    const listed = single.length === 0 && !wanted ? order : single;
    rows = createNumbers(shown.film, all ? listed : listed.slice(0, FEW));
    fill(list, ...rows.elements);
    setText(more, all ? 'Show few' : `Show all ${parameters.length}`);
    more.hidden = !all && parameters.length <= Math.min(FEW, listed.length);
    rows.draw(at);
  }

  /** Shows a point. @param {number} point */
  function go(point) {
    if (!shown) return;
    at = Math.max(0, Math.min(last(), point));
    const now = shown.film.points[at];
    slider.value = String(at);
    const name = stepName(shown.film.about.method);
    const words = [`${name} ${now?.step ?? 0} of ${shown.film.about.all}`, goodness(now)].filter(Boolean).join(', ');
    setAttribute(slider, 'aria-valuetext', words);
    setText(step, `${name} ${now?.step ?? 0}`);
    setText(play, still() ? 'Next step' : playing ? 'Pause' : 'Play');
    boards?.draw(at, !playing);
    objective?.draw(at);
    rows?.draw(at);
  }

  /** Plays or pauses; where no motion is wanted, a step on. */
  function toggle() {
    if (still()) {
      go(at === last() ? 0 : at + 1);
      return;
    }
    playing = !playing;
    if (playing && at === last()) at = 0;
    go(at);
    if (playing) requestAnimationFrame((time) => run(time, at));
  }

  /** @param {number} begun @param {number} from */
  function run(begun, from) {
    const pace = PACE * speed;
    requestAnimationFrame((time) => {
      if (!playing) return;
      const to = Math.floor(from + ((time - begun) / 1000) * pace);
      if (to >= last()) playing = false;
      if (to !== at || !playing) go(to);
      if (!playing) return;
      // Another speed begins from here.
      if (pace === PACE * speed) run(begun, from);
      else run(time, at);
    });
  }

  document.addEventListener('keydown', (event) => {
    if (!film.isConnected || film.offsetParent === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    const onSlider = target === slider;
    if (!onSlider && target instanceof Element && target.closest('input, button, a, select, textarea, dialog')) return;
    const acts = /** @type {Record<string, () => void>} */ ({ ' ': toggle, ArrowRight: () => go(at + 1), ArrowUp: () => go(at + 1), ArrowLeft: () => go(at - 1), ArrowDown: () => go(at - 1), Home: () => go(0), End: () => go(Infinity) });
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    if (event.key !== ' ') playing = false;
    act();
  });

  /** Buttons for pieces and phases, where there are several; and for numbers in place of signs. @param {import('./values.js').Film} one */
  function layToggles({ boards: laid }) {
    const distinct = (/** @type {'piece' | 'phase'} */ what) => [...new Set(laid.map((board) => board[what]).filter(Boolean))];
    const [pieces, phases] = [distinct('piece'), distinct('phase')];
    const made = JSON.stringify([pieces, phases]);
    if (made === toggled) return;
    toggled = made;
    [piece, phase] = [pieces[0] ?? '', phases[0] ?? ''];
    const pairs = (/** @type {string[]} */ names) => names.map((name) => /** @type {[string, string]} */ ([name, name]));
    fill(toggles, createChoice('Piece', pairs(pieces), piece, (value) => ((piece = value), layBoards())), createChoice('Phase', pairs(phases), phase, (value) => ((phase = value), layBoards())), createChoice('Squares show', [['', '±'], ['numbers', '123']], '', (value) => ((numbers = value !== ''), layBoards())));
  }

  return {
    /** The run as it stands now. @param {ShownFilm} now */
    update(now) {
      const followed = shown === null || at === last();
      const stepShown = shown?.film.points[at]?.step ?? 0;
      shown = now;
      const { about, parameters, points, boards: laid } = now.film;
      const end = points.at(-1);
      const distance = parameters.map(({ start, step: unit }, index) => Math.abs((end?.values[index] ?? start) - start) / unit);
      order = parameters.map((_, index) => index).sort((a, b) => (distance[b] ?? 0) - (distance[a] ?? 0));
      scale = scaleOf(now.film);
      setText(title, `How ${about.title}'s scores grew`);
      setText(facts, factsOf(now));
      const worth = goodness(points.findLast(({ elo, errors }) => elo ?? errors));
      pausing.hidden = !pause || !now.may_pause || !now.running || about.complete;
      setText(pausing, now.pause === 'no' ? 'Pause the run' : 'Resume the run');
      setText(best, worth && (about.elo ? `${worth} against the start` : `${worth} on what is held back`));
      boardCard.hidden = laid.length === 0;
      parts.classList.toggle('has-no-boards', laid.length === 0);
      layToggles(now.film);
      numberCard.hidden = parameters.length === 0;
      // What a network has learned is shown in other numbers than its weights.
      written.hidden = about.parameters !== parameters.length;
      setText(key, `Blue (−) is below zero, brick (+) above; the strongest colour is ${plain(scale)} points. Seen from the owner's side, the near row below. ${laid.length > 16 && anyMoved() ? 'Boards on which nothing moved are left out.' : ''}`);
      objective = createObjective(now.film);
      chartCard.hidden = objective === null;
      if (objective) {
        fill(chart, objective.picture);
        setText(chartWords, objective.words);
      }
      setAttribute(slider, 'max', last());
      const most = bestOf(now.film);
      const tenths = Array.from({ length: 9 }, (_, tenth) => /** @type {[number, string]} */ ([(tenth + 1) / 10, '']));
      drawMarks(marks, [[0, 'start'], ...tenths, ...(most !== null && most > 0 && most < last() ? [/** @type {[number, string]} */ ([most / last(), most < 0.1 * last() || most > 0.9 * last() ? '' : 'best'])] : []), [1, now.running ? 'now' : 'end']]);
      at = followed && !playing ? last() : Math.max(0, points.findLastIndex(({ step: one }) => one <= stepShown));
      layBoards();
      listNumbers();
      go(at);
    },
  };
}
