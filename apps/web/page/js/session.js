// What the page says to the server and what it makes of the answers. The only module that changes the game in the store.

import { gameNamed } from './games/index.js';
import { isPerson, mayPlay, undoPly } from './position.js';
import { pathOf, routeOf } from './route.js';
import { connect } from './socket.js';

/** @typedef {import('./types.js').ServerMessage} ServerMessage */
/** @typedef {import('./types.js').Player} Player */
/** @typedef {import('./types.js').Game} Game */

/** @param {import('./store.js').Store} store */
export function createSession(store) {
  let askedForNew = false;
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = connect({
    url: `${scheme}://${location.host}/ws`,
    onMessage: receive,
    onConnection(connection) {
      askedForNew = false;
      store.update({ connection, waiting: false });
      if (connection === 'open') watch();
    },
  });

  function watch() {
    const { route } = store.get();
    if (route.view === 'game') socket.send({ type: 'watch', id: route.id });
  }

  /** @param {ServerMessage} message */
  function receive(message) {
    if (message.type === 'hello') store.update({ hello: message });
    else if (message.type === 'game') receiveGame(message);
    else if (message.type === 'info') {
      if (message.id === store.get().game?.id) store.update({ info: message });
    } else if (message.type === 'hint') {
      const { game } = store.get();
      if (game && message.id === game.id && message.ply === game.history.length) store.update({ hint: message });
    } else if (message.type === 'error') {
      askedForNew = false;
      store.update({ failure: message, waiting: false });
      // A turn that came too late or was refused: see how the game really stands.
      if (message.request === 'play' || message.request === 'undo') watch();
    }
  }

  /** @param {Game} game */
  function receiveGame(game) {
    const state = store.get();
    if (askedForNew) {
      askedForNew = false;
      go({ view: 'game', id: game.id }, 'push');
    } else if (state.route.view !== 'game' || state.route.id !== game.id) return;
    const opened = state.game?.id !== game.id;
    const changed = opened || state.game?.history.length !== game.history.length;
    store.update({
      game,
      waiting: false,
      ...(changed ? { shownPly: null, hint: null, failure: null } : {}),
      ...(opened ? { info: null, flipped: seatedSecond(game) } : {}),
      // After an undo the thoughts about later positions say nothing about this one.
      ...(state.info && state.info.ply > game.history.length ? { info: null } : {}),
    });
  }

  /** @param {import('./types.js').State['route']} route @param {'push' | 'none'} how */
  function go(route, how) {
    const { game, route: before } = store.get();
    if (how === 'push' && pathOf(route) !== location.pathname) history.pushState(null, '', pathOf(route));
    if (before.view === 'game' && (route.view !== 'game' || route.id !== before.id)) socket.send({ type: 'leave', id: before.id });
    const same = route.view === 'game' && route.id === game?.id;
    store.update({ route, failure: null, ...(same ? {} : { game: null, info: null, hint: null, shownPly: null }) });
  }

  window.addEventListener('popstate', () => {
    go(routeOf(location.pathname), 'none');
    watch();
  });

  return {
    retry: socket.retry,

    /** @param {import('./types.js').State['route']} route */
    open(route) {
      go(route, 'push');
      watch();
    },

    /** @param {string} game @param {{ deal: string } | { position: string }} cards @param {Record<string, Player>} players */
    newGame(game, cards, players) {
      askedForNew = socket.send({ type: 'new', game, ...cards, players });
      store.update({ waiting: askedForNew, failure: askedForNew ? null : notConnected('new') });
    },

    /** @param {string} turn */
    play(turn) {
      const { game } = store.get();
      if (!game || !mayPlay(store.get())) return;
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

/** @param {string} request @returns {import('./types.js').Failure} */
function notConnected(request) {
  return { code: 'not_connected', message: 'The server cannot be reached just now. The page keeps trying; try again in a moment.', place: null, request };
}

/** Whether the one person at the board has the second side, who then sits below. @param {Game} game */
function seatedSecond(game) {
  const persons = (gameNamed(game.game)?.sides ?? []).map(({ letter }) => isPerson(game, letter));
  return persons[0] === false && persons[1] === true;
}

/** @typedef {ReturnType<typeof createSession>} Session */
