// The clocks on the strips: they count down between the server's words, which alone decide.

import { setText } from './dom.js';

/** @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 20_000) return `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const seconds = Math.ceil(left / 1000);
  if (seconds > 24 * 3600) return `${Math.floor(seconds / 86_400)} d ${Math.floor(seconds / 3600) % 24} h`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Keeps the clocks of the shown strips going.
 * @param {import('./store.js').Store} store
 */
export function createClocks(store) {
  const tick = () => {
    const { game, gameTold } = store.get();
    for (const place of document.querySelectorAll('.clock')) {
      if (!(place instanceof HTMLElement)) continue;
      const side = place.dataset.side ?? '';
      place.hidden = !game?.clock;
      if (!game?.clock) continue;
      const runs = game.clock.running && game.side === side;
      const left = (game.clock.left[side] ?? 0) - (runs ? Math.max(0, performance.now() - gameTold - game.clock.waits) : 0);
      place.classList.toggle('is-running', runs);
      place.classList.toggle('is-low', left < 20_000);
      setText(place, clockText(left));
    }
  };
  setInterval(tick, 100);
  store.subscribe(tick);
}
