// The tree of a Monte Carlo tree search: the root's moves as a table, and a picture whose branches open.

import { el, fill, setAttribute, svg } from './dom.js';
import { counted, scoreShort } from './score.js';

/** @typedef {import('../../messages.js').SearchTree} SearchTree */
/** @typedef {import('../../messages.js').TreeMove} TreeMove */

/** The root's moves in the picture; the table has the others. */
const BRANCHES = 6;
/** Sizes of the picture, in pixels: a column for each move of a line, a row for each branch that is shown. */
const COLUMN = 150;
const ROW = 34;
const FIRST = 24;

/** A value as the score of a match, in per cent. @param {number} value from -1 to 1 */
const percent = (value) => `${Math.round(50 + 50 * value)} %`;

/** @param {TreeMove} move */
const told = ({ proven, value }) => (proven ? scoreShort(proven) : percent(value));

/** The most visited moves, one after the other. @param {TreeMove} move @returns {string[]} */
function line(move) {
  const [next] = move.replies;
  return next ? [next.words, ...line(next)] : [];
}

/** How good a move is for the side that makes it, in five steps. @param {number} value from -1 to 1 */
function shade(value) {
  if (value > 0.4) return 'tree-won';
  if (value > 0.1) return 'tree-better';
  if (value >= -0.1) return 'tree-even';
  return value >= -0.4 ? 'tree-worse' : 'tree-lost';
}

/** @param {{ play: (turn: string) => void }} actions */
export function createSearchTree(actions) {
  const rows = el('tbody', {});
  const table = el(
    'table',
    { class: 'analysis-table' },
    el('caption', { class: 'sr-only' }, 'Moves of the tree'),
    el('thead', {}, el('tr', {}, ...['move', 'visits', 'value', 'prior', 'line'].map((name) => el('th', { scope: 'col' }, name)))),
    rows,
  );
  const picture = svg('svg', { class: 'tree-picture', role: 'group', 'aria-label': 'The most visited branches. Enter opens and closes one.' });
  const details = el(
    'details',
    { class: 'tree-details' },
    el('summary', {}, 'Picture of the tree'),
    el('div', { class: 'tree-scroll', tabindex: 0, role: 'region', 'aria-label': 'Picture of the tree' }, picture),
    el('p', { class: 'quiet' }, 'The most visited branches, the more visited the thicker. Green is good and red is bad for the side that makes the move. A press opens a branch.'),
  );
  const element = el('div', { class: 'search-tree', hidden: true }, details, el('div', { class: 'analysis-scroll', tabindex: 0, role: 'region', 'aria-label': 'Moves of the tree' }, table));
  /** The branches that a person has opened or closed, by their moves from the root. @type {Map<string, boolean>} */
  const chosen = new Map();
  /** @type {SearchTree | null} */
  let drawn = null;
  details.addEventListener('toggle', () => drawPicture());

  /** The first line is open from the start. @param {string} path @param {boolean} main */
  const isOpen = (path, main) => chosen.get(path) ?? main;

  /** @param {TreeMove} move @param {boolean} turns */
  function row(move, turns) {
    const name = turns ? el('button', { type: 'button', class: 'move-in-line', 'data-tree': move.move, onclick: () => actions.play(move.move) }, move.words) : move.words;
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, name),
      el('td', {}, counted(move.visits)),
      el('td', {}, told(move)),
      el('td', {}, `${(100 * move.prior).toFixed(1)} %`),
      el('td', { class: 'tree-line' }, line(move).join(' | ')),
    );
  }

  function drawPicture() {
    if (!drawn || !details.open) return;
    const root = drawn.moves.slice(0, BRANCHES);
    const most = Math.max(1, ...root.map(({ visits }) => visits));
    const focused = document.activeElement instanceof SVGElement ? document.activeElement.getAttribute('data-branch') : null;
    /** @type {SVGElement[]} */
    const edges = [];
    /** @type {SVGElement[]} */
    const nodes = [];
    let next = 0;
    let deepest = 0;

    /** Places a branch and what is open below it; returns its height. @param {TreeMove} move @param {string} above @param {number} depth @param {boolean} main @returns {number} */
    function place(move, above, depth, main) {
      const path = `${above}/${move.move}`;
      const open = isOpen(path, main) && move.replies.length > 0;
      const x = FIRST + depth * COLUMN;
      deepest = Math.max(deepest, depth);
      // The keyboard comes to a branch before what is below it.
      const number = nodes.length;
      const below = open ? move.replies.map((reply, index) => place(reply, path, depth + 1, main && index === 0)) : [];
      const y = below[0] ?? ROW * (next++ + 0.5);
      const part = Math.sqrt(move.visits / most);
      for (const to of below) edges.push(svg('path', { class: 'tree-edge', d: `M${x} ${y} C${x + 60} ${y} ${x + COLUMN - 60} ${to} ${x + COLUMN} ${to}` }));
      const toggle = () => {
        chosen.set(path, !open);
        drawPicture();
      };
      const words = `${move.words}, ${counted(move.visits)} visits, ${told(move)}`;
      const opens = move.replies.length > 0;
      nodes.splice(
        number,
        0,
        svg(
          'g',
          {
            class: `tree-node ${shade(move.value)}`,
            'data-branch': path,
            tabindex: 0,
            role: opens ? 'button' : 'img',
            'aria-label': words,
            'aria-expanded': opens ? String(open) : null,
            onclick: opens ? toggle : () => {},
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
              if (!opens || (event.key !== 'Enter' && event.key !== ' ')) return;
              event.preventDefault();
              event.stopPropagation();
              toggle();
            },
          },
          svg('rect', { class: 'tree-touch', x: x - 16, y: y - ROW / 2, width: COLUMN - 8, height: ROW }),
          svg('circle', { cx: x, cy: y, r: 4 + 9 * part }),
          svg('text', { x: x + 17, y: y - 1 }, move.words),
          svg('text', { class: 'tree-figures', x: x + 17, y: y + 12 }, `${counted(move.visits)} · ${told(move)}${opens && !open ? ' …' : ''}`),
        ),
      );
      return y;
    }

    root.forEach((move, index) => place(move, '', 0, index === 0));
    const [width, height] = [FIRST + (deepest + 1) * COLUMN, ROW * Math.max(1, next)];
    setAttribute(picture, 'viewBox', `0 0 ${width} ${height}`);
    setAttribute(picture, 'width', width);
    setAttribute(picture, 'height', height);
    picture.replaceChildren(...edges, ...nodes);
    if (focused !== null) for (const node of nodes) if (node.getAttribute('data-branch') === focused) node.focus({ preventScroll: true });
  }

  /** @param {SearchTree | null} tree */
  function draw(tree) {
    element.hidden = !tree;
    if (tree === drawn) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.tree : undefined;
    // Another position has other moves; what was opened in the last one is forgotten.
    const [best] = tree?.moves ?? [];
    if (best && drawn && !drawn.moves.some(({ move }) => move === best.move)) chosen.clear();
    drawn = tree;
    fill(rows, ...(tree?.moves ?? []).map((move) => row(move, tree?.turns ?? false)));
    if (focused) for (const button of rows.querySelectorAll('button')) if (button.dataset.tree === focused) button.focus({ preventScroll: true });
    drawPicture();
  }

  return { element, draw };
}
