// The ways into one's own account: its passkeys, each with its name and when it was used.

import { el, fill } from '../dom.js';
import { addPasskey, deviceName, namePasskey, ownPasskeys, removePasskey, tellBrowser, whyNone } from './passkeys.js';

/** @typedef {import('../../../messages.js').OwnPasskey} OwnPasskey */

/** @param {number} time in milliseconds since 1970 */
const day = (time) => new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });

/** @param {string} label @param {() => void} action @param {string} [more] */
const button = (label, action, more = '') => el('button', { type: 'button', class: `button ${more}`, onclick: action }, label);

/** Opens the list, once it is here. */
export async function openAccount() {
  const heading = el('h2', { id: 'account-title', tabindex: -1, autofocus: true }, 'Ways into your account');
  const about = el('p', { class: 'quiet' });
  const list = el('ul', { class: 'passkeys', 'aria-label': 'Passkeys' });
  const problem = el('div', { role: 'alert' });
  const told = el('p', { class: 'quiet passkey-told', role: 'status' });
  const label = el('input', { class: 'text-field', type: 'text', id: 'passkey-label', maxlength: 40, autocomplete: 'off', value: deviceName() });
  const add = el('button', { type: 'submit', class: 'button button-main' }, 'Add a passkey');
  const dialog = el(
    'dialog',
    { class: 'dialog is-growing', 'aria-labelledby': 'account-title', onclose: () => dialog.remove() },
    heading,
    about,
    el('form', { onsubmit: submit }, el('p', {}, el('label', { class: 'label', for: 'passkey-label' }, 'Call the new one '), label), el('div', { class: 'options' }, add, button('Close', () => dialog.close(), 'button-ghost'))),
    list,
    told,
    problem,
  );

  /** @param {string} failed */
  const tell = (failed) => fill(problem, failed ? el('p', { class: 'notice' }, failed) : null);

  /** Does something, and shows what there is then. @param {() => Promise<string>} act @param {string} words where all is well */
  async function change(act, words) {
    tell('');
    told.textContent = '';
    const failed = await act();
    // What failed may have changed something, too: somebody else may have.
    const now = await draw();
    tell(failed || now);
    if (!failed) told.textContent = words;
    // What was pressed is gone, maybe.
    if (!dialog.contains(document.activeElement)) heading.focus();
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    add.disabled = true;
    const name = label.value.trim();
    await change(() => addPasskey(name), `${name || 'The passkey'} was added.`);
    add.disabled = false;
    add.focus();
  }

  /** @param {OwnPasskey} one */
  function row({ id, name, created, used, copied }) {
    const field = el('input', { class: 'text-field', type: 'text', maxlength: 40, required: true, autocomplete: 'off', value: name, 'aria-label': `New name of ${name}` });
    const acts = el('div', { class: 'options' });
    const title = el('b', {}, name);
    const item = el('li', { class: 'passkey' }, title, el('span', { class: 'quiet' }, `Made ${day(created)} · ${used ? `last used ${day(used)}` : 'not used yet'}`), copied ? el('span', { class: 'notice' }, `On ${day(copied)} somebody showed an older state of it: there may be a copy. Remove it.`) : null, acts);
    const usual = () => {
      item.firstChild?.replaceWith(title);
      fill(acts, button('Rename', rename), button('Remove', sure));
      for (const [at, act] of ['Rename', 'Remove'].entries()) acts.children[at]?.setAttribute('aria-label', `${act} ${name}`);
    };
    const rename = () => {
      item.firstChild?.replaceWith(field);
      fill(acts, button('Save', save, 'button-main'), button('Cancel', usual, 'button-ghost'));
      field.select();
    };
    const save = () => {
      if (field.reportValidity()) void change(() => namePasskey(id, field.value), 'The name was changed.');
    };
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') save();
      else if (event.key !== 'Escape') return;
      else usual();
      event.preventDefault();
    });
    const sure = () => {
      const yes = button('Remove for good', () => void change(() => removePasskey(id), `${name} was removed, and you are signed out everywhere else.`));
      fill(acts, yes, button('Keep it', usual, 'button-ghost'));
      yes.focus();
    };
    usual();
    return item;
  }

  /** Shows what there is now; why not, in words. */
  async function draw() {
    const { answer, failed } = await ownPasskeys();
    if (failed) return failed;
    const { passkeys, password, most } = answer;
    about.textContent = password ? 'You sign in with your password, or with a passkey, which this device or your password manager keeps and nobody can guess.' : 'You have no password: these passkeys alone let you in. A second one, on another device, is wise.';
    fill(list, ...passkeys.map(row));
    add.disabled = passkeys.length >= most;
    void tellBrowser(answer);
    return '';
  }

  // With what is in it from the beginning nothing in it moves.
  tell((await draw()) || whyNone());
  document.body.append(dialog);
  dialog.showModal();
}
