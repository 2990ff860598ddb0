// The help: rules of the game on the table, and the keys.

import { el } from './dom.js';
import { KEYS } from './keyboard.js';
import { createOptions } from './options.js';

/** @param {import('./games/view.js').GamePage} page */
export async function openHelp(page) {
  const { createRules } = await page.rules();
  if (document.querySelector('dialog[open]')) return;
  const dialog = el(
    'dialog',
    { class: 'dialog help', 'aria-labelledby': 'help-title' },
    el('h2', { id: 'help-title', tabindex: -1, autofocus: true }, `${page.title} in short`),
    ...createRules(),
    el('h3', {}, 'Settings'),
    createOptions(),
    el('h3', {}, 'Keys'),
    el('dl', { class: 'keys' }, ...KEYS.flatMap(([key, what]) => [el('dt', {}, key ?? ''), el('dd', {}, what ?? '')])),
    el('form', { method: 'dialog' }, el('button', { class: 'button button-main' }, 'Close')),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
