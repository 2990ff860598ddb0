// The choice of a clock: one of the list, or minutes and seconds of one's own.

import { el } from './dom.js';
import { CLOCKS, OWN_CLOCK, OWN_LIMITS, clockOf, ownClock } from './game-settings.js';

/** @typedef {Pick<import('./game-settings.js').GameSettings, 'clock' | 'own'>} Chosen */

/**
 * @param {string} id of the list; the fields' are made of it @param {(chosen: Chosen) => void} changed
 * @param {{ timed?: boolean, more?: [string, string][] }} [choices] `timed` without the choice of no clock; `more` choices beside the clocks
 */
export function createClockField(id, changed, { timed = false, more = [] } = {}) {
  const tell = () => {
    const chosen = value();
    own.hidden = chosen.clock !== OWN_CLOCK;
    changed(chosen);
  };
  const listed = CLOCKS.flatMap(({ name, time }, index) => (timed && !time ? [] : [el('option', { value: index }, name)]));
  const select = el('select', { class: 'select', id, onchange: tell }, ...listed, ...more.map(([key, name]) => el('option', { value: key }, name)), el('option', { value: OWN_CLOCK }, 'of your own'));
  /** @param {'minutes' | 'seconds'} unit */
  const number = (unit) => el('input', { class: 'text-field clock-number', type: 'number', id: `${id}-${unit}`, min: OWN_LIMITS[unit][0] ?? 0, max: OWN_LIMITS[unit][1] ?? 0, step: 'any', inputmode: 'decimal', onchange: tell });
  const [minutes, seconds] = [number('minutes'), number('seconds')];
  const kind = el('select', { class: 'select clock-kind', id: `${id}-kind`, 'aria-label': 'What the seconds are', onchange: tell }, el('option', { value: 'increment' }, 'added after it'), el('option', { value: 'delay' }, 'free before it runs'));
  const own = el('span', { class: 'clock-own', hidden: true }, minutes, el('label', { for: minutes.id }, 'minutes'), ' + ', seconds, el('label', { for: seconds.id }, 'seconds a turn'), ' ', kind);

  /** @returns {Chosen} */
  function value() {
    return { clock: Number(select.value), own: ownClock({ minutes: minutes.valueAsNumber, seconds: seconds.valueAsNumber, delays: kind.value === 'delay' }) };
  }

  /** @param {Chosen} chosen */
  function set({ clock, own: wanted }) {
    const known = ownClock(wanted);
    select.value = String(clock);
    // Not under the hands of who types.
    if (document.activeElement !== minutes) minutes.value = String(known.minutes);
    if (document.activeElement !== seconds) seconds.value = String(known.seconds);
    if (document.activeElement !== kind) kind.value = known.delays ? 'delay' : 'increment';
    own.hidden = clock !== OWN_CLOCK;
  }
  // The fields of one's own are never empty.
  set({ clock: Number(select.value) });

  return {
    select,
    own,
    value,
    set,

    /** The clock that is chosen; none without one, or where another choice is. */
    time() {
      const chosen = value();
      return Number.isNaN(chosen.clock) ? undefined : clockOf(chosen).time;
    },
  };
}
