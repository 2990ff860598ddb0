// Signing in, up and out. The page is loaded anew after each, and is then somebody else's.

import { el, fill } from '../dom.js';

export function openSignIn() {
  const name = el('input', { class: 'text-field', type: 'text', name: 'name', required: true, maxlength: 20, autocomplete: 'username', autocapitalize: 'none', id: 'sign-in-name' });
  const password = el('input', { class: 'text-field', type: 'password', name: 'password', required: true, autocomplete: 'current-password', id: 'sign-in-password' });
  const problem = el('div', { role: 'alert' });
  const enter = el('button', { type: 'submit', class: 'button button-main', value: 'sign-in' }, 'Sign in');
  const make = el('button', { type: 'submit', class: 'button', value: 'sign-up' }, 'Make an account');
  const dialog = el(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'sign-in-title', onclose: () => dialog.remove() },
    el(
      'form',
      { onsubmit: submit },
      el('h2', { id: 'sign-in-title' }, 'Sign in'),
      el('p', {}, el('label', { class: 'label', for: 'sign-in-name' }, 'Name '), name),
      el('p', {}, el('label', { class: 'label', for: 'sign-in-password' }, 'Password '), password),
      problem,
      el('div', { class: 'options' }, enter, make, el('button', { type: 'button', class: 'button button-ghost', onclick: () => dialog.close() }, 'Cancel')),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const way = event.submitter === make ? 'sign-up' : 'sign-in';
    const failed = await send(way, { name: name.value, password: password.value });
    if (failed) fill(problem, el('p', { class: 'notice' }, failed));
    else location.reload();
  }
}

export async function signOut() {
  await send('sign-out', {});
  location.reload();
}

/** The fault in words; empty where there is none. @param {string} way @param {object} body */
async function send(way, body) {
  try {
    const response = await fetch(`/club/${way}`, { method: 'POST', body: JSON.stringify(body) });
    const { error = '' } = await response.json();
    return response.ok ? '' : String(error || 'The server refused.');
  } catch {
    return 'The server cannot be reached just now; try again in a moment.';
  }
}
