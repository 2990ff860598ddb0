// Connect Four on the page.

import assert from 'node:assert/strict';
import { beginGame, labelOf, openPage, square, waitForTurns } from '../../../../tests/harness.js';

/** @type {import('../../../../tests/run.js').Test[]} */
export const tests = [
  [
    'Connect Four: a stone falls where a column is pressed, and four in a row win',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await beginGame(page, server.url, 'connect_four');
      const board = await page.locator('.board').boundingBox();
      assert(board && Math.abs(board.width / board.height - 7 / 6) < 0.02, 'the board is as wide as it has files');
      assert.equal(await labelOf(page, 'd4'), 'd4, empty, play here');
      // Yellow builds a column, Red another.
      for (const [turn, column] of ['d', 'e', 'd', 'e', 'd', 'e', 'd'].entries()) {
        await square(page, `${column}6`).click();
        await waitForTurns(page, turn + 1);
      }
      assert.equal(await labelOf(page, 'd4'), 'd4, yellow stone');
      assert.match(await page.locator('.result-text').innerText(), /^Yellow wins: four in a row/);
      await close();
    },
  ],
];
