// The list of turns; each can be pressed to look at the position after it.

import { el, fill } from './dom.js';
import { scoreInWords } from './score.js';
import { shownPly } from './position.js';

/**
 * @param {HTMLElement} panel
 * @param {(ply: number) => void} onShow
 */
export function createMoves(panel, onShow) {
  const list = el('ol', { class: 'moves-list' });
  const empty = el('p', { class: 'quiet moves-empty' }, 'No turn has been played yet. Pick a piece on the board to begin.');
  fill(
    panel,
    el('div', { class: 'panel-head' }, el('h2', { id: 'moves-title' }, 'Moves'), el('span', { class: 'panel-note keys-note' }, '← → step · ↑ ↓ ends · f flip')),
    el('div', { class: 'panel-body moves-body', tabindex: 0, role: 'region', 'aria-label': 'Moves played' }, empty, list),
  );
  /** @type {import('./types.js').HistoryEntry[] | null} */
  let drawn = null;
  let drawnPly = -1;

  /** @param {import('./types.js').State} state @param {import('./games/view.js').GamePage} page */
  return function draw(state, page) {
    const history = state.game?.history ?? [];
    const ply = shownPly(state);
    if (history === drawn && ply === drawnPly) return;
    drawn = history;
    drawnPly = ply;
    empty.hidden = history.length > 0;
    const buttons = history.map((entry, index) =>
      el(
        'button',
        {
          type: 'button',
          class: 'move',
          'aria-current': index + 1 === ply ? 'true' : null,
          title: entry.thought ? `depth ${entry.thought.depth}, ${scoreInWords(entry.thought.score, entry.side, page)}` : null,
          onclick: () => onShow(index + 1),
        },
        el('span', { class: `move-dot side-${entry.side}`, 'aria-hidden': 'true' }),
        page.shortTurn(entry.turn),
      ),
    );
    const rows = [];
    for (let index = 0; index < buttons.length; index += 2) rows.push(el('li', {}, buttons[index], buttons[index + 1]));
    fill(list, ...rows);
    const current = list.querySelector('[aria-current]');
    if (current instanceof HTMLElement && list.parentElement) {
      const box = list.parentElement;
      const offset = current.getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (offset < 0 || offset > box.clientHeight - 36) box.scrollTop += offset - box.clientHeight / 2;
    }
  };
}
