// Pondering, in the person's time: the setting, which this browser keeps, and the line that shows it.

import { el, setAttribute, setText } from './dom.js';
import { atPresent, isPerson } from './position.js';
import { counted } from './score.js';
import { readSetting, writeSetting } from './settings.js';

/** @typedef {import('./types.js').State} State */

/** The setting of this browser; on unless it was switched off, since a level ponders no more nodes than it may search. */
export const pondersBySetting = () => readSetting('ponder') !== 'off';

/** True where an engine waits in this game while the one person thinks. @param {Readonly<State>} state */
export function isDuel({ game }) {
  if (!game) return false;
  const sides = Object.keys(game.players);
  return sides.filter((side) => isPerson(game, side)).length === 1 && sides.length === 2;
}

/** Its state in words; empty where it does not ponder. @param {Readonly<State>} state */
export function ponderingInWords(state) {
  const { game, ponder, connection } = state;
  if (!game?.pondering || connection !== 'open') return '';
  if (ponder && ponder.id === game.id && ponder.ply === game.history.length && ponder.depth > 0) return `depth ${ponder.depth}/${ponder.seldepth} · ${counted(ponder.nodes)} nodes`;
  return game.pondering.queued ? 'waits for a free engine' : 'begins';
}

/**
 * The row in the engine's panel.
 * @param {{ ponder: (on: boolean) => void }} actions
 */
export function createPondering(actions) {
  const toggle = el(
    'button',
    {
      type: 'button',
      class: 'switch',
      role: 'switch',
      'aria-checked': 'false',
      title: 'The engine thinks while you do, with the nodes that its level allows it',
      onclick: () => {
        const on = !pondersBySetting();
        writeSetting('ponder', on ? 'on' : 'off');
        actions.ponder(on);
      },
    },
    el('span', { class: 'switch-track', 'aria-hidden': 'true' }),
    'Ponder',
  );
  const figures = el('span', { class: 'pondering-figures' });
  const line = el('p', { class: 'pondering-line' });
  // Behind a press: the expected line is as good as a hint.
  const expected = el('details', { class: 'pondering-expected' }, el('summary', {}, 'Expected line'), line);
  const element = el('div', { class: 'pondering' }, toggle, figures, expected);

  /** @param {State} state */
  function draw(state) {
    const { game, ponder } = state;
    element.hidden = !isDuel(state) || game?.ending !== null;
    if (element.hidden) return;
    setAttribute(toggle, 'aria-checked', pondersBySetting() ? 'true' : 'false');
    const words = ponderingInWords(state);
    setText(figures, words ? `on your time: ${words}` : pondersBySetting() ? 'thinks while you do' : 'rests while you think');
    const known = words !== '' && ponder?.ply === game?.history.length && atPresent(state) ? ponder?.words ?? [] : [];
    expected.hidden = known.length === 0;
    setText(line, known.join(' | '));
  }

  return { element, draw };
}
