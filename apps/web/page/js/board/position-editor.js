// Setting up a position that is a board and a side to move, with whatever else a game adds. It writes the text form.

import { el } from '../dom.js';
import { createBoardEditor } from './editor.js';

/**
 * @template {{ side: string }} P
 * @param {(text: string) => void} onChange the position as text, at every change
 * @param {object} game
 * @param {import('./grid.js').Grid} game.grid
 * @param {import('./editor.js').Brush[]} game.brushes
 * @param {(square: string) => string} [game.squareClass]
 * @param {(position: P) => Map<string, string>} game.letters  what stands where
 * @param {(letters: Map<string, string>, value: string) => void} [game.makeRoom]  takes off what gives way to a new piece
 * @param {(text: string) => P} game.parse
 * @param {(position: P) => string} game.write
 * @param {(text: string) => boolean} game.isNear  whether a text being typed is near enough to a position
 * @param {Record<string, string>} game.sides  the names by letter
 * @param {[string, string][]} game.starts  buttons and the positions they set up, the first to begin with
 * @param {(changed: () => void) => { element: HTMLElement, read: () => Partial<P>, draw: (position: P) => void }} [game.more]  what else is chosen
 * @returns {import('./position-field.js').Editor}
 */
export function createPositionEditor(onChange, { grid, brushes, squareClass, letters, makeRoom, parse, write, isNear, sides, starts, more }) {
  let position = parse(starts[0]?.[1] ?? '');
  const board = createBoardEditor(grid, {
    brushes,
    put(square, value) {
      const placed = letters(position);
      if (value) {
        makeRoom?.(placed, value);
        placed.set(square, value);
      } else placed.delete(square);
      changed();
    },
    holds: (square) => letters(position).get(square) ?? '',
    ...(squareClass ? { squareClass } : {}),
  });
  const side = el('select', { class: 'select', 'aria-label': 'To move', onchange: chosen }, ...Object.entries(sides).map(([letter, name]) => el('option', { value: letter }, `${name} to move`)));
  const extra = more?.(chosen);

  function chosen() {
    position = { ...position, ...extra?.read(), side: side.value };
    changed();
  }

  function changed() {
    onChange(write(position));
    draw();
  }

  function draw() {
    board.draw();
    side.value = position.side;
    extra?.draw(position);
  }
  draw();

  /** @param {string} text */
  function take(text) {
    position = parse(text);
    changed();
  }

  const buttons = starts.map(([name, text]) => el('button', { type: 'button', class: 'button button-small', onclick: () => take(text) }, name));
  return {
    element: el('div', { class: 'editor' }, board.board, el('div', { class: 'editor-side' }, board.choice, side, extra?.element, el('div', { class: 'options' }, ...buttons))),
    text: () => write(position),
    read(text) {
      if (!isNear(text)) return;
      position = parse(text);
      draw();
    },
  };
}
