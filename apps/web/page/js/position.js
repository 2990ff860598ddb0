// Questions about the state that several views ask. All of it is derived; nothing is stored.

import { nodeAt, treeOf } from './tree.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('../../messages.js').Game} Game */

/** The turns that lead to the position shown. @param {Readonly<State>} state @returns {string[]} */
export function shownTurns({ game, line }) {
  return line ?? game?.history.map(({ turn }) => turn) ?? [];
}

/** The turns played before the position that is shown. @param {Readonly<State>} state */
export function shownPly(state) {
  return shownTurns(state).length;
}

/** True where the position shown is one of the game as it was played. @param {Readonly<State>} state */
export function onGame({ game, line }) {
  return line === null || line.every((turn, ply) => game?.history[ply]?.turn === turn);
}

/** True where the position shown is the game's present one. @param {Readonly<State>} state */
export function atPresent(state) {
  return onGame(state) && shownPly(state) === state.game?.history.length;
}

/** @param {Game} game @param {number} ply */
export function positionAt(game, ply) {
  return ply === 0 ? game.start : (game.history[ply - 1]?.position ?? game.position);
}

/** The positions from the start to the one shown, as far as they are known. @param {Readonly<State>} state */
export function shownPositions(state) {
  const positions = [state.game?.start ?? ''];
  let at = treeOf(state);
  for (const turn of shownTurns(state)) {
    const next = at.children.find((child) => child.turn === turn);
    if (!next) break;
    at = next;
    positions.push(at.position);
  }
  return positions;
}

/** The position shown; where the server has not told it yet, the last known one before. @param {Readonly<State>} state */
export function shownPosition(state) {
  const { game } = state;
  if (!game) return '';
  if (onGame(state)) return positionAt(game, shownPly(state));
  return nodeAt(treeOf(state), shownTurns(state)).position;
}

/** Two lines alike? @param {string[]} one @param {string[]} other */
export function sameLine(one, other) {
  return one.length === other.length && one.every((turn, index) => turn === other[index]);
}

/** @param {Game} game @param {string} side */
export function isPerson(game, side) {
  return game.players[side]?.kind !== 'engine';
}

/** True where nobody else plays: outside a club, and in a club against the engine. @param {Readonly<State>} state */
export function isAlone({ game, seat }) {
  return !game?.seats || (seat?.id === game.id && seat.alone);
}

/** True where the person at this page has a side of the game. @param {Readonly<State>} state @param {string} side */
export function hasSide(state, side) {
  const { game, seat } = state;
  return game !== null && isPerson(game, side) && (!game.seats || (seat?.id === game.id && seat.sides.includes(side)));
}

/** True where variations may be kept with the game. @param {Readonly<State>} state */
function mayEdit(state) {
  const { game, seat } = state;
  return isAlone(state) || Boolean(game?.ending && seat?.id === game.id && seat.sides.length > 0);
}

/** True where the person at this page may play now. @param {Readonly<State>} state */
export function mayPlay(state) {
  const { game } = state;
  return game !== null && state.connection === 'open' && !state.waiting && !state.pending && !game.ending && hasSide(state, game.side) && atPresent(state);
}

/** True where turns on the board begin or go on with a variation. @param {Readonly<State>} state */
export function explores(state) {
  const { game } = state;
  if (!game || mayPlay(state) || !mayEdit(state)) return false;
  return state.analysing || game.ending !== null || !onGame(state);
}

/** The turns that the person may make on the board now. @param {Readonly<State>} state */
export function openTurns(state) {
  if (mayPlay(state)) return state.game?.legal ?? [];
  const { looked } = state;
  return explores(state) && looked && looked.start === state.game?.start && sameLine(looked.turns, shownTurns(state)) ? looked.legal : [];
}

/**
 * Where undo goes back to: the last earlier position in which a person was to move.
 * @param {Game} game
 * @returns {number | null}
 */
export function undoPly(game) {
  for (let ply = game.history.length - 1; ply >= 0; ply--) {
    const entry = game.history[ply];
    if (entry && isPerson(game, entry.side)) return ply;
  }
  return null;
}

/**
 * The newest judgement: the analysis of the position shown, the computer analysis of the game there, what the engine says now, or
 * what it thought of the last turn it played.
 * @param {Readonly<State>} state
 */
export function judgement(state) {
  const { game, info, analysis, report } = state;
  if (!game) return null;
  const best = analysis?.lines[0];
  if (state.analysing && analysis && best && !analysis.threat && sameLine(analysis.turns, shownTurns(state))) {
    return { score: best.score, side: analysis.side, depth: best.depth, ply: analysis.turns.length, pv: best.pv, words: best.words };
  }
  const ply = shownPly(state);
  const judged = onGame(state) && !atPresent(state) ? report?.positions[ply] : null;
  const side = game.history[ply]?.side;
  if (judged && side) return { score: judged.score, side, depth: judged.depth, ply, pv: [judged.best], words: [judged.words || judged.best] };
  if (info && info.id === game.id && info.ply <= game.history.length) return info;
  for (let at = game.history.length - 1; at >= 0; at--) {
    const entry = game.history[at];
    if (entry?.thought) return { ...entry.thought, side: entry.side, ply: at, pv: [entry.turn], words: [entry.words] };
  }
  return null;
}
