// A club's games in lists: clocks, ratings; and fields of forms.

import { el } from '../dom.js';

/** @param {import('../../../messages.js').ClockRule | null} clock */
export function clockInWords(clock) {
  return clock ? `${clock.initial / 60_000}+${clock.increment / 1000}` : 'no clock';
}

/** A rating; the question mark says that it is provisional. @param {import('../../../messages.js').Rating | null | undefined} rating */
export function ratingInWords(rating) {
  return rating ? `${rating.rating}${rating.provisional ? '?' : ''}` : '';
}

/** A rating with what a game has changed of it. @param {import('../../../messages.js').Rating | null | undefined} rating */
export function ratingAfter(rating) {
  const change = rating?.change;
  if (change === null || change === undefined) return ratingInWords(rating);
  const by = Math.abs(change);
  return `${ratingInWords(rating)} ${change > 0 ? `+${by}` : change < 0 ? `−${by}` : '±0'}`;
}

/** @param {string} id @param {[string, string][]} options @param {() => void} onchange */
export function choice(id, options, onchange) {
  return el('select', { class: 'select', id, onchange }, ...options.map(([value, title]) => el('option', { value }, title)));
}
