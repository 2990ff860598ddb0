// Signing in, up and out. The page is loaded anew after each, and is then somebody else's.

import { el, fill } from '../dom.js';
import { ask } from './ask.js';
import { signInWithPasskey, signUpWithPasskey } from './passkeys.js';

export function openSignIn() {
  const name = el('input', { class: 'text-field', type: 'text', name: 'name', required: true, maxlength: 20, autocomplete: 'username', autocapitalize: 'none', id: 'sign-in-name' });
  const password = el('input', { class: 'text-field', type: 'password', name: 'password', required: true, autocomplete: 'current-password', id: 'sign-in-password' });
  const problem = el('div', { role: 'alert' });
  const enter = el('button', { type: 'submit', class: 'button button-main', value: 'sign-in' }, 'Sign in');
  const make = el('button', { type: 'submit', class: 'button', value: 'sign-up' }, 'Make an account');
  const enterWithKey = el('button', { type: 'button', class: 'button', onclick: () => void withKey(signInWithPasskey) }, 'Use a passkey');
  const joinWithKey = el('button', { type: 'button', class: 'button', onclick: join }, 'Join with a passkey');
  const buttons = [enter, make, enterWithKey, joinWithKey];
  const dialog = el(
    'dialog',
    { class: 'dialog is-growing', 'aria-labelledby': 'sign-in-title', onclose: () => dialog.remove() },
    el(
      'form',
      { onsubmit: submit },
      el('h2', { id: 'sign-in-title' }, 'Sign in'),
      el('p', {}, el('label', { class: 'label', for: 'sign-in-name' }, 'Name '), name),
      el('p', {}, el('label', { class: 'label', for: 'sign-in-password' }, 'Password '), password),
      el('div', { class: 'options' }, enter, make, el('button', { type: 'button', class: 'button button-ghost', onclick: () => dialog.close() }, 'Cancel')),
      el('div', { class: 'without-password' }, el('h3', {}, 'Or without a password'), el('div', { class: 'options' }, enterWithKey, joinWithKey), el('p', { class: 'quiet' }, 'A passkey is kept by this device or your password manager. To join, only the name is wanted above.')),
      problem,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const way = event.submitter === make ? 'sign-up' : 'sign-in';
    done((await ask(way, { name: name.value, password: password.value })).failed);
  }

  function join() {
    if (name.reportValidity()) void withKey(() => signUpWithPasskey(name.value));
  }

  /** While a device is asked nothing else is. @param {() => Promise<string>} act */
  async function withKey(act) {
    fill(problem);
    for (const button of buttons) button.disabled = true;
    const failed = await act();
    for (const button of buttons) button.disabled = false;
    done(failed);
  }

  /** @param {string} failed */
  function done(failed) {
    if (failed) fill(problem, el('p', { class: 'notice' }, failed));
    else location.reload();
  }
}

export async function signOut() {
  await ask('sign-out', {});
  location.reload();
}
