// The game's scores as a curve, where a press jumps to the position; and the computer analysis that finds them.

import { el, fill, setAttribute, setText, svg } from './dom.js';
import { accuracy, gradesOf, numbered, percent, turningPoints } from './grades.js';
import { advantage } from './score.js';
import { nameOf } from './sides.js';
import { onGame, shownPly } from './position.js';
import { inTimeTrouble, secondsText, timeOf } from './times.js';

const WIDTH = 400;
const HEIGHT = 96;

/**
 * @param {HTMLElement} panel
 * @param {{ show: (ply: number) => void, report: () => void, stop: () => void }} actions
 */
export function createGraph(panel, actions) {
  const note = el('span', { class: 'panel-note', role: 'status' });
  const begin = el('button', { type: 'button', class: 'button button-small', onclick: actions.report }, 'Computer analysis');
  const stop = el('button', { type: 'button', class: 'button button-small', hidden: true, onclick: actions.stop }, 'Stop');
  const picture = svg('svg', { class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' });
  const summary = el('div', { class: 'report' });
  const progress = el('progress', { class: 'report-progress', hidden: true, 'aria-label': 'Positions analysed' });
  fill(panel, el('div', { class: 'panel-head' }, el('h2', { id: 'graph-title' }, 'Chances'), el('span', { class: 'panel-actions' }, note, begin, stop)), el('div', { class: 'panel-body' }, picture, progress, summary));
  let count = 0;
  /** @type {unknown[]} */
  let drawn = [];

  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    actions.show(Math.round(((event.clientX - box.left) / box.width) * count));
  });

  /** @param {import('./types.js').State} state @param {import('./games/view.js').GamePage} page */
  return function draw(state, page) {
    const { game, report } = state;
    if (!game) return;
    const ply = onGame(state) ? shownPly(state) : -1;
    const key = [game.history, game.ending, report, ply];
    if (key.every((one, index) => one === drawn[index]) && drawn.length > 0) return;
    drawn = key;
    count = Math.max(1, game.history.length);
    begin.hidden = game.history.length === 0 || Boolean(report?.running);
    const points = scores(state, page.sides[0]?.letter ?? '');
    const known = points.filter((point) => point !== null).length;
    setText(note, known > 1 ? 'press to jump' : '');
    const place = (/** @type {number} */ at, /** @type {number} */ value) => `${((at / count) * WIDTH).toFixed(1)} ${(HEIGHT / 2 - value * (HEIGHT / 2 - 5)).toFixed(1)}`;
    let path = '';
    points.forEach((value, at) => {
      if (value !== null) path += `${path ? 'L' : 'M'}${place(at, value)} `;
    });
    // Below the curve is the first side's share of the chances, above it the second's.
    const seen = points.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
    const [from, to] = [seen[0], seen.at(-1)];
    const area = from && to && from !== to ? `M${((from.at / count) * WIDTH).toFixed(1)} ${HEIGHT} ${seen.map(({ at, value }) => `L${place(at, value)}`).join(' ')} L${((to.at / count) * WIDTH).toFixed(1)} ${HEIGHT} Z` : '';
    const grades = gradesOf(state);
    const marks = grades.flatMap((grade, at) => {
      const value = points[at + 1];
      return grade && (grade.kind === 'blunder' || grade.kind === 'mistake') && value !== null && value !== undefined ? [drawMark(grade.kind, ((at + 1) / count) * WIDTH, HEIGHT / 2 - value * (HEIGHT / 2 - 5))] : [];
    });
    picture.classList.toggle('is-known', area !== '');
    picture.replaceChildren(
      ...(area ? [svg('rect', { class: 'graph-second', width: WIDTH, height: HEIGHT }), svg('path', { class: 'graph-first', d: area })] : []),
      svg('path', { class: 'graph-middle', d: `M0 ${HEIGHT / 2} H${WIDTH}` }),
      ...(ply >= 0 ? [svg('path', { class: 'graph-here', d: `M${((ply / count) * WIDTH).toFixed(1)} 0 V${HEIGHT}` })] : []),
      svg('path', { class: 'graph-line', d: path || 'M0 0' }),
      ...marks,
    );
    const [first, second] = page.sides;
    setAttribute(picture, 'aria-label', known > 1 ? `Scores of the game by turn; above the middle ${first?.name} is better, below ${second?.name}. The arrow keys step through it.` : 'No scores yet: the report finds them.');
    drawReport(state, page);
  };

  /** @param {import('./types.js').State} state @param {import('./games/view.js').GamePage} page */
  function drawReport(state, page) {
    const { game, report } = state;
    if (!game) return;
    const total = game.history.length + 1;
    const judged = report?.positions.filter(Boolean).length ?? 0;
    progress.hidden = !report?.running;
    stop.hidden = progress.hidden;
    progress.max = total;
    progress.value = judged;
    const grades = gradesOf(state);
    const whole = grades.length > 0 && grades.every(Boolean);
    setText(begin, whole ? 'Analyse again' : judged > 0 ? 'Finish the analysis' : 'Computer analysis');
    begin.hidden ||= whole;
    if (judged === 0) {
      fill(summary, report?.running ? el('p', { class: 'quiet' }, 'The analysis waits for a free engine.') : game.history.length > 0 ? el('p', { class: 'quiet' }, 'What each turn lost, and which decided the game.') : null);
      return;
    }
    const timed = game.clock !== null && game.history.some(({ left }) => left !== null);
    const rows = page.sides.map(({ letter, name }) => {
      const mine = grades.filter((grade, ply) => grade && game.history[ply]?.side === letter);
      const exact = accuracy(mine.map((grade) => grade?.loss ?? 0));
      const of = (/** @type {string} */ kind) => mine.filter((grade) => grade?.kind === kind).length;
      return el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, exact === null ? '–' : `${exact.toFixed(0)} %`), ...['good', 'dubious', 'mistake', 'blunder'].map((kind) => el('td', {}, String(of(kind)))), ...(timed ? [el('td', {}, pace(game, letter))] : []));
    });
    const turns = turningPoints(grades);
    fill(
      summary,
      el(
        'table',
        { class: 'report-table' },
        el('thead', {}, el('tr', {}, ...['Side', 'Accuracy', '!', '?!', '?', '??', ...(timed ? ['Time a turn'] : [])].map((name) => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, ...rows),
      ),
      turns.length > 0
        ? el(
            'p',
            { class: 'turning' },
            'Turning points: ',
            ...turns.flatMap((ply, index) => {
              const entry = game.history[ply];
              return [index > 0 ? ' ' : '', el('button', { type: 'button', class: 'move-in-line', onclick: () => actions.show(ply + 1) }, `${numbered(ply)} ${nameOf(page, entry?.side ?? '')} ${entry?.words ?? ''} (−${percent(grades[ply]?.loss ?? 0)}${timeTrouble(game, ply)})`)];
            }),
          )
        : whole
          ? el('p', { class: 'quiet' }, 'No single turn decided the game.')
          : null,
    );
  }
}

/** A turn that cost much: a diamond for a blunder, a triangle for a mistake. @param {'blunder' | 'mistake'} kind @param {number} x @param {number} y */
function drawMark(kind, x, y) {
  const at = Math.min(WIDTH - 6, Math.max(6, x));
  const up = Math.min(HEIGHT - 8, Math.max(8, y));
  return svg('path', { class: `graph-mark graph-${kind}`, d: kind === 'blunder' ? `M${at} ${up - 7} L${at + 5} ${up} L${at} ${up + 7} L${at - 5} ${up} Z` : `M${at} ${up - 6} L${at + 5} ${up + 5} H${at - 5} Z` });
}

/** The time of a side's turns on average, and the longest. @param {import('../../messages.js').Game} game @param {string} side */
function pace(game, side) {
  const { total, turns, longest } = timeOf(game, side);
  return turns > 0 ? `${secondsText(total / turns)}, at most ${secondsText(longest)}` : '–';
}

/** How little time was left, where that may be the reason. @param {import('../../messages.js').Game} game @param {number} ply */
function timeTrouble(game, ply) {
  return inTimeTrouble(game, ply) ? `, with ${secondsText(game.history[ply]?.left ?? 0)} left` : '';
}

/** For each position its score as the first side sees it, -1 to 1. @param {import('./types.js').State} state @param {string} first */
function scores({ game, report }, first) {
  if (!game) return [];
  return Array.from({ length: game.history.length + 1 }, (_, ply) => {
    const judged = report?.positions[ply];
    const side = game.history[ply]?.side ?? game.side;
    if (judged) return advantage(judged.score, side === first);
    const thought = game.history[ply]?.thought;
    if (thought) return advantage(thought.score, side === first);
    if (ply === game.history.length && game.ending) return game.ending.winner === null ? 0 : game.ending.winner === first ? 1 : -1;
    return null;
  });
}
