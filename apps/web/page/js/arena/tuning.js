// One tuning: its film, asked for again while the run goes on.

import { el, fill, setText } from '../dom.js';
import { createFilm } from '../film/film.js';
import { follow } from '../follow.js';

/** How long after an answer the next one is asked for, in milliseconds. */
const WAIT = 2500;

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createTuning(store, place, session) {
  document.head.append(el('link', { rel: 'stylesheet', href: new URL('../../css/film.css', import.meta.url).href }));
  const problem = el('p', { class: 'form-problem', role: 'alert' });
  const body = el('div', {});
  problem.hidden = true;
  fill(place, el('p', {}, el('a', { class: 'back-link', href: '/arena', onclick: follow(session, { view: 'arena' }) }, 'Arena')), problem, body);
  /** @type {{ name: string, film: ReturnType<typeof createFilm> } | null} */
  let open = null;

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
    if (again) setTimeout(() => open === mine && void ask(name), WAIT);
  }

  store.subscribe(({ route }) => {
    if (route.view !== 'tuning') {
      open = null;
      return;
    }
    if (open?.name === route.name) return;
    open = { name: route.name, film: createFilm(body) };
    void ask(route.name);
  });
}
