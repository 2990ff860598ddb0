// The worth of a start: the first side's score by its parts (cards, set-ups), in games of the engine against itself.

import { el, fill, setText } from './dom.js';

/**
 * @typedef {object} Starts  how a game shows that table
 * @property {string} title
 * @property {string} about  in a sentence or two
 * @property {string} part  the heading of the rows: `Card`
 * @property {{ place: string, title: string }[]} places  the columns
 * @property {string[]} strengths  of the engines, in the order of the data
 *
 * @typedef {object} OfPart  a part's results, as `tesuji data starts` tells them (docs/data.md)
 * @property {string} name
 * @property {string} place
 * @property {number} first  the first side's share of the points
 * @property {number} low
 * @property {number} high
 *
 * @typedef {{ engines: { games: number, parts: OfPart[] }[] }} Data
 */

/** A share in percent with half the width of its interval. @param {OfPart | undefined} part */
const percent = (part) => (part ? `${(100 * part.first).toFixed(0)} ± ${(50 * (part.high - part.low)).toFixed(0)}` : '–');

/** @param {Starts} starts @param {Data} data @returns {HTMLElement} */
export function createStarts(starts, data) {
  const body = el('tbody');
  const strength = el('select', { onchange: draw }, ...starts.strengths.map((title, index) => el('option', { value: String(index) }, title)));
  strength.value = String(starts.strengths.length - 1);
  const order = el('select', { onchange: draw }, el('option', { value: '' }, 'name'), ...starts.places.map(({ place, title }) => el('option', { value: place }, title)));
  const games = el('p', { class: 'starts-games' });

  function draw() {
    const chosen = data.engines[Number(strength.value)];
    if (!chosen) return;
    /** @type {Map<string, Map<string, OfPart>>} */
    const byName = new Map();
    for (const part of chosen.parts) byName.set(part.name, (byName.get(part.name) ?? new Map()).set(part.place, part));
    const by = order.value;
    const sorted = [...byName].sort(([a, ofA], [b, ofB]) => (by && (ofB.get(by)?.first ?? 0) - (ofA.get(by)?.first ?? 0)) || a.localeCompare(b));
    fill(body, ...sorted.map(([name, of]) => el('tr', {}, el('th', { scope: 'row' }, name), ...starts.places.map(({ place }) => el('td', {}, percent(of.get(place)))))));
    setText(games, `${chosen.games.toLocaleString('en')} games of the engine against itself; ± is the interval of 95 %.`);
  }

  draw();
  const headings = [starts.part, ...starts.places.map(({ title }) => title)].map((title) => el('th', { scope: 'col' }, title));
  return el(
    'details',
    { class: 'starts' },
    el('summary', {}, starts.title),
    el('p', {}, starts.about),
    el('div', { class: 'options' }, el('label', {}, 'Strength ', strength), el('label', {}, 'Sorted by ', order)),
    el('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': starts.title }, el('table', { class: 'report-table' }, el('thead', {}, el('tr', {}, ...headings)), body)),
    games,
  );
}
