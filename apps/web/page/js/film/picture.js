// A frame of a film as a picture to keep: boards, or where there are none the numbers that moved most.

import { colourOf, factsOf, goodness, plain, scoresOf, signOf, stepName, withSign } from './values.js';

const WIDTH = 840;
const HEAD = 84;
const SIZE = 116;
const LINE = 26;
const FONT = 'system-ui, sans-serif';

/**
 * @param {import('./values.js').ShownFilm} shown @param {number} at which point
 * @param {import('./values.js').Board[]} boards @param {number} scale @param {number[]} order of the parameters
 */
export function drawFrame(shown, at, boards, scale, order) {
  const { film } = shown;
  const canvas = document.createElement('canvas');
  const across = Math.max(1, Math.min(6, boards.length));
  const numbers = order.slice(0, 12);
  const down = Math.ceil(boards.length / across);
  canvas.width = WIDTH;
  canvas.height = HEAD + (boards.length > 0 ? down * (SIZE + 40) : numbers.length * LINE) + 16;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const point = film.points[at];
  if (!context || !point) return canvas;
  context.fillStyle = '#fffdf8';
  context.fillRect(0, 0, canvas.width, canvas.height);
  /** @param {string} text @param {number} x @param {number} y @param {string} font @param {string} [colour] */
  const write = (text, x, y, font, colour = '#231f1a') => {
    context.font = `${font} ${FONT}`;
    context.fillStyle = colour;
    context.fillText(text, x, y);
  };
  write(`How ${film.about.title}'s scores grew`, 20, 34, '600 22px');
  write(`${factsOf(shown)}`, 20, 56, '13px', '#5e574b');
  write([`${stepName(film.about.method)} ${point.step}`, goodness(point)].filter(Boolean).join(' · '), 20, 75, '600 13px', '#8f2f12');
  boards.forEach((board, index) => {
    const [left, top] = [20 + (index % across) * (SIZE + 20), HEAD + Math.floor(index / across) * (SIZE + 40) + 8];
    const cell = SIZE / board.columns;
    scoresOf(board, point).forEach((score, square) => {
      const [x, y] = [left + (square % board.columns) * cell, top + Math.floor(square / board.columns) * cell];
      context.fillStyle = score === null ? '#ede5d6' : colourOf(score, scale);
      context.fillRect(x + 0.5, y + 0.5, cell - 1, cell - 1);
      const [sign, colour] = signOf(score ?? 0, scale);
      context.textAlign = 'center';
      if (sign) write(sign, x + cell / 2, y + cell / 2 + 5, '600 14px', colour);
      context.textAlign = 'left';
    });
    write(board.title || board.phase || 'All', left, top + SIZE + 16, '600 13px');
  });
  if (boards.length === 0) {
    numbers.forEach((place, row) => {
      const parameter = film.parameters[place];
      const value = point.values[place] ?? 0;
      if (parameter) write(`${parameter.name}: ${plain(value)} (${withSign(value - parameter.start)})`, 20, HEAD + (row + 1) * LINE - 6, '15px');
    });
  }
  return canvas;
}
