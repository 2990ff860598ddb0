// A small board beside the pointer: the position after a turn of a line, before one goes there.

import { el, fill } from './dom.js';

/** @typedef {(path: string[], show: (board: HTMLElement) => void) => void} Preview  asks for the picture of the position after these turns */

/** @param {Preview} preview */
export function createPeek(preview) {
  const element = el('div', { class: 'peek', 'aria-hidden': 'true', hidden: true });
  let asked = '';

  function hide() {
    asked = '';
    element.hidden = true;
  }

  return {
    element,
    hide,

    /** @param {EventTarget | null} target a turn of a line, which says how one comes there */
    show(target) {
      const button = target instanceof HTMLElement ? target.closest('[data-line]') : null;
      const line = button instanceof HTMLElement ? (button.dataset.line ?? '') : '';
      if (!line || line === asked) return;
      asked = line;
      preview(JSON.parse(line), (board) => {
        if (asked !== line) return;
        fill(element, board);
        element.hidden = false;
      });
    },
  };
}
