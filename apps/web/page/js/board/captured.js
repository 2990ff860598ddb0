// A side's captures: in groups of a kind, with the lead where the game counts one.

import { el, fill, svg } from '../dom.js';

/**
 * @param {HTMLElement} place @param {string[]} taken @param {(piece: string) => SVGGElement} drawPiece @param {number} [lead]
 */
export function fillCaptured(place, taken, drawPiece, lead = 0) {
  const key = `${taken.join('')} ${lead}`;
  if (place.dataset.taken === key) return;
  place.dataset.taken = key;
  /** @type {Map<string, SVGSVGElement[]>} */
  const groups = new Map();
  for (const piece of taken) groups.set(piece, [...(groups.get(piece) ?? []), svg('svg', { class: 'captured-piece', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, drawPiece(piece))]);
  fill(
    place,
    ...[...groups.values()].map((group) => el('span', { class: 'captured-group' }, ...group)),
    lead > 0 ? el('span', { class: 'captured-lead', 'aria-hidden': 'true' }, `+${lead}`) : null,
    taken.length > 0 ? el('span', { class: 'sr-only' }, `has taken ${taken.length}${lead > 0 ? `, ${lead} ahead` : ''}`) : null,
  );
}
