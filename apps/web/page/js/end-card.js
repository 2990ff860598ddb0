// The end of a game: a card over the board with result and reason, and the way on. Closed, the result stays as a line beside the board.

import { el, fill, svg } from './dom.js';
import { gameNamed } from './games/index.js';
import { TURNING, accuracy, gradesOf, numbered } from './grades.js';
import { counting } from './plural.js';
import { isPerson } from './position.js';
import { resultInWords } from './result.js';
import { nameOf, sideClass } from './sides.js';

/** @typedef {import('../../messages.js').Game} Game */

/** Words for the winner and for the reason of the end. @param {Game} game @param {import('./games/view.js').GamePage} page */
function headOf(game, page) {
  const { ending } = game;
  const reason = ending?.reason ?? '';
  const told = { resignation: 'Resignation', time: 'On time', agreement: 'By agreement', abort: 'Aborted', abandonment: 'The other side had gone' }[reason] ?? page.tellReason(reason).replace(/^:? *(by )?/, '');
  const persons = page.sides.filter(({ letter }) => isPerson(game, letter));
  const only = persons.length === 1 ? persons[0]?.letter : null;
  const head = reason === 'abort' ? 'No result' : !ending?.winner ? 'Draw' : only === null ? `${nameOf(page, ending.winner)} wins` : only === ending.winner ? 'You won' : 'You lost';
  const [first] = page.sides;
  const score = reason === 'abort' ? '–' : !ending?.winner ? '½' : ending.winner === first?.letter ? '1–0' : '0–1';
  const seal = !ending?.winner ? 'is-draw' : only !== null && only !== ending.winner ? 'is-lost' : 'is-won';
  return { reason: told.replace(/^./, (letter) => letter.toUpperCase()), head, score, seal };
}

/** @param {string} score @param {string} kind */
function drawSeal(score, kind) {
  return svg(
    'svg',
    { class: `end-seal ${kind}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    svg('path', { class: 'end-seal-ground', d: 'M14 5 Q50 2 88 6 Q96 8 96 18 Q98 50 95 86 Q93 96 84 96 Q50 98 14 95 Q5 93 5 84 Q2 50 5 15 Q6 6 14 5 Z' }),
    svg('rect', { class: 'end-seal-line', x: 12, y: 12, width: 76, height: 76, rx: 8 }),
    svg('text', { x: 50, y: 62, 'text-anchor': 'middle' }, score),
  );
}

/** The accuracy of each side, once the computer analysis has found it. @param {import('./types.js').State} state @param {import('./games/view.js').GamePage} page */
function accuracies(state, page) {
  const grades = gradesOf(state);
  if (grades.length === 0 || !grades.every(Boolean)) return [];
  return page.sides.map(({ letter, name }) => ({ letter, name, value: accuracy(grades.filter((_, ply) => state.game?.history[ply]?.side === letter).map((grade) => grade?.loss ?? 0)) }));
}

/** The turn that cost most, and what was better; of a game in which none cost much nothing. @param {import('./types.js').State} state */
function turningPoint(state) {
  const grades = gradesOf(state);
  const worst = grades.reduce((at, grade, ply) => ((grade?.loss ?? 0) > (grades[at]?.loss ?? 0) ? ply : at), 0);
  const [grade, turn, judged] = [grades[worst], state.game?.history[worst], state.report?.positions[worst]];
  if (!grade || !turn || !judged || grade.loss < TURNING) return null;
  return el('p', { class: 'end-turning' }, el('b', { class: `grade-${grade.kind}` }, `${grade.mark} `), 'Turning point: ', el('b', {}, `${numbered(worst)} ${turn.words}`), `. Better was ${judged.words || judged.best}.`);
}

/**
 * @param {import('./store.js').Store} store @param {HTMLElement} place @param {{ rematch: () => void, report: () => void, tournament: (id: string) => void, analyse: () => void, newGame: () => void, share: () => void }} actions
 * @returns {() => boolean} closes the card; whether it was open
 */
export function createEnd(store, place, actions) {
  /** The game whose end was seen here, with its card open. */
  let open = '';
  let drawn = '';

  /** @returns {boolean} */
  function close() {
    if (!open) return false;
    open = '';
    draw(store.get());
    return true;
  }

  /** @param {string} className @param {string} label @param {() => void} action */
  const button = (className, label, action) => el('button', { type: 'button', class: `button ${className}`, onclick: action }, label);

  /** The way on: another game, or back to the tournament that brings the next one. @param {string} className @param {Game} game */
  function next(className, { seats }) {
    const id = seats?.tournament;
    return id ? button(className, 'Back to the tournament', () => actions.tournament(id)) : button(className, 'Rematch', actions.rematch);
  }

  /** @param {import('./types.js').State} state */
  function draw(state) {
    const { game } = state;
    const page = game ? gameNamed(game.game) : undefined;
    const known = page && game?.ending && open === game.id ? accuracies(state, page) : [];
    const { report } = state;
    const judged = report?.running ? report.positions.filter(Boolean).length : -1;
    const key = game?.ending ? JSON.stringify([game.id, game.ending, open, known, open ? judged : 0]) : '';
    if (key === drawn) return;
    drawn = key;
    place.classList.toggle('is-open', open !== '' && Boolean(game?.ending));
    if (!game?.ending || !page) {
      fill(place);
      return;
    }
    const words = el('p', { class: open ? 'result-text sr-only' : 'result-text' }, resultInWords(game, page));
    if (!open) {
      fill(place, words, el('div', { class: 'result-actions' }, next('button-main', game), button('', 'Analyse', analyse)));
      return;
    }
    const { reason, head, score, seal } = headOf(game, page);
    // A part that comes to the card later moves nothing, and takes nobody's place in it.
    const there = place.querySelector('.end-card') !== null;
    const inside = place.contains(document.activeElement);
    fill(
      place,
      words,
      el(
        'div',
        { class: there ? 'end-card is-there' : 'end-card' },
        drawSeal(score, seal),
        el('button', { type: 'button', class: 'icon-button end-close', 'aria-label': 'Close', onclick: close }, '×'),
        el('p', { class: 'end-reason' }, reason),
        el('p', { class: 'end-head' }, head),
        el('p', { class: 'quiet' }, `after ${counting(Math.ceil(game.history.length / 2), 'move')}`),
        known.length > 0
          ? el(
              'dl',
              { class: 'end-accuracy' },
              ...known.flatMap(({ letter, name, value }) => [
                el('dt', {}, el('span', { class: `player-dot ${sideClass(page, letter)}`, 'aria-hidden': 'true' }), name),
                el('dd', {}, el('meter', { min: 0, max: 100, value: value ?? 0, 'aria-label': `Accuracy of ${name}` }), el('b', {}, value === null ? '–' : `${value.toFixed(0)} %`)),
              ]),
            )
          : game.history.length === 0
            ? null
            : judged >= 0
              ? el('p', { class: 'end-asked quiet', role: 'status' }, `Looking at the game: ${judged} of ${game.history.length + 1} positions`)
              : button('button-ghost end-asked', 'How accurate was it?', actions.report),
        known.length > 0 ? turningPoint(state) : null,
        el('div', { class: 'end-actions' }, next('button-main button-large', game), button('button-large', 'Analyse', analyse)),
        el('div', { class: 'end-more' }, button('button-ghost', 'New game', actions.newGame), button('button-ghost', 'Share', actions.share)),
      ),
    );
    if (inside) /** @type {HTMLElement | null} */ (place.querySelector('.end-close'))?.focus({ preventScroll: true });
  }

  function analyse() {
    open = '';
    actions.analyse();
    draw(store.get());
  }

  store.subscribe((state, before) => {
    const { game } = state;
    // A game that is opened after its end needs no card: whoever saw it end does.
    if (game?.ending && before.game?.id === game.id && !before.game.ending) open = game.id;
    // Who looks at the game wants the board.
    if (state.line !== null || (state.analysing && !before.analysing)) open = '';
    if (game?.id !== open || !game.ending) open = '';
    draw(state);
  });
  return close;
}
