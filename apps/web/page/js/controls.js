// The row of actions under the board.

import { el, fill, setText } from './dom.js';
import { isPerson, mayPlay, undoPly } from './position.js';

/**
 * @param {HTMLElement} place
 * @param {{ undo: () => void, redo: () => void, hint: () => void, flip: () => void, resign: () => void, share: () => void, newGame: () => void }} actions
 */
export function createControls(place, actions) {
  /** @param {string} label @param {() => void} action @param {string} [className] */
  const button = (label, action, className = '') => el('button', { type: 'button', class: `button ${className}`, onclick: action }, label);
  const undo = button('↶ Undo', actions.undo);
  const redo = button('↷ Redo', actions.redo);
  const hint = button('Hint', actions.hint);
  const flip = button('⇅ Flip', actions.flip);
  const resign = button('Resign', askToResign);
  const share = button('Share', actions.share);
  const newGame = button('New game', actions.newGame, 'button-main');
  fill(place, undo, redo, hint, flip, resign, share, newGame);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** A second press within four seconds gives up. */
  function askToResign() {
    if (resign.classList.contains('is-asking')) {
      settle();
      actions.resign();
      return;
    }
    resign.classList.add('is-asking');
    setText(resign, 'Really?');
    timer = setTimeout(settle, 4000);
  }

  function settle() {
    clearTimeout(timer);
    resign.classList.remove('is-asking');
    setText(resign, 'Resign');
  }

  /** @param {import('./types.js').State} state */
  return function draw(state) {
    const { game } = state;
    const open = game !== null && state.connection === 'open';
    undo.disabled = !open || undoPly(game) === null;
    redo.disabled = !open || game.redo === 0;
    setText(hint, state.hint && state.hint.ply === game?.history.length ? 'Next hint' : 'Hint');
    hint.disabled = !mayPlay(state) || game?.thinking !== null;
    resign.disabled = !open || game.ending !== null || game.history.length === 0 || !Object.keys(game.players).some((side) => isPerson(game, side));
    if (resign.disabled) settle();
  };
}
