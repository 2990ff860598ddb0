// The board as a picture: squares, temples, marks and pieces. It shows what it is told and knows no input.

import { setAttribute, svg } from '../../dom.js';
import { FILES, RANKS, TEMPLES, parseTurn, sideOf } from './notation.js';
import { drawPiece, drawTemple } from './pieces.js';

/** @typedef {import('./notation.js').Piece} Piece */
/** @typedef {{ piece: Piece, square: string, element: SVGGElement }} Placed */

/**
 * @typedef {object} Marks
 * @property {string | null} lastTurn
 * @property {string | null} selected
 * @property {Set<string>} targets
 * @property {string | null} hint
 * @property {string[]} best  the best turns, the best first
 */

export function createBoard() {
  const squares = svg('g');
  const marks = svg('g');
  const pieces = svg('g', { class: 'pieces' });
  const above = svg('g');
  const labels = svg('g', { class: 'board-labels' });
  const picture = svg('svg', { class: 'board-picture', viewBox: '0 0 500 500', 'aria-hidden': 'true' });
  picture.append(squares, marks, pieces, above, labels);

  let flipped = false;
  /** @type {Placed[]} */
  let placed = [];

  /** @param {string} square @returns {[number, number]} */
  function corner(square) {
    const file = FILES.indexOf(square.charAt(0));
    const rank = RANKS.indexOf(square.charAt(1));
    return flipped ? [(4 - file) * 100, rank * 100] : [file * 100, (4 - rank) * 100];
  }

  function drawSquares() {
    squares.replaceChildren();
    labels.replaceChildren();
    for (const [r, rank] of RANKS.entries()) {
      for (const [f, file] of FILES.entries()) {
        const [x, y] = corner(file + rank);
        const temple = file + rank === TEMPLES.r ? 'r' : file + rank === TEMPLES.b ? 'b' : null;
        const kind = temple ? `square-temple-${temple}` : (r + f) % 2 === 0 ? 'square-dark' : 'square-light';
        squares.append(svg('rect', { class: `square ${kind}`, x: x + 1.5, y: y + 1.5, width: 97, height: 97, rx: 5 }));
        if (temple) {
          const gate = drawTemple();
          setAttribute(gate, 'transform', `translate(${x} ${y})`);
          squares.append(gate);
        }
        if (x === 0) labels.append(svg('text', { x: 7, y: y + 18 }, rank));
        if (y === 400) labels.append(svg('text', { x: x + 93, y: 493, 'text-anchor': 'end' }, file));
      }
    }
  }

  /** @param {SVGGElement} element @param {number} x @param {number} y */
  function moveTo(element, x, y) {
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  /**
   * Keeps the element of a piece that stayed, moves that of one that went, and fades what is gone.
   * @param {Map<string, Piece>} now
   */
  function placePieces(now) {
    const stayed = placed.filter(({ piece, square }) => now.get(square) === piece);
    const gone = placed.filter((one) => !stayed.includes(one));
    const next = stayed;
    for (const [square, piece] of now) {
      if (stayed.some((one) => one.square === square)) continue;
      const index = gone.findIndex((one) => one.piece === piece);
      const [mover] = index >= 0 ? gone.splice(index, 1) : [];
      const element = mover?.element ?? drawPiece(piece);
      if (!mover) pieces.append(element);
      next.push({ piece, square, element });
    }
    for (const { element } of gone) element.remove();
    placed = next;
    for (const { square, element } of placed) {
      element.classList.remove('dragged');
      moveTo(element, ...corner(square));
    }
  }

  /** @param {string} square @param {string} className */
  function mark(square, className) {
    const [x, y] = corner(square);
    return svg('rect', { class: className, x: x + 1.5, y: y + 1.5, width: 97, height: 97, rx: 5 });
  }

  /** @param {Map<string, Piece>} now @param {Marks} shown */
  function drawMarks(now, shown) {
    marks.replaceChildren();
    above.replaceChildren();
    const last = shown.lastTurn ? parseTurn(shown.lastTurn) : null;
    if (last?.from) marks.append(mark(last.from, 'mark-last'), mark(last.to, 'mark-last'));
    if (shown.selected) {
      const [x, y] = corner(shown.selected);
      marks.append(svg('rect', { class: 'mark-selected', x: x + 3, y: y + 3, width: 94, height: 94, rx: 5 }));
    }
    for (const square of shown.targets) {
      const [x, y] = corner(square);
      const full = now.has(square);
      above.append(svg('circle', { class: full ? 'mark-take' : 'mark-target', cx: x + 50, cy: y + 50, r: full ? 43 : 13 }));
    }
    for (const [place, turn] of [...shown.best.entries()].reverse()) {
      const { from, to } = parseTurn(turn);
      if (from && !shown.selected) above.append(arrow(corner(from), corner(to), `mark-best mark-best-${place + 1}`));
    }
    const hint = shown.hint ? parseTurn(shown.hint) : null;
    if (hint?.from) above.append(arrow(corner(hint.from), corner(hint.to)));
  }

  return {
    picture,

    /** @param {Map<string, Piece>} now @param {boolean} flip @param {Marks} shown */
    draw(now, flip, shown) {
      if (flip !== flipped || !squares.firstChild) {
        flipped = flip;
        drawSquares();
      }
      placePieces(now);
      drawMarks(now, shown);
    },

    /**
     * The piece on a square follows the pointer, in the picture's own units.
     * @param {string} square @param {number} x @param {number} y
     */
    drag(square, x, y) {
      const one = placed.find((other) => other.square === square);
      if (!one) return;
      one.element.classList.add('dragged');
      pieces.append(one.element);
      moveTo(one.element, x - 50, y - 50);
    },

    /** Whether the piece there may be dragged by that side. @param {string} square @param {string} side */
    holds: (square, side) => placed.some((one) => one.square === square && sideOf(one.piece) === side),
  };
}

/** @param {[number, number]} from @param {[number, number]} to @param {string} [className] */
function arrow(from, to, className = 'mark-arrow') {
  const [x1, y1] = [from[0] + 50, from[1] + 50];
  const [x2, y2] = [to[0] + 50, to[1] + 50];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [nx, ny] = [x2 - ux * 40, y2 - uy * 40];
  /** @param {number} x @param {number} y */
  const point = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return svg(
    'g',
    { class: className },
    svg('path', { class: 'mark-arrow-line', d: `M${point(x1 + ux * 18, y1 + uy * 18)} L${point(nx, ny)}` }),
    svg('path', { d: `M${point(nx - uy * 20, ny + ux * 20)} L${point(nx + uy * 20, ny - ux * 20)} L${point(x2 - ux * 6, y2 - uy * 6)} Z` }),
  );
}
