// The row of actions under the board.

import { el, fill, setText } from './dom.js';
import { hasSide, isAlone, mayPlay, undoPly } from './position.js';

/**
 * @param {HTMLElement} place
 * @param {{ undo: () => void, redo: () => void, hint: () => void, resign: () => void }} actions
 */
export function createControls(place, actions) {
  /** @param {string} label @param {() => void} action */
  const button = (label, action) => el('button', { type: 'button', class: 'button', onclick: action }, label);
  const undo = button('↶ Undo', actions.undo);
  const redo = button('↷ Redo', actions.redo);
  const hint = button('Hint', actions.hint);
  const resign = button('Resign', askToResign);
  fill(place, undo, redo, hint, resign);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** A second press within three seconds gives up. */
  function askToResign() {
    if (resign.classList.contains('is-asking')) {
      settle();
      actions.resign();
      return;
    }
    resign.classList.add('is-asking');
    setText(resign, 'Really?');
    timer = setTimeout(settle, 3000);
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
    resign.disabled = !open || game.ending !== null || game.history.length === 0 || !Object.keys(game.players).some((side) => hasSide(state, side));
    // Between two people there is no help, and a turn is taken back only where both agree.
    for (const one of [undo, redo, hint]) one.hidden = !isAlone(state);
    // On an analysis board nobody plays.
    const { route } = state;
    const studied = route.view === 'game' && route.at !== undefined;
    hint.hidden ||= studied;
    resign.hidden = studied;
    if (resign.disabled) settle();
  };
}
