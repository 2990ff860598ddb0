// Two curves: a test's log-likelihood ratio between its bounds, and the scores of a game under way.

import { setAttribute, svg } from '../dom.js';
import { counting } from '../plural.js';
import { advantage } from '../score.js';

/** @typedef {import('../../../messages.js').Verdict} Verdict */

const WIDTH = 480;
const HEIGHT = 160;
/** Room for the numbers at the left. */
const LEFT = 44;

/** @param {number[]} xs @param {number[]} ys */
const path = (xs, ys) => xs.map((x, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(ys[index] ?? 0).toFixed(1)}`).join(' ');

/** @param {import('../../../messages.js').Test} test */
export function testCurve({ curve, lower, upper, llr, pairs }) {
  const last = Math.max(1, curve.at(-1)?.[0] ?? 1);
  const values = curve.map(([, value]) => value);
  const [low, high] = [Math.min(lower, ...values) - 0.3, Math.max(upper, ...values) + 0.3];
  const x = (/** @type {number} */ at) => LEFT + (at / last) * (WIDTH - LEFT - 6);
  const y = (/** @type {number} */ value) => 6 + ((high - value) / (high - low)) * (HEIGHT - 12);
  const picture = svg('svg', { class: 'test-curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  setAttribute(picture, 'aria-label', `Log-likelihood ratio ${llr.toFixed(2)} after ${counting(pairs, 'pair')}, between ${lower.toFixed(2)} and ${upper.toFixed(2)}`);
  for (const [value, className] of /** @type {const} */ ([[upper, 'curve-bound'], [0, 'curve-middle'], [lower, 'curve-bound']])) {
    picture.append(svg('path', { class: className, d: `M${LEFT} ${y(value).toFixed(1)} H${WIDTH - 6}` }), svg('text', { class: 'curve-number', x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, value.toFixed(2)));
  }
  picture.append(svg('path', { class: 'curve-line', d: path(curve.map(([at]) => x(at)), values.map(y)) }));
  return picture;
}

/** The scores of both engines, as the first side sees them. @param {(Verdict | null)[]} course @param {boolean} firstBegan */
export function scoreCurves(course, firstBegan) {
  const [width, height] = [240, 48];
  const picture = svg('svg', { class: 'score-curves', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, svg('path', { class: 'curve-middle', d: `M0 ${height / 2} H${width}` }));
  for (const [parity, className] of /** @type {const} */ ([[0, 'curve-first'], [1, 'curve-second']])) {
    const mine = firstBegan ? parity : 1 - parity;
    const points = course.map((score, at) => ({ score, at })).filter(({ score, at }) => score && at % 2 === mine);
    picture.append(svg('path', { class: className, d: path(points.map(({ at }) => (at / Math.max(1, course.length - 1)) * width), points.map(({ score }) => height / 2 - (score ? advantage(score, parity === 0) : 0) * (height / 2 - 3))) }));
  }
  return picture;
}
