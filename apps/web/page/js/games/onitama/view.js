// Onitama's view of a game: the board, the hands, what was taken, and the person's choice of a turn.

import { el, fill, svg } from '../../dom.js';
import { createBoard } from './board.js';
import { cardFace } from './card-view.js';
import { title } from './cards.js';
import { chooseTurn } from './choose.js';
import { createHands } from './hands.js';
import { SIDE_NAMES, TEMPLES, lost, parsePosition, parseTurn, pieceName, sideOf } from './notation.js';
import { drawPiece } from './pieces.js';
import { createSquares } from './squares.js';

/** @typedef {import('../view.js').ViewModel} ViewModel */
/** @typedef {import('./notation.js').Side} Side */

/**
 * @param {(turn: string) => void} onTurn the person has chosen a turn
 * @returns {import('../view.js').GameView}
 */
export function createView(onTurn) {
  const board = createBoard();
  const squares = createSquares({ onPick, onLift, onDrag: board.drag, onDrop, onCancel: () => select(null) });
  const hands = createHands(onCard);
  const exchange = el('div', { class: 'exchange', role: 'group', 'aria-labelledby': 'exchange-title', hidden: true });
  const element = el('div', { class: 'board board-onitama' }, board.picture, squares.grid, exchange);
  const captured = { r: el('span', { class: 'captured' }), b: el('span', { class: 'captured' }) };

  /** @type {ViewModel | null} */
  let model = null;
  /** @type {string | null} */
  let selected = null;
  /** @type {string | null} */
  let chosenCard = null;
  /** @type {{ from: string, to: string } | null} a turn on its way: shown at once, until the server has spoken */
  let going = null;

  const moves = () => (model?.legal ?? []).map((text) => ({ text, ...parseTurn(text) }));
  /** @param {string} from @param {string | null} [to] */
  const movesFrom = (from, to) =>
    moves().filter((move) => move.from === from && (!to || move.to === to) && (!chosenCard || move.card === chosenCard));

  /** @param {string | null} square */
  function select(square) {
    selected = square;
    draw();
  }

  /** @param {string} square */
  function onPick(square) {
    if (selected && movesFrom(selected, square).length > 0) void go(selected, square);
    else if (square !== selected && movesFrom(square).length > 0) select(square);
    else select(null);
  }

  /** @param {string} square */
  function onLift(square) {
    if (movesFrom(square).length === 0) return false;
    select(square);
    return true;
  }

  /** @param {string} from @param {string | null} to */
  function onDrop(from, to) {
    if (to && to !== from && movesFrom(from, to).length > 0) void go(from, to);
    else select(to === from ? from : null);
  }

  /** @param {string} card */
  function onCard(card) {
    chosenCard = chosenCard === card ? null : card;
    if (selected && movesFrom(selected).length === 0) selected = null;
    draw();
  }

  /** @param {string} from @param {string} to */
  async function go(from, to) {
    const turns = movesFrom(from, to).map((move) => move.text);
    const position = parsePosition(model?.position ?? '');
    const look = { turned: (position.side === 'b') !== (model?.flipped ?? false), tint: `tint-${position.side}` };
    const turn = turns.length > 1 ? await chooseTurn(turns, look) : turns[0];
    if (turn && model?.legal.includes(turn)) {
      going = { from, to };
      onTurn(turn);
    } else draw();
    squares.focus(turn ? to : from);
  }

  /** @param {import('./notation.js').Position} position */
  function drawExchange(position) {
    const passes = moves().filter((move) => move.from === null);
    const wasHidden = exchange.hidden;
    exchange.hidden = passes.length === 0;
    if (passes.length === 0 || !wasHidden) return;
    const look = { turned: (position.side === 'b') !== (model?.flipped ?? false), tint: `tint-${position.side}` };
    fill(
      exchange,
      el('h2', { id: 'exchange-title' }, `${SIDE_NAMES[position.side]} has no move`),
      el('p', {}, `You pass, but give up one card for ${title(position.spare)}. Which one?`),
      el(
        'div',
        { class: 'chooser-cards' },
        ...passes.map(({ text, card }) =>
          el('button', { type: 'button', class: 'card card-button', 'aria-label': `Give up ${title(card)}`, onclick: () => onTurn(text) }, ...cardFace(card, look)),
        ),
      ),
    );
    // Whoever plays by keys or by ear is led to the question, unless they are busy elsewhere.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === 'main' || element.contains(activeElement)) {
      exchange.querySelector('button')?.focus({ preventScroll: true });
    }
  }

  function draw() {
    if (!model) return;
    const { flipped, lastTurn, hint, best, over } = model;
    const position = parsePosition(model.position);
    const start = parsePosition(model.start);
    const from = selected ? movesFrom(selected) : [];
    const targets = new Set(from.map((move) => move.to ?? ''));
    squares.flip(flipped);
    board.draw(whereTheyGo(position.pieces), flipped, { lastTurn, selected, targets, hint, best });
    squares.label((square) => describe(position, square));
    hands.draw(position, {
      flipped,
      usable: new Set(moves().filter((move) => move.from !== null).map((move) => move.card)),
      chosen: chosenCard,
      fitting: new Set(hint ? [parseTurn(hint).card] : from.map((move) => move.card)),
      lastCard: lastTurn ? parseTurn(lastTurn).card : null,
      over,
    });
    drawExchange(position);
    for (const side of /** @type {Side[]} */ (['r', 'b'])) {
      const taken = lost(start, position, side === 'r' ? 'b' : 'r');
      fill(captured[side], ...taken.map((piece) => svg('svg', { class: 'captured-piece', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, drawPiece(piece))));
      if (taken.length > 0) captured[side].append(el('span', { class: 'sr-only' }, `has taken ${taken.length}`));
    }
  }

  /** @param {Map<string, import('./notation.js').Piece>} pieces */
  function whereTheyGo(pieces) {
    const piece = going && pieces.get(going.from);
    if (!going || !piece) return pieces;
    const moved = new Map(pieces);
    moved.delete(going.from);
    return moved.set(going.to, piece);
  }

  /**
   * What a screen reader says of a square.
   * @param {import('./notation.js').Position} position @param {string} square
   */
  function describe(position, square) {
    const piece = position.pieces.get(square);
    const own = movesFrom(square);
    const here = selected ? movesFrom(selected, square) : [];
    const parts = [square, piece ? pieceName(piece) : 'empty'];
    if (square === TEMPLES.r) parts.push('Red’s temple');
    if (square === TEMPLES.b) parts.push('Blue’s temple');
    if (here.length > 0) parts.push(`${piece ? 'take' : 'move'} here with ${here.map((move) => title(move.card)).join(' or ')}`);
    else if (own.length > 0) {
      const cards = [...new Set(own.map((move) => move.card))];
      parts.push(...cards.map((card) => `${title(card)} to ${own.filter((move) => move.card === card).map((move) => move.to).join(', ')}`));
    } else if (piece && sideOf(piece) === position.side && (model?.legal.length ?? 0) > 0) parts.push('cannot move');
    return { label: parts.join(', '), movable: own.length > 0, target: here.length > 0, selected: square === selected };
  }

  return {
    board: element,
    hands: hands.hands,
    beside: hands.beside,
    captured,
    update(next) {
      if (next.position !== model?.position || next.legal.length === 0) {
        selected = null;
        chosenCard = null;
      }
      // Refused, or played: either way the board shows what is.
      if (next.position !== model?.position || next.legal.length > 0) going = null;
      model = next;
      draw();
    },
  };
}
