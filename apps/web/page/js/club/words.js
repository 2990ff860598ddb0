// A club's games in lists: clocks, ratings; and fields of forms.

import { el } from '../dom.js';
import { clockShort } from '../game-settings.js';

/** @param {import('../../../messages.js').ClockRule | null} clock */
export function clockInWords(clock) {
  if (clock?.days) return daysInWords(clock.days);
  return clock ? clockShort(clock) : 'no clock';
}

/** The days that a turn may be given, in a game by correspondence. */
const DAYS = [1, 2, 3, 7, 14];
/** How the field for the clock marks them. */
const BY_DAYS = 'days-';
const DAY = 86_400_000;

/** @param {number} days */
const daysInWords = (days) => (days === 1 ? '1 day a turn' : `${days} days a turn`);

/** The choices of a field for the clock beside clocks: days for each turn. @type {[string, string][]} */
export const DAY_CHOICES = DAYS.map((days) => [`${BY_DAYS}${days}`, daysInWords(days)]);

/** The clock that was chosen in such a field, if it is one. @param {ReturnType<typeof import('../clock-field.js').createClockField>} field @returns {import('../../../messages.js').ClockRule | undefined} */
export function chosenClock(field) {
  const { value } = field.select;
  if (!value.startsWith(BY_DAYS)) return field.time();
  const days = Number(value.slice(BY_DAYS.length));
  return { initial: days * DAY, increment: 0, days };
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
