// The question to a side that cannot move: it passes.

import { el, fill } from '../dom.js';

/** @param {(turn: string) => void} onTurn */
export function createPass(onTurn) {
  const element = el('div', { class: 'exchange', role: 'group', 'aria-labelledby': 'pass-title', hidden: true });
  return {
    element,

    /** @param {string | undefined} turn the pass, where it must be played @param {string} side its name */
    draw(turn, side) {
      const wasHidden = element.hidden;
      element.hidden = !turn;
      if (!turn || !wasHidden) return;
      const button = el('button', { type: 'button', class: 'button button-main', onclick: () => onTurn(turn) }, 'Pass');
      fill(element, el('h2', { id: 'pass-title' }, `${side} cannot move`), button);
      // Whoever plays by keys or by ear is led to the question, unless they are busy elsewhere.
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.id === 'main' || element.parentElement?.contains(activeElement)) button.focus({ preventScroll: true });
    },
  };
}
