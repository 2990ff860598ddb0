// The pools of a club: a press on a clock, and one is paired with whoever is nearest in rating.

import { el, fill } from '../dom.js';
import { GAMES, gameNamed } from '../games/index.js';
import { readSetting, writeSetting } from '../settings.js';
import { choice, clockInWords } from './words.js';

/** @param {import('../session.js').Session} session */
export function createPools(session) {
  const game = choice('pool-game', GAMES.map(({ name, title }) => [name, title]), () => {
    writeSetting('pool', game.value);
    draw(state);
  });
  const known = readSetting('pool');
  if (known && gameNamed(known)) game.value = known;
  const buttons = el('div', { class: 'pool-clocks', role: 'group', 'aria-label': 'Clocks' });
  const status = el('p', { class: 'quiet', role: 'status' });
  const element = el('section', { class: 'pools', 'aria-labelledby': 'pools-title' }, el('h2', { id: 'pools-title' }, 'Play at once'), el('div', { class: 'pool-row' }, el('label', { class: 'label', for: 'pool-game' }, 'Game'), game, buttons), status);
  /** @type {import('../types.js').State['pools']} */
  let state = null;
  let drawn = '';

  /** @param {import('../types.js').State['pools']} pools */
  function draw(pools) {
    state = pools;
    const key = JSON.stringify([pools, game.value]);
    if (key === drawn) return;
    drawn = key;
    const own = pools?.own ?? null;
    element.hidden = !pools;
    const focused = buttons.contains(document.activeElement) ? document.activeElement?.firstChild?.textContent : null;
    fill(
      buttons,
      ...(pools?.clocks ?? []).map((clock) => {
        const name = clockInWords(clock);
        const is = (/** @type {import('../../../messages.js').Pool | null} */ pool) => pool?.game === game.value && clockInWords(pool.clock) === name;
        const mine = is(own);
        const waiting = pools?.waiting.find(is)?.waiting ?? 0;
        const press = () => session.ask(mine ? { type: 'pool_leave' } : { type: 'pool_join', game: game.value, clock });
        return el('button', { type: 'button', class: 'chip pool-clock', 'aria-pressed': String(mine), 'aria-label': waiting ? `${name}, ${waiting} waiting` : name, onclick: press }, name, waiting ? el('span', { class: 'pool-count', 'aria-hidden': 'true' }, String(waiting)) : null);
      }),
    );
    // Who has pressed one stays on it.
    for (const button of buttons.querySelectorAll('button')) if (focused && button.firstChild?.textContent === focused) button.focus();
    fill(status, own ? `You wait for a game: ${gameNamed(own.game)?.title ?? own.game} ${clockInWords(own.clock)}. Press the clock again to stop.` : 'You are paired with whoever is nearest in rating.');
  }

  return { element, draw };
}
