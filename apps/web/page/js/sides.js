// The two sides of a game: their names, and the marks that go with them.

/** @typedef {import('./games/view.js').GamePage} GamePage */

/** @param {GamePage} game @param {string} side */
export function nameOf(game, side) {
  return game.sides.find(({ letter }) => letter === side)?.name ?? side;
}

/** The class that colours what belongs to a side. @param {GamePage} game @param {string} side */
export function sideClass(game, side) {
  return game.sides[0]?.letter === side ? 'side-first' : 'side-second';
}

/** People on both sides. @param {import('./games/view.js').GamePage} page @returns {Record<string, import('../../messages.js').Player>} */
export const twoPersons = ({ sides }) => Object.fromEntries(sides.map(({ letter }) => [letter, { kind: 'person' }]));
