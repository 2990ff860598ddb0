// A card as a picture: its moves on a small board, turned for its owner, with its name and stamp.

import { el, svg } from '../../dom.js';
import { cardNamed, title } from './cards.js';

/** @typedef {import('./notation.js').Side} Side */

/**
 * @param {string} name
 * @param {boolean} turned whether its owner sits at the top
 * @param {string} tint the class that colours the moves: `tint-r`, `tint-b` or `tint-none`
 */
export function drawMoves(name, turned, tint) {
  const card = cardNamed(name);
  const sign = turned ? -1 : 1;
  const reached = new Set(card.moves.map(([right, forward]) => `${2 + sign * right},${2 - sign * forward}`));
  const picture = svg('svg', { class: `card-moves ${tint}`, viewBox: '0 0 50 50', 'aria-hidden': 'true' });
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      const at = `${column},${row}`;
      const kind = at === '2,2' ? 'card-origin' : reached.has(at) ? 'card-reach' : 'card-cell';
      picture.append(svg('rect', { class: kind, x: column * 10 + 0.6, y: row * 10 + 0.6, width: 8.8, height: 8.8, rx: 1.6 }));
    }
  }
  return picture;
}

/**
 * The small seal of a stamp: a diamond for red, a ring for blue, as on the pieces.
 * @param {'red' | 'blue' | null} stamp
 */
function drawStamp(stamp) {
  const seal = svg('svg', { class: `stamp stamp-${stamp}`, viewBox: '0 0 12 12', 'aria-hidden': 'true' });
  if (stamp === 'red') seal.append(svg('path', { d: 'M6 0.5 L11.5 6 L6 11.5 L0.5 6 Z' }));
  if (stamp === 'blue') seal.append(svg('circle', { cx: 6, cy: 6, r: 4 }));
  return seal;
}

/**
 * The face of a card: picture, name and stamp or a note in its place.
 * @param {string} name
 * @param {{ turned: boolean, tint: string, note?: string }} options
 * @returns {Node[]}
 */
export function cardFace(name, { turned, tint, note }) {
  const { stamp } = cardNamed(name);
  const under = note
    ? el('span', { class: 'card-note' }, note)
    : el('span', { class: 'card-note' }, drawStamp(stamp), stamp ? `${stamp} stamp` : 'no stamp');
  return [drawMoves(name, turned, tint), el('span', { class: 'card-text' }, el('span', { class: 'card-name' }, title(name)), under)];
}

/**
 * The moves of a card in words, from its owner's seat.
 * @param {string} name
 */
export function cardInWords(name) {
  const card = cardNamed(name);
  const moves = card.moves.map(([right, forward]) => {
    const parts = [];
    if (forward !== 0) parts.push(`${Math.abs(forward)} ${forward > 0 ? 'forward' : 'back'}`);
    if (right !== 0) parts.push(`${Math.abs(right)} ${right > 0 ? 'right' : 'left'}`);
    return parts.join(' and ');
  });
  return `${title(name)}: ${moves.join('; ')}. ${card.stamp ? `Stamp ${card.stamp}` : 'No stamp'}.`;
}
