// A tournament of a club: the table, the leaders' boards, one's own place in it, all as it changes.

import { createMini } from '../board/mini.js';
import { arrange, el, fill, setText, svg } from '../dom.js';
import { follow } from '../follow.js';
import { gameNamed } from '../games/index.js';
import { counting } from '../plural.js';
import { crestOf } from './crest.js';
import { createInvited } from './invited.js';
import { dayAndTime, kindInWords, moveInWords, ordinal, pointsInWords, termsInWords, timeTo } from './tournament-words.js';
import { ratingInWords } from './words.js';

/** @typedef {import('../../../messages.js').ClubTournament} Shown */
/** @typedef {import('../../../messages.js').TournamentRow} Row */
/** @typedef {import('../../../messages.js').TournamentBoard} Board */

/** Boards that are shown before one asks for all. */
const BOARDS = 6;
/** Games of a row that are shown: the last. */
const SCORES = 14;
/** How long a button that asks waits for the second press, in milliseconds. */
const ASKS = 3000;

const flame = () => svg('svg', { class: 'flame', viewBox: '0 0 16 20', 'aria-hidden': 'true' }, svg('path', { d: 'M8 1.5c.6 3.2 4.9 5.2 4.9 10.2A5 5 0 0 1 8 17a5 5 0 0 1-4.9-5.1c0-2.4 1.3-3.7 2-5.2.5 1.3 1 2 1.8 2.5C7.5 6.8 7 4 8 1.5Z' }));
const gate = () => svg('svg', { class: 'cup-seal', viewBox: '0 0 60 60', 'aria-hidden': 'true' }, svg('path', { d: 'M12 18 Q30 23 48 18 M17 29 H43 M22 20 V47 M38 20 V47' }));

/** A button that acts when it is pressed twice within three seconds. @param {string} label @param {string} className @param {() => void} action */
function asking(label, className, action) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
    setText(button, label);
  };
  const button = el('button', { type: 'button', class: `button ${className}`, onclick: () => {
    if (timer !== undefined) {
      settle();
      action();
      return;
    }
    setText(button, 'Really?');
    timer = setTimeout(settle, ASKS);
  } }, label);
  return button;
}

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createContest(store, place, session) {
  let all = false;
  /** The data that each part was drawn from. @type {Map<string, string>} */
  const drawn = new Map();
  /** The boards that are shown, by game. @type {Map<string, { element: HTMLElement, show: (board: Board) => void, tick: () => void }>} */
  const boards = new Map();

  const kicker = el('p', { class: 'cup-kind' });
  const title = el('h1', { id: 'contest-title' });
  const terms = el('p', { class: 'cup-terms' });
  const timeLabel = el('p', { class: 'cup-time-label' });
  const time = el('p', { class: 'cup-time', role: 'timer' });
  const bar = el('progress', { class: 'cup-bar', max: 1, value: 0, 'aria-label': 'Time that has passed' });
  const head = el('div', { class: 'cup-head' }, el('span', { class: 'cup-disc' }, gate()), el('div', { class: 'cup-title' }, kicker, title, terms), el('div', { class: 'cup-clock' }, timeLabel, time, bar));
  const about = el('p', { class: 'cup-about' });
  const problem = el('div', { class: 'form-problem', role: 'alert' });
  const count = el('span', { class: 'quiet' });
  const tableTitle = el('h2', { id: 'cup-standings' }, 'Standings');
  const lastHead = el('th', { scope: 'col' }, 'Points');
  const legend = el('span', { class: 'cup-legend' }, flame(), 'on a run: the next game counts double');
  const table = el('tbody', {});
  const empty = el('p', { class: 'empty' }, 'Nobody has joined yet.');
  const own = el('div', { class: 'cup-own', role: 'group', 'aria-label': 'You' });
  const waits = el('span', { class: 'quiet' });
  const live = el('div', { class: 'cup-boards' });
  const playing = el('span', { class: 'quiet' });
  const more = el('button', { type: 'button', class: 'button button-ghost button-small', onclick: () => {
    all = !all;
    drawBoards();
  } });
  const liveHead = el('div', { class: 'cup-part-head' }, el('h2', {}, 'Live boards'), playing, more);
  const made = el('div', { class: 'cup-made', role: 'group', 'aria-label': 'Your tournament' });
  const invited = createInvited(store, session);

  const columns = el(
    'div',
    { class: 'cup-columns' },
    el(
      'section',
      { class: 'cup-standings', 'aria-labelledby': 'cup-standings' },
      el('div', { class: 'cup-part-head' }, tableTitle, count, legend),
      el('table', { class: 'cup-table' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, '#'), el('th', { scope: 'col' }, 'Player'), el('th', { scope: 'col' }, 'Games'), lastHead)), table),
      empty,
    ),
    el('div', { class: 'cup-side' }, own, made, invited.element, about),
    el('div', { class: 'cup-live' }, liveHead, live),
  );
  fill(place, head, problem, columns);

  /** The tournament that is looked at, and the server's time. */
  function shown() {
    const { route, contest, contestTold } = store.get();
    if (route.view !== 'contest' || !contest || contest.line.id !== route.id) return null;
    return { contest, now: contest.now + performance.now() - contestTold };
  }

  /** True if a part is to be drawn anew. @param {string} part @param {unknown} from */
  function differs(part, from) {
    const key = JSON.stringify(from);
    if (drawn.get(part) === key) return false;
    drawn.set(part, key);
    return true;
  }

  /** @param {Shown} contest @param {number} now */
  function drawHead({ line, round, next_round: next }, now) {
    setText(kicker, kindInWords(line));
    setText(title, line.terms.name);
    setText(terms, `${termsInWords(line)} · ${counting(line.players, 'player')} · by ${line.by.name}`);
    setText(about, line.terms.description ?? '');
    about.hidden = !line.terms.description;
    const ladder = line.terms.kind === 'ladder';
    const { stage, starts, ends } = line;
    /** @type {[string, string]} */
    let said = ['', ''];
    if (stage === 'coming') said = starts > now ? ['begins in', timeTo(starts - now)] : ['begins', 'when two have joined'];
    else if (stage === 'running' && ends !== null) said = ['ends in', timeTo(ends - now)];
    else if (stage === 'running' && ladder) said = ['for good, since', dayAndTime(starts)];
    else if (stage === 'running' && next !== null) said = [`round ${(round ?? 0) + 1} in`, timeTo(next - now)];
    else if (stage === 'running') said = [line.terms.kind === 'swiss' ? 'round' : 'games', line.terms.kind === 'swiss' ? `${round ?? 1} of ${line.terms.rounds}` : String(shown()?.contest.games ?? 0)];
    else said = [stage === 'over' ? 'over' : 'cancelled', dayAndTime(ends ?? starts)];
    setText(timeLabel, said[0]);
    setText(time, said[1]);
    time.classList.toggle('is-words', !/^[\d:]+$/.test(said[1]));
    bar.hidden = stage !== 'running' || ends === null;
    if (!bar.hidden && ends !== null) bar.value = Math.min(1, (now - starts) / Math.max(1, ends - starts));
  }

  /** @param {string} name */
  const memberLink = (name) => el('a', { href: `/player/${name}`, onclick: follow(session, { view: 'player', name }) }, name);

  /** @param {Row} row @param {boolean} mine */
  function tableRow({ rank, member, rating, scores, points, run, moved, status, playing: plays }, mine) {
    const skipped = scores.length - SCORES;
    const games = scores.slice(-SCORES).map(({ points: worth, won, doubled, bye }) => el('span', { class: `cup-score${won ? ' is-won' : ''}${doubled ? ' is-doubled' : ''}`, title: bye ? 'a point without a game' : null }, bye ? `(${pointsInWords(worth)})` : worth === 0 ? '0' : pointsInWords(worth)));
    const state = status === 'out' ? 'withdrawn' : status === 'paused' ? 'pauses' : '';
    return el(
      'tr',
      { class: mine ? 'is-own' : null },
      el('td', {}, String(rank)),
      el('th', { scope: 'row' }, el('span', { class: 'cup-player' }, crestOf(member.name), el('b', {}, memberLink(member.name)), member.kind === 'bot' ? el('span', { class: 'tag' }, 'BOT') : null, el('span', { class: 'cup-rating' }, ratingInWords(rating)), state ? el('span', { class: 'cup-rating' }, state) : plays ? el('span', { class: 'cup-plays', title: 'plays now' }, el('span', { class: 'sr-only' }, 'plays now')) : null)),
      el('td', {}, el('span', { class: 'cup-games' }, skipped > 0 ? '…' : null, ...games)),
      moved === null ? pointsCell(points, run) : movedCell(moved),
    );
  }

  /** @param {number} moved  rungs up at the last change */
  const movedCell = (moved) => el('td', { class: `cup-points${moved > 0 ? ' is-won' : ''}` }, moved ? el('span', { 'aria-hidden': 'true' }, `${moved > 0 ? '▲' : '▼'} ${Math.abs(moved)}`) : '–', moved ? el('span', { class: 'sr-only' }, moveInWords(moved)) : null);

  /** @param {number} points @param {boolean} run */
  const pointsCell = (points, run) => el('td', { class: 'cup-points' }, run ? el('span', { class: 'cup-run' }, flame(), el('span', { class: 'sr-only' }, 'on a run,')) : null, el('b', {}, pointsInWords(points)));

  /** The rows of the table by what they say. @type {Map<string, HTMLElement>} */
  let tableRows = new Map();

  /** @param {Shown} contest */
  function drawTable({ line, rows }) {
    const you = store.get().hello?.club?.you?.name;
    setText(count, counting(line.players, 'player'));
    legend.hidden = line.terms.kind !== 'arena';
    const ladder = line.terms.kind === 'ladder';
    setText(tableTitle, ladder ? 'Rungs' : 'Standings');
    setText(lastHead, ladder ? 'Last change' : 'Points');
    empty.hidden = rows.length > 0;
    if (!differs('table', [rows, you])) return;
    // Whoever went to a player by the keyboard stays there.
    const focused = table.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
    // A row that says the same stays as it is, with a press on it that has begun.
    const before = tableRows;
    tableRows = new Map(
      rows.map((row) => {
        const own = row.member.name === you;
        const key = JSON.stringify([row, own]);
        return [key, before.get(key) ?? tableRow(row, own)];
      }),
    );
    arrange(table, [...tableRows.values()]);
    if (focused && !table.contains(document.activeElement)) /** @type {HTMLElement | null} */ (table.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {import('../../../messages.js').TournamentAction} action */
  const act = (action) => () => {
    const { route } = store.get();
    if (route.view === 'contest') session.ask({ type: 'tournament_act', id: route.id, action });
  };
  /** @param {string} label @param {string} className @param {() => void} action */
  const button = (label, className, action) => el('button', { type: 'button', class: `button ${className}`, onclick: action }, label);

  // The buttons stay while what is said about one's place changes, so that no press on one is lost.
  const buttons = {
    go: button('Go to your game', 'button-main', () => {
      const game = store.get().contestOwn?.game;
      if (game) session.open({ view: 'game', id: game });
    }),
    join: button('Join', 'button-main', act('join')),
    pause: button('Pause', '', act('pause')),
    withdraw: asking('Withdraw', 'button-ghost', act('withdraw')),
    start: button('Begin now', '', act('start')),
    cancel: asking('Cancel the tournament', 'button-ghost', act('cancel')),
  };
  const ownText = el('b', {});
  const crest = el('span', { class: 'cup-own-crest' });
  fill(own, crest, el('span', { class: 'cup-own-text' }, ownText, waits), buttons.go, buttons.join, buttons.pause, buttons.withdraw);
  fill(made, buttons.start, buttons.cancel);

  /** One's own place in words. @param {Row | null} row @param {Shown['line']} line */
  function ownPlace(row, { stage, terms: { kind } }) {
    if (!row) return 'You do not play in it';
    if (row.status === 'out') return 'You have withdrawn';
    if (stage === 'coming') return 'You have joined';
    if (kind === 'ladder') return stage === 'running' ? `You stand on rung ${row.rank}` : `You stood on rung ${row.rank}`;
    const place = `${ordinal(row.rank)}, with ${pointsInWords(row.points)} ${row.points === 1 ? 'point' : 'points'}`;
    return stage === 'running' ? `You are ${place}` : `You came ${place}`;
  }

  /** One's own place, and what one may do. @param {Shown} contest */
  function drawOwn(contest) {
    const { line } = contest;
    const { contestOwn: mine } = store.get();
    const fits = mine?.id === line.id ? mine : null;
    const row = fits?.row ?? null;
    const open = line.stage === 'running' || line.stage === 'coming';
    invited.show(contest, open && Boolean(fits?.made));
    if (!differs('own', [fits, line.stage, line.terms.kind])) return;
    own.hidden = !fits || (!open && !row);
    if (fits && !own.hidden) {
      const said = ownPlace(row, line);
      const { game } = fits;
      const is = row && row.status !== 'out' ? row.status : null;
      fill(crest, row ? crestOf(row.member.name) : null);
      setText(ownText, said);
      setText(buttons.join, is === 'paused' ? 'Play on' : 'Join');
      buttons.go.hidden = !game;
      buttons.join.hidden = !open || is === 'in' || Boolean(fits.refusal);
      buttons.pause.hidden = !open || is !== 'in' || line.stage !== 'running' || Boolean(game);
      buttons.withdraw.hidden = !open || !is;
    }
    made.hidden = !fits?.made || !open;
    buttons.start.hidden = line.stage !== 'coming';
  }

  /** The event that one waits for. @param {Shown} contest @param {number} now */
  function drawWaits({ line }, now) {
    const { contestOwn: mine } = store.get();
    const row = mine?.row;
    if (!mine) return;
    const seconds = Math.max(0, Math.floor((now - Math.max(mine.waits ?? now, line.starts)) / 1000));
    const running = line.stage === 'running';
    if (mine.refusal && row?.status !== 'in') setText(waits, mine.refusal);
    else if (!running) setText(waits, line.stage === 'coming' ? (row?.status === 'in' ? 'Your games begin by themselves: stay on this page.' : 'Your games begin by themselves once you have joined.') : '');
    else if (mine.game) setText(waits, 'Your game is under way.');
    else if (row?.status === 'paused') setText(waits, 'You pause: nobody is paired with you.');
    else if (row?.status !== 'in') setText(waits, '');
    else if (line.terms.kind === 'ladder') setText(waits, 'Your next game begins when somebody near your rung is free whom you have not just met.');
    else if (line.terms.kind === 'arena') setText(waits, `Looking for an opponent: ${seconds} s`);
    else setText(waits, line.terms.kind === 'swiss' ? 'Your next game begins with the next round.' : 'Your next game begins when an opponent is free.');
  }

  /** @param {Board} first */
  function boardOf(first) {
    let board = first;
    /** @type {ReturnType<typeof createMini> | null} */
    let mini = null;
    const page = gameNamed(shown()?.contest.line.game ?? '');
    const slot = el('span', { class: 'cup-board' });
    const strips = [1, 0].map((at) => {
      const clock = el('span', { class: 'cup-left' });
      const [rank, name, rating] = [el('span', { class: 'cup-rank' }), el('b', {}), el('span', { class: 'cup-rating' })];
      return { at, clock, rank, name, rating, element: el('span', { class: 'cup-strip' }, rank, name, rating, clock) };
    });
    const element = el('a', { class: 'cup-game', href: `/game/${board.id}`, onclick: follow(session, { view: 'game', id: board.id }) }, strips[0]?.element, slot, strips[1]?.element);
    void page?.face().then(({ FACE }) => {
      mini = createMini(page, FACE);
      slot.append(mini.element);
      mini.show(board.position);
    });
    function tick() {
      const since = performance.now() - store.get().contestTold;
      for (const { at, clock } of strips) {
        const side = board.sides[at] ?? '';
        const runs = board.running === side;
        setText(clock, timeTo((board.left[side] ?? 0) - (runs ? since : 0)));
        clock.classList.toggle('is-running', runs);
      }
    }
    return {
      element,
      tick,
      /** @param {Board} now */
      show(now) {
        const moved = now.position !== board.position;
        const once = now.turns === board.turns + 1;
        board = now;
        for (const { at, rank, name, rating } of strips) {
          setText(rank, String(now.ranks[at] ?? ''));
          setText(name, now.names[at] ?? '');
          setText(rating, ratingInWords(now.ratings[at]));
        }
        if (moved) mini?.show(now.position, false, once);
        tick();
      },
    };
  }

  function drawBoards() {
    const contest = shown()?.contest;
    if (!contest) return;
    const wanted = contest.boards.slice(0, all ? contest.boards.length : BOARDS);
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, { element }] of boards) {
      if (ids.has(id)) continue;
      boards.delete(id);
      element.remove();
    }
    for (const board of wanted) {
      const known = boards.get(board.id) ?? boardOf(board);
      known.show(board);
      if (boards.has(board.id)) continue;
      boards.set(board.id, known);
      live.append(known.element);
    }
    liveHead.hidden = contest.line.stage !== 'running';
    setText(playing, String(contest.playing));
    more.hidden = contest.boards.length <= BOARDS;
    setText(more, all ? 'Show fewer' : 'Show all');
  }

  /** Redraws clocks and countdowns, each half second. */
  function tick() {
    const now = shown();
    if (!now || document.hidden) return;
    drawHead(now.contest, now.now);
    drawWaits(now.contest, now.now);
    for (const { tick: run } of boards.values()) run();
  }
  setInterval(tick, 500);

  /** The data drawn last. @type {unknown[]} */
  let last = [];

  store.subscribe((state) => {
    const { route } = state;
    if (route.view !== 'contest') return;
    const said = state.failure?.message ?? '';
    if (problem.textContent !== said) fill(problem, said ? el('p', { class: 'notice' }, said) : null);
    const now = shown();
    for (const part of [head, columns]) part.hidden = !now;
    if (!now) return;
    const from = [state.contest, state.contestOwn, route, state.hello];
    if (from.every((one, at) => one === last[at])) return;
    last = from;
    drawHead(now.contest, now.now);
    drawTable(now.contest);
    drawOwn(now.contest);
    drawWaits(now.contest, now.now);
    drawBoards();
  });
}
