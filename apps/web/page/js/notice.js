// Failures, said in words where they happen, with a way out.

import { el, fill } from './dom.js';
import { gameNamed } from './games/index.js';

/** @typedef {{ text: string, label: string, action: () => void }} Notice */

/**
 * @param {import('./types.js').State} state
 * @param {{ retry: () => void, think: () => void, newGame: () => void, dismiss: () => void }} actions
 * @returns {Notice | null}
 */
function noticeFor(state, actions) {
  if (state.connection === 'lost') {
    return { text: 'The connection to the server is lost. Your game is kept there; the page keeps trying to come back.', label: 'Try now', action: actions.retry };
  }
  const { failure, game } = state;
  if (game && !gameNamed(game.game)) return { text: `This page has no board for the game ${game.game} yet. \`tesuji play ${game.game}\` plays it in the terminal.`, label: 'New game', action: actions.newGame };
  if (!failure) return null;
  if (failure.code === 'not_found') return { text: `${failure.message} The link may be mistyped, or it belongs to another server.`, label: 'New game', action: actions.newGame };
  if (failure.code === 'engine') return { text: `The engine failed: ${failure.message}`, label: 'Think again', action: actions.think };
  return { text: failure.message, label: 'Close', action: actions.dismiss };
}

/**
 * @param {import('./store.js').Store} store
 * @param {HTMLElement} place
 * @param {{ retry: () => void, think: () => void, newGame: () => void, dismiss: () => void }} actions
 */
export function createNotice(store, place, actions) {
  let shown = '';
  store.subscribe((state) => {
    const notice = noticeFor(state, actions);
    const key = notice ? `${notice.text} ${notice.label}` : '';
    if (key === shown) return;
    shown = key;
    if (!notice) fill(place);
    else fill(place, el('div', { class: 'notice' }, el('p', {}, notice.text), el('button', { type: 'button', class: 'button', onclick: notice.action }, notice.label)));
  });
}
