// The board as buttons over the picture, one a square: what a finger, a mouse, a keyboard and a screen reader meet.
// Enter or a tap picks a square, a piece may also be dragged. Arrows move the focus for whoever came to the board by keys;
// after a mouse they step through the game, as elsewhere on the page.

import { el, setAttribute } from '../dom.js';

const DRAG_FROM = 6;

/**
 * @typedef {object} Told  what a square is, for the eye and the ear
 * @property {string} label
 * @property {boolean} movable
 * @property {boolean} target
 * @property {boolean} selected
 */

/**
 * @param {import('./grid.js').Grid} board
 * @param {object} events
 * @param {(square: string) => void} events.onPick     a tap, a click or Enter
 * @param {(square: string) => boolean} events.onLift  a drag begins; false refuses it
 * @param {(square: string, x: number, y: number) => void} events.onDrag  in units of the picture
 * @param {(from: string, to: string | null) => void} events.onDrop
 * @param {(from: string, to: string) => void} events.onDraw  the right button drew from a square to another, or pressed one
 * @param {() => boolean} events.onCancel  Escape or a right click; whether there was anything to let go of
 */
export function createSquares(board, events) {
  const { files, ranks, width, height, frame } = board;
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const grid = el('div', { class: 'squares', role: 'grid', 'aria-label': 'Board' });
  grid.style.setProperty('--files', String(files.length));
  grid.style.setProperty('--ranks', String(ranks.length));
  grid.style.inset = `${(100 * frame) / (height + 2 * frame)}% ${(100 * frame) / (width + 2 * frame)}%`;
  let flipped = false;
  let focused = board.squares[2] ?? '';
  /** @type {{ square: string, x: number, y: number, lifted: boolean } | null} */
  let press = null;
  let swallowClick = false;
  /** Where the right button went down. @type {string | null} */
  let rightFrom = null;
  /** True where the focus was brought here by keys, and where it is on its way by other means. */
  let byKeys = false;
  let otherwise = false;

  for (const square of board.squares) {
    const button = el('button', { type: 'button', role: 'gridcell', class: 'square-button', tabindex: -1 });
    button.dataset.square = square;
    buttons.set(square, button);
  }
  layOut();

  function layOut() {
    const rows = flipped ? ranks : [...ranks].reverse();
    const columns = flipped ? [...files].reverse() : files;
    grid.replaceChildren(
      ...rows.map((rank) => el('div', { role: 'row', class: 'squares-row' }, ...columns.map((file) => buttons.get(file + rank)))),
    );
    setFocusable(focused);
  }

  /** @param {string} square */
  function setFocusable(square) {
    buttons.get(focused)?.setAttribute('tabindex', '-1');
    focused = square;
    buttons.get(square)?.setAttribute('tabindex', '0');
  }

  /** @param {Event} event */
  const squareOf = (event) => (event.target instanceof HTMLElement ? (event.target.dataset.square ?? null) : null);

  /** @param {PointerEvent} event @returns {[number, number]} */
  function inPicture(event) {
    const box = grid.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
  }

  grid.addEventListener('pointerdown', (event) => {
    swallowClick = false;
    byKeys = false;
    otherwise = true;
    const square = squareOf(event);
    if (event.button === 2) rightFrom = square;
    if (square && event.isPrimary && event.button === 0) press = { square, x: event.clientX, y: event.clientY, lifted: false };
  });

  grid.addEventListener('pointermove', (event) => {
    if (!press || !event.isPrimary) return;
    if (!press.lifted) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_FROM) return;
      if (!events.onLift(press.square)) {
        press = null;
        return;
      }
      press.lifted = true;
      swallowClick = true;
      grid.setPointerCapture(event.pointerId);
    }
    events.onDrag(press.square, ...inPicture(event));
  });

  grid.addEventListener('pointerup', (event) => {
    if (event.button === 2) {
      const [from, to] = [rightFrom, board.at(...inPicture(event), flipped)];
      rightFrom = null;
      otherwise = false;
      if (from && to && !(from === to && events.onCancel())) events.onDraw(from, to);
      return;
    }
    const was = press;
    press = null;
    otherwise = false;
    if (was?.lifted) events.onDrop(was.square, board.at(...inPicture(event), flipped));
  });

  grid.addEventListener('pointercancel', () => {
    const was = press;
    press = null;
    otherwise = false;
    if (was?.lifted) events.onDrop(was.square, null);
  });

  grid.addEventListener('click', (event) => {
    const square = squareOf(event);
    if (swallowClick || !square) {
      swallowClick = false;
      return;
    }
    setFocusable(square);
    events.onPick(square);
  });

  grid.addEventListener('focusin', (event) => {
    const square = squareOf(event);
    if (square) setFocusable(square);
    if (!otherwise && !(event.relatedTarget instanceof Node && grid.contains(event.relatedTarget))) byKeys = true;
  });

  grid.addEventListener('contextmenu', (event) => {
    // By the mouse it draws; a key for the menu gets the menu.
    if (event.button === 2) event.preventDefault();
  });

  grid.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') byKeys = true;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === 'Escape' && events.onCancel()) event.preventDefault();
    if (!step || !byKeys) return;
    event.preventDefault();
    event.stopPropagation();
    const sign = flipped ? -1 : 1;
    const next = board.step(focused, sign * (step[0] ?? 0), sign * (step[1] ?? 0));
    if (next) buttons.get(next)?.focus();
  });

  return {
    grid,

    /** @param {boolean} flip */
    flip(flip) {
      if (flip === flipped) return;
      flipped = flip;
      layOut();
    },

    /** @param {string} square */
    focus(square) {
      const before = otherwise;
      otherwise = true;
      buttons.get(square)?.focus();
      otherwise = before;
    },

    /**
     * @param {(square: string) => Told} describe
     */
    label(describe) {
      for (const [square, button] of buttons) {
        const { label, movable, target, selected } = describe(square);
        setAttribute(button, 'aria-label', label);
        setAttribute(button, 'aria-selected', selected ? 'true' : 'false');
        button.classList.toggle('is-movable', movable);
        button.classList.toggle('is-target', target);
      }
    },
  };
}
