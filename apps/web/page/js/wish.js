// How a game was played last in this browser: the level, the side, the clock. The next one begins like it.

import { readSetting, writeSetting } from './settings.js';

/** @typedef {{ level: number, seat: string, clock: number }} Wish  `seat` is a side's letter, `random`, `both`, `none` or `friend`; `clock` a place in `CLOCKS` */

const MINUTE = 60_000;
/** @type {{ name: string, short: string, time?: { initial: number, increment: number } }[]} */
export const CLOCKS = [
  { name: 'no clock', short: 'no clock' },
  { name: '1 minute', short: '1+0', time: { initial: MINUTE, increment: 0 } },
  { name: '3 minutes + 2 s a turn', short: '3+2', time: { initial: 3 * MINUTE, increment: 2000 } },
  { name: '5 minutes', short: '5+0', time: { initial: 5 * MINUTE, increment: 0 } },
  { name: '10 minutes + 5 s a turn', short: '10+5', time: { initial: 10 * MINUTE, increment: 5000 } },
  { name: '30 minutes', short: '30+0', time: { initial: 30 * MINUTE, increment: 0 } },
];

/** The level of somebody's first game: one that beginners beat. */
const FIRST_LEVEL = 1;

/** @param {import('./games/view.js').GamePage} page @returns {Wish} */
export function wishOf(page) {
  const usual = { level: FIRST_LEVEL, seat: page.sides[0]?.letter ?? 'both', clock: 0 };
  try {
    const { level, seat, clock } = JSON.parse(readSetting(`wish-${page.name}`) ?? '{}');
    return {
      level: Number.isInteger(level) && level > 0 && level < 100 ? level : usual.level,
      seat: ['random', 'both', 'none', 'friend', ...page.sides.map(({ letter }) => letter)].includes(seat) ? seat : usual.seat,
      clock: CLOCKS[clock] ? clock : 0,
    };
  } catch {
    return usual;
  }
}

/**
 * A level as people read it: number, name, and how strong it is where that was measured.
 * @param {import('../../messages.js').Hello | null} hello @param {string} game @param {number} level
 */
export function levelInWords(hello, game, level) {
  const known = hello?.levels.find((one) => one.level === level);
  const elo = hello?.level_elo?.[game]?.[level - 1];
  return [String(level), known?.name, elo ? `about ${elo} Elo` : ''].filter(Boolean).join(' · ');
}

/** @param {import('./games/view.js').GamePage} page @param {Wish} wish */
export function keepWish(page, wish) {
  writeSetting(`wish-${page.name}`, JSON.stringify(wish));
  writeSetting('game', page.name);
}

/**
 * Who plays which side, and with which clock.
 * @param {import('./games/view.js').GamePage} page @param {Wish} wish @param {number} [other] the second side's level where engines play both
 */
export function seatsOf(page, { level, seat, clock }, other = level) {
  const [first, second] = page.sides.map(({ letter }) => letter);
  const friend = seat === 'friend';
  const mine = seat === 'random' || friend ? (Math.random() < 0.5 ? first : second) : seat;
  /** @param {string} letter @returns {import('../../messages.js').Player} */
  const player = (letter) => (friend || mine === 'both' || mine === letter ? { kind: 'person' } : { kind: 'engine', level: mine === 'none' && letter === second ? other : level });
  const { time } = CLOCKS[clock] ?? {};
  return { players: Object.fromEntries(page.sides.map(({ letter }) => [letter, player(letter)])), more: { ...(time ? { clock: time } : {}), ...(friend ? { seat: mine } : {}) } };
}
