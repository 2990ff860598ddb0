// An invitation: looked at first, and taken by a press, so that no program that only reads the link takes the seat.

import { el, fill } from '../dom.js';

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createJoin(store, place, session) {
  const name = el('p', { class: 'quiet' });
  const problem = el('div', { role: 'alert' });
  const take = el('button', { type: 'button', class: 'button button-main button-large', onclick: join }, 'Take the seat');
  fill(
    place,
    el('h1', { id: 'join-title' }, 'You are invited to a game'),
    el('p', { class: 'lead' }, 'The first who takes the seat plays. Without an account you play as a guest, whom this browser remembers.'),
    name,
    el('div', { class: 'form-end' }, take),
    problem,
  );

  function join() {
    const { route } = store.get();
    if (route.view === 'join') session.join(route.token);
  }

  store.subscribe(({ route, hello, failure, waiting, connection }) => {
    if (route.view !== 'join') return;
    const you = hello?.club?.you;
    name.textContent = you ? `You are ${you.name}.` : '';
    take.disabled = waiting || connection !== 'open';
    fill(problem, failure ? el('p', { class: 'notice' }, failure.message) : null);
  });
}
