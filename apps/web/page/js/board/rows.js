// Boards as text: ranks from the last to the first, joined by `/`, each from file a on, with numbers for empty squares.

/**
 * @param {string} text @param {import('./grid.js').Grid} grid
 * @returns {Map<string, string>} the letter on each square that is not empty
 */
export function readRows(text, grid) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  text.split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else letters.set(`${grid.files[file++]}${grid.ranks.length - index}`, letter);
    }
  });
  return letters;
}

/** @param {Map<string, string>} letters @param {import('./grid.js').Grid} grid */
export function writeRows(letters, grid) {
  const rows = [...grid.ranks].reverse().map((rank) => grid.files.map((file) => letters.get(file + rank) ?? '1').join('').replaceAll(/1+/g, (run) => String(run.length)));
  return rows.join('/');
}
