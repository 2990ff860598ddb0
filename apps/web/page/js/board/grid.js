// The squares of a board by name, and where they lie on its picture: 100 units each, the first rank below.

/**
 * @typedef {object} Grid
 * @property {string[]} files  `a` first
 * @property {string[]} ranks  `1` first
 * @property {string[]} squares  `a1`, `b1`, ...
 * @property {number} width   of the picture
 * @property {number} height
 * @property {number} frame  the depth of the frame around the squares
 * @property {(square: string) => boolean} isDark  whether it is one of the dark squares of a chequered board; `a1` is
 * @property {(square: string, flipped: boolean) => [number, number]} corner  its upper left corner on the picture
 * @property {(x: number, y: number, flipped: boolean) => string | null} at  the square under a point
 * @property {(square: string, files: number, ranks: number) => string | null} step  the square so far away
 */

/** @param {number} columns @param {number} rows @returns {Grid} */
export function gridOf(columns, rows = columns) {
  const files = [...'abcdefghijklmnopqrstuvwxyz'].slice(0, columns);
  const ranks = Array.from({ length: rows }, (_, rank) => String(rank + 1));
  /** @param {number} file @param {number} rank */
  const named = (file, rank) => (files[file] && ranks[rank] ? `${files[file]}${ranks[rank]}` : null);
  /** @param {string} square @returns {[number, number]} */
  const placeOf = (square) => [files.indexOf(square.charAt(0)), Number(square.slice(1)) - 1];
  return {
    files,
    ranks,
    squares: ranks.flatMap((rank) => files.map((file) => file + rank)),
    width: columns * 100,
    height: rows * 100,
    frame: 3.2 * columns,
    isDark(square) {
      const [file, rank] = placeOf(square);
      return (file + rank) % 2 === 0;
    },
    corner(square, flipped) {
      const [file, rank] = placeOf(square);
      return flipped ? [(columns - 1 - file) * 100, rank * 100] : [file * 100, (rows - 1 - rank) * 100];
    },
    at(x, y, flipped) {
      const [column, row] = [Math.floor(x / 100), Math.floor(y / 100)];
      return flipped ? named(columns - 1 - column, row) : named(column, rows - 1 - row);
    },
    step(square, right, up) {
      const [file, rank] = placeOf(square);
      return named(file + right, rank + up);
    },
  };
}
