// The worth of a start: the first side's score by its parts (cards, set-ups), in games of the engine against itself.

import { el, fill, setText } from './dom.js';

/**
 * @typedef {object} Starts  how a game shows that table
 * @property {string} title
 * @property {string} about  in a sentence or two
 * @property {string} part  the heading of the rows: `Card`
 * @property {{ place: string, title: string, each?: number }[]} places  the columns; and how many parts a start has there, where any parts make one
 * @property {string[]} strengths  of the engines, in the order of the data
 *
 * @typedef {object} OfPart  a part's results, as `tesuji data starts` tells them (docs/data.md)
 * @property {string} name
 * @property {string} place
 * @property {number} games
 * @property {number} first  the first side's share of the points
 * @property {number} low
 * @property {number} high
 *
 * @typedef {{ engines: { games: number, parts: OfPart[] }[] }} Data
 */

/** A share in percent with half the width of its interval. @param {OfPart | undefined} part */
const percent = (part) => (part ? `${(100 * part.first).toFixed(0)} ± ${(50 * (part.high - part.low)).toFixed(0)}` : '–');

const odds = (/** @type {number} */ share) => Math.log(share / (1 - share));
const shareOf = (/** @type {number} */ logOdds) => 1 / (1 + Math.exp(-logOdds));

/**
 * The first player's share of the points with these parts together, and half the width of its interval: what each adds to
 * the logarithm of the odds is taken to be the same in any company.
 * @param {OfPart[]} all @param {OfPart[]} chosen
 */
export function together(all, chosen) {
  const games = all.reduce((sum, part) => sum + part.games, 0);
  const mean = odds(all.reduce((sum, part) => sum + part.first * part.games, 0) / games);
  const share = shareOf(chosen.reduce((sum, part) => sum + odds(part.first) - mean, mean));
  const square = chosen.reduce((sum, { first, low, high }) => sum + ((high - low) / (2 * first * (1 - first))) ** 2, 0);
  return { share, bar: Math.sqrt(square) * share * (1 - share) };
}

/** The first player's chance with parts that one chooses, at every strength. @param {Starts} starts @param {Data} data */
function createChosen({ part, places, strengths }, data) {
  const names = [...new Set(data.engines.flatMap(({ parts }) => parts.map(({ name }) => name)))].sort();
  const taken = places.flatMap(({ place, title, each = 0 }) => Array.from({ length: each }, () => ({ place, title })));
  const choices = taken.map(({ place, title }, index) => ({ place, title, select: el('select', { onchange: draw }, ...names.map((name) => el('option', { value: name, selected: names[index] === name }, name))) }));
  const told = el('ul', { role: 'status' });

  function draw() {
    const chosen = choices.map(({ select }) => select.value);
    if (new Set(chosen).size < chosen.length) {
      fill(told, el('li', {}, `Each ${part.toLowerCase()} is dealt once.`));
      return;
    }
    fill(told, ...data.engines.map(({ parts }, index) => {
      const of = choices.flatMap(({ place, select }) => parts.find((one) => one.place === place && one.name === select.value) ?? []);
      const { share, bar } = together(parts, of);
      return el('li', {}, `${(100 * share).toFixed(0)} ± ${(100 * bar).toFixed(0)} of 100 points at ${strengths[index]}`);
    }));
  }

  draw();
  return el('div', { role: 'group', 'aria-label': 'The first player’s chance' }, el('p', {}, 'The first player’s chance with a deal of your choice:'), el('div', { class: 'options' }, ...choices.map(({ title, select }) => el('label', {}, `${title} `, select))), told);
}

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
    starts.places.some(({ each }) => each) ? createChosen(starts, data) : null,
  );
}
