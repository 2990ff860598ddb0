// Words for tournaments, in the list and on their own pages.

import { gameNamed } from '../games/index.js';
import { counting } from '../plural.js';
import { clockInWords } from './words.js';

/** @typedef {import('../../../messages.js').ClubTournamentLine} Line */

const KINDS = { arena: 'Arena', swiss: 'Swiss', round_robin: 'Round robin', ladder: 'Ladder' };
const WHO = { yes: 'people and bots', no: 'people', only: 'bots' };

/** `Arena · people and bots`. @param {Line} line */
export function kindInWords({ terms }) {
  const [lowest, highest] = [terms.lowest ?? null, terms.highest ?? null];
  const range = lowest === null && highest === null ? '' : ` · ratings ${lowest === null ? `to ${highest}` : highest === null ? `from ${lowest}` : `${lowest} to ${highest}`}`;
  return `${KINDS[terms.kind]} · ${WHO[terms.programs ?? 'yes']}${range}`;
}

/** `Onitama · 3+2 · rated · 45 minutes`. @param {Line} line */
export function termsInWords({ terms, game, variant }) {
  const title = gameNamed(game)?.title ?? game;
  const other = variant && variant !== title && variant !== 'Standard' ? variant : title;
  return [other, clockInWords(terms.clock), terms.rated ? 'rated' : 'casual', lengthInWords(terms)].join(' · ');
}

/** @param {Line['terms']} terms */
function lengthInWords({ kind, minutes, rounds, days }) {
  if (kind === 'arena') return counting(minutes ?? 0, 'minute');
  if (kind === 'ladder') return days ? counting(days, 'day') : 'for good';
  if (kind === 'swiss') return counting(rounds ?? 0, 'round');
  return (rounds ?? 1) === 1 ? 'each meets each once' : `each meets each ${rounds} times`;
}

/** A time to come: `18:42`, `1:05:00`, `2 days`. @param {number} ms */
export function timeTo(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  if (days >= 2) return `${days} days`;
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** `1st`, `22nd`. @param {number} number */
export function ordinal(number) {
  const last = number % 100;
  const end = last > 10 && last < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${end}`;
}

/** The last change of a rung: `up 2`, `down 1`; empty where there was none. @param {number | null} moved */
export const moveInWords = (moved) => (moved ? `${moved > 0 ? 'up' : 'down'} ${Math.abs(moved)}` : '');

/** Points as people write them: 3½. @param {number} points */
export function pointsInWords(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole === 0 ? '' : whole}½`;
}

/** A day and time. @param {number} ms */
export const dayAndTime = (ms) => new Date(ms).toLocaleString(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
