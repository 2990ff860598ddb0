// Setting a position up by hand: what to put down, and a board to put it on; what stands there is dragged elsewhere, or off the board. The rest of a position is the game's.

import { el, fill, setAttribute, svg } from '../dom.js';

/** @typedef {{ value: string, name: string, draw: (() => SVGElement) | null }} Brush */

/**
 * @param {import('./grid.js').Grid} grid
 * @param {object} game
 * @param {Brush[]} game.brushes  the first is taken up at the start; the value '' clears a square
 * @param {(square: string, value: string) => void} game.put  a square was pressed; '' where it held that already
 * @param {(square: string) => string} game.holds  the value of what stands there, or ''
 * @param {(square: string) => string} [game.squareClass]
 */
export function createBoardEditor(grid, { brushes, put, holds, squareClass }) {
  let brush = brushes[0]?.value ?? '';
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const board = el('div', { class: 'editor-board', role: 'group', 'aria-label': 'Board to set up' });
  board.style.setProperty('--files', String(grid.files.length));
  /** @param {string} text */
  const label = (text) => el('span', { class: 'editor-label', 'aria-hidden': 'true' }, text);
  for (const rank of [...grid.ranks].reverse()) {
    board.append(label(rank));
    for (const file of grid.files) {
      const square = file + rank;
      const shade = grid.isDark(square) ? 'is-dark' : '';
      const button = el('button', { type: 'button', class: `editor-square ${shade} ${squareClass?.(square) ?? ''}`, 'data-edit': square, onclick: () => put(square, holds(square) === brush ? '' : brush), onpointerdown: (/** @type {PointerEvent} */ event) => lift(square, event) });
      buttons.set(square, button);
      board.append(button);
    }
  }
  board.append(label(''), ...grid.files.map(label));
  /** @param {string} value */
  const picture = (value) => {
    const shape = brushes.find((one) => one.value === value)?.draw?.();
    return shape ? svg('svg', { class: 'editor-piece', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, shape) : null;
  };
  /** Follows the pointer with what stands on a square, until it is let go. A finger scrolls instead. @param {string} from @param {PointerEvent} event */
  function lift(from, { button, pointerType, clientX, clientY }) {
    const piece = buttons.get(from)?.querySelector('svg');
    if (!piece || button !== 0 || pointerType === 'touch') return;
    const away = new AbortController();
    const { signal } = away;
    document.addEventListener('pointermove', (moved) => (piece.style.transform = `translate(${moved.clientX - clientX}px, ${moved.clientY - clientY}px)`), { signal });
    for (const end of ['pointerup', 'pointercancel']) {
      document.addEventListener(
        end,
        (letGo) => {
          away.abort();
          piece.style.transform = '';
          const over = document.elementsFromPoint(/** @type {PointerEvent} */ (letGo).clientX, /** @type {PointerEvent} */ (letGo).clientY).find((one) => one instanceof HTMLElement && one.dataset.edit && board.contains(one));
          const to = over instanceof HTMLElement ? over.dataset.edit : undefined;
          if (to === from || end === 'pointercancel') return;
          const value = holds(from);
          put(from, '');
          if (to) put(to, value);
        },
        { signal },
      );
    }
  }

  const choice = el(
    'div',
    { class: 'options', role: 'group', 'aria-label': 'What to put down' },
    ...brushes.map(({ value, name }) =>
      el(
        'label',
        { class: 'option' },
        el('input', { type: 'radio', name: 'brush', value, checked: value === brush, onchange: () => (brush = value) }),
        picture(value),
        el('span', {}, name),
      ),
    ),
  );

  return {
    board,
    choice,

    draw() {
      for (const [square, button] of buttons) {
        const value = holds(square);
        setAttribute(button, 'aria-label', `${square}, ${value ? (brushes.find((one) => one.value === value)?.name ?? value) : 'empty'}`);
        fill(button, picture(value));
      }
    },
  };
}
