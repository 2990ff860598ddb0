// The time that turns took, from what the clocks showed after them. A game without a clock has none.

/** @typedef {import('../../messages.js').Game} Game */

/** The time of the turn after so many, in milliseconds; null without a clock. @param {Game} game @param {number} ply */
export function spentOn(game, ply) {
  const { clock, history } = game;
  const entry = history[ply];
  // With days for each turn none of them is the rest of another.
  if (!clock || clock.days || entry?.left == null) return null;
  let before = clock.initial;
  for (let at = ply - 1; at >= 0; at--) {
    const earlier = history[at];
    if (earlier?.side !== entry.side) continue;
    if (earlier.left == null) return null;
    before = earlier.left;
    break;
  }
  // With a delay it is what was charged: the rest of the turn cost nothing.
  return Math.max(0, before + clock.increment - entry.left);
}

/** All that a side's turns took, and how many there were. @param {Game} game @param {string} side */
export function timeOf(game, side) {
  const spent = game.history.flatMap((entry, ply) => (entry.side === side ? [spentOn(game, ply)] : [])).filter((one) => one !== null);
  return { total: spent.reduce((sum, one) => sum + one, 0), turns: spent.length, longest: Math.max(0, ...spent) };
}

/** True for a turn that was played with less than a tenth of the time left, or under ten seconds. @param {Game} game @param {number} ply */
export function inTimeTrouble(game, ply) {
  const { clock } = game;
  const left = game.history[ply]?.left;
  return clock !== null && left != null && left < Math.max(10_000, clock.initial / 10);
}

/** `3.2 s`, `1:05`. @param {number} ms */
export function secondsText(ms) {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
