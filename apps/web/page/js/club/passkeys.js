// Passkeys, between the browser and the club: what the club asks goes to the device, and what the device answers to the club.

import { ask } from './ask.js';

/** Bytes as the club writes them: base64url. @param {ArrayBuffer} bytes */
function toText(bytes) {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Credentials that are named in a question. @param {{ id: string }[]} [list] */
const named = (list = []) => list.map(({ id }) => ({ type: /** @type {const} */ ('public-key'), id: toBytes(id) }));

/** Why there are no passkeys here, in words; empty where there are. */
export function whyNone() {
  const { hostname } = location;
  if (/^[\d.]+$|^\[/.test(hostname)) return `Passkeys are made for a name, and ${hostname} is a bare address: open the club under its name.`;
  if (!window.isSecureContext) return 'Passkeys work over https alone, and this page came over http.';
  if (!window.PublicKeyCredential) return 'This browser has no passkeys; a newer one has.';
  return '';
}

/** A name for the passkey of this device, to begin with. */
export function deviceName() {
  const { userAgent } = navigator;
  const kinds = /** @type {const} */ (['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux']);
  const kind = kinds.find((one) => userAgent.includes(one));
  return kind === 'Macintosh' ? 'Mac' : kind === 'CrOS' ? 'Chromebook' : (kind ?? 'Passkey');
}

/** What went wrong at the device, in words. @param {unknown} error */
function words(error) {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return 'Nothing was done: it was cancelled, or took too long.';
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (name === 'SecurityError') return `The club's passkeys are for another address than ${location.host}: open the club under its own name.`;
  if (name === 'NotSupportedError' || name === 'ConstraintError') return 'This device cannot make a passkey that the club can use; try another device, or a password.';
  if (name === 'AbortError') return 'Something else was begun meanwhile; try again.';
  return `The device failed at this${name ? ` (${name})` : ''}; try again.`;
}

/** Has the device make a passkey as it is asked. @param {any} asked */
async function make(asked) {
  const publicKey = { ...asked, challenge: toBytes(asked.challenge), user: { ...asked.user, id: toBytes(asked.user.id) }, excludeCredentials: named(asked.excludeCredentials) };
  const made = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.create({ publicKey }));
  if (!made) throw new DOMException('', 'NotAllowedError');
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return { id: toText(made.rawId), response: { clientDataJSON: toText(response.clientDataJSON), attestationObject: toText(response.attestationObject) } };
}

/** Has the device sign with whichever passkey its owner picks. @param {any} asked */
async function sign(asked) {
  const publicKey = { ...asked, challenge: toBytes(asked.challenge), allowCredentials: named(asked.allowCredentials) };
  const signed = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.get({ publicKey }));
  if (!signed) throw new DOMException('', 'NotAllowedError');
  const response = /** @type {AuthenticatorAssertionResponse} */ (signed.response);
  return {
    id: toText(signed.rawId),
    response: { clientDataJSON: toText(response.clientDataJSON), authenticatorData: toText(response.authenticatorData), signature: toText(response.signature), userHandle: response.userHandle ? toText(response.userHandle) : null },
  };
}

/**
 * A ceremony: the club is asked what to ask the device, and told what that answered. The fault in words; empty where there is none.
 * @param {string} way @param {object} about what is sent with both @param {(asked: any) => Promise<object>} act
 */
async function ceremony(way, about, act) {
  const none = whyNone();
  if (none) return none;
  const { answer, failed } = await ask(`passkeys/${way}/ask`, about);
  if (failed) return failed;
  let credential;
  try {
    credential = await act(answer.publicKey);
  } catch (error) {
    return words(error);
  }
  return (await ask(`passkeys/${way}`, { ...about, credential })).failed;
}

/** Makes an account with a passkey in place of a password. @param {string} name */
export const signUpWithPasskey = (name) => ceremony('sign-up', { name, label: deviceName() }, make);

export const signInWithPasskey = () => ceremony('sign-in', {}, sign);

/** Adds a passkey to one's own account. @param {string} label */
export const addPasskey = (label) => ceremony('add', { label }, make);

/** One's own passkeys. @returns {Promise<{ answer: import('../../../messages.js').OwnPasskeys, failed: string }>} */
export const ownPasskeys = () => ask('passkeys');

/** @param {string} id @param {string} label */
export const namePasskey = async (id, label) => (await ask('passkeys/name', { id, label })).failed;

/** @param {string} id */
export const removePasskey = async (id) => (await ask('passkeys/remove', { id })).failed;

/** Tells the browser which passkeys are good still, where it listens: it then offers those that were removed no more. @param {import('../../../messages.js').OwnPasskeys} own */
export async function tellBrowser({ passkeys, rp_id: rpId, user_id: userId }) {
  const kind = /** @type {{ signalAllAcceptedCredentials?: (all: object) => Promise<void> } | undefined} */ (window.PublicKeyCredential);
  try {
    await kind?.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds: passkeys.map(({ id }) => id) });
  } catch {
    // It is a courtesy: what is removed opens nothing anyway.
  }
}
