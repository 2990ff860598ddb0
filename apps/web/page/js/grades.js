// The rules of the computer analysis: what a turn lost, its mark, and the accuracy. docs/server.md states them.

import { onGame, shownPly } from './position.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('../../messages.js').Score} Score */
/** @typedef {{ loss: number, mark: string, kind: string, words: string }} Grade */

/** From which loss on a turn is spoken of. */
export const DUBIOUS = 0.07;
/** From which loss of expected score a turn bears which mark. */
export const MARKS = [
  { loss: 0.3, mark: '??', kind: 'blunder', name: 'blunder' },
  { loss: 0.15, mark: '?', kind: 'mistake', name: 'mistake' },
  { loss: DUBIOUS, mark: '?!', kind: 'dubious', name: 'dubious' },
];
/** From which loss on a turn may have decided the game. */
export const TURNING = 0.15;
/** A turn is `!` if it is the best and the second best would lose at least this. */
const ONLY = 0.2;

/** The score expected by whoever is to move, 0 to 1. @param {Score} score */
export function expected(score) {
  if (score.kind === 'win') return 1;
  if (score.kind === 'loss') return 0;
  if (score.kind === 'draw') return 0.5;
  return 0.5 + 0.5 * Math.tanh(score.value / 300);
}

/**
 * The grade of each turn of the game; undefined where the analysis has not come that far.
 * @param {Readonly<State>} state @returns {(Grade | undefined)[]}
 */
export function gradesOf({ game, report }) {
  if (!game || !report) return [];
  return game.history.map(({ turn, side }, ply) => {
    const before = report.positions[ply];
    const after = report.positions[ply + 1];
    const last = ply === game.history.length - 1 && game.ending && !after;
    if (!before || (!after && !last)) return undefined;
    const best = expected(before.score);
    let got = best;
    if (last) got = game.ending?.winner === null ? 0.5 : game.ending?.winner === side ? 1 : game.ending?.reason === 'resignation' || game.ending?.reason === 'time' ? best : 0;
    else if (after) got = 1 - expected(after.score);
    const loss = turn === before.best ? 0 : Math.max(0, best - got);
    const mark = MARKS.find((one) => loss >= one.loss);
    if (mark) return { loss, mark: mark.mark, kind: mark.kind, words: `${mark.name}, loses ${percent(loss)}` };
    if (turn === before.best && before.second && best - expected(before.second) >= ONLY) return { loss, mark: '!', kind: 'good', words: 'the only good turn' };
    return { loss, mark: '', kind: 'plain', words: loss < 0.005 ? 'loses nothing' : `loses ${percent(loss)}` };
  });
}

/**
 * The turn of the game that the report speaks of, by its ply: the one tried again, the one it was brought to, or one beside the position
 * shown that lost something, which led here or was played here.
 * @param {Readonly<State>} state @param {(Grade | undefined)[]} grades
 */
export function toldTurn(state, grades) {
  const { game, told, trying } = state;
  if (trying && trying.game === game?.id) return trying.ply;
  if (!onGame(state)) return -1;
  const ply = shownPly(state);
  if (told && told.game === game?.id && told.at === ply) return told.ply;
  return [ply - 1, ply].find((one) => (grades[one]?.loss ?? 0) >= DUBIOUS) ?? ply - 1;
}

/** The turn that was played in the position shown, where the report speaks of it and it was a bad one. @param {Readonly<State>} state */
export function badTurnHere(state) {
  const grades = gradesOf(state);
  const ply = shownPly(state);
  const [grade, turn] = [grades[ply], state.game?.history[ply]?.turn];
  return !state.trying && turn && grade && grade.loss >= DUBIOUS && toldTurn(state, grades) === ply ? { turn, mark: grade.mark, judged: state.report?.positions[ply] ?? null } : null;
}

/** 100 for a player who loses nothing; each tenth of a point lost on average takes about 40 % off. @param {number[]} losses */
export function accuracy(losses) {
  if (losses.length === 0) return null;
  return 100 * Math.exp((-5 * losses.reduce((sum, loss) => sum + loss, 0)) / losses.length);
}

/** The turns that decided most: at most three, in the order of play. @param {(Grade | undefined)[]} grades @returns {number[]} */
export function turningPoints(grades) {
  return grades
    .map((grade, ply) => ({ ply, loss: grade?.loss ?? 0 }))
    .filter(({ loss }) => loss >= TURNING)
    .sort((one, other) => other.loss - one.loss)
    .slice(0, 3)
    .map(({ ply }) => ply)
    .sort((one, other) => one - other);
}

/** The number of a turn, as it is written before it. @param {number} ply */
export const numbered = (ply) => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '.' : '…'}`;

/** @param {number} share */
export const percent = (share) => `${Math.round(share * 100)} %`;
