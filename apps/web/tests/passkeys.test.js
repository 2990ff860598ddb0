// Passkeys in a browser whose devices are virtual ones (Chrome DevTools Protocol, WebAuthn).

import assert from 'node:assert/strict';
import { assertAccessible, openPage, overflow, signUp, startServer, stopServer } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

/** A device that makes passkeys for this page, and how it is taken away. @param {Page} page @param {object} [options] */
async function addDevice(page, options = {}) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true, ...options },
  });
  return {
    count: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    remove: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    /** Whether whoever is there is known to the device. @param {boolean} isUserVerified */
    know: (isUserVerified) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** @param {Page} page @param {string} name */
const press = (page, name) => page.locator('dialog').getByRole('button', { name, exact: true }).click();

/** @param {Page} page @param {string | RegExp} name */
const named = (page, name) => page.locator('.member-name', { hasText: name }).waitFor();

/** Opens the list of one's own passkeys. @param {Page} page */
async function openList(page) {
  await page.locator('a.member-name').click();
  await page.getByRole('button', { name: 'Passkeys' }).click();
  await page.getByRole('heading', { name: 'Ways into your account' }).waitFor();
}

/** Closes a page that was refused something, which the browser itself tells of. @param {Awaited<ReturnType<typeof openPage>>} opened */
const closeRefused = ({ close }) =>
  close().catch((/** @type {Error} */ error) => {
    assert.match(error.message, /^(console: Failed to load resource: the server responded with a status of 40[01].*\n?)+$/);
  });

/** @type {import('./run.js').Test[]} */
export const passkeys = [
  [
    'a passkey alone makes an account, enters it without a name, and is joined by a second one and removed',
    async ({ browser }) => {
      const server = await startServer({ named: true });
      const opened = await openPage(browser);
      const { page } = opened;
      await page.goto(server.url);
      const first = await addDevice(page);
      await named(page, /^Guest /);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await assertAccessible(page, 'signing in, with a passkey or without');
      // Without a name there is no account.
      await press(page, 'Join with a passkey');
      assert.equal(await first.count(), 0);
      await page.getByLabel('Name').fill('Alice');
      await press(page, 'Join with a passkey');
      await named(page, 'Alice');
      assert.equal(await first.count(), 1);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await named(page, /^Guest /);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await press(page, 'Use a passkey');
      await named(page, 'Alice');
      // The list: it is the only way in, and its device makes no second one.
      await openList(page);
      await page.getByText('these passkeys alone let you in').waitFor();
      await page.getByText('last used').waitFor();
      await assertAccessible(page, 'the list of passkeys');
      assert.equal(await overflow(page), 0);
      await press(page, 'Add a passkey');
      await page.getByText('This device has a passkey for your account already.').waitFor();
      await page.getByRole('button', { name: /^Remove / }).click();
      await press(page, 'Remove for good');
      await page.getByText('the only way into your account').waitFor();
      // Another device, and another name, by the keyboard alone.
      await first.remove();
      const second = await addDevice(page, { transport: 'usb' });
      await page.getByLabel('Call the new one').fill('Key of steel');
      await page.keyboard.press('Enter');
      await page.getByText('Key of steel was added.').waitFor();
      assert.equal(await second.count(), 1);
      await page.getByRole('button', { name: 'Rename Key of steel' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('New name of Key of steel').fill('Ring');
      await page.keyboard.press('Enter');
      await page.locator('.passkey b', { hasText: 'Ring' }).waitFor();
      // The first goes, and the second opens the account.
      await page.getByRole('button', { name: /^Remove (?!Ring)/ }).click();
      await press(page, 'Remove for good');
      await page.getByText('was removed, and').waitFor();
      assert.equal(await page.locator('.passkey').count(), 1);
      await assertAccessible(page, 'one passkey is left');
      await press(page, 'Close');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await named(page, /^Guest /);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await press(page, 'Use a passkey');
      await named(page, 'Alice');
      await closeRefused(opened);
      await stopServer(server);
    },
  ],
  [
    'what goes wrong with a passkey is told in words, and a member with a password adds one on a phone',
    async ({ browser }) => {
      const server = await startServer({ named: true });
      const phone = await openPage(browser, { viewport: { width: 360, height: 740 } });
      const { page } = phone;
      await signUp(page, server.url, 'Bob');
      const device = await addDevice(page);
      await openList(page);
      await page.getByText('You sign in with your password,').waitFor();
      assert.equal(await overflow(page), 0);
      await assertAccessible(page, 'no passkey yet, on a phone');
      const [dialog, add] = [page.locator('dialog'), page.getByRole('button', { name: 'Add a passkey' })];
      const places = async () => [(await dialog.boundingBox())?.y, (await add.boundingBox())?.y];
      const before = await places();
      await press(page, 'Add a passkey');
      await page.getByText('was added.').waitFor();
      assert.deepEqual(await places(), before, 'what is there stays where it is');
      // A passkey that was removed opens nothing, and that is told.
      await page.getByRole('button', { name: /^Remove / }).click();
      await press(page, 'Remove for good');
      await page.getByText('was removed, and').waitFor();
      await press(page, 'Close');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await named(page, /^Guest /);
      // Whom the device does not know, and who has no passkey, has cancelled for the page.
      await device.remove();
      const empty = await addDevice(page);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await press(page, 'Use a passkey');
      await page.getByText('Nothing was done').waitFor();
      await empty.remove();
      // A device that keeps no passkeys cannot be used.
      await addDevice(page, { hasResidentKey: false, hasUserVerification: false, isUserVerified: false, transport: 'usb' });
      await page.getByLabel('Name').fill('Carol');
      await press(page, 'Join with a passkey');
      await page.getByText(/Nothing was done|This device cannot make a passkey/).waitFor();
      const place = await page.locator('dialog').boundingBox();
      await page.getByLabel('Name').fill('bob');
      await press(page, 'Join with a passkey');
      await page.getByText('This name is taken').waitFor();
      assert.equal((await page.locator('dialog').boundingBox())?.y, place?.y, 'what is there stays where it is');
      assert.equal(await overflow(page), 0);
      await closeRefused(phone);
      await stopServer(server);
    },
  ],
  [
    'where there can be no passkeys the page says why: a bare address, plain http, an old browser',
    async ({ browser }) => {
      const [bare, server] = [await startServer({ club: true }), await startServer({ named: true })];
      const { page, close } = await openPage(browser);
      /** What pressing the button says there. @param {string} url @param {string} words */
      const told = async (url, words) => {
        await page.goto(url);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await press(page, 'Use a passkey');
        await page.getByText(words).waitFor();
      };
      await told(bare.url, 'is a bare address');
      await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
      await told(server.url, 'This browser has no passkeys');
      await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
      await told(server.url, 'over https alone');
      await close();
      await stopServer(bare);
      await stopServer(server);
    },
  ],
];
