// Arimaa's view of a game: a turn step by step, with what is left of it, and the set-up before it.

import { fillCaptured } from '../../board/captured.js';
import { createInput } from '../../board/input.js';
import { createPicture } from '../../board/picture.js';
import { el, setText } from '../../dom.js';
import { counting } from '../../plural.js';
import { drawSquare } from './face.js';
import { GRID, TRAPS, frozen, lost, parsePosition, parseWord, pieceName, playWords, sideOf, stepsIn, waysOf, whyNot, wordsOf } from './notation.js';
import { drawPiece } from './pieces.js';
import { createSettingUp, setsUp } from './setting-up.js';

/** @typedef {import('../view.js').ViewModel} ViewModel */
/** @typedef {import('../../board/input.js').Move} Move */

const STEPS = 4;

/**
 * @param {(turn: string) => void} onTurn the person has chosen a turn
 * @param {(begun: string) => void} onBegin the person has made steps: how may the turn go on?
 * @param {(reason: string | null) => void} [onRefusal]
 * @returns {import('../view.js').GameView}
 */
export function createView(onTurn, onBegin, onRefusal) {
  const board = createPicture(GRID, { drawSquare, drawPiece });
  const input = createInput(GRID, {
    moves,
    onTurn: step,
    onDrag: board.drag,
    changed: draw,
    whyNot: (from, to) => (settingUp ? null : whyNot(pieces(), parsePosition(model?.position ?? '').side, from, to)),
    ...(onRefusal ? { onRefusal } : {}),
  });
  const { squares, movesFrom } = input;
  const element = el('div', { class: 'board board-arimaa' }, board.picture, squares.grid);
  const captured = { g: el('span', { class: 'captured' }), s: el('span', { class: 'captured' }) };
  const left = el('span', { class: 'steps-left', role: 'status' });
  const takeBack = el('button', { type: 'button', class: 'button', onclick: () => back() }, 'Take back a step');
  const end = el('button', { type: 'button', class: 'button button-main', onclick: () => finish() }, 'End the turn');
  const next = el('button', { type: 'button', class: 'button', onclick: () => change(() => settingUp?.next()) }, 'Next set-up');
  const ready = el('button', { type: 'button', class: 'button button-main', onclick: () => settingUp && send(settingUp.text()) }, 'Set up like this');
  const beside = el('div', { class: 'beside-slim turn-tools' }, left, takeBack, end, next, ready);

  /** @type {ViewModel | null} */
  let model = null;
  /** @type {string[]} the steps of the turn under way, each with what it captures */
  let begun = [];
  /** The turn that was sent last: where it comes back to be made again it was refused. */
  let sent = '';
  /** @type {ReturnType<typeof createSettingUp> | null} */
  let settingUp = null;

  /** How the turn may go on; null while the server is asked. */
  function within() {
    if (!model || model.legal.length === 0) return null;
    if (begun.length === 0) return { moves: model.legal, mayEnd: false };
    return model.within && model.within.begun === begun.join(' ') ? { moves: model.within.moves, mayEnd: model.within.may_end } : null;
  }

  /** The board after the steps made. */
  function pieces() {
    const position = parsePosition(model?.position ?? '');
    if (settingUp) return new Map([...position.pieces, ...settingUp.pieces()]);
    return playWords(position.pieces, begun.flatMap(wordsOf));
  }

  function moves() {
    if (settingUp) {
      const home = [...settingUp.pieces().keys()];
      return home.flatMap((from) => home.filter((to) => to !== from).map((to) => ({ text: `${from}${to}`, from, to })));
    }
    return (within()?.moves ?? []).flatMap((text) => {
      const move = parseWord(wordsOf(text)[0] ?? '');
      return move?.from && move.to ? [{ text, from: move.from, to: move.to }] : [];
    });
  }

  /** @param {() => void} act */
  function change(act) {
    act();
    input.next(true, true);
    draw();
  }

  /** @param {string} text */
  function step(text) {
    change(() => {
      if (settingUp) settingUp.swap(text.slice(0, 2), text.slice(2));
      else {
        begun = [...begun, text];
        onBegin(begun.join(' '));
      }
    });
  }

  function back() {
    change(() => {
      begun = begun.slice(0, -1);
      if (begun.length > 0) onBegin(begun.join(' '));
    });
  }

  function finish() {
    if (!within()?.mayEnd) return;
    send(begun.join(' '));
  }

  /** @param {string} turn */
  function send(turn) {
    sent = turn;
    onTurn(turn);
  }

  function draw() {
    if (!model) return;
    const { flipped, lastTurn, hint, best, played } = model;
    const position = parsePosition(model.position);
    const now = pieces();
    const held = frozen(now);
    const selected = input.selected();
    const going = input.whereTheyGo(now);
    const ways = begun.length > 0 ? begun.map((one) => waysOf(one)).flat() : lastTurn ? waysOf(lastTurn) : [];
    const state = within();
    squares.flip(flipped);
    board.draw(going, flipped, {
      last: ways.flatMap(({ from, to }) => [from, to]),
      selected,
      targets: new Map(selected && !settingUp ? movesFrom(selected).map(({ to }) => [to, 'go']) : []),
      best: begun.length === 0 ? best.slice(0, 1).flatMap(waysOf) : [],
      inSteps: true,
      played: played && begun.length === 0 ? { ways: waysOf(played.turn), sign: played.mark } : null,
      hint: hint && begun.length === 0 ? waysOf(hint) : [],
      own: input.drawn(),
      ways: [...input.ways(), ...ways],
      others: held.map((square) => [square, 'mark-frozen']),
    });
    input.label((square, own, here) => describe(now, position.side, held.includes(square), square, own, here));
    const acting = model.legal.length > 0;
    const used = stepsIn(begun.join(' '));
    setText(left, settingUp ? settingUp.about() : acting ? `${counting(STEPS - used, 'step')} left` : '');
    // While a turn is sent and the engine thinks they keep their place: the page does not shift when it has moved.
    takeBack.hidden = settingUp !== null || (!acting && model.waits === null && sent === '');
    takeBack.disabled = begun.length === 0;
    end.hidden = takeBack.hidden;
    end.disabled = !state?.mayEnd;
    next.hidden = ready.hidden = settingUp === null;
    const start = parsePosition(model.start);
    for (const side of /** @type {const} */ (['g', 's'])) {
      const other = side === 'g' ? 's' : 'g';
      const whole = start.pieces.size === 0 ? { pieces: fullArmy, side } : start;
      const taken = position.pieces.size < 17 && start.pieces.size === 0 ? [] : lost(whole, position, other);
      fillCaptured(captured[side], taken, drawPiece);
    }
  }

  /** The label of a square, for screen readers. @param {Map<string, string>} now @param {string} side to move @param {boolean} isFrozen @param {string} square @param {Move[]} own @param {Move[]} here */
  function describe(now, side, isFrozen, square, own, here) {
    const piece = now.get(square);
    const parts = [square, ...(TRAPS.includes(square) ? ['trap'] : []), piece ? pieceName(piece) : 'empty'];
    if (isFrozen) parts.push('frozen');
    if (here.length > 0) parts.push(settingUp ? 'change places' : wordsOf(here[0]?.text ?? '').length > 1 ? 'step here, captures' : 'step here');
    else if (settingUp && own.length > 0) parts.push('can change places');
    else if (own.length > 0) parts.push(`${piece && sideOf(piece) !== side ? 'can be pushed or pulled' : 'steps'} to ${own.map(({ to }) => to).join(', ')}`);
    return parts.join(', ');
  }

  return {
    board: element,
    beside,
    captured,
    cancel: input.cancel,
    update(to) {
      const moved = to.position !== model?.position || to.start !== model.start;
      const mayPlay = to.legal.length > 0;
      // A turn under way stays while the connection is lost, and while it is sent.
      if (moved || (mayPlay && sent !== '' && sent === begun.join(' '))) begun = [];
      if (moved || mayPlay) sent = '';
      const back = mayPlay && begun.length > 0 && model?.legal.length === 0;
      input.next(moved, mayPlay);
      model = to;
      if (back) onBegin(begun.join(' '));
      if (!setsUp(to.legal)) settingUp = null;
      else if (moved || settingUp?.turns[0] !== to.legal[0]) settingUp = createSettingUp(to.legal);
      const state = within();
      if (begun.length > 0 && state) {
        const on = state.moves.filter((text) => parseWord(wordsOf(text)[0] ?? ''));
        // Nothing is left to choose: the turn is complete, or a push has but one way on.
        if (on.length === 0 && state.mayEnd) {
          finish();
          return;
        }
        const [only] = on;
        if (on.length === 1 && only && !state.mayEnd) {
          step(only);
          return;
        }
      }
      draw();
    },
  };
}

/** All pieces of both sides, wherever they stood. */
const fullArmy = new Map([...'RRRRRRRRCCDDHHMErrrrrrrrccddhhme'].map((piece, index) => /** @type {[string, string]} */ ([`piece ${index}`, piece])));
