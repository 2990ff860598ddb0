// The engine's panel. Off the analysis: its score, depth and line as it thinks and after; on it: the analysis.

import { createAnalysisBody } from './analysis.js';
import { el, fill, setAttribute, setText } from './dom.js';
import { counted, scoreInWords } from './score.js';
import { createPondering } from './pondering.js';
import { isPerson, judgement } from './position.js';

/**
 * @param {HTMLElement} panel
 * @param {{ moveNow: () => void, think: () => void, toggle: () => void, toggleThreat: () => void, setLines: (lines: number) => void, setAlgorithm: (algorithm: import('../../messages.js').Algorithm) => void, play: (turn: string) => void, ponder: (on: boolean) => void, follow: (path: string[]) => void, preview: import('./peek.js').Preview, explorer: ReturnType<typeof import('./explorer.js').createExplorer>, explained: ReturnType<typeof import('./explained.js').createExplained>, unfold: () => void }} actions
 */
export function createEnginePanel(panel, actions) {
  const state = el('span', { class: 'panel-note' });
  const score = el('div', { class: 'engine-score' });
  const figures = el('div', { class: 'engine-figures' });
  const line = el('p', { class: 'engine-line' });
  const moveNow = el('button', { type: 'button', class: 'button button-small', hidden: true, onclick: actions.moveNow }, 'Move now');
  const think = el('button', { type: 'button', class: 'button button-small', hidden: true, onclick: actions.think }, 'Think again');
  const toggle = el('button', { type: 'button', class: 'switch', role: 'switch', 'aria-checked': 'false', onclick: actions.toggle }, el('span', { class: 'switch-track', 'aria-hidden': 'true' }), 'Analysis');
  const fold = el('button', { type: 'button', class: 'icon-button fold', 'aria-label': 'Engine figures', 'aria-expanded': 'false', onclick: () => actions.unfold() });
  const off = el('div', { class: 'panel-body engine-body' }, el('div', { class: 'engine-top' }, score, figures), line);
  const on = createAnalysisBody(actions);
  const pondering = createPondering(actions);
  const title = el('h2', { id: 'engine-title' });
  fill(panel, el('div', { class: 'panel-head' }, title, el('span', { class: 'panel-actions' }, state, moveNow, think, toggle, fold)), off, on.body, pondering.element);

  /** @param {import('./types.js').State} shown @param {import('./games/view.js').GamePage} page @param {boolean} folded  whether only the head shows */
  return function draw(shown, page, folded) {
    const { game, info } = shown;
    if (!game) return;
    const judged = judgement(shown);
    const thinking = game.thinking !== null && shown.connection === 'open';
    const engineToMove = !game.ending && !isPerson(game, game.side);
    setText(title, !shown.analysing ? 'Engine' : shown.lines === 0 ? 'Every move' : 'Best lines');
    setAttribute(toggle, 'aria-checked', shown.analysing ? 'true' : 'false');
    setAttribute(fold, 'aria-expanded', folded ? 'false' : 'true');
    off.hidden = shown.analysing;
    on.body.hidden = !shown.analysing;
    pondering.draw(shown);
    setText(state, folded && !thinking && !engineToMove ? 'hidden' : stateInWords(shown, thinking, engineToMove));
    moveNow.hidden = !(thinking && game.thinking?.purpose === 'move' && !game.thinking.queued);
    think.hidden = !(engineToMove && !thinking && shown.connection === 'open');
    if (shown.analysing) {
      on.draw(shown);
      return;
    }
    setText(score, judged ? scoreInWords(judged.score, judged.side, page) : '');
    if (judged && 'nodes' in judged && info) {
      const speed = info.seconds > 0.01 && info.nodes > 1000 ? ` · ${counted(info.nodes / info.seconds)}/s` : '';
      setText(figures, `depth ${info.depth}/${info.seldepth} · ${counted(info.nodes)} nodes${speed}`);
    } else setText(figures, judged ? `depth ${judged.depth}` : '');
    const { hint } = shown;
    if (hint && hint.ply === game.history.length) {
      const side = game.side;
      setText(score, `Hint: ${hint.words}`);
      setText(figures, [hint.rank === 1 ? 'the best' : `number ${hint.rank}`, hint.score ? scoreInWords(hint.score, side, page) : ''].filter(Boolean).join(' · '));
      setText(line, 'Another hint tells the next best.');
    } else setText(line, judged ? judged.words.join(' | ') : 'Its score, depth and line appear here while it thinks. A hint makes it think for you; the analysis looks at every move.');
  };
}

/** @param {import('./types.js').State} shown @param {boolean} thinking @param {boolean} engineToMove */
function stateInWords(shown, thinking, engineToMove) {
  if (shown.connection !== 'open') return 'not connected';
  if (thinking && shown.game?.thinking?.queued) return 'waiting for a free engine';
  if (thinking) return shown.game?.thinking?.purpose === 'hint' ? 'thinking for you' : 'thinking';
  if (engineToMove) return 'stopped';
  if (shown.analysing || (shown.hint && shown.hint.ply === shown.game?.history.length)) return '';
  return judgement(shown) ? 'last search' : 'idle';
}
