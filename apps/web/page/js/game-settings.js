// How a game was played last in this browser: the level, the side, the clock. The next one begins like it.

import { readSetting, writeSetting } from './settings.js';

/**
 * @typedef {{ initial: number, increment: number, delay?: number }} Time  as the server has it, in milliseconds
 * @typedef {{ minutes: number, seconds: number, delays?: boolean }} OwnClock  for each side, and added after each turn; or, if it delays, what each turn costs nothing
 * @typedef {{ level: number, seat: string, clock: number, own?: OwnClock }} GameSettings  `seat` is a side's letter, `random`, `both`, `none` or `friend`; `clock` a place in `CLOCKS`, or `OWN_CLOCK`
 */

const MINUTE = 60_000;
/** @type {{ name: string, short: string, time?: Time }[]} */
export const CLOCKS = [
  { name: 'no clock', short: 'no clock' },
  { name: '1 minute', short: '1+0', time: { initial: MINUTE, increment: 0 } },
  { name: '3 minutes + 2 s a turn', short: '3+2', time: { initial: 3 * MINUTE, increment: 2000 } },
  { name: '5 minutes', short: '5+0', time: { initial: 5 * MINUTE, increment: 0 } },
  { name: '10 minutes + 5 s a turn', short: '10+5', time: { initial: 10 * MINUTE, increment: 5000 } },
  { name: '30 minutes', short: '30+0', time: { initial: 30 * MINUTE, increment: 0 } },
];

/** The choice after those of the list: a clock of one's own. */
export const OWN_CLOCK = CLOCKS.length;
/** The bounds of a custom clock: at least five seconds, at most three hours. */
export const OWN_LIMITS = { minutes: [0.1, 180], seconds: [0, 60] };
/** @type {OwnClock} */
const USUAL_OWN = { minutes: 15, seconds: 10 };

/** A clock of one's own within its limits. @param {Partial<OwnClock> | undefined} own @returns {OwnClock} */
export function ownClock(own) {
  const within = (/** @type {unknown} */ value, /** @type {number[]} */ [low = 0, high = 0], /** @type {number} */ usual) => (typeof value === 'number' && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : usual);
  return { minutes: within(own?.minutes, OWN_LIMITS.minutes, USUAL_OWN.minutes), seconds: within(own?.seconds, OWN_LIMITS.seconds, USUAL_OWN.seconds), ...(own?.delays ? { delays: true } : {}) };
}

/** The clock of a game, and how it is written. @param {Pick<GameSettings, 'clock' | 'own'>} chosen @returns {{ short: string, time?: Time }} */
export function clockOf({ clock, own }) {
  const listed = CLOCKS[clock];
  if (listed) return listed;
  const { minutes, seconds, delays } = ownClock(own);
  const more = Math.round(seconds * 1000);
  const time = { initial: Math.round(minutes * MINUTE), increment: delays ? 0 : more, ...(delays && more > 0 ? { delay: more } : {}) };
  return { short: clockShort(time), time };
}

/** A clock as the field writes it: minutes, and the seconds of the increment or of the delay: `5+3`, `5d3`. @param {Time} time */
export function clockShort({ initial, increment, delay = 0 }) {
  return delay > 0 ? `${initial / MINUTE}d${delay / 1000}` : `${initial / MINUTE}+${increment / 1000}`;
}

/** The level of somebody's first game: one that beginners beat. */
const FIRST_LEVEL = 1;

/** @param {import('./games/view.js').GamePage} page @returns {GameSettings} */
export function settingsOf(page) {
  const usual = { level: FIRST_LEVEL, seat: page.sides[0]?.letter ?? 'both', clock: 0 };
  try {
    const { level, seat, clock, own } = JSON.parse(readSetting(`wish-${page.name}`) ?? '{}');
    return {
      level: Number.isInteger(level) && level > 0 && level < 100 ? level : usual.level,
      seat: ['random', 'both', 'none', 'friend', ...page.sides.map(({ letter }) => letter)].includes(seat) ? seat : usual.seat,
      clock: CLOCKS[clock] || clock === OWN_CLOCK ? clock : 0,
      own: ownClock(own),
    };
  } catch {
    return usual;
  }
}

/**
 * A level as people read it: number, name, and how strong it is: on the scale that players know, or else above the lowest level. One that was
 * not measured says so.
 * @param {import('../../messages.js').Hello | null} hello @param {string} game @param {number} level
 */
export function levelInWords(hello, game, level) {
  const known = hello?.levels.find((one) => one.level === level);
  const elo = hello?.level_elo?.[game]?.[level - 1];
  const gains = (hello?.level_gains?.[game] ?? []).filter((one) => one.level <= level);
  const above = level > 1 && gains.length === level - 1 ? gains.reduce((sum, one) => sum + one.elo, 0) : 0;
  const measured = level === 1 || gains.some((one) => one.level === level);
  return [String(level), known?.name, elo ? `about ${elo} Elo${measured ? '' : ', not measured'}` : above ? `${above} Elo above level 1` : level > 1 ? 'strength not measured' : ''].filter(Boolean).join(' · ');
}

/** @param {import('./games/view.js').GamePage} page @param {GameSettings} chosen */
export function keepSettings(page, chosen) {
  writeSetting(`wish-${page.name}`, JSON.stringify(chosen));
  writeSetting('game', page.name);
}

/**
 * Who plays which side, and with which clock.
 * @param {import('./games/view.js').GamePage} page @param {GameSettings} chosen @param {number} [other] the second side's level where engines play both
 */
export function seatsOf(page, { level, seat, clock, own }, other = level) {
  const [first, second] = page.sides.map(({ letter }) => letter);
  const friend = seat === 'friend';
  const mine = seat === 'random' || friend ? (Math.random() < 0.5 ? first : second) : seat;
  /** @param {string} letter @returns {import('../../messages.js').Player} */
  const player = (letter) => (friend || mine === 'both' || mine === letter ? { kind: 'person' } : { kind: 'engine', level: mine === 'none' && letter === second ? other : level });
  const { time } = clockOf(own ? { clock, own } : { clock });
  return { players: Object.fromEntries(page.sides.map(({ letter }) => [letter, player(letter)])), more: { ...(time ? { clock: time } : {}), ...(friend ? { seat: mine } : {}) } };
}
