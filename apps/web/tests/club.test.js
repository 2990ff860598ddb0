// A club: two people in browsers of their own, and a third who watches.

import assert from 'node:assert/strict';
import { assertAccessible, movable, mover, openPage, overflow, played, signUp, startServer, stopServer, tapATurn, waitForTurns } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

/** Begins a game against a friend; the link for them. @param {Page} page @param {string} url @param {string} game */
async function invite(page, url, game) {
  await page.goto(`${url}/play/${game}`);
  await page.getByLabel('Against a friend').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/game\/[0-9a-z]+$/);
  return page.getByLabel('Link for your friend').inputValue();
}

/** @type {import('./run.js').Test[]} */
export const club = [
  [
    'on a narrow phone the longest name gives way, and every button of the head stays in sight',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      for (const width of [320, 360]) {
        const { page, close } = await openPage(browser, { viewport: { width, height: 740 }, hasTouch: true, isMobile: true });
        const buttons = page.locator('.top button');
        const fits = async (/** @type {string} */ who) => {
          assert.equal(await overflow(page), 0, `${who} makes the page scroll sideways at ${width}`);
          for (const button of await buttons.all()) {
            const box = await button.boundingBox();
            assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${who} pushes ${await button.innerText()} out of sight at ${width}`);
          }
          const name = await page.locator('.member-name').boundingBox();
          assert.ok(name && name.width > 20, `${who} is not to be read at ${width}`);
        };
        await signUp(page, server.url, `WWWWWWWWWWWWWWWWWW${width === 320 ? 'mm' : 'WW'}`);
        await fits('a member');
        await page.getByRole('button', { name: 'Sign out' }).click();
        const guest = page.locator('.member-name', { hasText: /^Guest/ });
        await guest.waitFor();
        await fits('a guest');
        // What a guest is called is drawn by lot; this is the widest there is.
        await guest.evaluate((element) => (element.textContent = 'Guest wwww'));
        await fits('a wide guest');
        await close();
      }
      await stopServer(server);
    },
  ],
  [
    'an invitation gives a friend the other seat; the game’s own address only watches; offers are answered',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const first = await openPage(browser);
      const second = await openPage(browser);
      const third = await openPage(browser);
      const [one, two, watcher] = [first.page, second.page, third.page];
      const link = await invite(one, server.url, 'breakthrough');
      assert.match(link, /\/join\/[0-9a-z]{32}$/);
      // A program that only reads the link takes nothing.
      assert.equal((await one.request.get(link)).status(), 200);
      await watcher.goto(one.url());
      await watcher.getByText('You watch this game.').waitFor();
      await two.goto(link);
      await assertAccessible(two, 'an invitation');
      await two.getByRole('button', { name: 'Take the seat' }).click();
      await two.waitForURL(one.url());
      await one.getByRole('button', { name: 'Abort' }).waitFor();
      for (let turn = 1; turn <= 4; turn++) {
        const page = await mover(one, two);
        assert.match(await page.title(), /^Your turn/);
        await tapATurn(page);
        for (const each of [one, two, watcher]) await waitForTurns(each, turn);
        assert.equal(await movable(watcher).count(), 0, 'who watches moves nothing');
      }
      // Each seat bears a name, and each has its own side below.
      for (const strip of ['#strip-top', '#strip-bottom']) assert.match(await watcher.locator(`${strip} .player-name`).innerText(), /^Guest [0-9a-z]{4}$/);
      assert.equal(await one.locator('#strip-bottom .player-name').innerText(), await one.locator('.member-name').innerText());
      assert.equal(await two.locator('#strip-bottom .player-name').innerText(), await two.locator('.member-name').innerText());
      await assertAccessible(one, 'a game between two people');
      // The link gives no second seat.
      await watcher.goto(link);
      await watcher.getByRole('button', { name: 'Take the seat' }).click();
      await watcher.getByText('This invitation gives no seat').waitFor();
      // A reload keeps the seat; a takeback is asked for, and then a draw.
      await two.reload();
      await waitForTurns(two, 4);
      const last = (await mover(one, two)) === one ? two : one;
      const next = last === one ? two : one;
      await last.getByRole('button', { name: 'Ask to take back' }).click();
      await next.getByText('asks to take back a turn').waitFor();
      await next.getByRole('button', { name: 'Accept' }).click();
      await one.waitForFunction(() => document.querySelectorAll('.moves-list .move').length === 3);
      assert.equal(await played(one), 3);
      await two.getByRole('button', { name: 'Offer a draw' }).click();
      await one.getByRole('button', { name: 'Accept' }).click();
      await two.locator('.result-text', { hasText: 'Draw by agreement.' }).waitFor({ state: 'attached' });
      const before = one.url();
      await one.locator('.end-card').getByRole('button', { name: 'Rematch' }).click();
      await two.locator('#offers').getByRole('button', { name: 'Accept' }).click();
      await one.waitForURL((url) => url.href !== before && url.pathname.startsWith('/game/'));
      await two.waitForURL(one.url());
      for (const each of [first, second, third]) await each.close();
      await stopServer(server);
    },
  ],
  [
    'a person makes an account, is named, signs out and in again',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const { page, close } = await openPage(browser);
      await page.goto(server.url);
      await page.locator('.member-name', { hasText: /^Guest / }).waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Password').fill('correct horse');
      await page.getByLabel('Name').fill('Alice');
      await assertAccessible(page, 'signing in');
      await page.getByRole('button', { name: 'Make an account' }).click();
      await page.locator('.member-name', { hasText: 'Alice' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.locator('.member-name', { hasText: /^Guest / }).waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Name').fill('ALICE');
      await page.getByLabel('Password').fill('correct horse');
      await page.locator('dialog').getByRole('button', { name: 'Sign in' }).click();
      await page.locator('.member-name', { hasText: 'Alice' }).waitFor();
      await close();
      await stopServer(server);
    },
  ],
];
