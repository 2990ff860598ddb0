// Before a key leaves a game that goes on: is that meant?

import { el } from './dom.js';
import { isPerson } from './position.js';

/** @param {Readonly<import('./types.js').State>} state @param {() => void} leave */
export function askToLeave({ game, route }, leave) {
  const goesOn = route.view === 'game' && game && !game.ending && game.history.length > 0 && Object.keys(game.players).some((side) => isPerson(game, side));
  if (!goesOn) {
    leave();
    return;
  }
  if (document.querySelector('dialog[open]')) return;
  const dialog = el(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'leave-title' },
    el('h2', { id: 'leave-title' }, 'Leave this game?'),
    el('p', {}, 'It is kept: its address and the library bring you back to it.', game.clock ? ' Its clock goes on while someone watches it.' : null),
    el(
      'form',
      { method: 'dialog', class: 'options' },
      el('button', { class: 'button', value: 'leave' }, 'New game'),
      el('button', { class: 'button button-main', value: 'stay', autofocus: true }, 'Stay'),
    ),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (dialog.returnValue === 'leave') leave();
  });
  document.body.append(dialog);
  dialog.showModal();
}
