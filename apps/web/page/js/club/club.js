// A club's part of the page: who one is, the link for a friend, and what two players offer each other.

import { byId, el, fill, setText } from '../dom.js';
import { follow } from '../follow.js';
import { hasSide, isAlone } from '../position.js';
import { createGameChats } from './chat.js';
import { openSignIn, signOut } from './sign-in.js';

/** @typedef {import('../../../messages.js').OfferKind} OfferKind */

/** The name of each offer: to make it, and as it stands there. @type {Record<OfferKind, { make: string, told: string }>} */
const OFFERS = {
  draw: { make: 'Offer a draw', told: 'offers a draw' },
  takeback: { make: 'Ask to take back', told: 'asks to take back a turn' },
  rematch: { make: 'Rematch', told: 'wants a rematch' },
};

/** @param {import('../store.js').Store} store @param {import('../session.js').Session} session */
export function createClub(store, session) {
  const member = byId('member');
  const offers = byId('offers');
  let drawnMember = '';
  let drawnOffers = '';
  /** The tournament of the last invitation that one has seen. */
  let seen = '';

  /** @param {string} label @param {() => void} action @param {string} [more] */
  const button = (label, action, more = '') => el('button', { type: 'button', class: `button ${more}`, onclick: action }, label);

  /** @param {import('../types.js').State} state */
  function drawMember({ hello, own, begun, correspondence, route }) {
    // An invitation is told until one looks.
    if (route.view === 'tournaments' || route.view === 'contest') seen = own?.invited?.id ?? seen;
    const invited = own?.invited && own.invited.id !== seen ? own.invited : null;
    const you = hello?.club?.you ?? null;
    // Challenges, and turns by correspondence.
    const waiting = (own?.got.length ?? 0) + (correspondence?.games.filter((game) => game.your_turn).length ?? 0);
    const key = JSON.stringify([you, begun, waiting, invited, hello?.club?.rights]);
    if (key === drawnMember) return;
    drawnMember = key;
    member.hidden = false;
    const lobby = byId('nav-lobby');
    lobby.hidden = false;
    // The club's tournaments stand where those between engines do elsewhere, and lead to them.
    const tournaments = byId('nav-tournaments');
    tournaments.hidden = false;
    fill(tournaments, 'Tournaments', invited ? el('span', { class: 'begun', title: `${invited.by.name} invites you to ${invited.name}` }, '\u00a0(1)', el('span', { class: 'sr-only' }, ' invitation')) : null);
    byId('nav-arena').hidden = true;
    fill(lobby, 'Lobby', waiting > 0 ? el('span', { class: 'begun' }, `\u00a0(${waiting})`) : null);
    const game = begun ? el('a', { class: 'begun', href: `/game/${begun}`, onclick: follow(session, { view: 'game', id: begun }) }, 'Your game has begun') : null;
    const named = you && you.kind !== 'guest' ? el('a', { class: 'member-name', href: `/player/${you.name}`, onclick: follow(session, { view: 'player', name: you.name }) }, you.name) : null;
    const name = you ? (named ?? el('span', { class: 'member-name' }, you.name)) : null;
    const reports = hello?.club?.rights.moderator ? el('a', { class: 'member-name reports-link', href: '/reports', 'aria-label': 'Reports', onclick: follow(session, { view: 'reports' }) }, el('span', { class: 'reports-word' }, 'Reports'), el('span', { class: 'reports-mark', 'aria-hidden': 'true' }, '⚑')) : null;
    fill(member, game, reports, name, you?.kind === 'person' ? button('Sign out', signOut, 'button-ghost') : button('Sign in', openSignIn, 'button-ghost'));
  }

  /** The offers open to the players now, and the link for the other seat. @param {import('../types.js').State} state */
  function drawOffers(state) {
    const { game, seat, hello } = state;
    const sides = game && seat?.id === game.id ? seat.sides : [];
    const shown = game?.seats && !isAlone(state) ? game.seats : null;
    const key = JSON.stringify([game?.id, shown, seat, game?.ending, game?.history.length]);
    if (key === drawnOffers) return;
    drawnOffers = key;
    offers.hidden = !shown;
    if (!game || !shown) {
      fill(offers);
      return;
    }
    if (sides.length === 0) {
      const of = shown.tournament;
      fill(offers, el('p', { class: 'quiet' }, 'You watch this game.'), of ? el('a', { class: 'button offers-wide', href: `/tournament/${of}`, onclick: follow(session, { view: 'contest', id: of }) }, 'To the tournament') : null);
      return;
    }
    if (seat?.invite && !game.ending) {
      const link = el('input', { class: 'text-field invitation offers-wide', type: 'text', readonly: true, value: `${hello?.club?.url ?? ''}${seat.invite}`, 'aria-label': 'Link for your friend' });
      const copy = button('Copy the link', () => void copyText(link, copy));
      fill(offers, el('p', { class: 'offers-wide' }, 'Send this link to a friend. It gives the other seat, once.'), link, copy, button('Abort', session.abort));
      return;
    }
    const [mine = ''] = sides;
    const theirs = Object.keys(game.players).find((side) => side !== mine) ?? '';
    const made = shown.offers[mine] ?? [];
    const got = shown.offers[theirs] ?? [];
    const moved = new Set(game.history.map(({ side }) => side));
    /** @type {OfferKind[]} */
    const possible = shown.tournament && (game.ending || moved.size < 2) ? [] : game.ending ? ['rematch'] : moved.size < 2 ? [] : game.rated || shown.tournament ? ['draw'] : ['draw', 'takeback'];
    const name = game.names[theirs] ?? '';
    const claimIn = shown.seats[theirs]?.claim_in ?? null;
    const back = shown.tournament;
    fill(
      offers,
      back && !game.ending && moved.size < 2 && !moved.has(mine) ? el('p', { class: 'offers-wide', role: 'status' }, game.side === mine ? 'Make your first move soon, or the game is lost.' : 'The other side has little time for its first move.') : null,
      ...(claimIn === null ? [] : claiming(name, claimIn - (performance.now() - state.gameTold), game.side === theirs, session)),
      ...got.flatMap((kind) => [
        el('p', { role: 'status' }, `${name} ${OFFERS[kind].told}.`),
        button('Accept', () => session.offer(kind, true), 'button-main'),
        button('Decline', () => session.offer(kind, false)),
      ]),
      ...possible.filter((kind) => !got.includes(kind)).map((kind) => (made.includes(kind) ? button(`Withdraw: ${OFFERS[kind].make.toLowerCase()}`, () => session.offer(kind, false)) : button(OFFERS[kind].make, () => session.offer(kind, true)))),
      !back && !game.ending && moved.size < 2 ? button('Abort', session.abort) : null,
      back ? el('a', { class: 'button offers-wide', href: `/tournament/${back}`, onclick: follow(session, { view: 'contest', id: back }) }, 'Back to the tournament') : null,
    );
  }

  createGameChats(store, byId('chat'), session);
  store.subscribe((state, before) => {
    drawMember(state);
    drawOffers(state);
    // Who has agreed to play again goes on to the next game.
    const { game } = state;
    const next = game?.seats?.next;
    if (game && next && before.game?.id === game.id && !before.game.seats?.next && Object.keys(game.players).some((side) => hasSide(state, side))) {
      session.open({ view: 'game', id: next });
    }
  });
}

/**
 * What may be done where the other side has gone: buttons that count down to the time from which they work, on that side's turn.
 * @param {string} name @param {number} wait in milliseconds @param {boolean} theirTurn @param {import('../session.js').Session} session
 */
function claiming(name, wait, theirTurn, session) {
  const due = performance.now() + wait;
  const told = el('p', { class: 'offers-wide', role: 'status' }, `${name} has gone.`);
  const left = el('span', { 'aria-hidden': 'true' });
  const win = el('button', { type: 'button', class: 'button button-main claim-win', onclick: () => session.claim(false) }, 'Claim the win', left);
  const draw = el('button', { type: 'button', class: 'button', onclick: () => session.claim(true) }, 'Call it a draw');
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((due - performance.now()) / 1000));
    setText(left, seconds > 0 ? ` in ${seconds} s` : '');
    win.disabled = draw.disabled = seconds > 0 || !theirTurn;
    if (seconds === 0) setText(told, theirTurn ? `${name} has gone: the game can be claimed.` : `${name} has gone: play your turn, then the game can be claimed.`);
    // Buttons that are drawn no more count no further.
    if (seconds === 0 || (!win.isConnected && timer)) clearInterval(timer);
  };
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  tick();
  timer = setInterval(tick, 250);
  return [told, win, draw];
}

/** @param {HTMLInputElement} field @param {HTMLButtonElement} button */
async function copyText(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = 'Copied';
  } catch {
    // The text is selected: the person can copy it.
    button.textContent = 'Press Ctrl+C';
  }
}
