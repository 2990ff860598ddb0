// Othello on the page.

import assert from 'node:assert/strict';
import { beginGame, labelOf, openPage, square, targets, waitForTurns } from '../../../../tests/harness.js';

/** @type {import('../../../../tests/run.js').Test[]} */
export const tests = [
  [
    'Othello: a stone turns over what it shuts in, and who cannot move passes',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await beginGame(page, server.url, 'othello');
      assert.equal(await targets(page).count(), 4);
      await square(page, 'd3').click();
      await waitForTurns(page, 1);
      assert.equal(await labelOf(page, 'd4'), 'd4, black stone');
      assert.deepEqual(await page.locator('.stone-count').allTextContents(), ['11 piece', '44 pieces']);
      await beginGame(page, server.url, 'othello', '8/8/8/8/8/8/8/xo6 o');
      await page.getByRole('heading', { name: 'White cannot move' }).waitFor();
      await page.getByRole('button', { name: 'Pass' }).click();
      await waitForTurns(page, 1);
      await square(page, 'c1').click();
      await page.locator('.result-text').waitFor();
      assert.match(await page.locator('.result-text').innerText(), /^Black wins: more stones/);
      await close();
    },
  ],
];
