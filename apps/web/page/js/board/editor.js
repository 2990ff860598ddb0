// Setting a position up by hand: what to put down, and a board to put it on. The rest of a position is the game's.

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
      const button = el('button', { type: 'button', class: `editor-square ${shade} ${squareClass?.(square) ?? ''}`, 'data-edit': square, onclick: () => put(square, holds(square) === brush ? '' : brush) });
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
