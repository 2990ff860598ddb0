// What the engine says: score, depth, states and its line, as it thinks and after.

import { el, fill, setText } from './dom.js';
import { counted, scoreInWords } from './score.js';
import { isPerson, judgement } from './position.js';

/**
 * @param {HTMLElement} panel
 * @param {{ moveNow: () => void, think: () => void }} actions
 */
export function createEnginePanel(panel, actions) {
  const state = el('span', { class: 'panel-note' });
  const score = el('div', { class: 'engine-score' });
  const figures = el('div', { class: 'engine-figures' });
  const line = el('p', { class: 'engine-line' });
  const moveNow = el('button', { type: 'button', class: 'button button-small', hidden: true, onclick: actions.moveNow }, 'Move now');
  const think = el('button', { type: 'button', class: 'button button-small', hidden: true, onclick: actions.think }, 'Think again');
  fill(
    panel,
    el('div', { class: 'panel-head' }, el('h2', { id: 'engine-title' }, 'Engine'), el('span', { class: 'panel-actions' }, state, moveNow, think)),
    el('div', { class: 'panel-body engine-body' }, el('div', { class: 'engine-top' }, score, figures), line),
  );

  /** @param {import('./types.js').State} shown @param {import('./games/view.js').GamePage} page */
  return function draw(shown, page) {
    const { game, info } = shown;
    if (!game) return;
    const judged = judgement(shown);
    const thinking = game.thinking !== null && shown.connection === 'open';
    const engineToMove = !game.ending && !isPerson(game, game.side);
    setText(state, stateInWords(shown, thinking, engineToMove));
    moveNow.hidden = !(thinking && game.thinking?.purpose === 'move' && !game.thinking.queued);
    think.hidden = !(engineToMove && !thinking && shown.connection === 'open');
    setText(score, judged ? scoreInWords(judged.score, judged.side, page) : '');
    if (judged && 'nodes' in judged && info) {
      const speed = info.seconds > 0.01 ? ` · ${counted(info.nodes / info.seconds)}/s` : '';
      setText(figures, `depth ${info.depth}/${info.seldepth} · ${counted(info.nodes)} states${speed}`);
    } else setText(figures, judged ? `depth ${judged.depth}` : '');
    setText(line, judged ? judged.pv.map(page.shortTurn).join(' | ') : 'Its score, depth and line appear here while it thinks. A hint makes it think for you.');
  };
}

/** @param {import('./types.js').State} shown @param {boolean} thinking @param {boolean} engineToMove */
function stateInWords(shown, thinking, engineToMove) {
  if (shown.connection !== 'open') return 'not connected';
  if (thinking && shown.game?.thinking?.queued) return 'waiting for a free engine';
  if (thinking) return shown.game?.thinking?.purpose === 'hint' ? 'thinking for you' : 'thinking';
  if (engineToMove) return 'stopped';
  return judgement(shown) ? 'its last thought' : 'idle';
}
