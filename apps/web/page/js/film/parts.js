// The parts of a film that move with its slider: boards, the objective, single numbers.

import { el, fill, setAttribute, setText, svg } from '../dom.js';
import { colourOf, moved, plain, scoresOf, signOf, withSign } from './values.js';

/** How many boards are marked as those that moved most. */
const MOST = 3;
const CELL = 20;

/** Boards of one piece and phase. @param {import('./values.js').Film} film @param {import('./values.js').Board[]} boards @param {number} scale @param {boolean} numbers in place of signs */
export function createBoards(film, boards, scale, numbers) {
  const drawn = boards.map((board) => {
    const rows = board.cells.length / board.columns;
    const picture = svg('svg', { viewBox: `0 0 ${board.columns * CELL} ${rows * CELL}`, role: 'img' });
    const squares = board.cells.map((_, at) => {
      const [x, y] = [(at % board.columns) * CELL, Math.floor(at / board.columns) * CELL];
      const [square, sign] = [svg('rect', { x: x + 0.5, y: y + 0.5, width: CELL - 1, height: CELL - 1 }), svg('text', { x: x + CELL / 2, y: y + CELL / 2 + (numbers ? 3 : 5), class: numbers ? 'film-number' : null })];
      picture.append(square, sign);
      return { square, sign };
    });
    const range = el('span', { class: 'film-range' });
    const name = board.title || board.phase || 'All';
    return { board, name, picture, squares, range, element: el('figure', { class: 'film-board' }, picture, el('figcaption', {}, el('b', {}, name), range)) };
  });
  return {
    elements: drawn.map(({ element }) => element),

    /** @param {number} at which point @param {boolean} told whether screen readers are told, too */
    draw(at, told) {
      const [first, point] = [film.points[0], film.points[at]];
      if (!first || !point) return;
      const changes = drawn.map(({ board }) => moved(board, first, point));
      const most = drawn.map((_, index) => index).filter((index) => (changes[index] ?? 0) > 0).sort((a, b) => (changes[b] ?? 0) - (changes[a] ?? 0)).slice(0, drawn.length > MOST ? MOST : 0);
      drawn.forEach(({ board, name, picture, squares, range, element }, index) => {
        const scores = scoresOf(board, point);
        scores.forEach((score, square) => {
          const parts = squares[square];
          if (!parts) return;
          setAttribute(parts.square, 'fill', score === null ? '#8a8377' : colourOf(score, scale));
          const [sign, colour] = signOf(score ?? 0, scale);
          setText(parts.sign, numbers ? (score === null ? '' : plain(score)) : sign);
          setAttribute(parts.sign, 'fill', colour);
        });
        const known = scores.filter((score) => score !== null);
        const ends = `${plain(Math.min(...known))} to ${plain(Math.max(...known))}`;
        const isMost = most.includes(index);
        element.classList.toggle('is-most', isMost);
        setText(range, isMost ? '▲ moved most' : ends);
        if (told) setAttribute(picture, 'aria-label', `${name}, from the far row to the near one: ${rowsOf(scores, board.columns)}`);
      });
    },
  };
}

/** @param {(number | null)[]} scores @param {number} columns */
function rowsOf(scores, columns) {
  const rows = Array.from({ length: scores.length / columns }, (_, row) => scores.slice(row * columns, (row + 1) * columns));
  return rows.map((row) => row.map((score) => (score === null ? 'none' : plain(score))).join(', ')).join('; ');
}

const [CHART_WIDTH, CHART_HEIGHT, CHART_LEFT] = [440, 170, 56];

/** The objective over the steps, with its band; null where nothing measures it. @param {import('./values.js').Film} film */
export function createObjective({ points }) {
  const measured = points.filter(({ elo, errors }) => elo ?? errors);
  const byElo = measured.some(({ elo }) => elo);
  if (measured.length === 0) return null;
  /** @type {(number[] | null)[][]} the lines with their bands, by point */
  const lines = byElo ? [measured.map(({ elo }) => elo)] : [0, 1].map((side) => measured.map(({ errors, error_bar: bar }) => (errors ? (side === 1 && bar !== null && bar !== undefined ? [errors[1], errors[1] - bar, errors[1] + bar] : [errors[side] ?? 0]) : null)));
  const banded = lines.some((line) => line.some((values) => values?.length === 3));
  const numbers = lines.flat(2).filter((value) => value !== null).concat(byElo ? [0] : []);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const last = Math.max(1, points.at(-1)?.step ?? 1);
  const x = (/** @type {number} */ step) => CHART_LEFT + (step / last) * (CHART_WIDTH - CHART_LEFT - 8);
  const y = (/** @type {number} */ value) => 8 + ((high - value) / (high - low || 1)) * (CHART_HEIGHT - 34);
  const told = (/** @type {number} */ value) => (byElo ? withSign(value) : value.toFixed(5));
  const picture = svg('svg', { class: 'film-chart', viewBox: `0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`, role: 'img' });
  const ways = lines.map((line) => `from ${told(line.find((value) => value)?.[0] ?? 0)} to ${told(line.findLast((value) => value)?.[0] ?? 0)}`);
  setAttribute(picture, 'aria-label', byElo ? `Elo against the start: ${ways[0]}` : `Error on what is learned from: ${ways[0]}; on what is held back: ${ways[1]}`);
  for (const value of [low, (low + high) / 2, high]) {
    picture.append(svg('line', { class: 'film-grid', x1: CHART_LEFT, x2: CHART_WIDTH - 8, y1: y(value), y2: y(value) }), svg('text', { x: CHART_LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, told(value)));
  }
  for (const step of [0, last]) picture.append(svg('text', { x: x(step), y: CHART_HEIGHT - 6, 'text-anchor': step === 0 ? 'start' : 'end' }, String(step)));
  lines.forEach((line, index) => {
    const known = line.flatMap((values, at) => (values ? [{ step: measured[at]?.step ?? 0, values }] : []));
    const along = (/** @type {number} */ which) => known.map(({ step, values }) => `${x(step).toFixed(1)},${y(values[which] ?? values[0] ?? 0).toFixed(1)}`);
    if (known.some(({ values }) => values.length === 3)) picture.append(svg('polygon', { class: index === 0 ? 'film-band' : 'film-band film-other-band', points: [...along(1), ...along(2).reverse()].join(' ') }));
    picture.append(svg('polyline', { class: index === 0 ? 'film-line' : 'film-other', points: along(0).join(' ') }));
  });
  const cursor = svg('line', { class: 'film-cursor', y1: 4, y2: CHART_HEIGHT - 22 });
  picture.append(cursor);
  return {
    picture,
    words: byElo ? 'Elo against the start, with its 95 % band' : `Error: learned from (whole line), held back (dashed${banded ? ', with the 95 % band of its change' : ''})`,

    /** @param {number} at which point */
    draw(at) {
      const place = x(points[at]?.step ?? 0);
      setAttribute(cursor, 'x1', place);
      setAttribute(cursor, 'x2', place);
    },
  };
}

/** Rows of single numbers, from start to now. @param {import('./values.js').Film} film @param {number[]} places of the parameters */
export function createNumbers({ parameters, points }, places) {
  const rows = places.flatMap((place) => {
    const parameter = parameters[place];
    if (!parameter) return [];
    const path = points.map(({ values }) => values[place] ?? 0);
    const reach = Math.max(3 * parameter.step, ...path.map((value) => 1.3 * Math.abs(value - parameter.start)));
    const x = (/** @type {number} */ value) => 50 + ((value - parameter.start) / reach) * 46;
    const gone = svg('rect', { class: 'film-gone', y: 7, height: 6 });
    const now = svg('rect', { class: 'film-now', y: 3, width: 3, height: 14, rx: 1 });
    const bar = svg('svg', { viewBox: '0 0 100 20', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, svg('rect', { class: 'film-track', y: 8, width: 100, height: 4 }), gone, svg('line', { class: 'film-start', x1: 50, x2: 50, y1: 3, y2: 17 }), now);
    const [low, high] = [Math.min(...path), Math.max(...path)];
    const course = path.map((value, at) => `${((at / Math.max(1, path.length - 1)) * 60).toFixed(1)},${(18 - ((value - low) / (high - low || 1)) * 16).toFixed(1)}`);
    const spark = svg('svg', { viewBox: '0 0 60 20', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, svg('polyline', { class: 'film-spark', points: course.join(' ') }));
    const [value, change] = [el('span', { class: 'film-value' }), el('span', { class: 'film-change' })];
    const element = el('li', {}, el('span', { class: 'film-name' }, parameter.name), bar, value, change, spark);
    const draw = (/** @type {number} */ at) => {
      const current = path[at] ?? parameter.start;
      setText(value, plain(current));
      setText(change, current === parameter.start ? '' : withSign(current - parameter.start));
      setAttribute(gone, 'x', Math.min(50, x(current)));
      setAttribute(gone, 'width', Math.abs(x(current) - 50));
      setAttribute(now, 'x', x(current) - 1.5);
    };
    return [{ element, draw }];
  });
  return { elements: rows.map(({ element }) => element), draw: (/** @type {number} */ at) => rows.forEach((row) => row.draw(at)) };
}

/** Buttons of which one is pressed. @param {string} name @param {[string, string][]} choices values and words @param {string} chosen @param {(value: string) => void} choose */
export function createChoice(name, choices, chosen, choose) {
  const buttons = choices.map(([value, words]) => el('button', { type: 'button', 'aria-pressed': String(value === chosen), onclick: () => pick(value) }, words));
  function pick(/** @type {string} */ value) {
    buttons.forEach((button, at) => setAttribute(button, 'aria-pressed', String(choices[at]?.[0] === value)));
    choose(value);
  }
  const group = el('div', { class: 'film-choice', role: 'group', 'aria-label': name }, ...buttons);
  group.hidden = choices.length < 2;
  return group;
}

/** Marks under the slider, by the share of its length. @param {HTMLElement} place @param {[number, string][]} marks */
export function drawMarks(place, marks) {
  fill(place, ...marks.map(([share, words]) => {
    const mark = el('span', { class: share === 0 ? 'is-first' : share === 1 ? 'is-last' : null }, words);
    mark.style.left = `${100 * share}%`;
    return mark;
  }));
}
