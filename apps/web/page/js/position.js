// Questions about the state that several views ask. All of it is derived; nothing is stored.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Game} Game */

/** The turns played before the position that is shown. @param {Readonly<State>} state */
export function shownPly({ game, shownPly: ply }) {
  const last = game?.history.length ?? 0;
  return ply === null ? last : Math.min(ply, last);
}

/** @param {Game} game @param {number} ply */
export function positionAt(game, ply) {
  return ply === 0 ? game.start : (game.history[ply - 1]?.position ?? game.position);
}

/** @param {Game} game @param {string} side */
export function isPerson(game, side) {
  return game.players[side]?.kind !== 'engine';
}

/** Whether the person at this page may play now. @param {Readonly<State>} state */
export function mayPlay(state) {
  const { game } = state;
  return (
    game !== null &&
    state.connection === 'open' &&
    !state.waiting &&
    !game.ending &&
    isPerson(game, game.side) &&
    shownPly(state) === game.history.length
  );
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
 * The newest judgement of the game: what the engine says now, or what it thought of the last turn it played.
 * @param {Readonly<State>} state
 */
export function judgement({ game, info }) {
  if (!game) return null;
  if (info && info.id === game.id && info.ply <= game.history.length) return info;
  for (let ply = game.history.length - 1; ply >= 0; ply--) {
    const entry = game.history[ply];
    if (entry?.thought) return { ...entry.thought, side: entry.side, ply, pv: [entry.turn] };
  }
  return null;
}
