// Breakthrough on the page.

import assert from 'node:assert/strict';
import { beginGame, labelOf, openPage, square, targets, waitForTurns } from '../../../../tests/harness.js';

/** @type {import('../../../../tests/run.js').Test[]} */
export const tests = [
  [
    'Breakthrough: a pawn is moved by taps and by keys, takes slantwise, and wins on the far rank',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await beginGame(page, server.url, 'breakthrough');
      assert.equal(await labelOf(page, 'b2'), 'b2, white pawn, to b3, a3, c3');
      await square(page, 'b2').click();
      assert.equal(await targets(page).count(), 3);
      await square(page, 'b3').click();
      await waitForTurns(page, 1);
      await square(page, 'g7').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await waitForTurns(page, 2);
      assert.match(await page.locator('.moves-list').innerText(), /b2-b3\s+g7-g6/);
      await beginGame(page, server.url, 'breakthrough', '8/w7/8/3b4/4w3/8/8/8 w');
      await square(page, 'e4').click();
      assert.equal(await labelOf(page, 'd5'), 'd5, black pawn, take here');
      await square(page, 'd5').click();
      await page.locator('.result-text').waitFor();
      assert.match(await page.locator('.result-text').innerText(), /^White wins: no pawn is left/);
      await close();
    },
  ],
  [
    'Breakthrough: the engine answers, gives a hint, and its analysis points',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/breakthrough`);
      await page.getByLabel('White', { exact: true }).check();
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.waitForURL(/\/game\//);
      await square(page, 'c2').click();
      await square(page, 'c3').click();
      await waitForTurns(page, 2);
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.mark-arrow').waitFor({ state: 'attached' });
      await page.locator('main').focus();
      await page.keyboard.press('l');
      await page.locator('.analysis-table tbody tr').first().waitFor();
      await close();
    },
  ],
];
