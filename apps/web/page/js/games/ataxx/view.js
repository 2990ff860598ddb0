// Ataxx's view of a game: the board, the stones of each side, and the person's choice of a turn.

import { createInput } from '../../board/input.js';
import { createPass } from '../../board/pass.js';
import { createPicture } from '../../board/picture.js';
import { el, fill } from '../../dom.js';
import { CLOCK_LIMIT, GRID, SIDE_NAMES, around, captures, parsePosition, parseTurn } from './notation.js';
import { drawPiece, drawWall, drawWell } from './pieces.js';

/** @typedef {import('../view.js').ViewModel} ViewModel */
/** @typedef {import('../../board/input.js').Move} Move */
/** @typedef {import('./notation.js').Position} Position */

/** From how many plies without a clone on they are told. */
const CLOCK_TOLD = 10;

/**
 * @param {(turn: string) => void} onTurn the person has chosen a turn
 * @param {(begun: string) => void} [_onBegin]
 * @param {(reason: string | null) => void} [onRefusal]
 * @returns {import('../view.js').GameView}
 */
export function createView(onTurn, _onBegin, onRefusal) {
  /** @type {Set<string>} */
  let walls = new Set();
  const board = createPicture(GRID, {
    drawSquare: (square) => [GRID.isDark(square) ? 'square-dark' : 'square-light', walls.has(square) ? drawWall() : drawWell()],
    drawPiece,
    // A stone that appears was put there or has changed sides: only a jump moves one.
    wanders: false,
  });
  const input = createInput(GRID, {
    moves,
    direct: (square) => model?.legal.find((turn) => turn === square) ?? null,
    onTurn,
    onDrag: board.drag,
    changed: draw,
    whyNot,
    ...(onRefusal ? { onRefusal } : {}),
  });
  const { squares, movesFrom } = input;
  const pass = createPass(onTurn);
  const element = el('div', { class: 'board board-ataxx' }, board.picture, squares.grid, pass.element);
  const counts = { x: el('span', { class: 'stone-count' }), o: el('span', { class: 'stone-count' }) };
  const beside = el('p', { class: 'quiet beside-slim' });

  /** @type {ViewModel | null} */
  let model = null;

  /** The turns by their squares: a clone once for each stone that it can come from. */
  function moves() {
    const { squares: stones, side } = parsePosition(model?.position ?? '');
    return (model?.legal ?? []).flatMap((text) => {
      const { from, to } = parseTurn(text);
      if (to === null || from !== null) return [{ text, from, to }];
      return around(to).flatMap((source) => (stones.get(source) === side ? [{ text, from: source, to }] : []));
    });
  }

  /** @param {string} from @param {string | null} to */
  function whyNot(from, to) {
    const { squares: letters, side } = parsePosition(model?.position ?? '');
    const stone = letters.get(from);
    if (to === from || stone === '-') return null;
    if (!to) {
      if (!stone) return 'None of your stones is near enough: they clone one square away and jump two.';
      return stone === side ? 'This stone is shut in: no free square within two.' : `It is ${SIDE_NAMES[side]}’s turn.`;
    }
    const there = letters.get(to);
    if (there === side) return null;
    if (there) return there === '-' ? 'No stone stands on a wall.' : 'That square is taken.';
    return 'A stone goes one square (a clone) or two (a jump), no further.';
  }

  /** The stones with those of a turn on its way where they go. @param {Position} position */
  function stonesOf({ squares: letters }) {
    const stones = new Map([...letters].filter(([, letter]) => letter !== '-'));
    const [going] = input.ways();
    const stone = going && stones.get(going.from);
    if (!going || !stone) return stones;
    if (!around(going.to).includes(going.from)) stones.delete(going.from);
    return stones.set(going.to, stone);
  }

  /** @param {string} text */
  function way(text) {
    const { from, to } = parseTurn(text);
    return to === null ? [] : [{ from: from ?? to, to }];
  }

  function draw() {
    if (!model) return;
    const { flipped, lastTurn, hint, best, played } = model;
    const position = parsePosition(model.position);
    const blocked = GRID.squares.filter((square) => position.squares.get(square) === '-');
    if (blocked.length !== walls.size || blocked.some((square) => !walls.has(square))) {
      walls = new Set(blocked);
      board.redrawSquares();
    }
    const selected = input.selected();
    const ways = lastTurn ? way(lastTurn) : [];
    squares.flip(flipped);
    board.draw(stonesOf(position), flipped, {
      last: [...new Set(ways.flatMap((one) => [one.from, one.to]))],
      selected,
      targets: new Map(selected ? movesFrom(selected).map(({ text, to }) => [to ?? '', text.length === 2 ? 'ring' : 'go']) : []),
      best: best.flatMap(way),
      played: played ? { ways: way(played.turn), sign: played.mark } : null,
      hint: hint ? way(hint) : [],
      own: input.drawn(),
      ways: [...input.ways(), ...ways],
    });
    input.label((square, own, here) => describe(position, square, own, here));
    pass.draw(model.legal.find((turn) => turn === '0000'), SIDE_NAMES[position.side]);
    for (const side of /** @type {const} */ (['x', 'o'])) {
      const count = [...position.squares.values()].filter((letter) => letter === side).length;
      fill(counts[side], String(count), el('span', { class: 'sr-only' }, count === 1 ? ' stone' : ' stones'));
    }
    fill(beside, position.clock >= CLOCK_TOLD ? `${position.clock} of ${CLOCK_LIMIT} plies without a clone` : null);
  }

  /** The label of a square, for screen readers. @param {Position} position @param {string} square @param {Move[]} own @param {Move[]} here */
  function describe(position, square, own, here) {
    const letter = position.squares.get(square);
    const selected = input.selected();
    const parts = [square, letter === '-' ? 'blocked' : letter === 'x' ? 'black stone' : letter === 'o' ? 'white stone' : 'empty'];
    const takes = captures(position, square);
    const taking = takes > 0 ? `, takes ${takes}` : '';
    if (here.length > 0) parts.push(`${here[0]?.text.length === 2 ? 'clone' : 'jump'} here${taking}`);
    else if (!selected && model?.legal.includes(square)) parts.push(`clone here${taking}`);
    if (own.length > 0) {
      const [clones, jumps] = [2, 4].map((length) => own.filter(({ text }) => text.length === length).map(({ to }) => to).join(', '));
      if (clones) parts.push(`clones to ${clones}`);
      if (jumps) parts.push(`jumps to ${jumps}`);
    }
    return parts.join(', ');
  }

  return {
    board: element,
    beside,
    captured: counts,
    cancel: input.cancel,
    update(next) {
      input.next(next.position !== model?.position, next.legal.length > 0);
      model = next;
      draw();
    },
  };
}
