// A person's choice of a turn by its squares: tap a piece and then where it goes, drag it, or both by keys.

import { createSquares } from './squares.js';

/** @typedef {{ text: string, from: string | null, to: string | null }} Move */

/**
 * @template {Move} M
 * @param {import('./grid.js').Grid} grid
 * @param {object} game
 * @param {() => M[]} game.moves  the turns that may be played now
 * @param {(turns: string[]) => Promise<string | null>} [game.choose]  which of several turns with the same squares
 * @param {(square: string) => string | null} [game.direct]  a turn that pressing a square plays, with nothing selected
 * @param {(turn: string) => void} game.onTurn
 * @param {(square: string, x: number, y: number) => void} game.onDrag
 * @param {() => void} game.changed  the selection has changed: draw
 * @param {(from: string, to: string | null) => string | null} [game.whyNot]  why a piece cannot be moved, or cannot go there, in the game's words
 * @param {(reason: string | null) => void} [game.onRefusal]  says so; null once something else is done
 * @param {() => boolean} [game.letGo]  lets go of what else was begun; whether there was anything
 */
export function createInput(grid, { moves, choose, direct, onTurn, onDrag, changed, whyNot, onRefusal, letGo = () => false }) {
  /** @type {string | null} */
  let selected = null;
  /** @type {{ from: string, to: string } | null} a turn on its way: shown at once, until the server has spoken */
  let going = null;
  /** Arrows and rings of the person's own, until the position changes or the board is pressed. @type {{ from: string, to: string }[]} */
  let drawn = [];
  const squares = createSquares(grid, { onPick, onLift, onDrag, onDrop, onCancel: cancel, onDraw });

  /** @param {string} from @param {string | null} [to] */
  const movesFrom = (from, to) => moves().filter((move) => move.from === from && (!to || move.to === to));

  /** @param {string | null} square */
  function select(square) {
    selected = square;
    changed();
  }

  /** Lets go of everything that was begun. @returns {boolean} whether there was anything */
  function cancel() {
    const begun = selected !== null;
    const other = letGo();
    if (begun) select(null);
    return begun || other;
  }

  /** Says why nothing comes of it, to whoever may play. @param {string} from @param {string | null} to */
  function refuse(from, to) {
    if (moves().length > 0) onRefusal?.(whyNot?.(from, to) ?? null);
  }

  /** @param {string} square */
  function onPick(square) {
    onRefusal?.(null);
    drawn = [];
    // A click that does not go on with a turn lets go of what was begun before.
    if (!selected) letGo();
    if (selected && movesFrom(selected, square).length > 0) void go(selected, square);
    else if (square !== selected && movesFrom(square).length > 0) select(square);
    else {
      const turn = selected ? null : direct?.(square);
      if (turn) onTurn(turn);
      else {
        refuse(selected ?? square, selected ? square : null);
        select(null);
      }
    }
  }

  /** @param {string} square */
  function onLift(square) {
    if (movesFrom(square).length === 0) return false;
    onRefusal?.(null);
    letGo();
    select(square);
    return true;
  }

  /** @param {string} from @param {string | null} to */
  function onDrop(from, to) {
    onRefusal?.(null);
    if (to && to !== from && movesFrom(from, to).length > 0) void go(from, to);
    else {
      if (to && to !== from) refuse(from, to);
      select(to === from ? from : null);
    }
  }

  /** @param {string} from @param {string} to */
  function onDraw(from, to) {
    const others = drawn.filter((one) => one.from !== from || one.to !== to);
    drawn = others.length < drawn.length ? others : [...drawn, { from, to }];
    changed();
  }

  /** @param {string} from @param {string} to */
  async function go(from, to) {
    const turns = [...new Set(movesFrom(from, to).map((move) => move.text))];
    const turn = turns.length > 1 && choose ? await choose(turns) : turns[0];
    if (turn && moves().some(({ text }) => text === turn)) {
      going = { from, to };
      onTurn(turn);
    } else changed();
    squares.focus(turn ? to : from);
  }

  return {
    squares,
    movesFrom,
    select,
    cancel,
    selected: () => selected,
    /** The way of the turn that is on its way. */
    ways: () => (going ? [going] : []),
    drawn: () => drawn,

    /**
     * Names every square for screen readers, and marks those that a turn begins at, or ends at from what is selected. The turns are
     * asked for once: a board is drawn with every report of a search.
     * @param {(square: string, own: M[], here: M[]) => string} describe  by the turns from the square, and those to it from the selected one
     * @param {(square: string, here: M[]) => boolean} [isTarget]
     */
    label(describe, isTarget = (_, here) => here.length > 0) {
      /** @type {Map<string | null, M[]>} */
      const byStart = new Map();
      for (const move of moves()) {
        const same = byStart.get(move.from);
        if (same) same.push(move);
        else byStart.set(move.from, [move]);
      }
      const chosen = (selected && byStart.get(selected)) || [];
      squares.label((square) => {
        const own = byStart.get(square) ?? [];
        const here = chosen.filter(({ to }) => to === square);
        return { label: describe(square, own, here), movable: own.length > 0, target: isTarget(square, here), selected: square === selected };
      });
    },

    /** Takes note of what the view is told next. @param {boolean} moved another position @param {boolean} mayPlay */
    next(moved, mayPlay) {
      if (moved || !mayPlay) selected = null;
      if (moved) drawn = [];
      // Refused, or played: either way the board shows what is.
      if (moved || mayPlay) going = null;
    },

    /** The pieces with the one on its way where it goes. @param {Map<string, string>} pieces */
    whereTheyGo(pieces) {
      const piece = going && pieces.get(going.from);
      if (!going || !piece) return pieces;
      const moved = new Map(pieces);
      moved.delete(going.from);
      return moved.set(going.to, piece);
    },
  };
}
