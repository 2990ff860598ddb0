// The board as a picture: squares, marks and pieces. It shows what it is told, knows no game and no input.

import { setAttribute, svg } from '../dom.js';

/** @typedef {{ piece: string, square: string, element: SVGGElement }} Placed */
/** @typedef {{ from: string, to: string }} Way */

/** Where the sign of a turn stands on its arrow: nearer to where it leads, as there arrows from one square are apart. */
const SIGN = 0.6;

/**
 * @typedef {object} Marks
 * @property {string[]} last   squares of the last turn
 * @property {string | null} selected
 * @property {Map<string, string>} targets  by square the kind: `go`, `take`, or a game's own
 * @property {Way[]} best  the best turns, the best first
 * @property {boolean} [inSteps]  whether they are the steps of one turn instead
 * @property {{ ways: Way[], sign: string } | null} [played]  the turn that was played here, and its sign, where it was a bad one
 * @property {Way[]} hint  the ways of a turn that is pointed at
 * @property {Way[]} [own]  arrows of the person's own, and rings where they lead nowhere
 * @property {Way[]} ways  how pieces went in the last turn: what a change of the position is drawn as
 * @property {Way[]} [trail]  ways along which steps are left
 * @property {[string, string][]} [others]  squares and the class of a mark of the game's own
 */

/**
 * @param {import('./grid.js').Grid} grid
 * @param {object} game
 * @param {(square: string) => (string | SVGElement)[]} [game.drawSquare]  its class, and what lies on it; without it the board is chequered
 * @param {(piece: string) => SVGGElement} game.drawPiece
 * @param {boolean} [game.labelsWithin]  whether the coordinates stand in the squares: else in the frame
 * @param {SVGElement} [game.trim]  what decorates the frame
 * @param {boolean} [game.wanders]  whether a piece that is gone from one square and new on another has moved
 */
export function createPicture(grid, { drawSquare = (square) => [grid.isDark(square) ? 'square-dark' : 'square-light'], drawPiece, labelsWithin = false, trim, wanders = true }) {
  const { width, height, frame } = grid;
  // As large on the screen whatever the game.
  const depth = labelsWithin ? (15 * width) / 500 : 0.72 * frame;
  const squares = svg('g');
  const marks = svg('g');
  const pieces = svg('g', { class: 'pieces' });
  const above = svg('g');
  const labels = svg('g', { class: labelsWithin ? 'board-labels is-within' : 'board-labels' });
  labels.style.setProperty('--label', `${depth}px`);
  const picture = svg('svg', { class: 'board-picture', viewBox: `${-frame} ${-frame} ${width + 2 * frame} ${height + 2 * frame}`, 'aria-hidden': 'true' });
  picture.append(
    svg('rect', { class: 'board-frame', x: -frame, y: -frame, width: width + 2 * frame, height: height + 2 * frame, rx: frame / 2 }),
    svg('rect', { class: 'board-inner', x: -3, y: -3, width: width + 6, height: height + 6, rx: 2 }),
  );
  if (trim) picture.append(trim);
  picture.append(squares, marks, pieces, above, labels);

  let flipped = false;
  /** @type {Placed[]} */
  let placed = [];

  /** @param {string} square */
  const corner = (square) => grid.corner(square, flipped);

  function drawSquares() {
    squares.replaceChildren();
    labels.replaceChildren();
    for (const square of grid.squares) {
      const [x, y] = corner(square);
      const [kind, ...things] = drawSquare(square);
      squares.append(svg('rect', { class: `square ${kind}`, x, y, width: 100, height: 100 }));
      for (const thing of things) {
        if (typeof thing === 'string') continue;
        setAttribute(thing, 'transform', `translate(${x} ${y})`);
        squares.append(thing);
      }
      if (labelsWithin) {
        if (x === 0) labels.append(svg('text', { x: 6, y: y + 3 + depth }, square.slice(1)));
        if (y === height - 100) labels.append(svg('text', { x: x + 94, y: height - 6, 'text-anchor': 'end' }, square.charAt(0)));
      } else {
        if (x === 0) labels.append(svg('text', { x: -frame / 2, y: y + 50 + 0.35 * depth, 'text-anchor': 'middle' }, square.slice(1)));
        if (y === height - 100) labels.append(svg('text', { x: x + 50, y: height + frame / 2 + 0.36 * depth, 'text-anchor': 'middle' }, square.charAt(0)));
      }
    }
  }

  /** @param {SVGGElement} element @param {number} x @param {number} y */
  function moveTo(element, x, y) {
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  /**
   * Keeps the element of a piece that stayed, moves that of one that went, and takes out what is gone.
   * @param {Map<string, string>} now @param {Way[]} ways
   */
  function placePieces(now, ways) {
    const stayed = placed.filter(({ piece, square }) => now.get(square) === piece);
    const gone = placed.filter((one) => !stayed.includes(one));
    const next = stayed;
    /** The piece that went to a square: by the turn, forwards or taken back; else any that is gone. @param {string} square @param {string} piece */
    const moverTo = (square, piece) => {
      const known = gone.find((one) => one.piece === piece && ways.some(({ from, to }) => (from === one.square && to === square) || (to === one.square && from === square)));
      return known ?? (wanders ? gone.find((one) => one.piece === piece) : undefined);
    };
    for (const [square, piece] of now) {
      if (stayed.some((one) => one.square === square)) continue;
      const mover = moverTo(square, piece);
      if (mover) gone.splice(gone.indexOf(mover), 1);
      const element = mover?.element ?? drawPiece(piece);
      if (!mover) pieces.append(element);
      next.push({ piece, square, element });
    }
    for (const { element, square } of gone) leave(element, square, now.has(square));
    placed = next;
    for (const { square, element } of placed) {
      element.classList.remove('dragged');
      moveTo(element, ...corner(square));
    }
  }

  /** Takes a piece out: one that is captured when the capturer has arrived, and a ring shows where. @param {SVGGElement} element @param {string} square @param {boolean} captured */
  function leave(element, square, captured) {
    const motion = captured && element.isConnected ? 1000 * Number.parseFloat(getComputedStyle(element).transitionDuration) : 0;
    if (!(motion > 0)) {
      element.remove();
      return;
    }
    element.classList.add('leaving');
    pieces.prepend(element);
    const [x, y] = corner(square);
    const ring = svg('circle', { class: 'mark-capture', cx: x + 50, cy: y + 50, r: 30 });
    pieces.append(ring);
    ring.addEventListener('animationend', () => ring.remove());
    setTimeout(() => element.remove(), motion);
  }

  /** @param {string} square @param {string} className */
  function mark(square, className) {
    const [x, y] = corner(square);
    return svg('rect', { class: className, x, y, width: 100, height: 100 });
  }

  /** A square of the last turn: amber, with two corners that tell it without colour. @param {string} square */
  function lastMark(square) {
    const [x, y] = corner(square);
    return svg('g', {}, mark(square, 'mark-last'), svg('path', { class: 'mark-corner', d: `M${x + 78} ${y + 6} H${x + 94} V${y + 22} M${x + 22} ${y + 94} H${x + 6} V${y + 78}` }));
  }

  /** @param {string} square @param {string} kind */
  function target(square, kind) {
    const [x, y] = corner(square);
    const [cx, cy] = [x + 50, y + 50];
    if (kind === 'take') return svg('g', {}, svg('circle', { class: 'mark-take-rim', cx, cy, r: 43 }), svg('circle', { class: 'mark-take', cx, cy, r: 43 }));
    if (kind === 'ring') return svg('circle', { class: 'mark-ring', cx, cy, r: 24 });
    return svg('circle', { class: 'mark-target', cx, cy, r: 15 });
  }

  /** @param {Marks} shown */
  function drawMarks(shown) {
    marks.replaceChildren(...shown.last.map(lastMark), ...(shown.others ?? []).map(([square, name]) => mark(square, name)));
    for (const { from, to } of shown.trail ?? []) {
      const [[x1, y1], [x2, y2]] = [corner(from), corner(to)];
      marks.append(svg('path', { class: 'mark-trail', d: `M${x1 + 50} ${y1 + 50} L${x2 + 50} ${y2 + 50}` }));
    }
    above.replaceChildren();
    if (shown.selected) {
      const [x, y] = corner(shown.selected);
      marks.append(svg('rect', { class: 'mark-selected', x: x + 4, y: y + 4, width: 92, height: 92, rx: 7 }), svg('rect', { class: 'mark-selected-rim', x: x + 9, y: y + 9, width: 82, height: 82, rx: 4 }));
    }
    for (const [square, kind] of shown.targets) above.append(target(square, kind));
    if (shown.played && !shown.selected) above.append(...shown.played.ways.map((way) => signed(way, 'mark-played', shown.played?.sign ?? '', shown.best.map((best) => onWay(best, SIGN)))));
    for (const [place, way] of [...shown.best.entries()].reverse()) {
      if (!shown.selected) above.append(signed(way, `mark-best mark-best-${shown.inSteps ? 1 : place + 1}`, String(place + 1)));
    }
    for (const way of shown.own ?? []) above.append(pointer(way, 'mark-own'));
    for (const way of shown.hint) above.append(pointer(way, 'mark-arrow'));
  }

  /** A point so far along a way, as a share of it. @param {Way} way @param {number} share @returns {[number, number]} */
  function onWay({ from, to }, share) {
    const [[x1, y1], [x2, y2]] = [corner(from), corner(to)];
    return [x1 + share * (x2 - x1) + 50, y1 + share * (y2 - y1) + 50];
  }

  /** A turn with its rank, or its sign, on the arrow, clear of other signs. @param {Way} way @param {string} className @param {string} sign @param {[number, number][]} [others] */
  function signed(way, className, sign, others = []) {
    const mark = pointer(way, className);
    const clear = [SIGN, 0.8, 0.3].find((share) => others.every(([x, y]) => Math.hypot(x - onWay(way, share)[0], y - onWay(way, share)[1]) > 52));
    const [x, y] = onWay(way, clear ?? SIGN);
    mark.append(svg('circle', { class: 'mark-rank', cx: x, cy: y, r: 16 }), svg('text', { class: 'mark-rank-number', x, y: y + 7, 'text-anchor': 'middle' }, sign));
    return mark;
  }

  /** An arrow along a way; a ring where nothing moves, but something comes. @param {Way} way @param {string} className */
  function pointer(way, className) {
    if (way.from !== way.to) return arrow(corner(way.from), corner(way.to), className);
    const [x, y] = corner(way.to);
    return svg('g', { class: className }, ...['mark-round-rim', 'mark-round'].map((name) => svg('circle', { class: name, cx: x + 50, cy: y + 50, r: 34 })));
  }

  return {
    picture,

    /** @param {Map<string, string>} now @param {boolean} flip @param {Marks} shown */
    draw(now, flip, shown) {
      if (flip !== flipped || !squares.firstChild) {
        flipped = flip;
        drawSquares();
      }
      placePieces(now, shown.ways);
      drawMarks(shown);
    },

    /** The squares have changed: walls, for example. */
    redrawSquares: drawSquares,

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
  };
}

/** The stroke of a brush: it begins thin, grows towards its head, and the head's barbs lean back. @param {[number, number]} from @param {[number, number]} to @param {string} className */
function arrow(from, to, className) {
  const [x1, y1] = [from[0] + 50, from[1] + 50];
  const [x2, y2] = [to[0] + 50, to[1] + 50];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  /** A point by how far along the way it is, and how far beside it. @param {number} along @param {number} beside */
  const point = (along, beside) => `${(x1 + ux * along - uy * beside).toFixed(1)} ${(y1 + uy * along + ux * beside).toFixed(1)}`;
  const tip = length - 6;
  const outline = [point(18, -3.5), point(tip - 36, -10), point(tip - 46, -25), point(tip, 0), point(tip - 46, 25), point(tip - 36, 10), point(18, 3.5)];
  return svg('g', { class: className }, svg('path', { class: 'mark-brush', d: `M${outline.join(' L')} Z` }));
}
