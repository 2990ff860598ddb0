// The page's messages to the server, and what comes of the answers. The only module that changes the game in the store.

import { gameNamed } from './games/index.js';
import { explores, hasSide, isAlone, isPerson, mayPlay, onGame, sameLine, shownTurns, undoPly } from './position.js';
import { isDuel, pondersBySetting } from './pondering.js';
import { analysed } from './keeping.js';
import { pathOf, plyOf, routeOf } from './route.js';
import { twoPersons } from './sides.js';
import { connect } from './socket.js';
import { receiveSociety } from './society.js';
import { nodeAt, treeOf } from './tree.js';
import { userId } from './user.js';

/** @typedef {import('../../messages.js').ServerMessage} ServerMessage */
/** @typedef {import('../../messages.js').Player} Player */
/** @typedef {import('../../messages.js').Game} Game */

/** @param {import('./store.js').Store} store */
export function createSession(store) {
  let askedForNew = false;
  /** The server tells of the lobby. */
  let hearsLobby = false;
  /** The news that was told last: after a lost connection those that were missed are asked for. @type {import('../../messages.js').Heard | null} */
  let heard = null;
  /** The server tells of the games that are played now. */
  let hearsLive = false;
  /** A turn of which the server has not said yet that it was played. @type {{ id: string, ply: number, turn: string } | null} */
  let unheard = null;
  /** The connection is another one than that on which it was sent. */
  let resends = false;
  /** The game whose computer analysis was under way when the connection was lost. */
  let reported = '';
  /** The game of which the server knows whether the engine is to ponder. */
  let ponders = '';
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = connect({
    url: `${scheme}://${location.host}/ws`,
    onMessage: receive,
    onConnection(connection) {
      askedForNew = false;
      hearsLobby = false;
      hearsLive = false;
      ponders = '';
      const { game, report } = store.get();
      if (connection === 'lost' && game && report?.running) reported = game.id;
      // Seeks end with their connection.
      store.update({ connection, waiting: false, lobby: null, own: null, pools: null, correspondence: null, live: null, chats: {} });
      resends = connection === 'open';
      if (connection === 'open') watch();
    },
  });

  function watch() {
    const { route } = store.get();
    watchLobby();
    if (route.view === 'game') socket.send({ type: 'watch', id: route.id });
    if (route.view === 'analysis') study(route);
    if (route.view === 'tournaments') socket.send({ type: 'tournaments' });
    if (route.view === 'contest') socket.send({ type: 'tournament_act', id: route.id, action: 'watch' });
    if (route.view === 'player') socket.send({ type: 'player', name: route.name });
    if (route.view === 'players') socket.send({ type: 'leaders', ...(route.of ? { of: route.of } : {}) });
    if (route.view === 'reports') socket.send({ type: 'reports' });
    if (route.view === 'library') socket.send({ type: 'library', user: userId(), trees: true });
    if (route.view === 'arena' || route.view === 'tournament' || (route.view === 'setup' && !route.game)) socket.send({ type: 'arena_list' });
    if (route.view === 'tournament') socket.send({ type: 'arena_watch', id: route.id });
  }

  /** Members with a name hear of challenges wherever they are, and all of the lobby who look at it. */
  function watchLobby() {
    const { route, hello } = store.get();
    const you = hello?.club?.you;
    const home = route.view === 'setup' && !route.game;
    if (you && home !== hearsLive) {
      socket.send({ type: home ? 'live' : 'live_leave' });
      hearsLive = home;
    }
    if (hearsLobby || !you || (you.kind === 'guest' && route.view !== 'lobby' && !home)) return;
    hearsLobby = socket.send({ type: 'lobby', ...(heard ? { since: heard } : {}) });
  }

  /** A game that was sought, asked for by a challenge, or paired in a tournament. @param {string} id */
  function receiveBegun(id) {
    const { route } = store.get();
    if (route.view === 'lobby' || route.view === 'contest' || (route.view === 'setup' && !route.game)) open({ view: 'game', id });
    else if (route.view !== 'game' || route.id !== id) store.update({ begun: id });
  }

  /** Asks for the legal turns at the end of the line shown, where turns on the board make variations. */
  function look() {
    const state = store.get();
    if (state.game && explores(state)) socket.send({ type: 'look', game: state.game.game, start: state.game.start, turns: shownTurns(state) });
  }

  /** Who waits for the position after a line that is not shown, and the line. @type {((position: string) => void) | null} */
  let onPreview = null;
  /** @type {string[]} */
  let previewed = [];

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
    if (message.type === 'hello') {
      store.update({ hello: message });
      watchLobby();
    }
    else if (message.type === 'game') receiveGame(message);
    else if (message.type === 'seat') receiveSeat(message);
    else if (message.type === 'info') {
      if (message.id === store.get().game?.id) store.update(message.purpose === 'ponder' ? { ponder: message } : { info: message });
    } else if (message.type === 'hint') {
      const { game } = store.get();
      if (game && message.id === game.id && message.ply === game.history.length) store.update({ hint: message });
    } else if (message.type === 'line') {
      if (onPreview && sameLine(message.turns, previewed)) onPreview(message.positions.at(-1) ?? message.start);
      else store.update({ looked: message });
      onPreview = null;
    }
    else if (message.type === 'explored') store.update({ explored: message });
    else if (message.type === 'explained') store.update({ explained: message });
    else if (message.type === 'within') store.update({ within: message });
    else if (message.type === 'tree') {
      if (message.id === store.get().game?.id) store.update({ tree: message });
    } else if (message.type === 'report') {
      if (message.id === store.get().game?.id) store.update({ report: message });
      // It stops where nobody is there any more.
      if (message.id === reported && !message.running) socket.send({ type: 'report', id: message.id });
      reported = '';
    } else if (message.type === 'library') store.update({ library: message.games });
    else if (message.type === 'analysis') onAnalysis(message);
    else if (message.type === 'player') store.update({ profile: message });
    else if (message.type === 'leaders') store.update({ leaders: message.tables });
    else if (message.type === 'lobby') store.update({ lobby: message.seeks });
    else if (message.type === 'lobby_changed') {
      const known = new Map((store.get().lobby ?? []).map((seek) => [seek.id, seek]));
      for (const seek of message.opened) known.set(seek.id, seek);
      for (const id of message.gone) known.delete(id);
      store.update({ lobby: [...known.values()] });
    } else if (message.type === 'lobby_own') {
      heard = message.heard;
      store.update({ own: message });
    } else if (message.type === 'pools') store.update({ pools: message });
    else if (message.type === 'correspondence') store.update({ correspondence: { games: message.games, told: performance.now() } });
    else if (message.type === 'tournaments') store.update({ contests: message, contestsTold: performance.now() });
    else if (message.type === 'tournament') store.update({ contest: message, contestTold: performance.now() });
    else if (message.type === 'tournament_own') store.update({ contestOwn: message });
    else if (message.type === 'tournament_made') open({ view: 'contest', id: message.id });
    else if (message.type === 'begun') receiveBegun(message.id);
    else if (message.type === 'arena_list') store.update({ arena: message });
    else if (message.type === 'arena') store.update({ tournament: message });
    else if (message.type === 'arena_started') open({ view: 'tournament', id: message.id });
    else if (message.type === 'arena_game') openPlayed(message);
    else if (receiveSociety(store, message)) return;
    else if (message.type === 'error') {
      askedForNew = false;
      if (message.request === 'play') unheard = null;
      store.update({ failure: message, waiting: false, ...(message.place === 'threat' ? { threat: false } : {}) });
      const { route, contest } = store.get();
      if (message.request === 'tournament_act' && message.code === 'not_found' && route.view === 'contest' && contest?.line.id !== route.id) store.update({ route: { view: 'nowhere', path: pathOf(route) } });
      if (message.request === 'arena_watch' && message.code === 'not_found') store.update({ route: { view: 'nowhere', path: pathOf(route) } });
      // A turn that came too late or was refused: see how the game really stands.
      if (message.request === 'play' || message.request === 'undo') watch();
    }
  }

  /** @param {Game} game */
  function receiveGame(game) {
    const state = store.get();
    const begun = askedForNew;
    const studied = begun && state.route.view === 'analysis';
    if (askedForNew) {
      askedForNew = false;
      // An analysis board keeps its address, by which it is found elsewhere too.
      go({ view: 'game', id: game.id, ...(studied ? { at: pathOf(state.route) } : {}) }, studied ? 'none' : 'push');
    } else if (state.route.view !== 'game' || state.route.id !== game.id) return;
    const opened = state.game?.id !== game.id;
    const changed = opened || state.game?.history.length !== game.history.length;
    store.update({
      game,
      gameTold: performance.now(),
      waiting: false,
      ...(changed ? { hint: null, failure: null, refusal: null, pending: null } : {}),
      // Who studies a variation, or an earlier position, is left there.
      ...(opened ? { line: lineAt(game, plyOf(location.hash)) } : changed && onGame(state) && !state.analysing ? { line: null } : {}),
      ...(opened ? { info: null, ponder: null, tree: null, report: null, analysis: null, looked: null, flipped: seatedSecond(game, state.seat) } : {}),
      // After an undo the thoughts about later positions say nothing about this one.
      ...(opened ? { analysing: studied || analyses(game, begun, state.analysing) } : {}),
      ...(state.info && state.info.ply > game.history.length ? { info: null } : {}),
    });
    if (changed || game.ending) look();
    sendAgain(game, opened);
    // Sent once a connection; who comes back sends it again.
    if (ponders !== game.id && !game.ending && isDuel(store.get())) {
      ponders = game.id;
      if (pondersBySetting()) ponder(true);
    }
  }

  /** Sends a turn again that was on its way when the connection was lost, and has not arrived: it is played once. @param {Game} game @param {boolean} opened */
  function sendAgain(game, opened) {
    if (!unheard || opened || unheard.id !== game.id || unheard.ply !== game.history.length || game.ending) unheard = null;
    else if (resends) store.update({ waiting: socket.send({ type: 'play', ...unheard }) });
    resends = false;
  }

  /** @param {import('../../messages.js').Seat} seat */
  function receiveSeat(seat) {
    const { seat: before, game, flipped } = store.get();
    // It may come before its game.
    store.update({ seat, flipped: flipped || (before?.id !== seat.id && game?.id === seat.id && seatedSecond(game, seat)) });
  }

  /** @param {boolean} on */
  function ponder(on) {
    const { game } = store.get();
    if (game && !socket.send({ type: 'ponder', id: game.id, on })) store.update({ failure: notConnected('ponder') });
  }

  /** @param {import('./types.js').State['route']} route @param {'push' | 'none'} how */
  function go(route, how) {
    const { game, seat, route: before } = store.get();
    if (how === 'push' && pathOf(route) !== location.pathname + location.search) history.pushState(null, '', pathOf(route));
    if (before.view === 'game' && (route.view !== 'game' || route.id !== before.id)) {
      socket.send({ type: 'leave', id: before.id });
      ponders = '';
    }
    if (before.view === 'lobby' && route.view !== 'lobby') {
      const { own, lobby, pools, hello } = store.get();
      // One for a game by correspondence waits without its maker, where that is no guest.
      const named = hello?.club?.you?.kind !== 'guest';
      for (const id of own?.seeks ?? []) if (!named || !lobby?.find((seek) => seek.id === id)?.clock?.days) socket.send({ type: 'seek_cancel', id });
      if (pools?.own) socket.send({ type: 'pool_leave' });
    }
    if (route.view === 'game' && route.id === store.get().begun) store.update({ begun: null });
    if ((before.view === 'tournaments' || before.view === 'contest') && pathOf(route) !== pathOf(before)) socket.send({ type: 'tournament_act', id: before.view === 'contest' ? before.id : '', action: 'leave' });
    if (before.view === 'tournament' && (route.view !== 'tournament' || route.id !== before.id)) socket.send({ type: 'arena_leave' });
    const same = route.view === 'game' && route.id === game?.id;
    store.update({ route, failure: null, refusal: null, pending: null, reported: null, ...(same ? {} : { game: null, seat: route.view === 'game' && route.id === seat?.id ? seat : null, info: null, ponder: null, hint: null, line: null, tree: null, report: null, analysis: null, looked: null }) });
  }

  /** @param {import('./types.js').State['route']} route */
  function open(route) {
    go(route, 'push');
    watch();
  }

  /**
   * @param {string} game @param {{ deal: string } | { position: string }} cards @param {Record<string, Player>} players
   * @param {{ clock?: import('./game-settings.js').Time, turns?: string[], tree?: import('../../messages.js').TreeEdit[], thoughts?: (import('../../messages.js').Thought | null)[], names?: Record<string, string>, seat?: string, ending?: import('../../messages.js').Ending, origin?: string }} [more]
   */
  function newGame(game, cards, players, more = {}) {
    askedForNew = socket.send({ type: 'new', game, ...cards, players, user: userId(), ...more });
    store.update({ waiting: askedForNew, failure: askedForNew ? null : notConnected('new') });
  }

  /** Opens a game of the arena, to be studied; one that was opened before is found again. @param {import('../../messages.js').ArenaGame} played */
  function openPlayed({ id, record }) {
    const { game, start, turns, notes = [], names, engines, result } = record;
    const page = gameNamed(game);
    newGame(game, { position: start }, page ? twoPersons(page) : {}, {
      turns,
      names: Object.fromEntries((page?.sides ?? []).map(({ letter }, index) => [letter, [...((names ?? engines)[index] ?? '')].slice(0, 200).join('')])),
      thoughts: turns.map((_, ply) => (notes[ply]?.score ? { depth: notes[ply].depth ?? 0, score: notes[ply].score } : null)),
      ending: { winner: result.winner, reason: result.reason },
      // Another tournament of this number may come after this one is deleted.
      origin: `arena ${id}/${record.number}/${turns.length}/${record.seconds ?? ''}`,
    });
  }

  /** An analysis board. One of the same position and turns is found again, with what was noted there. @param {import('./types.js').Analysed} route */
  function study({ game, position, deal = '', turns = [] }) {
    const page = gameNamed(game);
    const origin = `analysis ${position} ${turns.join(',')}`;
    newGame(game, position ? { position } : { deal }, page ? twoPersons(page) : {}, { turns, ...(position && origin.length <= 200 ? { origin } : {}) });
  }

  /** Makes the other side an offer, or answers theirs. @param {import('../../messages.js').OfferKind} kind @param {boolean} yes */
  function offer(kind, yes) {
    const { game } = store.get();
    if (game && !socket.send({ type: 'offer', id: game.id, offer: kind, yes })) store.update({ failure: notConnected('offer') });
  }

  window.addEventListener('popstate', () => {
    const { game } = store.get();
    go(routeOf(location.pathname, location.search), 'none');
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

    /** Asks for the position after a line, without going there. @param {string[]} turns @param {(position: string) => void} then */
    preview(turns, then) {
      const { game } = store.get();
      if (!game || sameLine(turns, shownTurns(store.get()))) return;
      previewed = turns;
      onPreview = socket.send({ type: 'look', game: game.game, start: game.start, turns }) ? then : null;
    },

    /** Goes to the end of a line, which becomes a variation where it is none yet. @param {string[]} path */
    follow(path) {
      const state = store.get();
      const played = state.game?.history.map(({ turn }) => turn) ?? [];
      if (nodeAt(treeOf(state), path).path.length < path.length) edit({ op: 'add', path });
      show(sameLine(path, played) ? null : path);
    },

    open,
    newGame,
    offer,

    abort() {
      const { game } = store.get();
      if (game && !socket.send({ type: 'abort', id: game.id })) store.update({ failure: notConnected('abort') });
    },

    /** Ends the game whose other side has gone: as won, or as a draw. @param {boolean} draw */
    claim(draw) {
      const { game } = store.get();
      if (game && !socket.send({ type: 'claim', id: game.id, draw })) store.update({ failure: notConnected('claim') });
    },

    /** Asks for something whose answer comes by itself, or as a failure. @param {import('../../messages.js').ClientMessage} message */
    ask(message) {
      store.update({ failure: socket.send(message) ? null : notConnected(message.type) });
    },

    /** Takes the seat that an invitation gives. @param {string} token */
    join(token) {
      askedForNew = socket.send({ type: 'join', token });
      store.update({ waiting: askedForNew, failure: askedForNew ? null : notConnected('join') });
    },

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
      unheard = sent ? { id: game.id, ply: game.history.length, turn } : null;
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
      const state = store.get();
      const side = hasSide(state, game.side) ? game.side : Object.keys(game.players).find((other) => hasSide(state, other));
      if (side && !socket.send({ type: 'resign', id: game.id, side })) store.update({ failure: notConnected('resign') });
    },

    /** The same cards and players once more, with the sides changed. */
    rematch() {
      const { game } = store.get();
      if (!game) return;
      if (!isAlone(store.get())) {
        offer('rematch', true);
        return;
      }
      const [one = '', two = ''] = Object.keys(game.players);
      const players = { [one]: game.players[two] ?? { kind: 'person' }, [two]: game.players[one] ?? { kind: 'person' } };
      const clock = game.clock ? { clock: { initial: game.clock.initial, increment: game.clock.increment, ...(game.clock.delay ? { delay: game.clock.delay } : {}) } } : {};
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

/**
 * True where the one person at the board has the second side, who then sits below.
 * @param {Game} game @param {import('../../messages.js').Seat | null} seat
 */
function seatedSecond(game, seat) {
  const [, second] = gameNamed(game.game)?.sides ?? [];
  if (game.seats && seat?.id === game.id && seat.sides.length === 1) return seat.sides[0] === second?.letter;
  const persons = (gameNamed(game.game)?.sides ?? []).map(({ letter }) => isPerson(game, letter));
  return persons[0] === false && persons[1] === true;
}

/** @typedef {ReturnType<typeof createSession>} Session */
