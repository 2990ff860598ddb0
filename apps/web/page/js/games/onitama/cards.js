// The cards of Onitama: what each allows, as [right, forward] from its owner's seat, its deck and its stamp.
// A test plays every card through the referee and compares (apps/server/tests/cards.rs reads this file).

/**
 * @typedef {object} Card
 * @property {string} name
 * @property {'base' | 'senseis_path' | 'promo'} deck
 * @property {'red' | 'blue' | null} stamp
 * @property {[number, number][]} moves
 */

/** @type {Card[]} */
export const CARDS = [
  { name: 'boar', deck: 'base', stamp: 'red', moves: [[-1, 0], [0, 1], [1, 0]] },
  { name: 'cobra', deck: 'base', stamp: 'red', moves: [[-1, 0], [1, -1], [1, 1]] },
  { name: 'crab', deck: 'base', stamp: 'blue', moves: [[-2, 0], [0, 1], [2, 0]] },
  { name: 'crane', deck: 'base', stamp: 'blue', moves: [[-1, -1], [0, 1], [1, -1]] },
  { name: 'dragon', deck: 'base', stamp: 'red', moves: [[-2, 1], [-1, -1], [1, -1], [2, 1]] },
  { name: 'eel', deck: 'base', stamp: 'blue', moves: [[-1, -1], [-1, 1], [1, 0]] },
  { name: 'elephant', deck: 'base', stamp: 'red', moves: [[-1, 0], [-1, 1], [1, 0], [1, 1]] },
  { name: 'frog', deck: 'base', stamp: 'red', moves: [[-2, 0], [-1, 1], [1, -1]] },
  { name: 'goose', deck: 'base', stamp: 'blue', moves: [[-1, 0], [-1, 1], [1, -1], [1, 0]] },
  { name: 'horse', deck: 'base', stamp: 'red', moves: [[-1, 0], [0, -1], [0, 1]] },
  { name: 'mantis', deck: 'base', stamp: 'red', moves: [[-1, 1], [0, -1], [1, 1]] },
  { name: 'monkey', deck: 'base', stamp: 'blue', moves: [[-1, -1], [-1, 1], [1, -1], [1, 1]] },
  { name: 'ox', deck: 'base', stamp: 'blue', moves: [[0, -1], [0, 1], [1, 0]] },
  { name: 'rabbit', deck: 'base', stamp: 'blue', moves: [[-1, -1], [1, 1], [2, 0]] },
  { name: 'rooster', deck: 'base', stamp: 'red', moves: [[-1, -1], [-1, 0], [1, 0], [1, 1]] },
  { name: 'tiger', deck: 'base', stamp: 'blue', moves: [[0, -1], [0, 2]] },
  { name: 'bear', deck: 'senseis_path', stamp: 'blue', moves: [[-1, 1], [0, 1], [1, -1]] },
  { name: 'dog', deck: 'senseis_path', stamp: 'blue', moves: [[-1, -1], [-1, 0], [-1, 1]] },
  { name: 'fox', deck: 'senseis_path', stamp: 'red', moves: [[1, -1], [1, 0], [1, 1]] },
  { name: 'giraffe', deck: 'senseis_path', stamp: 'blue', moves: [[-2, 1], [0, -1], [2, 1]] },
  { name: 'iguana', deck: 'senseis_path', stamp: 'red', moves: [[-2, 1], [0, 1], [1, -1]] },
  { name: 'kirin', deck: 'senseis_path', stamp: 'red', moves: [[-1, 2], [0, -2], [1, 2]] },
  { name: 'mouse', deck: 'senseis_path', stamp: 'blue', moves: [[-1, -1], [0, 1], [1, 0]] },
  { name: 'otter', deck: 'senseis_path', stamp: 'red', moves: [[-1, 1], [1, -1], [2, 0]] },
  { name: 'panda', deck: 'senseis_path', stamp: 'red', moves: [[-1, -1], [0, 1], [1, 1]] },
  { name: 'phoenix', deck: 'senseis_path', stamp: 'blue', moves: [[-2, 0], [-1, 1], [1, 1], [2, 0]] },
  { name: 'rat', deck: 'senseis_path', stamp: 'red', moves: [[-1, 0], [0, 1], [1, -1]] },
  { name: 'sable', deck: 'senseis_path', stamp: 'blue', moves: [[-2, 0], [-1, -1], [1, 1]] },
  { name: 'sea_snake', deck: 'senseis_path', stamp: 'blue', moves: [[-1, -1], [0, 1], [2, 0]] },
  { name: 'tanuki', deck: 'senseis_path', stamp: 'blue', moves: [[-1, -1], [0, 1], [2, 1]] },
  { name: 'turtle', deck: 'senseis_path', stamp: 'red', moves: [[-2, 0], [-1, -1], [1, -1], [2, 0]] },
  { name: 'viper', deck: 'senseis_path', stamp: 'red', moves: [[-2, 0], [0, 1], [1, -1]] },
  { name: 'butterfly', deck: 'promo', stamp: 'red', moves: [[-2, 1], [0, -1], [2, 1]] },
  { name: 'cat', deck: 'promo', stamp: 'red', moves: [[-1, 0], [0, -2], [0, 1], [2, 0]] },
  { name: 'centipede', deck: 'promo', stamp: null, moves: [[-1, 0], [0, 1], [2, -2]] },
  { name: 'goat', deck: 'promo', stamp: 'red', moves: [[-1, 0], [0, -1], [1, 1]] },
  { name: 'hornet', deck: 'promo', stamp: null, moves: [[-2, -2], [0, 1], [1, 0]] },
  { name: 'lobster', deck: 'promo', stamp: 'red', moves: [[-1, -2], [-1, 1], [1, -2], [1, 1]] },
  { name: 'moth', deck: 'promo', stamp: 'blue', moves: [[-2, -1], [0, 1], [2, -1]] },
  { name: 'nessie', deck: 'promo', stamp: 'red', moves: [[-2, 1], [-1, -1], [1, -1], [2, 0]] },
  { name: 'serow', deck: 'promo', stamp: 'blue', moves: [[-2, 0], [0, -2], [0, 1], [1, 0]] },
  { name: 'sheep', deck: 'promo', stamp: 'blue', moves: [[-1, 1], [0, -1], [1, 0]] },
  { name: 'steer', deck: 'promo', stamp: 'blue', moves: [[-1, -1], [-1, 0], [1, -1], [1, 0]] },
];

/** @type {Record<string, string>} */
export const DECKS = {
  base: 'Base game',
  senseis_path: 'Sensei’s Path',
  promo: 'Promotion cards',
};

const byName = new Map(CARDS.map((card) => [card.name, card]));

/**
 * The card of that name; a card that this page does not know yet has no moves to draw, but a name.
 * @param {string} name
 * @returns {Card}
 */
export function cardNamed(name) {
  return byName.get(name) ?? { name, deck: 'promo', stamp: null, moves: [] };
}

/**
 * `sea_snake` is written `Sea snake`.
 * @param {string} name
 */
export function title(name) {
  return (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
}
