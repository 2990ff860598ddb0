// A member's ratings from game to game: a line for each game and speed, told apart by colour and dash, and named at its end.

import { svg } from '../dom.js';

/** @typedef {import('../../../messages.js').ProfilePoint} Point */

const WIDTH = 640;
const HEIGHT = 260;
const LEFT = 44;
const RIGHT = 160;
const FOOT = 26;
/** Lines that are drawn: those with most games. */
const LINES = 4;
/** How far apart the names at the ends stand at least. */
const APART = 16;

/** @param {{ title: string, points: Point[] }[]} lines those with most games first */
export function ratingGraph(lines) {
  const drawn = lines.filter(({ points }) => points.length > 0).slice(0, LINES);
  const all = drawn.flatMap(({ points }) => points);
  const values = all.map(({ rating }) => rating);
  const low = Math.floor((Math.min(...values) - 20) / 50) * 50;
  const high = Math.ceil((Math.max(...values) + 20) / 50) * 50;
  const first = Math.min(...all.map(({ at }) => at));
  const last = Math.max(...all.map(({ at }) => at));
  const y = (/** @type {number} */ rating) => 8 + ((high - rating) / (high - low)) * (HEIGHT - FOOT - 16);
  const x = (/** @type {number} */ at) => (last === first ? WIDTH - RIGHT : LEFT + ((at - first) / (last - first)) * (WIDTH - LEFT - RIGHT));
  const told = drawn.map(({ title, points }) => `${title} ${points.at(-1)?.rating} after ${points.length} games`).join(', ');
  const picture = svg('svg', { class: 'rating-graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `Ratings: ${told}` });
  const step = high - low > 400 ? 100 : 50;
  for (let value = low; value <= high; value += step) {
    picture.append(svg('line', { class: 'rating-grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }), svg('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, String(value)));
  }
  const day = (/** @type {number} */ at) => new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'short' });
  picture.append(svg('text', { x: LEFT, y: HEIGHT - 6 }, day(first)));
  if (day(last) !== day(first)) picture.append(svg('text', { x: WIDTH - RIGHT, y: HEIGHT - 6, 'text-anchor': 'end' }, day(last)));
  /** @type {number[]} */
  const taken = [];
  for (const [index, { title, points }] of drawn.entries()) {
    const end = points.at(-1);
    if (!end) continue;
    const along = points.map(({ at, rating }) => `${x(at).toFixed(1)},${y(rating).toFixed(1)}`).join(' ');
    let place = y(end.rating) + 4;
    while (taken.some((other) => Math.abs(other - place) < APART)) place += APART;
    taken.push(place);
    picture.append(
      svg('polyline', { class: `rating-line rating-line-${index}`, points: along }),
      svg('circle', { class: `rating-end rating-line-${index}`, cx: x(end.at), cy: y(end.rating), r: 4 }),
      svg('text', { class: 'rating-name', x: WIDTH - RIGHT + 10, y: place }, title),
    );
  }
  return picture;
}
