// Says each turn, the result and failures in the live region.

import { gameNamed } from './games/index.js';
import { resultInWords } from './result.js';
import { positionAt } from './position.js';

/** @param {import('./store.js').Store} store @param {HTMLElement} region */
export function createAnnouncer(store, region) {
  store.subscribe(({ game, hint }, before) => {
    if (!game) return;
    const page = gameNamed(game.game);
    if (!page) return;
    const sameGame = before.game?.id === game.id;
    const told = sameGame ? (before.game?.history.length ?? 0) : game.history.length;
    const lines = [];
    if (sameGame && game.history.length < told) lines.push('Taken back.');
    for (let ply = told; ply < game.history.length; ply++) {
      lines.push(page.tellTurn(game.history[ply]?.turn ?? '', positionAt(game, ply)));
    }
    if (game.ending && !(sameGame && before.game?.ending)) lines.push(resultInWords(game, page));
    if (hint && hint !== before.hint) lines.push(hint.rank === 1 ? `Hint: ${hint.words}.` : `Hint ${hint.rank}: ${hint.words}.`);
    if (lines.length > 0) region.textContent = lines.join(' ');
  });
}
