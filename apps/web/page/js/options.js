// The settings that stay with this browser: boards and pieces, animation, sound, whether turns are confirmed, and the board alone.

import { el } from './dom.js';
import { readSetting, writeSetting } from './settings.js';

/** Said to the document when pieces are drawn in another way. */
export const PIECES_CHANGED = 'tesuji-pieces';

/** Applies the stored settings for boards, pieces, motion and the board alone. */
export function applyOptions() {
  document.documentElement.dataset.pieces = readSetting('pieces') ?? 'figures';
  document.documentElement.dataset.boards = readSetting('boards') ?? 'own';
  document.documentElement.dataset.zen = readSetting('zen') === 'on' ? 'on' : 'off';
  document.documentElement.dataset.motion = readSetting('motion') === 'off' ? 'off' : 'on';
}

/** True if pieces are drawn as letters. */
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
    const change = () => {
      writeSetting(name, field.value);
      applyOptions();
      if (name === 'pieces') document.dispatchEvent(new Event(PIECES_CHANGED));
    };
    const field = el('select', { class: 'select', id: `option-${name}`, onchange: change }, ...values.map(([value, words]) => el('option', { value }, words)));
    field.value = readSetting(name) ?? values[0]?.[0] ?? '';
    return el('label', { class: 'option' }, `${label} `, field);
  };
  return el('div', { class: 'options' }, select('boards', 'Boards', [['own', 'each of its own'], ['plain', 'plain'], ['strong', 'strong contrast']]), select('pieces', 'Pieces', [['figures', 'figures'], ['letters', 'letters'], ['none', 'none: blindfold']]), choice('motion', 'Animation', true, applyOptions), choice('sound', 'Sound', true), choice('confirm', 'Confirm each turn', false), choice('zen', 'Only the board', false, applyOptions));
}

/** The settings by themselves, beside the board. */
export function openOptions() {
  if (document.querySelector('dialog[open]')) return;
  const dialog = el(
    'dialog',
    { class: 'dialog settings', 'aria-labelledby': 'settings-title' },
    el('h2', { id: 'settings-title', tabindex: -1, autofocus: true }, 'Board and settings'),
    createOptions(),
    el('form', { method: 'dialog' }, el('button', { class: 'button button-main' }, 'Close')),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
