// A room where members talk: what was said, a field to say something, and a head that folds it. What others write is shown as text.

import { el, fill, setAttribute, setText } from '../dom.js';
import { follow } from '../follow.js';
import { readSetting, writeSetting } from '../settings.js';
import { roomKey } from '../society.js';
import { askAndModerate, confirmMute } from './moderate.js';

/** @typedef {import('../../../messages.js').ChatLine} ChatLine */
/** @typedef {import('../../../messages.js').ChatRoom} ChatRoom */

/** The most characters of a line. */
const LONGEST = 140;

let made = 0;

/**
 * @param {import('../store.js').Store} store @param {import('../session.js').Session} session
 * @param {string} title @param {ChatRoom} room
 */
export function createChat(store, session, title, room) {
  const id = `chat-${++made}`;
  /** @type {string | null} */
  let game = null;
  /** @type {ChatLine[] | null} */
  let drawn = null;
  /** The text sent last from here. */
  let sent = '';
  /** Lines that were there when the reader last looked. */
  let seen = 0;
  const note = el('span', { class: 'panel-note' });
  const fold = el('button', { type: 'button', class: 'icon-button chat-fold', 'aria-label': `${title}: show or hide`, 'aria-controls': id, onclick: toggle });
  const log = el('div', { class: 'chat-lines', role: 'log', 'aria-label': title, tabindex: 0 });
  const field = el('input', { class: 'input', type: 'text', maxlength: LONGEST, autocomplete: 'off', 'aria-label': `Say something: ${title}`, placeholder: 'Say something' });
  const form = el('form', { class: 'chat-form', onsubmit: say }, field, el('button', { type: 'submit', class: 'button button-small' }, 'Send'));
  const outside = el('p', { class: 'quiet chat-outside' }, 'Sign in to say something.');
  const body = el('div', { id, class: 'chat-body' }, log, form, outside);
  const element = el('section', { class: 'panel chat', 'aria-label': title, hidden: true }, el('div', { class: 'panel-head' }, el('h2', {}, title), el('span', { class: 'panel-actions' }, note, fold)), body);

  const linesOf = () => store.get().chats[roomKey(room, game)];

  /** Folded by default where nobody has written; else as the reader wants it. */
  function isOpen() {
    const chosen = readSetting('chat');
    return chosen === null ? (linesOf() ?? []).length > 0 : chosen === 'on';
  }

  function toggle() {
    writeSetting('chat', isOpen() ? 'off' : 'on');
    drawn = null;
    draw(game);
  }

  /** @param {SubmitEvent} event */
  function say(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    session.ask({ type: 'say', room, ...(game ? { game } : {}), text });
    sent = text;
    field.value = '';
  }

  /** A text that was refused comes back into its field. */
  function takeBack() {
    const { failure } = store.get();
    if (!sent || failure?.request !== 'say') return;
    if (!field.value) field.value = sent;
    sent = '';
  }

  /** @param {ChatLine} line */
  function row(line) {
    const { by, text } = line;
    const name = by.kind === 'guest' ? by.name : el('a', { href: `/player/${encodeURIComponent(by.name)}`, onclick: follow(session, { view: 'player', name: by.name }) }, by.name);
    const at = { room, id: line.id, ...(game ? { game } : {}) };
    const moderates = store.get().hello?.club?.rights.moderator
      ? el(
          'span',
          { class: 'chat-acts' },
          el('button', { type: 'button', class: 'chat-act', 'aria-label': `Delete: ${text}`, onclick: () => askAndModerate(session, 'Delete this line', { delete_line: { line: at } }) }, 'Delete'),
          el('button', { type: 'button', class: 'chat-act', 'aria-label': `Mute: ${by.name}`, onclick: () => confirmMute(session, by.name, { line: at }) }, 'Mute'),
        )
      : null;
    return el('p', { class: 'chat-line' }, el('b', {}, name), ' ', el('bdi', {}, text), moderates);
  }

  /** Draws the room of a game, or that of the lobby; hidden where one is not in it. @param {string | null} of */
  function draw(of) {
    if (of !== game) [game, drawn, seen] = [of, null, 0];
    takeBack();
    const lines = linesOf();
    element.hidden = !lines;
    if (!lines) return;
    const open = isOpen();
    body.hidden = !open;
    element.classList.toggle('is-folded', !open);
    setAttribute(fold, 'aria-expanded', String(open));
    if (open) seen = lines.length;
    const fresh = lines.length - seen;
    setText(note, open ? '' : fresh > 0 ? `${fresh} new` : 'hidden');
    const may = store.get().hello?.club?.rights.chat ?? false;
    form.hidden = !may;
    outside.hidden = may;
    if (lines === drawn) return;
    const before = drawn ?? [];
    const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 24;
    // Lines that are added are said by a screen reader; those that were there are not said again.
    const added = before.length > 0 && before.every((line, index) => lines[index] === line) ? lines.slice(before.length) : null;
    if (added) log.append(...added.map(row));
    else fill(log, ...lines.map(row));
    drawn = lines;
    if (atEnd || !added) log.scrollTop = log.scrollHeight;
  }

  return { element, draw };
}

/** The chats of the game that is shown, in the rail. @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createGameChats(store, place, session) {
  const players = createChat(store, session, 'Chat', 'player');
  const spectators = createChat(store, session, 'Spectators', 'spectator');
  const cancel = el('button', { type: 'button', class: 'button button-small', hidden: true, onclick: () => askAndModerate(session, 'Cancel this game', { cancel_game: { game: store.get().game?.id ?? '' } }) }, 'Cancel the game');
  fill(place, players.element, spectators.element, cancel);
  store.subscribe(({ game, hello, route }) => {
    if (route.view !== 'game') return;
    const id = game?.id ?? null;
    place.hidden = !id || !game?.seats;
    if (!id) return;
    for (const chat of [players, spectators]) chat.draw(id);
    // While a game runs between two people what is said takes the place of the score, which tells them nothing.
    place.classList.toggle('is-talking', !game?.ending && [players, spectators].some(({ element }) => !element.hidden && !element.classList.contains('is-folded')));
    cancel.hidden = !hello?.club?.rights.moderator || game?.ending !== null || Object.values(game?.seats?.seats ?? {}).some(({ member }) => member?.name === hello.club?.you?.name);
  });
}
