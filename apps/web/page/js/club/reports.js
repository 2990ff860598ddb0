// The moderators' page: reports that wait, those that are done, members on whom an act lies, and the log.

import { REASONS } from './member-acts.js';
import { askAndModerate, askForText } from './moderate.js';
import { el, fill } from '../dom.js';
import { follow } from '../follow.js';

/** @typedef {import('../../../messages.js').AbuseReport} AbuseReport */

/** The name of each act in the log. @type {Record<string, string>} */
const ACTS = {
  close: 'closed the account of',
  reopen: 'reopened the account of',
  hide_name: 'hid the name of',
  show_name: 'showed the name of',
  mute: 'muted',
  unmute: 'unmuted',
  cancel_game: 'cancelled a game',
  delete_line: 'deleted a line of',
  report_done: 'dealt with a report about',
  moderator_on: 'made a moderator:',
  moderator_off: 'no moderator any more:',
};

/** @param {number} at */
const time = (at) => el('time', { class: 'quiet', datetime: new Date(at).toISOString() }, new Date(at).toLocaleString());

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createReports(store, place, session) {
  let drawn = '';

  /** @param {string} name */
  const member = (name) => (name.includes(' ') ? name : el('a', { href: `/player/${encodeURIComponent(name)}`, onclick: follow(session, { view: 'player', name }) }, name));
  /** @param {string} id */
  const gameLink = (id) => el('a', { href: `/game/${encodeURIComponent(id)}`, onclick: follow(session, { view: 'game', id }) }, 'the game');

  /** The chat in the game of a report. @param {string} id */
  function chatOf(id) {
    const { gameChat } = store.get();
    if (gameChat?.game !== id) return el('button', { type: 'button', class: 'button button-small', onclick: () => session.ask({ type: 'game_chat', id }) }, 'Read its chats');
    /** @param {'player' | 'spectator'} room @param {string} title */
    const part = (room, title) =>
      el(
        'div',
        {},
        el('h4', {}, title),
        gameChat[room].length === 0 ? el('p', { class: 'quiet' }, 'Nothing was said.') : el('ul', { class: 'chat-kept' }, ...gameChat[room].map((line) => el('li', {}, el('b', {}, line.by.name), ' ', el('bdi', {}, line.text), ' ', el('button', { type: 'button', class: 'chat-act', 'aria-label': `Delete: ${line.text}`, onclick: () => askAndModerate(session, 'Delete this line', { delete_line: { line: { room, game: id, id: line.id } } }) }, 'Delete')))),
      );
    return el('div', {}, part('player', 'Players'), part('spectator', 'Spectators'));
  }

  /** @param {AbuseReport} report */
  function row(report) {
    const { id, by, about, reason, text, game, at, done } = report;
    return el(
      'li',
      { class: 'report' },
      el('h3', {}, member(about), ` · ${REASONS.find(([name]) => name === reason)?.[1] ?? reason}`),
      el('p', { class: 'report-text' }, el('bdi', {}, text)),
      el('p', { class: 'quiet' }, 'by ', member(by), ' · ', time(at), game ? ' · ' : null, game ? gameLink(game) : null),
      game && !done ? chatOf(game) : null,
      done
        ? el('p', {}, el('b', {}, done.by), `: ${done.note}`)
        : el('button', { type: 'button', class: 'button', 'aria-label': `Mark as done: ${about}`, onclick: () => askForText(`The report about ${about}`, 'What became of it?', 'Mark as done', (note) => session.ask({ type: 'report_done', id, note })) }, 'Mark as done'),
    );
  }

  /** @param {import('../../../messages.js').Reports} reports */
  function draw({ open, done, acts, under }) {
    fill(
      place,
      el('h1', { id: 'reports-title' }, 'Reports'),
      el('h2', {}, 'Open'),
      open.length === 0 ? el('p', { class: 'empty' }, 'No report waits.') : el('ul', { class: 'reports', 'aria-label': 'Open reports' }, ...open.map(row)),
      el('h2', {}, 'Members under an act'),
      under.length === 0
        ? el('p', { class: 'quiet' }, 'None.')
        : el(
            'ul',
            { class: 'reports-log' },
            ...under.map(({ name, shown, closed, muted }) => el('li', {}, member(name), ` ${[shown ? `shown as ${shown}` : '', closed ? 'closed' : '', muted ? `muted until ${new Date(muted).toLocaleString()}` : ''].filter(Boolean).join(', ')}`)),
          ),
      el('h2', {}, 'Done'),
      done.length === 0 ? el('p', { class: 'quiet' }, 'None yet.') : el('ul', { class: 'reports' }, ...done.map(row)),
      el('h2', {}, 'Log'),
      el(
        'ul',
        { class: 'reports-log' },
        ...acts.map(({ by, act, about, game, detail, why, at }) =>
          el('li', {}, time(at), ' ', el('b', {}, by ?? 'The operator'), ` ${ACTS[act] ?? act} `, about ? member(about) : null, game ? ' (' : null, game ? gameLink(game) : null, game ? ')' : null, act === 'mute' ? ` for ${detail} minutes` : null, act === 'delete_line' || act === 'hide_name' ? el('q', {}, detail) : null, why ? ` · ${why}` : null),
        ),
      ),
    );
  }

  store.subscribe(({ route, reports, gameChat, failure, hello }) => {
    if (route.view !== 'reports') return;
    const key = JSON.stringify([reports, gameChat, failure?.message, hello?.club?.rights]);
    if (key === drawn) return;
    drawn = key;
    const problem = failure ? el('p', { class: 'notice', role: 'alert' }, failure.message) : null;
    if (reports) {
      draw(reports);
      if (problem) place.prepend(problem);
    } else fill(place, el('h1', { id: 'reports-title' }, 'Reports'), problem ?? el('p', { class: 'quiet' }, hello && !hello.club ? 'Reports are a club’s.' : 'They are on their way.'));
  });
}
