// The row of actions under the board.

import { el, fill } from './dom.js';
import { mayPlay, undoPly } from './position.js';

/**
 * @param {HTMLElement} place
 * @param {{ undo: () => void, hint: () => void, flip: () => void, newGame: () => void }} actions
 */
export function createControls(place, actions) {
  const undo = el('button', { type: 'button', class: 'button', onclick: actions.undo }, '↶ Undo');
  const hint = el('button', { type: 'button', class: 'button', onclick: actions.hint }, 'Hint');
  const flip = el('button', { type: 'button', class: 'button', onclick: actions.flip }, '⇅ Flip');
  const share = el('button', { type: 'button', class: 'button', onclick: () => void copyLink() }, 'Share');
  const newGame = el('button', { type: 'button', class: 'button button-main', onclick: actions.newGame }, 'New game');
  fill(place, undo, hint, flip, share, newGame);

  async function copyLink() {
    let label = 'Link copied';
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      label = 'See address';
    }
    share.textContent = label;
    setTimeout(() => (share.textContent = 'Share'), 2000);
  }

  /** @param {import('./types.js').State} state */
  return function draw(state) {
    const { game } = state;
    undo.disabled = !game || state.connection !== 'open' || undoPly(game) === null;
    hint.disabled = !mayPlay(state) || game?.thinking !== null;
  };
}
