// The evaluation bar beside the board: whoever sits below fills it from below.

import { el, setAttribute, setText } from './dom.js';
import { advantage, isKnown, scoreInWords } from './score.js';
import { atPresent, judgement } from './position.js';

/** @param {HTMLElement} place */
export function createEvalBar(place) {
  const fillBar = el('div', { class: 'bar-fill' });
  const label = el('span', { class: 'bar-label', 'aria-hidden': 'true' });
  const bar = el('div', { class: 'bar', role: 'img' }, fillBar, el('div', { class: 'bar-middle' }), label);
  place.append(bar);

  /** @param {import('./types.js').State} state @param {import('./games/view.js').GamePage} page */
  return function draw(state, page) {
    const { game } = state;
    if (!game) return;
    const [first] = page.sides;
    let share = 0.5;
    let words = 'no evaluation yet';
    let short = '';
    const judged = judgement(state);
    if (game.ending && atPresent(state) && !state.analysing) {
      share = game.ending.winner === null ? 0.5 : game.ending.winner === first?.letter ? 1 : 0;
      words = 'the game is over';
    } else if (judged) {
      share = 0.5 + 0.47 * advantage(judged.score, judged.side === first?.letter);
      words = scoreInWords(judged.score, judged.side, page);
      short = isKnown(judged.score) ? 'TB' : judged.score.kind === 'points' ? (Math.abs(judged.score.value) / 100).toFixed(1) : judged.score.kind === 'draw' ? '=' : `#${judged.score.value}`;
    }
    const belowShare = state.flipped ? 1 - share : share;
    bar.className = `bar ${state.flipped ? 'is-flipped' : ''}`;
    fillBar.style.setProperty('--share', `${(belowShare * 100).toFixed(1)}%`);
    label.classList.toggle('at-foot', belowShare >= 0.5);
    // The number stands in the colour of whoever is ahead.
    label.classList.toggle('on-first', belowShare >= 0.5 !== state.flipped);
    setText(label, short);
    setAttribute(bar, 'aria-label', `Evaluation: ${words}`);
  };
}
