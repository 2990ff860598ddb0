// Chess's view of a game: the board, what was taken, and the person's choice of a turn.

import { fillCaptured } from '../../board/captured.js';
import { createInput } from '../../board/input.js';
import { createPicture } from '../../board/picture.js';
import { el } from '../../dom.js';
import { choosePromotion } from './choose.js';
import { GRID, checked, material, parsePosition, pieceName, sideOf, takenIn, waysOf } from './notation.js';
import { drawPiece } from './pieces.js';
import { whyNot } from './why.js';

/** @typedef {import('../view.js').ViewModel} ViewModel */
/** @typedef {import('../../board/input.js').Move} Move */
/** @typedef {import('./notation.js').Position} Position */

/** Before the squares of a move made ahead of one's turn. */
const EARLY = 'early ';

/**
 * @param {(turn: string) => void} onTurn the person has chosen a turn
 * @param {(begun: string) => void} [_onBegin]
 * @param {(reason: string | null) => void} [onRefusal]
 * @returns {import('../view.js').GameView}
 */
export function createView(onTurn, _onBegin, onRefusal) {
  const board = createPicture(GRID, {
    drawPiece,
    wanders: false,
  });
  const input = createInput(GRID, {
    moves,
    choose: (turns) => choosePromotion(turns, parsePosition(model?.position ?? '').side, element),
    onTurn: (turn) => (turn.startsWith(EARLY) ? prepare(turn.slice(EARLY.length)) : onTurn(turn)),
    onDrag: board.drag,
    changed: draw,
    whyNot: (from, to) => (model?.waits ? null : whyNot(parsePosition(model?.position ?? ''), from, to)),
    ...(onRefusal ? { onRefusal } : {}),
    letGo,
  });
  const { squares, movesFrom } = input;
  /** @type {HTMLElement} */
  const element = el('div', { class: 'board board-chess' }, board.picture, squares.grid);
  const captured = { w: el('span', { class: 'captured' }), b: el('span', { class: 'captured' }) };

  /** @type {ViewModel | null} */
  let model = null;
  /** The pieces that each side has taken. */
  let captures = takenIn([]);
  /** @type {{ from: string, to: string } | null} a move made before it is one's turn, played then if it is legal */
  let early = null;

  /** Forgets the move made ahead of the turn. @returns {boolean} whether there was one */
  function letGo() {
    if (!early) return false;
    early = null;
    draw();
    return true;
  }

  /** @param {string} squaresOf */
  function prepare(squaresOf) {
    early = { from: squaresOf.slice(0, 2), to: squaresOf.slice(2, 4) };
    input.next(true, true);
    draw();
  }

  /** The turns by their squares: castling to where the king goes, and in Chess960 onto the rook as well. */
  function moves() {
    const position = parsePosition(model?.position ?? '');
    const { waits } = model ?? {};
    if (waits) return [...position.pieces].flatMap(([from, piece]) => (sideOf(piece) === waits ? GRID.squares.flatMap((to) => (to === from ? [] : [{ text: `${EARLY}${from}${to}`, from, to }])) : []));
    return (model?.legal ?? []).flatMap((text) => {
      const { from, to, rook } = waysOf(text, position);
      const onto = rook ? [{ text, from, to: rook.from }] : [];
      return from === to ? onto : [{ text, from, to }, ...onto];
    });
  }

  function draw() {
    if (!model) return;
    const { flipped, lastTurn, hint, best, played, before } = model;
    const position = parsePosition(model.position);
    const selected = input.selected();
    const last = lastTurn ? waysOf(lastTurn, parsePosition(before ?? model.position)) : null;
    /** @param {string} turn */
    const way = (turn) => {
      const { from, to } = waysOf(turn, position);
      return { from, to };
    };
    const check = checked(position, position.side);
    squares.flip(flipped);
    board.draw(input.whereTheyGo(position.pieces), flipped, {
      last: last ? [last.from, last.to] : [],
      selected,
      targets: new Map(selected && !model.waits ? movesFrom(selected).map(({ to }) => [to ?? '', position.pieces.has(to ?? '') ? 'take' : 'go']) : []),
      best: best.map(way),
      played: played ? { ways: [way(played.turn)], sign: played.mark } : null,
      hint: hint ? [way(hint)] : [],
      own: input.drawn(),
      ways: [...input.ways(), ...(last ? [{ from: last.from, to: last.to }, ...(last.rook ? [last.rook] : [])] : [])],
      others: [...(check ? [/** @type {[string, string]} */ ([check, 'mark-check'])] : []), ...(early ? [early.from, early.to].map((square) => /** @type {[string, string]} */ ([square, 'mark-early'])) : [])],
    });
    input.label((square, own, here) => describe(position, square, own, here, check));
    const ahead = material(position.pieces.values());
    fillCaptured(captured.w, captures.w, drawPiece, ahead);
    fillCaptured(captured.b, captures.b, drawPiece, -ahead);
  }

  /** The label of a square, for screen readers. @param {Position} position @param {string} square @param {Move[]} own @param {Move[]} here @param {string | null} check */
  function describe(position, square, own, here, check) {
    const piece = position.pieces.get(square);
    const parts = [square, piece ? pieceName(piece) : 'empty'];
    if (square === check) parts.push('in check');
    if (here.length > 0) parts.push(piece ? 'take here' : 'move here');
    else if (own.length > 0 && model?.waits) parts.push('may be moved ahead of the turn');
    else if (own.length > 0) parts.push(`to ${[...new Set(own.map(({ to }) => to))].join(', ')}`);
    else if (piece && sideOf(piece) === position.side && (model?.legal.length ?? 0) > 0) parts.push('cannot move');
    return parts.join(', ');
  }

  return {
    board: element,
    beside: el('p', { class: 'quiet beside-slim' }),
    captured,
    cancel: input.cancel,
    update(next) {
      const moved = next.position !== model?.position;
      input.next(moved, next.legal.length > 0 || next.waits !== null);
      if (next.start !== model?.start) early = null;
      if (moved || next.start !== model?.start) captures = takenIn(next.positions);
      model = next;
      const { legal } = next;
      if (early && legal.length > 0) {
        const { from, to } = early;
        early = null;
        // A pawn that arrives becomes a queen, as everywhere.
        const turn = movesFrom(from, to).map(({ text }) => text).sort((one, other) => Number(other.endsWith('q')) - Number(one.endsWith('q')))[0];
        if (turn) {
          onTurn(turn);
          return;
        }
      } else if (!next.waits) early = null;
      draw();
    },
  };
}
