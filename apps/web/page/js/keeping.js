// Kept over a reload: the ply that is shown stands in the address, and the tab knows which game is analysed.

import { atPresent, onGame, shownPly } from './position.js';

const ANALYSED = 'tesuji-analysed';

/** The game whose analysis was on when the page was left. */
export function analysed() {
  try {
    return sessionStorage.getItem(ANALYSED);
  } catch {
    return null;
  }
}

/** @param {import('./store.js').Store} store */
export function createKeeping(store) {
  store.subscribe((state, before) => {
    const { game, route, analysing } = state;
    if (!game || route.view !== 'game' || route.id !== game.id) return;
    if (analysing !== before.analysing || game.id !== before.game?.id) {
      try {
        if (analysing) sessionStorage.setItem(ANALYSED, game.id);
        else sessionStorage.removeItem(ANALYSED);
      } catch {
        // A browser that stores nothing switches the analysis off at a reload.
      }
    }
    // A variation has no ply of the game: the address keeps the last one that was.
    if (!onGame(state)) return;
    const hash = atPresent(state) ? '' : `#${shownPly(state)}`;
    if (hash !== location.hash) history.replaceState(history.state, '', `${location.pathname}${hash}`);
  });
}
