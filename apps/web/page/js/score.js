// Scores: from the side to move to the first side's view, into words and into the bar.

import { nameOf } from './sides.js';

/** @typedef {import('../../messages.js').Score} Score */
/** @typedef {import('./games/view.js').GamePage} GamePage */

/** Points beyond these are no evaluation: endgame tables know who wins, and not how soon. */
const KNOWN = 19_000;

/**
 * True for a win or loss that endgame tables know without its distance.
 * @param {Score | { kind: string, value: number }} score
 */
export function isKnown({ kind, value }) {
  return kind === 'points' && Math.abs(value) >= KNOWN;
}

/**
 * How good it is for the first side: -1 (lost) to 1 (won).
 * @param {Score} score
 * @param {boolean} firstToMove
 */
export function advantage(score, firstToMove) {
  const sign = firstToMove ? 1 : -1;
  if (score.kind === 'win') return sign;
  if (score.kind === 'loss') return -sign;
  if (score.kind === 'draw') return 0;
  return sign * Math.tanh(score.value / 300);
}

/**
 * `Red +0.84`, `Blue wins in 5`, `even`: always with the side's name, so that no one need ask whose view it is.
 * @param {Score} score
 * @param {string} side the side to move at the root
 * @param {GamePage} game
 */
export function scoreInWords(score, side, game) {
  const own = nameOf(game, side);
  const other = game.sides.find(({ letter }) => letter !== side)?.name ?? 'the other side';
  if (score.kind === 'win') return `${own} wins in ${score.value}`;
  if (score.kind === 'loss') return `${other} wins in ${score.value}`;
  if (score.kind === 'draw') return 'draw';
  if (score.value === 0) return 'even';
  if (isKnown(score)) return `${score.value > 0 ? own : other} wins by the endgame tables`;
  return `${score.value > 0 ? own : other} +${(Math.abs(score.value) / 100).toFixed(2)}`;
}

/**
 * 18400000 is `18.4 M`.
 * @param {number} count
 */
export function counted(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`;
  return String(Math.round(count));
}

/**
 * `+0.84`, `wins in 5`, `loses in 4`: as the side to move sees it, for tables that say so.
 * @param {Score} score
 */
export function scoreShort(score) {
  if (score.kind === 'win') return `wins in ${score.value}`;
  if (score.kind === 'loss') return `loses in ${score.value}`;
  if (score.kind === 'draw') return 'draw';
  if (isKnown(score)) return score.value > 0 ? 'table win' : 'table loss';
  return `${score.value < 0 ? '−' : '+'}${(Math.abs(score.value) / 100).toFixed(2)}`;
}
