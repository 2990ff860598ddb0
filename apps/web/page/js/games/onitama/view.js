// Onitama's view of a game: the board, the hands, what was taken, and the person's choice of a turn.

import { fillCaptured } from '../../board/captured.js';
import { createInput } from '../../board/input.js';
import { createPicture } from '../../board/picture.js';
import { el, fill } from '../../dom.js';
import { cardFace } from './card-view.js';
import { title } from './cards.js';
import { chooseCard } from './choose.js';
import { drawSquare, drawTrim } from './face.js';
import { createHands } from './hands.js';
import { GRID, SIDE_NAMES, TEMPLES, isMaster, lost, parsePosition, parseTurn, pieceName, sideOf } from './notation.js';
import { drawPiece } from './pieces.js';

/** @typedef {import('../view.js').ViewModel} ViewModel */
/** @typedef {import('../../board/input.js').Move & import('./notation.js').Turn} Move */
/** @typedef {import('./notation.js').Side} Side */

/**
 * @param {(turn: string) => void} onTurn the person has chosen a turn
 * @param {(begun: string) => void} [_onBegin]
 * @param {(reason: string | null) => void} [onRefusal]
 * @returns {import('../view.js').GameView}
 */
export function createView(onTurn, _onBegin, onRefusal) {
  const board = createPicture(GRID, { labelsWithin: true, trim: drawTrim(), drawSquare, drawPiece: (piece) => drawPiece(/** @type {import('./notation.js').Piece} */ (piece)) });
  const input = createInput(GRID, {
    moves: () => moves().filter((move) => !chosenCard || move.card === chosenCard),
    choose: (turns) => chooseCard(turns, look()),
    onTurn,
    onDrag: board.drag,
    changed: draw,
    whyNot,
    ...(onRefusal ? { onRefusal } : {}),
  });
  const { squares, movesFrom } = input;
  const hands = createHands(onCard);
  const exchange = el('div', { class: 'exchange', role: 'group', 'aria-labelledby': 'exchange-title', hidden: true });
  const element = el('div', { class: 'board board-onitama' }, board.picture, squares.grid, exchange);
  const next = el('p', { class: 'next-step' });
  const captured = { r: el('span', { class: 'captured' }), b: el('span', { class: 'captured' }) };

  /** @type {ViewModel | null} */
  let model = null;
  /** @type {string | null} */
  let chosenCard = null;

  const moves = () => (model?.legal ?? []).map((text) => ({ text, ...parseTurn(text) }));
  /** How a card of the side to move is drawn. */
  function look() {
    const { side } = parsePosition(model?.position ?? '');
    return { turned: (side === 'b') !== (model?.flipped ?? false), tint: `tint-${side}` };
  }

  /** @param {string} from @param {string | null} to */
  function whyNot(from, to) {
    const position = parsePosition(model?.position ?? '');
    const piece = position.pieces.get(from);
    if (!piece || to === from) return null;
    const { side } = position;
    if (sideOf(piece) !== side) return to ? null : `It is ${SIDE_NAMES[side]}’s turn.`;
    const cards = chosenCard ? title(chosenCard) : `Neither ${position.hands[side].map(title).join(' nor ')}`;
    if (!to) return chosenCard ? `${cards} does not move this piece: it would leave the board, or land on your own.` : `${cards} moves this piece: it would leave the board, or land on your own.`;
    const there = position.pieces.get(to);
    if (there && sideOf(there) === side) return null;
    return chosenCard ? `${cards} does not lead from ${from} to ${to}.` : `${cards} leads from ${from} to ${to}.`;
  }

  /** @param {string} card */
  function onCard(card) {
    onRefusal?.(null);
    chosenCard = chosenCard === card ? null : card;
    const selected = input.selected();
    input.select(selected && movesFrom(selected).length > 0 ? selected : null);
  }

  /** @param {import('./notation.js').Position} position */
  function drawExchange(position) {
    const passes = moves().filter((move) => move.from === null);
    const wasHidden = exchange.hidden;
    exchange.hidden = passes.length === 0;
    if (passes.length === 0 || !wasHidden) return;
    fill(
      exchange,
      el('h2', { id: 'exchange-title' }, `${SIDE_NAMES[position.side]} has no move`),
      el('p', {}, `You pass, but give up one card for ${title(position.spare)}. Which one?`),
      el(
        'div',
        { class: 'chooser-cards' },
        ...passes.map(({ text, card }) =>
          el('button', { type: 'button', class: 'card card-button', 'aria-label': `Give up ${title(card)}`, onclick: () => onTurn(text) }, ...cardFace(card, look())),
        ),
      ),
    );
    // Whoever plays by keys or by ear is led to the question, unless they are busy elsewhere.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === 'main' || element.contains(activeElement)) {
      exchange.querySelector('button')?.focus({ preventScroll: true });
    }
  }

  /** The next thing to do: a card and a piece are chosen in either order. @param {import('./notation.js').Position} position @param {string | null} selected */
  function drawNext(position, selected) {
    const open = moves().filter((move) => move.from !== null);
    const cards = position.hands[position.side].filter((card) => open.some((move) => move.card === card));
    const other = chosenCard ? cards.find((card) => card !== chosenCard) : undefined;
    const orOther = other ? `, or choose ${title(other)}` : '';
    const piece = selected ? position.pieces.get(selected) : undefined;
    const who = piece ? `the ${isMaster(piece) ? 'master' : 'student'} on ${selected}` : '';
    const fitting = [...new Set(selected ? open.filter((move) => move.from === selected).map((move) => move.card) : [])];
    let words = '';
    if (chosenCard) words = who ? `${title(chosenCard)}: pick where ${who} goes${orOther}.` : `${title(chosenCard)}: pick a piece${orOther}.`;
    else if (who) words = `Pick where ${who} goes, by ${fitting.map(title).join(' or ')}.`;
    else if (open.length > 0) words = cards.length > 1 ? 'Choose a card, or pick a piece.' : `Pick a piece: only ${cards.map(title).join()} can move one.`;
    else if (moves().length > 0) words = 'Neither card moves a piece: give one up.';
    const key = words && `Your move. ${words}`;
    if (next.textContent !== key) fill(next, ...(words ? [el('b', {}, 'Your move.'), ` ${words}`] : []));
  }

  function draw() {
    if (!model) return;
    const { flipped, lastTurn, hint, best, played, over } = model;
    const position = parsePosition(model.position);
    const start = parsePosition(model.start);
    const selected = input.selected();
    const from = selected ? movesFrom(selected) : [];
    /** @param {string} text */
    const way = (text) => {
      const turn = parseTurn(text);
      return turn.from === null ? [] : [{ from: turn.from, to: turn.to }];
    };
    const ways = lastTurn ? way(lastTurn) : [];
    squares.flip(flipped);
    board.draw(input.whereTheyGo(position.pieces), flipped, {
      last: ways.flatMap((one) => [one.from, one.to]),
      selected,
      targets: new Map(from.map(({ to }) => [to ?? '', position.pieces.has(to ?? '') ? 'take' : 'go'])),
      best: best.flatMap(way),
      played: played ? { ways: way(played.turn), sign: played.mark } : null,
      hint: hint ? way(hint) : [],
      trail: ways,
      own: input.drawn(),
      ways: [...input.ways(), ...ways],
    });
    input.label((square, own, here) => describe(position, square, own, here));
    hands.draw(position, {
      flipped,
      usable: new Set(moves().filter((move) => move.from !== null).map((move) => move.card)),
      chosen: chosenCard,
      fitting: new Set(hint ? [parseTurn(hint).card] : from.map((move) => move.card)),
      lastCard: lastTurn ? parseTurn(lastTurn).card : null,
      over,
    });
    drawExchange(position);
    drawNext(position, selected);
    for (const side of /** @type {Side[]} */ (['r', 'b'])) {
      const taken = lost(start, position, side === 'r' ? 'b' : 'r');
      fillCaptured(captured[side], taken, (piece) => drawPiece(/** @type {import('./notation.js').Piece} */ (piece)));
    }
  }

  /**
   * The label of a square, for screen readers.
   * @param {import('./notation.js').Position} position @param {string} square @param {Move[]} own @param {Move[]} here
   */
  function describe(position, square, own, here) {
    const piece = position.pieces.get(square);
    const parts = [square, piece ? pieceName(piece) : 'empty'];
    if (square === TEMPLES.r) parts.push('Red’s temple');
    if (square === TEMPLES.b) parts.push('Blue’s temple');
    if (here.length > 0) parts.push(`${piece ? 'take' : 'move'} here with ${here.map((move) => title(move.card)).join(' or ')}`);
    else if (own.length > 0) {
      const cards = [...new Set(own.map((move) => move.card))];
      parts.push(...cards.map((card) => `${title(card)} to ${own.filter((move) => move.card === card).map((move) => move.to).join(', ')}`));
    } else if (piece && sideOf(piece) === position.side && (model?.legal.length ?? 0) > 0) parts.push('cannot move');
    return parts.join(', ');
  }

  return {
    board: element,
    hands: hands.hands,
    beside: hands.beside,
    next,
    captured,
    cancel: input.cancel,
    update(told) {
      const moved = told.position !== model?.position;
      if (moved || told.legal.length === 0) chosenCard = null;
      input.next(moved, told.legal.length > 0);
      model = told;
      draw();
    },
  };
}
