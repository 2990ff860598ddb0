// Failures, said in words where they happen, with a way out.

import { el, fill } from './dom.js';
import { gameNamed } from './games/index.js';
import { shownPosition } from './position.js';

/** @typedef {{ text: string, label?: string, action?: () => void, other?: { label: string, action: () => void } }} Notice  without a label there is nothing to press */

/** After how long somebody else may claim the game of who is away. @param {import('./types.js').State} state */
function absent({ game, seat }) {
  const after = game?.seats?.claim_after;
  const plays = game && !game.ending && seat?.id === game.id && seat.sides.length > 0;
  return plays && after ? ` Your clock runs on, and once you have been away for ${Math.ceil(after / 1000)} s the other side may claim the game.` : '';
}

/**
 * @param {import('./types.js').State} state
 * @param {{ retry: () => void, think: () => void, newGame: () => void, dismiss: () => void, confirm: () => void, unconfirm: () => void }} actions
 * @returns {Notice | null}
 */
function noticeFor(state, actions) {
  if (state.connection === 'lost') {
    return { text: `The connection to the server is lost. Your game is kept there; the page keeps trying to come back.${absent(state)}`, label: 'Try now', action: actions.retry };
  }
  const { failure, game, refusal } = state;
  if (game && !gameNamed(game.game)) return { text: `This page has no board for the game ${game.game} yet. \`tesuji play ${game.game}\` plays it in the terminal.`, label: 'New game', action: actions.newGame };
  const page = gameNamed(game?.game ?? '');
  if (state.pending && page) return { text: page.tellTurn(state.pending, shownPosition(state)), label: 'Play it', action: actions.confirm, other: { label: 'Take it back', action: actions.unconfirm } };
  if (!failure) return refusal ? { text: refusal } : null;
  if (failure.code === 'not_found') return { text: `${failure.message} The link may be mistyped, or it belongs to another server.`, label: 'New game', action: actions.newGame };
  if (state.route.view === 'analysis') return { text: `This address leads to no position of the game: ${failure.message}${failure.place ? ` (${failure.place})` : ''}`, label: 'Back', action: () => history.back(), other: { label: 'New game', action: actions.newGame } };
  if (failure.code === 'engine') return { text: `The engine failed: ${failure.message}`, label: 'Think again', action: actions.think };
  return { text: failure.message, label: 'Close', action: actions.dismiss };
}

/**
 * @param {import('./store.js').Store} store
 * @param {HTMLElement} place
 * @param {{ retry: () => void, think: () => void, newGame: () => void, dismiss: () => void, confirm: () => void, unconfirm: () => void }} actions
 */
export function createNotice(store, place, actions) {
  let shown = '';
  store.subscribe((state) => {
    const notice = noticeFor(state, actions);
    const key = notice ? `${notice.text} ${notice.label ?? ''}` : '';
    if (key === shown) return;
    shown = key;
    if (!notice) fill(place);
    else fill(place, el('div', { class: notice.label ? 'notice' : 'notice is-refusal' }, el('p', {}, notice.text), notice.label && notice.action ? el('button', { type: 'button', class: 'button', onclick: notice.action }, notice.label) : null, notice.other ? el('button', { type: 'button', class: 'button', onclick: notice.other.action }, notice.other.label) : null));
  });
}
