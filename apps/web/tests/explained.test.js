// Why a position is worth what it is: the terms of the evaluation in the analysis.

import assert from 'node:assert/strict';
import { assertAccessible, beginGame, newGame, openPage, overflow, waitForPerson } from './harness.js';

/** Gold's camel on b7 is held by Silver's elephant. */
const HELD = `g [r.......${'.Me.....'}${'........'.repeat(5)}R......E]`;
const HOSTAGE = "Gold's camel at b7 is held by Silver's elephant near a trap that Silver controls";

/** The terms of one of the tables, as they are shown. @param {import('playwright-core').Page} page @param {number} number */
const terms = (page, number) => page.locator('.explained-table').nth(number).locator('tbody tr').evaluateAll((rows) => rows.map((row) => ({ text: row.children[0]?.textContent ?? '', value: row.children[1]?.textContent ?? '' })));

/** @param {import('playwright-core').Page} page */
async function analyse(page) {
  await waitForPerson(page);
  if (await page.locator('.analysis-body').isVisible()) return;
  await page.locator('main').focus();
  await page.keyboard.press('l');
  await page.locator('.analysis-body').waitFor();
}

/** @type {import('./run.js').Test[]} */
export const explained = [
  [
    'the analysis tells why: the terms of the position and of the end of the best line, in words',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { viewport: { width: 390, height: 844 } });
      /** @type {string[]} */
      const sent = [];
      page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
      const asked = () => sent.filter((text) => text.includes('"type":"explain"')).length;
      // A game whose engine has no words: nothing is offered.
      await newGame(page, server.url, { seat: 'Both sides' });
      await analyse(page);
      assert.equal(await page.locator('.explained').isVisible(), false);

      await beginGame(page, server.url, 'arimaa', HELD);
      await analyse(page);
      const summary = page.locator('.explained summary');
      await summary.waitFor();
      await page.locator('.analysis-line').first().waitFor();
      assert.equal(asked(), 0, 'what is closed asks nothing');
      // By keyboard.
      await summary.focus();
      await page.keyboard.press('Enter');
      const [here, end] = [page.locator('.explained-table').first(), page.locator('.explained-table').last()];
      await here.waitFor();
      await end.waitFor();
      const told = await terms(page, 0);
      assert.match(told.find(({ text }) => text === HOSTAGE)?.value ?? '', /^−\d+\.\d\d$/);
      const sizes = told.filter(({ text }) => !text.endsWith('smaller terms')).map(({ value }) => Number(value.slice(1)));
      assert.deepEqual(sizes, [...sizes].sort((one, other) => other - one), 'the largest first');
      assert.match(await here.locator('caption').innerText(), /^On the board: (Gold|Silver) \+\d+\.\d\d · the network, which plays: (even|(Gold|Silver) \+\d+\.\d\d)$/);
      assert.match(await end.locator('caption').innerText(), /^At the end of the best line, \d+ turns? on: /);
      assert.equal(await here.locator('thead').innerText().then((text) => text.replace(/\s+/g, ' ').trim()), 'term for Gold');
      assert.ok((await overflow(page)) <= 0, 'nothing hangs out of a phone');
      await assertAccessible(page, 'the terms of an evaluation', '#engine');

      // Another position has other terms; the first turn of the best line is gone into.
      await page.locator('.analysis-line').first().locator('.move-in-line').first().click();
      await page.waitForFunction((before) => {
        const text = document.querySelector('.explained-table tbody')?.textContent ?? '';
        return text !== '' && text !== before;
      }, told.map(({ text, value }) => text + value).join(''));
      // Closed again it asks no more, and it stays as it was left.
      await summary.click();
      const before = asked();
      await page.keyboard.press('ArrowLeft');
      await page.waitForTimeout(1000);
      assert.equal(asked(), before);
      await summary.click();
      await page.reload();
      await analyse(page);
      await page.locator('.explained-table').first().waitFor();
      await close();
    },
  ],
];
