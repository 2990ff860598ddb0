// On a narrow page the panels stand behind tabs; on a wide one all are there, and the tabs are not.

import { byId, el, setAttribute } from './dom.js';

const NARROW = '(max-width: 899px)';
const TABS = [
  { id: 'moves', name: 'Moves' },
  { id: 'engine', name: 'Analysis' },
  { id: 'graph', name: 'Score' },
];

/**
 * @param {HTMLElement} place the panels' parent
 * @param {import('./store.js').Store} store
 */
export function createTabs(place, store) {
  const narrow = matchMedia(NARROW);
  const buttons = TABS.map(({ id, name }) => el('button', { type: 'button', class: 'tab', role: 'tab', id: `tab-${id}`, 'aria-controls': id, onclick: () => choose(id), onkeydown: step }, name));
  const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' }, ...buttons);
  place.prepend(list);
  let chosen = 'moves';

  /** @param {string} id */
  function choose(id) {
    chosen = id;
    draw();
  }

  /** @param {KeyboardEvent} event */
  function step(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const at = TABS.findIndex(({ id }) => id === chosen);
    const next = (at + by + TABS.length) % TABS.length;
    choose(TABS[next]?.id ?? chosen);
    buttons[next]?.focus();
  }

  function draw() {
    place.dataset.tab = chosen;
    TABS.forEach(({ id }, index) => {
      const button = buttons[index];
      if (!button) return;
      const here = id === chosen;
      setAttribute(button, 'aria-selected', here ? 'true' : 'false');
      setAttribute(button, 'tabindex', here ? 0 : -1);
      setAttribute(byId(id), 'role', narrow.matches ? 'tabpanel' : null);
    });
  }

  narrow.addEventListener('change', draw);
  draw();
  // Who switches the analysis on wants to see it.
  store.subscribe((state, before) => {
    if (state.analysing && !before.analysing) choose('engine');
  });
}
