// The state of the page, in one place and one direction: events call `update`, views are called back once a frame.

/** @typedef {import('./types.js').State} State */

/** @returns {State} */
export function initialState() {
  return {
    connection: 'connecting',
    hello: null,
    route: { view: 'setup' },
    game: null,
    seat: null,
    line: null,
    looked: null,
    explored: null,
    explained: null,
    within: null,
    analysing: false,
    lines: 0,
    algorithm: 'alphabeta',
    threat: false,
    analysis: null,
    tree: null,
    report: null,
    told: null,
    trying: null,
    library: null,
    arena: null,
    lobby: null,
    own: null,
    pools: null,
    correspondence: null,
    profile: null,
    leaders: null,
    contests: null,
    contestsTold: 0,
    contest: null,
    contestOwn: null,
    contestTold: 0,
    begun: null,
    chats: {},
    live: null,
    reported: null,
    reports: null,
    gameChat: null,
    tournament: null,
    gameTold: 0,
    info: null,
    ponder: null,
    hint: null,
    failure: null,
    waiting: false,
    pending: null,
    refusal: null,
    flipped: false,
  };
}

/**
 * @param {State} state
 * @param {(draw: () => void) => void} [schedule] when to draw; a test may draw at once
 */
export function createStore(state, schedule = soon) {
  /** @type {((state: State, before: State) => void)[]} */
  const views = [];
  let drawn = state;
  let asked = false;

  function draw() {
    asked = false;
    const before = drawn;
    drawn = state;
    for (const view of views) view(drawn, before);
  }

  return {
    /** @returns {Readonly<State>} */
    get: () => state,

    /** @param {Partial<State>} changes */
    update(changes) {
      state = { ...state, ...changes };
      if (asked) return;
      asked = true;
      schedule(draw);
    },

    /** @param {(state: State, before: State) => void} view */
    subscribe(view) {
      views.push(view);
      view(state, state);
    },
  };
}

/**
 * At the next frame, or shortly, where a hidden tab gets no frames.
 * @param {() => void} draw
 */
function soon(draw) {
  if (document.hidden) setTimeout(draw, 50);
  else requestAnimationFrame(draw);
}

/** @typedef {ReturnType<typeof createStore>} Store */
