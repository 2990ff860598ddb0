// Pondering in the person's time, and hints asked for again.

import assert from 'node:assert/strict';
import { newGame, openPage, tapATurn, waitForPerson, waitForTurns } from './harness.js';

/** @type {import('./run.js').Test[]} */
export const duel = [
  [
    'the engine ponders in the person’s time: it shows, is switched off, stays off, and ends with the game',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      const searches = async () => (await (await page.request.get(`${server.url}/healthz`)).json()).searches.running;
      await newGame(page, server.url, { seat: 'Red', level: 15 });
      // In a game against it its figures are folded, and stay as one leaves them.
      assert.equal(await page.locator('.engine-score').isVisible(), false);
      await page.getByRole('button', { name: 'Engine figures' }).click();
      const toggle = page.getByRole('switch', { name: 'Ponder' });
      await page.locator('.pondering-figures', { hasText: /^on your time: depth \d+\/\d+ · [\d.]+( [kMG])? nodes$/ }).waitFor();
      await page.locator('#strip-top', { hasText: 'thinking on your move' }).waitFor();
      // Expected line is a hint: it is there for who asks.
      assert.equal(await page.locator('.pondering-line').isVisible(), false);
      await page.getByText('Expected line').click();
      await page.locator('.pondering-line', { hasText: /[a-e]\d-[a-e]\d/ }).waitFor();
      await toggle.click();
      await page.locator('.pondering-figures', { hasText: 'rests while you think' }).waitFor();
      for (let wait = 0; wait < 600 && (await searches()) > 0; wait++) await page.waitForTimeout(50);
      assert.equal(await searches(), 0, 'it goes on though it is switched off');
      await page.reload();
      await page.locator('.pondering-figures', { hasText: 'rests while you think' }).waitFor();
      assert.equal(await toggle.getAttribute('aria-checked'), 'false');
      await toggle.click();
      await page.locator('.pondering-figures', { hasText: 'on your time: depth' }).waitFor();
      await waitForPerson(page);
      await tapATurn(page);
      await page.getByRole('button', { name: 'Move now' }).click();
      await waitForTurns(page, 2);
      await page.locator('.pondering-figures', { hasText: 'on your time: depth' }).waitFor();
      // Who leaves the game leaves no search behind.
      await page.locator('#nav-library').click();
      for (let wait = 0; wait < 600 && (await searches()) > 0; wait++) await page.waitForTimeout(50);
      assert.equal(await searches(), 0, 'it goes on though no one is there');
      await close();
    },
  ],
  [
    'a hint asked for again tells the next best turn, with its score',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Red', level: 1 });
      await page.getByRole('button', { name: 'Hint' }).click();
      const told = page.locator('.engine-score', { hasText: 'Hint:' });
      await told.waitFor();
      const first = await told.innerText();
      assert.match(await page.locator('.engine-figures').first().innerText(), /^the best · (Red|Blue) \+\d|^the best · even/);
      await page.getByRole('button', { name: 'Next hint' }).click();
      await page.waitForFunction((before) => document.querySelector('.engine-score')?.textContent !== before, first);
      assert.match(await page.locator('.engine-figures').first().innerText(), /^number 2 · /);
      assert.match(await page.locator('#announcer').innerText(), /^Hint 2: /);
      assert.equal(await page.locator('.mark-arrow').count(), 1);
      await close();
    },
  ],
];
