// One tuning: its film, asked for again while the run goes on.

import { el, fill, setText } from '../dom.js';
import { createFilm } from '../film/film.js';
import { follow } from '../follow.js';

/** How long after an answer the next one is asked for, and how long after a pause was asked for, in milliseconds. */
const [WAIT, SOON] = [2500, 300];

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createTuning(store, place, session) {
  document.head.append(el('link', { rel: 'stylesheet', href: new URL('../../css/film.css', import.meta.url).href }));
  const problem = el('p', { class: 'form-problem', role: 'alert' });
  const body = el('div', {});
  problem.hidden = true;
  fill(place, el('p', {}, el('a', { class: 'back-link', href: '/arena', onclick: follow(session, { view: 'arena' }) }, 'Arena')), problem, body);
  /** @type {{ name: string, film: ReturnType<typeof createFilm> } | null} */
  let open = null;
  /** The next question. @type {ReturnType<typeof setTimeout> | undefined} */
  let next;

  /** @param {boolean} paused */
  function pause(paused) {
    const mine = open;
    if (!mine || !session.send({ type: 'arena_pause', name: mine.name, paused })) return;
    clearTimeout(next);
    next = setTimeout(() => open === mine && void ask(mine.name), SOON);
  }

  /** @param {string} name */
  async function ask(name) {
    const mine = open;
    let again = true;
    try {
      const answer = await fetch(`/arena/tunings/${encodeURIComponent(name)}/film.json`);
      if (open !== mine) return;
      problem.hidden = answer.ok;
      if (answer.ok) {
        const shown = /** @type {import('../film/values.js').ShownFilm} */ (await answer.json());
        if (open !== mine) return;
        mine?.film.update(shown);
        again = shown.running;
      } else setText(problem, (await answer.text()).trim());
    } catch {
      if (open !== mine) return;
      problem.hidden = false;
      setText(problem, 'The server does not answer; the page asks again.');
    }
    clearTimeout(next);
    if (again) next = setTimeout(() => open === mine && void ask(name), WAIT);
  }

  store.subscribe(({ route }) => {
    if (route.view !== 'tuning') {
      open = null;
      return;
    }
    if (open?.name === route.name) return;
    open = { name: route.name, film: createFilm(body, pause) };
    void ask(route.name);
  });
}
