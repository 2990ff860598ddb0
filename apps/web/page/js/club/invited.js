// Who is invited to a private tournament, and the field by which its creator invites more.

import { el, fill } from '../dom.js';
import { follow } from '../follow.js';

/** Names as they are typed, with commas or blanks between them. @param {string} text */
export const namesIn = (text) => text.split(/[\s,]+/).filter(Boolean);

/** @param {import('../store.js').Store} store @param {import('../session.js').Session} session */
export function createInvited(store, session) {
  const guests = el('p', { class: 'cup-guests' });
  const names = el('input', { class: 'input', type: 'text', id: 'cup-invite', required: true, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' });
  const form = el('form', { class: 'cup-invite', onsubmit: invite }, el('label', { class: 'label', for: 'cup-invite' }, 'Invite more members'), names, el('button', { type: 'submit', class: 'button' }, 'Invite'));
  const element = el('section', { class: 'cup-private', 'aria-labelledby': 'cup-private' }, el('h2', { id: 'cup-private' }, 'Private: by invitation'), guests, form);
  /** Whom the list was drawn from. */
  let drawn = '';

  /** @param {SubmitEvent} event */
  function invite(event) {
    event.preventDefault();
    const { route } = store.get();
    if (route.view === 'contest') session.ask({ type: 'tournament_invite', id: route.id, names: namesIn(names.value) });
  }

  return {
    element,
    /** @param {import('../../../messages.js').ClubTournament} contest @param {boolean} mayInvite */
    show({ line, invited }, mayInvite) {
      element.hidden = !line.private;
      form.hidden = !mayInvite;
      const key = JSON.stringify([line.id, invited]);
      if (key === drawn) return;
      drawn = key;
      // They are invited now: the field is for the next.
      names.value = '';
      const links = invited.map(({ name, kind }) => el('span', { class: 'cup-guest' }, el('a', { href: `/player/${name}`, onclick: follow(session, { view: 'player', name }) }, name), kind === 'bot' ? el('span', { class: 'tag' }, 'BOT') : null));
      fill(guests, ...(links.length === 0 ? ['Nobody is invited yet.'] : links));
    },
  };
}
