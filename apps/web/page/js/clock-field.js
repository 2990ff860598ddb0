// The choice of a clock: one of the list, or minutes and seconds of one's own.

import { el } from './dom.js';
import { CLOCKS, OWN_CLOCK, OWN_LIMITS, ownClock } from './wish.js';

/** @typedef {Pick<import('./wish.js').Wish, 'clock' | 'own'>} Chosen */

/** @param {string} id of the list; the fields' are made of it @param {(chosen: Chosen) => void} changed */
export function createClockField(id, changed) {
  const tell = () => {
    const chosen = value();
    own.hidden = chosen.clock !== OWN_CLOCK;
    changed(chosen);
  };
  const select = el('select', { class: 'select', id, onchange: tell }, ...CLOCKS.map(({ name }, index) => el('option', { value: index }, name)), el('option', { value: OWN_CLOCK }, 'of your own'));
  /** @param {'minutes' | 'seconds'} unit */
  const number = (unit) => el('input', { class: 'text-field clock-number', type: 'number', id: `${id}-${unit}`, min: OWN_LIMITS[unit][0] ?? 0, max: OWN_LIMITS[unit][1] ?? 0, step: 'any', inputmode: 'decimal', onchange: tell });
  const [minutes, seconds] = [number('minutes'), number('seconds')];
  const own = el('span', { class: 'clock-own', hidden: true }, minutes, el('label', { for: minutes.id }, 'minutes'), ' + ', seconds, el('label', { for: seconds.id }, 'seconds a turn'));

  /** @returns {Chosen} */
  function value() {
    return { clock: Number(select.value), own: ownClock({ minutes: minutes.valueAsNumber, seconds: seconds.valueAsNumber }) };
  }

  return {
    select,
    own,
    value,

    /** @param {Chosen} chosen */
    set({ clock, own: wanted }) {
      const known = ownClock(wanted);
      select.value = String(clock);
      // Not under the hands of who types.
      if (document.activeElement !== minutes) minutes.value = String(known.minutes);
      if (document.activeElement !== seconds) seconds.value = String(known.seconds);
      own.hidden = clock !== OWN_CLOCK;
    },
  };
}
