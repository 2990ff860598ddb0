// Why the position shown is worth what it is, and the end of the engine's best line: asked for while it is open.

import { el, fill, setText } from './dom.js';
import { gameNamed } from './games/index.js';
import { counting } from './plural.js';
import { sameLine, shownTurns } from './position.js';
import { scoreInWords, scoreShort } from './score.js';
import { readSetting, writeSetting } from './settings.js';
import { nameOf } from './sides.js';

/** Neither a person who steps quickly nor a search that changes its mind is followed by a question for each step. */
const PAUSE = 250;

/** @typedef {import('../../messages.js').ExplainedPosition} ExplainedPosition */
/** @typedef {import('./types.js').State} State */

/** The best line of the position shown, where the analysis knows one that can be played from it. @param {Readonly<State>} state @returns {string[]} */
function bestLine(state) {
  const { analysis } = state;
  const fits = analysis && !analysis.threat && !state.threat && sameLine(analysis.turns, shownTurns(state));
  return (fits && analysis.lines[0]?.pv) || [];
}

/** @param {Readonly<State>} state */
const isTold = ({ game, hello }) => game !== null && (hello?.explains ?? []).includes(game.game);

/** The terms of one position, with what they are worth together. */
function createTerms() {
  const caption = el('caption', {});
  const rows = el('tbody', {});
  const head = el('th', { scope: 'col' });
  const element = el('table', { class: 'explained-table' }, caption, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'term'), head)), rows);

  /** @param {ExplainedPosition | null | undefined} position @param {string} where @param {import('./games/view.js').GamePage} page */
  function draw(position, where, page) {
    element.hidden = !position;
    if (!position) return;
    const first = page.sides[0]?.letter ?? '';
    const worth = (/** @type {number} */ value) => scoreInWords({ kind: 'points', value }, first, page);
    fill(caption, el('strong', {}, `${where}: ${worth(position.points)}`), position.network === null ? '' : ` · the network, which plays: ${worth(position.network)}`);
    setText(head, `for ${nameOf(page, first)}`);
    const terms = position.rest ? [...position.terms, position.rest] : position.terms;
    fill(rows, ...terms.map(({ points, text }) => el('tr', {}, el('th', { scope: 'row' }, text), el('td', {}, scoreShort({ kind: 'points', value: points })))));
  }

  return { element, draw };
}

/** @param {import('./store.js').Store} store @param {{ send: (message: import('../../messages.js').ClientMessage) => boolean }} session */
export function createExplained(store, session) {
  const note = el('p', { class: 'quiet' });
  const [here, end] = [createTerms(), createTerms()];
  const scroll = el('div', { class: 'analysis-scroll', tabindex: 0, role: 'region', 'aria-label': 'Terms of the evaluation' }, here.element, end.element);
  const element = /** @type {HTMLDetailsElement} */ (el('details', { class: 'explained', hidden: true }, el('summary', {}, 'Why this score'), note, scroll));
  element.open = readSetting('explained') === 'on';
  element.addEventListener('toggle', () => {
    writeSetting('explained', element.open ? 'on' : 'off');
    follow(store.get());
  });

  let asked = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** What is drawn, as a text to be compared; undefined before anything is. @type {string | null | undefined} */
  let drawn;

  /** What is wanted now, as a text to be compared; empty for nothing. @param {Readonly<State>} state */
  function wanted(state) {
    const { game } = state;
    const isWanted = game && state.analysing && element.open && state.route.view === 'game' && state.connection === 'open' && isTold(state);
    return isWanted ? JSON.stringify([game.id, shownTurns(state), bestLine(state)]) : '';
  }

  function ask() {
    timer = undefined;
    const state = store.get();
    asked = wanted(state);
    const { game } = state;
    if (game && asked) session.send({ type: 'explain', game: game.game, start: game.start, turns: shownTurns(state), line: bestLine(state) });
  }

  /** Asks again where the position or its best line is another. @param {Readonly<State>} state */
  function follow(state) {
    const now = wanted(state);
    if (now === '') asked = '';
    else if (now !== asked) timer ??= setTimeout(ask, PAUSE);
  }

  store.subscribe(follow);

  /** @param {State} state */
  function draw(state) {
    element.hidden = !isTold(state);
    const { game, explained } = state;
    const page = game ? gameNamed(game.game) : undefined;
    const shown = page && explained && game && explained.game === game.game && explained.start === game.start && sameLine(explained.turns, shownTurns(state)) ? explained : null;
    // The line before stays on show until the terms of the next one come; where there is none, nothing does.
    const after = shown && bestLine(state).length > 0 ? shown.end : null;
    const key = shown && JSON.stringify([shown.position, after, shown.played]);
    if (key === drawn) return;
    drawn = key;
    setText(note, !shown ? 'asking …' : shown.position ? 'The hand-made evaluation, term by term, in pieces. A network has no terms.' : 'The game is over here.');
    scroll.hidden = !shown?.position;
    if (!page) return;
    here.draw(shown?.position, 'On the board', page);
    end.draw(after, `At the end of the best line, ${counting(shown?.played ?? 0, 'turn')} on`, page);
  }

  return { element, draw };
}
