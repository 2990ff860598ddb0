// The crest of a member: drawn from the name, the same wherever the name stands.

import { svg } from '../dom.js';

/** Grounds that a light figure stands out on, by day and night. */
const GROUNDS = ['#7a5a1e', '#6b4a3e', '#4c6138', '#5b4a66', '#35545c', '#6a3d36', '#3f4f73', '#6b5b2f'];

/** A number of a name, the same in every browser (FNV-1a). @param {string} name */
function numberOf(name) {
  let hash = 0x811c9dc5;
  for (const letter of name.toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** @param {string} name */
export function crestOf(name) {
  const number = numberOf(name);
  const petals = 4 + (number % 6);
  const [reach, width] = [7 + ((number >>> 4) % 3), 2.4 + ((number >>> 6) % 3) * 0.6];
  const of = Array.from({ length: petals }, (_, at) => svg('ellipse', { cx: 16, cy: 16 - reach + 1, rx: width, ry: 3.6, transform: `rotate(${(360 / petals) * at} 16 16)` }));
  const heart = (number >>> 8) % 2 === 0 ? svg('circle', { class: 'crest-heart', cx: 16, cy: 16, r: 2.6 }) : svg('circle', { class: 'crest-ring', cx: 16, cy: 16, r: 3 });
  return svg('svg', { class: 'crest', viewBox: '0 0 32 32', 'aria-hidden': 'true' }, svg('circle', { cx: 16, cy: 16, r: 16, fill: GROUNDS[(number >>> 9) % GROUNDS.length] ?? '' }), svg('g', { class: 'crest-figure' }, ...of, heart));
}
