// The settings that stay with this browser: animation and sound.

import { el } from './dom.js';
import { readSetting, writeSetting } from './settings.js';

/** Applies the stored setting for motion. */
export function applyMotion() {
  document.documentElement.dataset.motion = readSetting('motion') === 'off' ? 'off' : 'on';
}

/** @returns {HTMLElement} the switches, for the help */
export function createOptions() {
  /** @param {string} name @param {string} label @param {boolean} usual @param {() => void} [after] */
  const choice = (name, label, usual, after) =>
    el(
      'label',
      { class: 'option' },
      el('input', {
        type: 'checkbox',
        name,
        checked: (readSetting(name) ?? (usual ? 'on' : 'off')) === 'on',
        onchange: (/** @type {Event} */ event) => {
          writeSetting(name, /** @type {HTMLInputElement} */ (event.target).checked ? 'on' : 'off');
          after?.();
        },
      }),
      el('span', {}, label),
    );
  return el('div', { class: 'options' }, choice('motion', 'Animation', true, applyMotion), choice('sound', 'Sound', false));
}
