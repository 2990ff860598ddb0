// The page's messages to the server, and what comes of the answers. The only module that changes the game in the store.

import { gameNamed } from './games/index.js';
import { explores, isPerson, mayPlay, onGame, shownTurns, undoPly } from './position.js';
import { isDuel, pondersBySetting } from './pondering.js';
import { analysed } from './keeping.js';
import { pathOf, plyOf, routeOf } from './route.js';
import { connect } from './socket.js';
import { nodeAt, treeOf } from './tree.js';
import { userId } from './user.js';

/** @typedef {import('../../messages.js').ServerMessage} ServerMessage */
/** @typedef {import('../../messages.js').Player} Player */
/** @typedef {import('../../messages.js').Game} Game */

/** @param {import('./store.js').Store} store */
export function createSession(store) {
  let askedForNew = false;
  /** The game of which the server knows whether the engine is to ponder. */
  let ponders = '';
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = connect({
    url: `${scheme}://${location.host}/ws`,
    onMessage: receive,
    onConnection(connection) {
      askedForNew = false;
      ponders = '';
      store.update({ connection, waiting: false });
      if (connection === 'open') watch();
    },
  });

  function watch() {
    const { route } = store.get();
    if (route.view === 'game') socket.send({ type: 'watch', id: route.id });
    if (route.view === 'library') socket.send({ type: 'library', user: userId(), trees: true });
    if (route.view === 'arena' || route.view === 'tournament') socket.send({ type: 'arena_list' });
    if (route.view === 'tournament') socket.send({ type: 'arena_watch', id: route.id });
  }

  /** Asks for the legal turns at the end of the line shown, where turns on the board make variations. */
  function look() {
    const state = store.get();
    if (state.game && explores(state)) socket.send({ type: 'look', game: state.game.game, start: state.game.start, turns: shownTurns(state) });
  }

  /** @param {import('../../messages.js').TreeEdit} change */
  function edit(change) {
    const { game } = store.get();
    if (game && !socket.send({ type: 'edit', id: game.id, ...change })) store.update({ failure: notConnected('edit') });
  }

  /** @param {string[] | null} line */
  function show(line) {
    store.update({ line });
    look();
  }

  /** @param {ServerMessage} message */
  function receive(message) {
    if (message.type === 'hello') store.update({ hello: message });
    else if (message.type === 'game') receiveGame(message);
    else if (message.type === 'info') {
      if (message.id === store.get().game?.id) store.update(message.purpose === 'ponder' ? { ponder: message } : { info: message });
    } else if (message.type === 'hint') {
      const { game } = store.get();
      if (game && message.id === game.id && message.ply === game.history.length) store.update({ hint: message });
    } else if (message.type === 'line') store.update({ looked: message });
    else if (message.type === 'within') store.update({ within: message });
    else if (message.type === 'tree') {
      if (message.id === store.get().game?.id) store.update({ tree: message });
    } else if (message.type === 'report') {
      if (message.id === store.get().game?.id) store.update({ report: message });
    } else if (message.type === 'library') store.update({ library: message.games });
    else if (message.type === 'analysis') onAnalysis(message);
    else if (message.type === 'arena_list') store.update({ arena: message });
    else if (message.type === 'arena') store.update({ tournament: message });
    else if (message.type === 'arena_started') open({ view: 'tournament', id: message.id });
    else if (message.type === 'arena_game') study(message);
    else if (message.type === 'error') {
      askedForNew = false;
      store.update({ failure: message, waiting: false });
      const { route } = store.get();
      if (message.request === 'arena_watch' && message.code === 'not_found') store.update({ route: { view: 'nowhere', path: pathOf(route) } });
      // A turn that came too late or was refused: see how the game really stands.
      if (message.request === 'play' || message.request === 'undo') watch();
    }
  }

  /** @param {Game} game */
  function receiveGame(game) {
    const state = store.get();
    const begun = askedForNew;
    if (askedForNew) {
      askedForNew = false;
      go({ view: 'game', id: game.id }, 'push');
    } else if (state.route.view !== 'game' || state.route.id !== game.id) return;
    const opened = state.game?.id !== game.id;
    const changed = opened || state.game?.history.length !== game.history.length;
    store.update({
      game,
      gameTold: performance.now(),
      waiting: false,
      ...(changed ? { hint: null, failure: null } : {}),
      // Who studies a variation, or an earlier position, is left there.
      ...(opened ? { line: lineAt(game, plyOf(location.hash)) } : changed && onGame(state) && !state.analysing ? { line: null } : {}),
      ...(opened ? { info: null, ponder: null, tree: null, report: null, analysis: null, looked: null, flipped: seatedSecond(game) } : {}),
      // After an undo the thoughts about later positions say nothing about this one.
      ...(opened ? { analysing: analyses(game, begun, state.analysing) } : {}),
      ...(state.info && state.info.ply > game.history.length ? { info: null } : {}),
    });
    if (changed || game.ending) look();
    // Sent once a connection; who comes back sends it again.
    if (ponders !== game.id && !game.ending && isDuel(store.get())) {
      ponders = game.id;
      if (pondersBySetting()) ponder(true);
    }
  }

  /** @param {boolean} on */
  function ponder(on) {
    const { game } = store.get();
    if (game && !socket.send({ type: 'ponder', id: game.id, on })) store.update({ failure: notConnected('ponder') });
  }

  /** @param {import('./types.js').State['route']} route @param {'push' | 'none'} how */
  function go(route, how) {
    const { game, route: before } = store.get();
    if (how === 'push' && pathOf(route) !== location.pathname) history.pushState(null, '', pathOf(route));
    if (before.view === 'game' && (route.view !== 'game' || route.id !== before.id)) {
      socket.send({ type: 'leave', id: before.id });
      ponders = '';
    }
    if (before.view === 'tournament' && (route.view !== 'tournament' || route.id !== before.id)) socket.send({ type: 'arena_leave' });
    const same = route.view === 'game' && route.id === game?.id;
    store.update({ route, failure: null, ...(same ? {} : { game: null, info: null, ponder: null, hint: null, line: null, tree: null, report: null, analysis: null, looked: null }) });
  }

  /** @param {import('./types.js').State['route']} route */
  function open(route) {
    go(route, 'push');
    watch();
  }

  /**
   * @param {string} game @param {{ deal: string } | { position: string }} cards @param {Record<string, Player>} players
   * @param {{ clock?: { initial: number, increment: number }, turns?: string[], tree?: import('../../messages.js').TreeEdit[], thoughts?: (import('../../messages.js').Thought | null)[], names?: Record<string, string>, ending?: import('../../messages.js').Ending, origin?: string }} [more]
   */
  function newGame(game, cards, players, more = {}) {
    askedForNew = socket.send({ type: 'new', game, ...cards, players, user: userId(), ...more });
    store.update({ waiting: askedForNew, failure: askedForNew ? null : notConnected('new') });
  }

  /** Opens a game of the arena, to be studied; one that was opened before is found again. @param {import('../../messages.js').ArenaGame} played */
  function study({ id, record }) {
    const { game, start, turns, notes = [], names, engines, result } = record;
    const sides = (gameNamed(game)?.sides ?? []).map(({ letter }) => letter);
    newGame(game, { position: start }, Object.fromEntries(sides.map((letter) => [letter, { kind: 'person' }])), {
      turns,
      names: Object.fromEntries(sides.map((letter, index) => [letter, [...((names ?? engines)[index] ?? '')].slice(0, 200).join('')])),
      thoughts: turns.map((_, ply) => (notes[ply]?.score ? { depth: notes[ply].depth ?? 0, score: notes[ply].score } : null)),
      ending: { winner: result.winner, reason: result.reason },
      // Another tournament of this number may come after this one is deleted.
      origin: `arena ${id}/${record.number}/${turns.length}/${record.seconds ?? ''}`,
    });
  }

  window.addEventListener('popstate', () => {
    const { game } = store.get();
    go(routeOf(location.pathname), 'none');
    if (game && game === store.get().game) show(lineAt(game, plyOf(location.hash)));
    watch();
  });

  /** @type {(message: import('../../messages.js').Analysis) => void} */
  let onAnalysis = () => {};

  return {
    retry: socket.retry,
    send: socket.send,
    show,
    edit,

    /** @param {(message: import('../../messages.js').Analysis) => void} listener */
    listenToAnalysis(listener) {
      onAnalysis = listener;
    },

    look,

    open,
    newGame,

    /** Asks how the turn that was begun on the board may go on. @param {string} begun */
    within(begun) {
      const state = store.get();
      const { game } = state;
      if (game) socket.send({ type: 'within', game: game.game, start: game.start, turns: shownTurns(state), begun });
    },

    /** @param {string} turn */
    play(turn) {
      const state = store.get();
      const { game } = state;
      if (!game) return;
      if (explores(state)) {
        const path = [...shownTurns(state), turn];
        const known = nodeAt(treeOf(state), path).path.length === path.length;
        if (!known) edit({ op: 'add', path });
        show(path);
        return;
      }
      if (!mayPlay(state)) return;
      const sent = socket.send({ type: 'play', id: game.id, ply: game.history.length, turn });
      store.update({ waiting: sent, failure: sent ? null : notConnected('play') });
    },

    undo() {
      const { game } = store.get();
      const ply = game ? undoPly(game) : null;
      if (!game || ply === null) return;
      const sent = socket.send({ type: 'undo', id: game.id, ply });
      store.update({ waiting: sent, failure: sent ? null : notConnected('undo') });
    },

    redo() {
      const { game } = store.get();
      if (!game || game.redo === 0) return;
      const sent = socket.send({ type: 'redo', id: game.id, ply: game.history.length });
      store.update({ failure: sent ? null : notConnected('redo') });
    },

    /** Gives up for the person who is to move, or for the only one. */
    resign() {
      const { game } = store.get();
      if (!game || game.ending) return;
      const side = isPerson(game, game.side) ? game.side : Object.keys(game.players).find((other) => isPerson(game, other));
      if (side && !socket.send({ type: 'resign', id: game.id, side })) store.update({ failure: notConnected('resign') });
    },

    /** The same cards and players once more, with the sides changed. */
    rematch() {
      const { game } = store.get();
      if (!game) return;
      const [one = '', two = ''] = Object.keys(game.players);
      const players = { [one]: game.players[two] ?? { kind: 'person' }, [two]: game.players[one] ?? { kind: 'person' } };
      const clock = game.clock ? { clock: { initial: game.clock.initial, increment: game.clock.increment } } : {};
      newGame(game.game, { position: game.start }, /** @type {Record<string, Player>} */ (players), clock);
    },

    report() {
      const { game } = store.get();
      if (game) socket.send({ type: 'report', id: game.id });
    },

    /** Stops the computer analysis; what was found stays. */
    stopReport() {
      const { game } = store.get();
      if (game) socket.send({ type: 'stop_report', id: game.id });
    },

    ponder,

    /** Makes a line of the tree the game itself. @param {string[]} path */
    mainLine(path) {
      const { game } = store.get();
      if (game && !socket.send({ type: 'main_line', id: game.id, path })) store.update({ failure: notConnected('main_line') });
    },

    hint() {
      const { game } = store.get();
      if (!game || !mayPlay(store.get())) return;
      if (!socket.send({ type: 'hint', id: game.id, ply: game.history.length })) store.update({ failure: notConnected('hint') });
    },

    moveNow() {
      const { game } = store.get();
      if (game) socket.send({ type: 'move_now', id: game.id });
    },

    think() {
      const { game } = store.get();
      store.update({ failure: null });
      if (game) socket.send({ type: 'think', id: game.id });
    },
  };
}

/** @param {string} request @returns {import('./types.js').Problem} */
function notConnected(request) {
  return { code: 'not_connected', message: 'The server cannot be reached just now. The page keeps trying; try again in a moment.', place: null, request };
}

/** The line to a ply of the game; null is the present position. @param {Game} game @param {number | null} ply */
function lineAt(game, ply) {
  return ply === null || ply >= game.history.length ? null : game.history.slice(0, ply).map(({ turn }) => turn);
}

/**
 * True where a game that is opened is analysed: after a reload where it was before; an analysis that is on is carried into no
 * game against an engine that goes on.
 * @param {Game} game @param {boolean} begun just now @param {boolean} on
 */
function analyses(game, begun, on) {
  if (!begun && analysed() === game.id) return true;
  const against = Object.keys(game.players).some((side) => !isPerson(game, side));
  return on && (game.ending !== null || !against);
}

/** True where the one person at the board has the second side, who then sits below. @param {Game} game */
function seatedSecond(game) {
  const persons = (gameNamed(game.game)?.sides ?? []).map(({ letter }) => isPerson(game, letter));
  return persons[0] === false && persons[1] === true;
}

/** @typedef {ReturnType<typeof createSession>} Session */
