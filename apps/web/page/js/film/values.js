// A tuning's film at one of its points, as numbers and words.

/** @typedef {[number, number, number]} Interval  a value with the ends of its error bar */
/** @typedef {{ name: string, start: number, step: number }} Parameter */
/** @typedef {{ step: number, values: number[], elo: Interval | null, errors: [number, number] | null, error_bar?: number | null }} Point */
/** @typedef {{ title: string, piece: string, phase: string, columns: number, cells: number[][] }} Board */
/** @typedef {{ game: string, title: string, method: string, seed: number, parameters: number, done: number, all: number, games: number | null, seconds: number, complete: boolean, elo: Interval | null, errors: [number, number] | null }} About */
/** @typedef {{ about: About, parameters: Parameter[], points: Point[], boards: Board[] }} Film */
/** @typedef {{ running: boolean, pause?: import('../../../messages.js').Pause, may_pause?: boolean, film: Film }} ShownFilm */

const METHODS = new Map([['spsa', 'SPSA'], ['gradient', 'Gradient descent'], ['local', 'Local search'], ['genetic', 'Genetic algorithm'], ['playout', 'Changes played both ways'], ['train', 'Network, by stored games'], ['learn', 'Networks, generation by generation'], ['zero', 'Networks from zero']]);

/** @param {string} name */
export const methodName = (name) => METHODS.get(name) ?? name;

/** What a method calls its steps. @param {string} method */
export const stepName = (method) => (method === 'train' ? 'epoch' : 'step');

/** @param {number} value */
export const plain = (value) => `${value < 0 ? '−' : ''}${Math.abs(value)}`;

/** @param {number} value @param {number} [digits] */
export const withSign = (value, digits = 0) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;

/** @param {number} value */
export const grouped = (value) => value.toLocaleString('en');

/** The scores of a board's squares; null where nothing is tuned. @param {Board} board @param {Point} point */
export function scoresOf(board, point) {
  return board.cells.map((places) => (places.length === 0 ? null : places.reduce((sum, place) => sum + (point.values[place] ?? 0), 0)));
}

/** By how many points all squares of a board differ between two points. @param {Board} board @param {Point} one @param {Point} other */
export function moved(board, one, other) {
  const [before, after] = [scoresOf(board, one), scoresOf(board, other)];
  return after.reduce((/** @type {number} */ sum, score, at) => sum + Math.abs((score ?? 0) - (before[at] ?? 0)), 0);
}

/** The largest score of any board at the start and at the end, rounded up: the end of the scale. @param {Film} film */
export function scaleOf({ boards, points }) {
  const ends = [points[0], points.at(-1)].filter((point) => point !== undefined);
  const all = boards.flatMap((board) => ends.flatMap((point) => scoresOf(board, point).map((score) => Math.abs(score ?? 0))));
  return Math.max(10, Math.ceil(all.reduce((most, value) => Math.max(most, value), 0) / 10) * 10);
}

const [LOW, EVEN, HIGH] = [[47, 102, 144], [240, 230, 206], [160, 64, 28]];

/** The colour of a score: blue below zero, brick above. @param {number} score @param {number} scale */
export function colourOf(score, scale) {
  const share = Math.min(1, Math.abs(score) / scale);
  const end = score < 0 ? LOW : HIGH;
  return `rgb(${EVEN.map((part, at) => Math.round(part + ((end[at] ?? 0) - part) * share)).join(' ')})`;
}

/** The sign that stands beside the colour, and its own. @param {number} score @param {number} scale @returns {[string, string]} */
export function signOf(score, scale) {
  const share = Math.abs(score) / scale;
  return [share < 0.2 ? '' : score < 0 ? '−' : '+', share > 0.55 ? '#fffdf8' : '#231f1a'];
}

/** The point that did best: by Elo, or by the error on what is held back. @param {Film} film */
export function bestOf({ points }) {
  const worth = points.map(({ elo, errors }) => (elo ? elo[0] : errors ? -errors[1] : -Infinity));
  const most = worth.reduce((best, value) => Math.max(best, value), -Infinity);
  return Number.isFinite(most) ? worth.indexOf(most) : null;
}

/** How good a point is, in words. @param {Point | undefined} point */
export function goodness(point) {
  if (point?.elo) return `${withSign(point.elo[0])} Elo (${withSign(point.elo[1])} to ${withSign(point.elo[2])})`;
  return point?.errors ? `error ${point.errors[1].toFixed(5)}` : '';
}

/** How a run stands, in a word or a few. @param {{ complete: boolean, running: boolean, pause: import('../../../messages.js').Pause }} run */
export function stateOf({ complete, running, pause }) {
  if (complete) return 'over';
  if (!running) return 'stopped';
  return { no: 'running', asked: 'pauses after this step', paused: 'paused' }[pause];
}

/** The line of facts. @param {ShownFilm} shown */
export function factsOf({ running, pause = 'no', film: { about } }) {
  const state = stateOf({ complete: about.complete, running, pause });
  return [methodName(about.method), `${grouped(about.parameters)} parameters`, `${grouped(about.done)} of ${grouped(about.all)} ${stepName(about.method)}s`, about.games === null ? '' : `${grouped(about.games)} games`, `seed ${about.seed}`, state].filter(Boolean).join(' · ');
}

/** The boards of a piece and a phase. @param {Film} film @param {string} piece @param {string} phase */
export function boardsOf({ boards }, piece, phase) {
  return boards.filter((board) => (board.piece === '' || board.piece === piece) && (board.phase === '' || board.phase === phase));
}
