// The squares of a square board by name, and where they lie on its picture: 100 units each, the first rank below.

/**
 * @typedef {object} Grid
 * @property {number} size     files, and ranks
 * @property {string[]} files  `a` first
 * @property {string[]} ranks  `1` first
 * @property {string[]} squares  `a1`, `b1`, ...
 * @property {(square: string, flipped: boolean) => [number, number]} corner  its upper left corner on the picture
 * @property {(x: number, y: number, flipped: boolean) => string | null} at  the square under a point
 * @property {(square: string, files: number, ranks: number) => string | null} step  the square so far away
 */

/** @param {number} size @returns {Grid} */
export function gridOf(size) {
  const files = [...'abcdefgh'].slice(0, size);
  const ranks = [...'12345678'].slice(0, size);
  const last = size - 1;
  /** @param {number} file @param {number} rank */
  const named = (file, rank) => (files[file] && ranks[rank] ? `${files[file]}${ranks[rank]}` : null);
  return {
    size,
    files,
    ranks,
    squares: ranks.flatMap((rank) => files.map((file) => file + rank)),
    corner(square, flipped) {
      const [file, rank] = [files.indexOf(square.charAt(0)), ranks.indexOf(square.charAt(1))];
      return flipped ? [(last - file) * 100, rank * 100] : [file * 100, (last - rank) * 100];
    },
    at(x, y, flipped) {
      const [column, row] = [Math.floor(x / 100), Math.floor(y / 100)];
      return flipped ? named(last - column, row) : named(column, last - row);
    },
    step: (square, right, up) => named(files.indexOf(square.charAt(0)) + right, ranks.indexOf(square.charAt(1)) + up),
  };
}
