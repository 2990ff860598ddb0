// The page of a plain game: a board of any size, one piece a square, turns that are squares (`a2a3`, `d3`), sides that have a letter. The text of
// a position is the rows of the board, the side to move, and whatever else the game writes behind them.

import { gridOf } from '../board/grid.js';
import { readRows, writeRows } from '../board/rows.js';
import { drawStone } from '../board/stone.js';
import { el } from '../dom.js';

/** @typedef {{ from: string | null, to: string | null }} Squares  `from` is null where something is put, both where nothing moves */
/** @typedef {{ pieces: Map<string, string>, side: string, rest: string }} PlainPosition */

/**
 * @typedef {object} Plain  what a plain game says of itself
 * @property {string} name
 * @property {string} title
 * @property {import('./view.js').GamePage['palette']} palette
 * @property {{ letter: string, name: string }[]} sides  the first player first
 * @property {number} files
 * @property {number} ranks
 * @property {string} start  the text of the usual start
 * @property {string[]} rules  a sentence or two each
 * @property {string} [piece]  what a piece is called where all are alike: `stone`, unless it is said
 * @property {Record<string, string>} [pieces]  the names of pieces by their letter on the board; capitals are the first side's. Without it a side's letter
 *   is its stone
 * @property {(turn: string, position: PlainPosition) => Squares} [squaresOf]  the squares of a turn, where they are not its words
 * @property {(square: string) => string} [turnAt]  the turn that pressing a square plays, where that is not its name
 * @property {[string, string][]} [deals]  other starts: the game's own word for one, and its title
 * @property {boolean} [counts]  whether the pieces of each side are counted beside its name
 * @property {(piece: string) => SVGGElement} [drawPiece]
 * @property {(turn: string, before: string) => string} [tellTurn]
 * @property {import('./view.js').Lesson[]} [lessons]
 *
 * @typedef {object} Rules  what the parts of a plain game's page ask it
 * @property {import('../board/grid.js').Grid} grid
 * @property {(text: string) => PlainPosition} parse
 * @property {(position: PlainPosition) => string} write
 * @property {(turn: string, position: PlainPosition) => Squares} squaresOf
 * @property {(piece: string) => string} sideOf  the letter of a piece's side
 * @property {(piece: string) => string} pieceName
 * @property {(piece: string) => SVGGElement} drawPiece
 */

/** The squares that stand in a turn. @param {string} turn @returns {Squares} */
function squaresIn(turn) {
  const [one = null, two = null] = turn.match(/[a-z]\d+/g) ?? [];
  return two ? { from: one, to: two } : { from: null, to: one };
}

/** @param {Plain} game @returns {import('./view.js').GamePage} */
export function plainGame(game) {
  const { name, title, palette, sides, start } = game;
  const grid = gridOf(game.files, game.ranks);
  const [first = '', second = ''] = sides.map(({ letter }) => letter);
  const nameOf = (/** @type {string} */ side) => sides.find(({ letter }) => letter === side)?.name ?? side;
  const sideOf = (/** @type {string} */ piece) => (game.pieces ? (piece === piece.toUpperCase() ? first : second) : piece);
  const kind = (/** @type {string} */ piece) => game.pieces?.[piece.toLowerCase()] ?? game.piece ?? 'stone';
  /** @type {Rules} */
  const rules = {
    grid,
    parse(text) {
      const [rows = '', side = first, ...rest] = text.trim().split(/\s+/);
      return { pieces: readRows(rows, grid), side, rest: rest.join(' ') };
    },
    write: ({ pieces, side, rest }) => `${writeRows(pieces, grid)} ${side} ${rest}`.trim(),
    squaresOf: game.squaresOf ?? squaresIn,
    sideOf,
    pieceName: (piece) => `${nameOf(sideOf(piece)).toLowerCase()} ${kind(piece)}`,
    drawPiece: game.drawPiece ?? ((piece) => drawStone(sideOf(piece) === first, game.pieces && Object.keys(game.pieces).length > 1 ? piece.toUpperCase() : undefined)),
  };
  return {
    name,
    title,
    palette,
    sides,
    sideToMove: (text) => rules.parse(text).side,
    tellTurn: game.tellTurn ?? ((turn, before) => `${nameOf(rules.parse(before).side)}: ${turn}.`),
    nameGame: (text) => (text === start ? 'from the start' : 'from a position'),
    tellReason: (reason) => `: ${reason}`,
    face: async () => ({ FACE: { grid, about: game.rules[0] ?? '', start, pieces: (text) => rules.parse(text).pieces, drawPiece: rules.drawPiece } }),
    view: async () => {
      const { createPlainView } = await import('./plain-view.js');
      return { createView: (onTurn, onBegin, onRefusal) => createPlainView(game, rules, onTurn, onBegin, onRefusal) };
    },
    setup: async () => {
      const { createPlainSetup } = await import('./plain-setup.js');
      return { createSetup: () => createPlainSetup(game, rules) };
    },
    rules: async () => ({ createRules: () => [el('ul', {}, ...game.rules.map((rule) => el('li', {}, rule)))] }),
    ...(game.lessons ? { lessons: async () => ({ LESSONS: game.lessons ?? [] }) } : {}),
  };
}
