// The settings that stay with this browser: animation, sound, whether turns are confirmed, and the board alone.

import { el } from './dom.js';
import { readSetting, writeSetting } from './settings.js';

/** Applies the stored settings for motion and for the board alone. */
export function applyOptions() {
  document.documentElement.dataset.boards = readSetting('boards') === 'plain' ? 'plain' : 'own';
  document.documentElement.dataset.zen = readSetting('zen') === 'on' ? 'on' : 'off';
  document.documentElement.dataset.motion = readSetting('motion') === 'off' ? 'off' : 'on';
}

/** Whether pieces are drawn as letters. */
export const lettersForPieces = () => readSetting('pieces') === 'letters';

/** The board alone, with its clocks; and back. */
export function toggleZen() {
  writeSetting('zen', readSetting('zen') === 'on' ? 'off' : 'on');
  applyOptions();
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
  /** @param {string} name @param {string} label @param {[string, string][]} values  the usual one first */
  const select = (name, label, values) => {
    const field = el('select', { class: 'select', id: `option-${name}`, onchange: () => (writeSetting(name, field.value), applyOptions()) }, ...values.map(([value, words]) => el('option', { value }, words)));
    field.value = readSetting(name) ?? values[0]?.[0] ?? '';
    return el('label', { class: 'option' }, `${label} `, field);
  };
  return el('div', { class: 'options' }, select('boards', 'Boards', [['own', 'each of its own'], ['plain', 'plain']]), select('pieces', 'Pieces', [['figures', 'figures'], ['letters', 'letters, from the next board on']]), choice('motion', 'Animation', true, applyOptions), choice('sound', 'Sound', true), choice('confirm', 'Confirm each turn', false), choice('zen', 'Only the board', false, applyOptions));
}
