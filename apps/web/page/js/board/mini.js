// A small picture of a position: nothing on it can be pressed.

import { el } from '../dom.js';
import { gameNamed } from '../games/index.js';
import { createPicture } from './picture.js';

/** @typedef {import('../games/view.js').GamePage} GamePage */

/**
 * @param {GamePage} page
 * @param {import('../games/view.js').Face} face
 */
export function createMini(page, { grid, pieces, drawPiece, drawSquare }) {
  const board = createPicture(grid, { drawPiece, wanders: false, ...(drawSquare ? { drawSquare } : {}) });
  /** @type {Map<string, string> | null} */
  let before = null;
  return {
    element: el('span', { class: 'mini', 'data-palette': page.palette }, board.picture),

    /** @param {string} position @param {boolean} [flipped] @param {boolean} [marks] whether a turn has led here from what was shown: it is marked */
    show(position, flipped = false, marks = true) {
      const now = pieces(position);
      const was = marks ? before : null;
      // The squares that the turn between left and reached.
      const changed = was ? grid.squares.filter((square) => was.get(square) !== now.get(square)) : [];
      const [from, ...others] = changed.filter((square) => !now.has(square));
      const to = changed.find((square) => now.has(square) && was?.get(from ?? '') === now.get(square));
      before = now;
      board.draw(now, flipped, { last: changed, selected: null, targets: new Map(), best: [], hint: [], ways: from && to && others.length === 0 ? [{ from, to }] : [] });
    },
  };
}

/**
 * A picture that comes when its game's part of the page has come; its place is kept until then.
 * @param {string} game @param {string} position @param {boolean} [flipped]
 */
export function miniOf(game, position, flipped = false) {
  const place = el('span', { class: 'mini-slot', 'aria-hidden': 'true' });
  const page = gameNamed(game);
  if (page) {
    void page.face().then(({ FACE }) => {
      const mini = createMini(page, FACE);
      mini.show(position, flipped);
      place.append(mini.element);
    });
  }
  return place;
}
