// The view of a plain game: its board, and the person's choice of a turn.

import { chooseTurn } from '../board/choose.js';
import { createInput } from '../board/input.js';
import { createPass } from '../board/pass.js';
import { createPicture } from '../board/picture.js';
import { el, fill } from '../dom.js';
import { counting } from '../plural.js';

/** @typedef {import('./view.js').ViewModel} ViewModel */
/** @typedef {import('../board/input.js').Move} Move */
/** @typedef {import('./plain.js').PlainPosition} PlainPosition */

/**
 * @param {import('./plain.js').Plain} game @param {import('./plain.js').Rules} rules
 * @param {(turn: string) => void} onTurn the person has chosen a turn
 * @param {(begun: string) => void} [_onBegin]
 * @param {(reason: string | null) => void} [onRefusal]
 * @returns {import('./view.js').GameView}
 */
export function createPlainView({ sides, turnAt, counts }, { grid, parse, squaresOf, sideOf, pieceName, drawPiece }, onTurn, _onBegin, onRefusal) {
  // Only a turn moves a piece: one that appears elsewhere was put there, or has changed sides.
  const board = createPicture(grid, { drawPiece, wanders: false });
  const input = createInput(grid, { moves, choose, direct, onTurn, onDrag: board.drag, changed: draw, whyNot, ...(onRefusal ? { onRefusal } : {}) });
  const { squares, movesFrom } = input;
  const pass = createPass(onTurn);
  const element = el('div', { class: 'board' }, board.picture, squares.grid, pass.element);
  element.style.aspectRatio = `${grid.width + 2 * grid.frame} / ${grid.height + 2 * grid.frame}`;
  element.style.maxWidth = `${Math.min(100, (100 * grid.width) / grid.height)}%`;
  const counted = Object.fromEntries(sides.map(({ letter }) => [letter, el('span', { class: 'stone-count' })]));

  /** @type {ViewModel | null} */
  let model = null;

  function moves() {
    const position = parse(model?.position ?? '');
    return (model?.legal ?? []).map((text) => ({ text, ...squaresOf(text, position) }));
  }

  /** Which of several turns with the same squares: a promotion, for example. @param {string[]} turns */
  function choose(turns) {
    return chooseTurn({ title: 'Which turn?', className: 'options', choices: turns.map((turn) => ({ turn, children: [turn] })) });
  }

  /** @param {string} from @param {string | null} to */
  function whyNot(from, to) {
    const { pieces, side } = parse(model?.position ?? '');
    const piece = pieces.get(from);
    if (to === from) return null;
    if (turnAt || !piece) return piece ? 'That square is taken.' : 'Nothing can be played here now.';
    const mover = sides.find(({ letter }) => letter === side)?.name ?? side;
    if (sideOf(piece) !== side) return to ? null : `It is ${mover}’s turn.`;
    const other = to ? pieces.get(to) : undefined;
    if (other && sideOf(other) === side) return null;
    return to ? `By the rules this piece does not go from ${from} to ${to}.` : 'By the rules this piece cannot move now.';
  }

  /** The turn that puts something on a square, or is played there. @param {string} square */
  function direct(square) {
    const text = turnAt?.(square);
    return moves().find((move) => move.from === null && (turnAt ? move.text === text : move.to === square))?.text ?? null;
  }

  /** @param {string} turn @param {PlainPosition} position */
  function way(turn, position) {
    const { from, to } = squaresOf(turn, position);
    return to === null ? [] : [{ from: from ?? to, to }];
  }

  function draw() {
    if (!model) return;
    const { flipped, lastTurn, hint, best, played, before } = model;
    const position = parse(model.position);
    const selected = input.selected();
    const ways = lastTurn ? way(lastTurn, parse(before ?? model.position)) : [];
    squares.flip(flipped);
    board.draw(input.whereTheyGo(position.pieces), flipped, {
      last: [...new Set(ways.flatMap(({ from, to }) => [from, to]))],
      selected,
      targets: new Map((selected ? movesFrom(selected) : moves().filter(({ from }) => from === null)).map(({ to }) => [to ?? '', position.pieces.has(to ?? '') ? 'take' : 'go'])),
      best: best.flatMap((turn) => way(turn, position)),
      played: played ? { ways: way(played.turn, position), sign: played.mark } : null,
      hint: hint ? way(hint, position) : [],
      own: input.drawn(),
      ways: [...input.ways(), ...ways],
    });
    /** @type {(square: string, here: Move[]) => boolean} */
    const isTarget = (square, here) => (selected ? here.length > 0 : direct(square) !== null);
    input.label((square, own, here) => describe(position, square, own, isTarget(square, here)), isTarget);
    pass.draw(moves().find(({ to }) => to === null)?.text, sides.find(({ letter }) => letter === position.side)?.name ?? position.side);
    if (!counts) return;
    for (const { letter } of sides) {
      const count = [...position.pieces.values()].filter((piece) => sideOf(piece) === letter).length;
      fill(counted[letter] ?? element, el('span', { 'aria-hidden': 'true' }, String(count)), el('span', { class: 'sr-only' }, counting(count, 'piece')));
    }
  }

  /** The label of a square, for screen readers. @param {PlainPosition} position @param {string} square @param {Move[]} own @param {boolean} isTarget */
  function describe(position, square, own, isTarget) {
    const piece = position.pieces.get(square);
    const parts = [square, piece ? pieceName(piece) : 'empty'];
    if (isTarget) parts.push(input.selected() ? (piece ? 'take here' : 'move here') : 'play here');
    else if (own.length > 0) parts.push(`to ${own.map(({ to }) => to).join(', ')}`);
    return parts.join(', ');
  }

  return {
    board: element,
    beside: el('p', { class: 'quiet beside-slim' }),
    ...(counts ? { captured: counted } : {}),
    cancel: input.cancel,
    update(next) {
      input.next(next.position !== model?.position, next.legal.length > 0);
      model = next;
      draw();
    },
  };
}
