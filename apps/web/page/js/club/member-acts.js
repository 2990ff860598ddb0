// Actions on a member's page: block, report, and as a moderator act on the account.

import { choice } from './words.js';
import { el } from '../dom.js';
import { askAndModerate, askForText, confirmMute } from './moderate.js';

/** @typedef {import('../../../messages.js').Profile} Profile */

/** Why somebody is reported. @type {[import('../../../messages.js').Reason, string][]} */
export const REASONS = [
  ['cheating', 'Cheating: an engine’s help, or games lost on purpose'],
  ['abuse', 'Insults, threats or hatred'],
  ['spam', 'Advertising, or flooding a chat'],
  ['name', 'An offensive name'],
  ['other', 'Something else'],
];

/** @param {string} label @param {() => void} action */
const button = (label, action) => el('button', { type: 'button', class: 'button', onclick: action }, label);

/** Reports a member. @param {import('../session.js').Session} session @param {string} name @param {Profile['games']} games */
function openReport(session, name, games) {
  const reason = choice('report-reason', [['', 'Choose one'], ...REASONS], () => {});
  reason.required = true;
  const game = choice('report-game', [['', 'in no game'], ...games.map(({ id, game: kind, opponent }) => /** @type {[string, string]} */ ([id, `${kind}, against ${opponent?.name ?? 'the engine'}`]))], () => {});
  const fields = el('div', { class: 'ask-form' }, el('label', { class: 'label', for: 'report-reason' }, 'Why'), reason, el('label', { class: 'label', for: 'report-game' }, 'It happened'), game);
  askForText(
    `Report ${name}`,
    'What happened? The moderators read it.',
    'Report',
    (text) => session.ask({ type: 'report_member', name, reason: /** @type {import('../../../messages.js').Reason} */ (reason.value), text, ...(game.value ? { game: game.value } : {}) }),
    fields,
  );
}

/**
 * @param {import('../session.js').Session} session @param {Profile} profile @param {import('../../../messages.js').ClubHello} club
 * @param {string | null} reported the member whom one has just reported
 */
export function memberActs(session, profile, club, reported) {
  const { member, blocked, games, under, moderator } = profile;
  const { name } = member;
  const named = club.you && club.you.kind !== 'guest' && club.you.name !== name;
  if (!named) return null;
  const acts = [button(blocked ? 'Unblock' : 'Block', () => session.ask({ type: 'block', name, on: !blocked })), button('Report', () => openReport(session, name, games))];
  const told = reported === name ? el('p', { role: 'status' }, `Thank you: the moderators read what you wrote about ${name}.`) : null;
  const about = blocked ? el('p', { class: 'quiet' }, 'You have blocked this member: no challenges or seeks between you, and their lines in chats are hidden from you.') : null;
  return el('div', { class: 'member-acts' }, el('p', { class: 'options' }, ...acts), about, told, club.rights.moderator && under && !moderator ? moderation(session, under, name) : null);
}

/** @param {import('../session.js').Session} session @param {import('../../../messages.js').UnderAct} under @param {string} name */
function moderation(session, under, name) {
  const { closed, shown, muted } = under;
  const state = [shown ? `is shown as ${shown}` : '', closed ? 'is closed' : '', muted ? `is muted until ${new Date(muted).toLocaleString()}` : ''].filter(Boolean).join(', ');
  return el(
    'section',
    { class: 'panel member-moderation', 'aria-label': 'Moderation' },
    el('h2', {}, 'Moderation'),
    state ? el('p', {}, `${under.name} ${state}.`) : null,
    el(
      'p',
      { class: 'options' },
      closed ? button('Reopen the account', () => askAndModerate(session, 'Reopen the account', { reopen: { name } })) : button('Close the account', () => askAndModerate(session, 'Close the account', { close: { name } })),
      shown ? button('Show the name', () => askAndModerate(session, 'Show the name', { show_name: { name } })) : button('Hide the name', () => askAndModerate(session, 'Hide the name', { hide_name: { name } })),
      muted ? button('Unmute', () => askAndModerate(session, 'Unmute', { unmute: { name } })) : button('Mute', () => confirmMute(session, name, { name })),
    ),
  );
}
