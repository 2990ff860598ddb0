// Every move of the position analysed, with its score and chances. A row stays while its figures change.

import { arrange, el, fill, setAttribute, setText } from './dom.js';
import { counted, scoreShort } from './score.js';
import { expected, percent } from './grades.js';
import { verdictMark } from './tables.js';

/** @typedef {import('../../messages.js').AnalysisLine} Line */

const COLUMNS = ['move', 'score', 'chances', 'depth', 'nodes'];

/** @param {{ play: (turn: string) => void }} actions */
export function createAnalysisTable(actions) {
  const body = el('tbody', {});
  const table = el(
    'table',
    { class: 'analysis-table' },
    el('caption', { class: 'sr-only' }, 'Every move with its score'),
    el('thead', {}, el('tr', {}, ...COLUMNS.map((name) => el('th', { scope: 'col', class: `column-${name}` }, name)))),
    body,
  );
  const element = el('div', { class: 'analysis-scroll', tabindex: 0, role: 'region', 'aria-label': 'Table of every move' }, table);
  /** @type {Map<string, ReturnType<typeof createRow>>} */
  let rows = new Map();

  /**
   * A move that may be played, or with a threat one that may only be read.
   * @param {string} turn @param {boolean} playable
   */
  function createRow(turn, playable) {
    const name = playable ? el('button', { type: 'button', class: 'move-in-line', 'data-analysed': turn, onclick: () => actions.play(turn) }) : el('span', {});
    const head = el('th', { scope: 'row' }, name);
    const score = el('td', {});
    const share = el('span', { class: 'chances-fill' });
    // A `meter` in each row would cost a third of the drawing.
    const chances = el('span', { class: 'chances', role: 'img' }, share);
    const [depth, nodes] = [el('td', { class: 'column-depth' }), el('td', { class: 'column-nodes' })];
    const row = el('tr', {}, head, score, el('td', { class: 'column-chances' }, chances), depth, nodes);
    let told = '';

    /** @param {Line} line @param {string | null} tag */
    function draw(line, tag) {
      const { score: value, depth: plies, nodes: looked, exact, verdict } = line;
      const key = JSON.stringify([value, plies, looked, exact, verdict, line.words[0], tag]);
      if (key === told) return;
      told = key;
      setAttribute(row, 'class', `score-${line.score.kind}${tag === 'played' ? ' is-played' : ''}`);
      setAttribute(head, 'data-tag', tag);
      setText(name, line.words[0] ?? turn);
      const proven = line.exact && line.score.kind !== 'points';
      fill(score, scoreShort(line.score), proven ? el('span', { class: 'exact', title: 'proven, the distance is exact' }, ' ✓', el('span', { class: 'sr-only' }, ' proven, the distance is exact')) : null, verdictMark(line.verdict, line.exact));
      const part = percent(expected(line.score));
      setAttribute(chances, 'aria-label', part);
      share.style.width = part.replace(' ', '');
      setText(depth, String(line.depth));
      setText(nodes, counted(line.nodes));
    }

    return { row, draw };
  }

  return {
    element,

    clear() {
      rows = new Map();
      fill(body);
    },

    /** @param {{ lines: Line[], threat: boolean }} analysis @param {string | undefined} played  the turn of the game here */
    draw({ lines, threat }, played) {
      const before = rows;
      rows = new Map();
      lines.forEach((line, rank) => {
        const turn = line.pv[0] ?? '';
        const key = `${threat} ${turn}`;
        const row = before.get(key) ?? createRow(turn, !threat);
        row.draw(line, turn === played ? 'played' : rank === 0 ? 'best' : null);
        rows.set(key, row);
      });
      arrange(body, [...rows.values()].map(({ row }) => row));
    },
  };
}
