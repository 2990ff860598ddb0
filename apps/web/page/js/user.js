// Who this browser is to a server that others use, too: letters that no one guesses, kept here.

import { readSetting, writeSetting } from './settings.js';

/** @type {string | null} */
let known = null;

/** @returns {string} */
export function userId() {
  known ??= readSetting('user');
  if (!known) {
    known = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36)).join('');
    writeSetting('user', known);
  }
  return known;
}
