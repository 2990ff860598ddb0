// Questions to moderators before they act: why, for the log, and for how long where it is a mute.

import { choice } from './words.js';
import { el } from '../dom.js';

/** @typedef {import('../../../messages.js').Act} Act */

/** How long a mute may be. @type {[string, string][]} */
const TIMES = [
  ['15', '15 minutes'],
  ['60', 'an hour'],
  ['1440', 'a day'],
  ['10080', 'a week'],
  ['525600', 'a year'],
];

/**
 * A dialog with a text and maybe more, whose answer is given on.
 * @param {string} title @param {string} label @param {string} act what the button says @param {(text: string) => void} then @param {HTMLElement | null} [more]
 */
export function askForText(title, label, act, then, more = null) {
  const text = el('textarea', { class: 'text-field', id: 'ask-text', rows: 3, maxlength: 1000, required: true });
  const dialog = el(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'ask-title', onclose: () => dialog.remove() },
    el(
      'form',
      { class: 'ask-form', onsubmit: submit },
      el('h2', { id: 'ask-title' }, title),
      more,
      el('label', { class: 'label', for: 'ask-text' }, label),
      text,
      el('div', { class: 'options' }, el('button', { type: 'submit', class: 'button button-main' }, act), el('button', { type: 'button', class: 'button button-ghost', onclick: () => dialog.close() }, 'Cancel')),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  text.focus();

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    if (!text.value.trim()) return;
    then(text.value.trim());
    dialog.close();
  }
}

/** @param {import('../session.js').Session} session @param {string} title @param {Act} act */
export function askAndModerate(session, title, act) {
  askForText(title, 'Why? The other moderators read it in the log.', title, (why) => session.ask({ type: 'moderate', act, why }));
}

/** @param {import('../session.js').Session} session @param {string} name @param {import('../../../messages.js').Meant} who */
export function confirmMute(session, name, who) {
  const time = choice('mute-time', TIMES, () => {});
  const field = el('p', {}, el('label', { class: 'label', for: 'mute-time' }, 'For '), time);
  askForText(`Mute ${name}`, 'Why? The other moderators read it in the log.', 'Mute', (why) => session.ask({ type: 'moderate', act: { mute: { who, minutes: Number(time.value) } }, why }), field);
}
