// Panels behind tabs, where there is no room for all of them: on a narrow page, and those of the analysis in a narrow rail too.

import { byId, el, setAttribute, setText } from './dom.js';

const NARROW = '(max-width: 899px)';
const WIDE = '(min-width: 1200px)';
/** `name` is what a tab is called at play; one without it is there in an analysis only. */
const TABS = [
  { id: 'report', panel: 'retry', studied: 'Report' },
  { id: 'moves', panel: 'moves', name: 'Moves', studied: 'Moves' },
  { id: 'engine', panel: 'engine', name: 'Analysis', studied: 'Every move' },
  { id: 'graph', panel: 'graph', name: 'Chances', studied: 'Chances' },
];
/** Panels that share a place in a narrow rail. */
const IN_RAIL = ['moves', 'engine'];

/**
 * @param {HTMLElement} place the panels' parent
 * @param {import('./store.js').Store} store
 * @param {() => boolean} isAnalysis  whether the analysis has the page to itself
 */
export function createTabs(place, store, isAnalysis) {
  const narrow = matchMedia(NARROW);
  const wide = matchMedia(WIDE);
  const buttons = TABS.map(({ id, panel }) => el('button', { type: 'button', class: 'tab', role: 'tab', id: `tab-${id}`, 'aria-controls': panel, onclick: () => choose(id), onkeydown: step }));
  const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' }, ...buttons);
  place.prepend(list);
  let chosen = store.get().analysing ? 'engine' : 'moves';

  /** The tabs that are there now. */
  function open() {
    const studied = isAnalysis();
    return TABS.filter(({ id, name }) => (narrow.matches ? studied || name : IN_RAIL.includes(id)));
  }

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
    const tabs = open();
    const at = tabs.findIndex(({ id }) => id === shown());
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.id);
    byId(`tab-${next.id}`).focus();
  }

  /** The tab whose panel is seen: another where the chosen one is not there. */
  const shown = () => (open().some(({ id }) => id === chosen) ? chosen : 'moves');

  function draw() {
    const tabs = open();
    const here = shown();
    const behind = narrow.matches || (isAnalysis() && !wide.matches);
    place.dataset.tab = here;
    TABS.forEach((tab, index) => {
      const button = buttons[index];
      if (!button) return;
      button.hidden = !tabs.includes(tab);
      setText(button, (isAnalysis() ? tab.studied : tab.name) ?? '');
      setAttribute(button, 'aria-selected', tab.id === here ? 'true' : 'false');
      setAttribute(button, 'tabindex', tab.id === here ? 0 : -1);
      // The report speaks by itself: its panel is a status already.
      if (tab.panel === tab.id) setAttribute(byId(tab.panel), 'role', behind && tabs.includes(tab) ? 'tabpanel' : null);
    });
  }

  narrow.addEventListener('change', draw);
  wide.addEventListener('change', draw);
  draw();
  // Who switches the analysis on wants to see it; after the end, what it says of the game.
  store.subscribe((state, before) => {
    if (state.analysing && !before.analysing) chosen = state.game?.ending ? 'report' : 'engine';
    draw();
  });
}
