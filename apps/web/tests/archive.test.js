// The archive of a club: finished games are found, read page by page and downloaded.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { assertAccessible, mover, openPage, overflow, startServer, stopServer, tapATurn, twoMembers, waitForTurns } from './harness.js';

/** @type {import('./run.js').Test[]} */
export const archive = [
  [
    'archive: a finished game is found by its player, opened, and downloaded as text',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const [first, second] = await twoMembers(browser, server.url);
      const [one, two] = [first.page, second.page];
      await one.locator('#lobby-game').selectOption('breakthrough');
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      await two.getByRole('button', { name: /^Join: Alice/ }).click();
      await one.waitForURL(/\/game\//);
      await two.waitForURL(one.url());
      for (let turn = 1; turn <= 2; turn++) {
        await tapATurn(await mover(one, two));
        for (const each of [one, two]) await waitForTurns(each, turn);
      }
      await one.getByRole('button', { name: 'Resign' }).click();
      await one.keyboard.press('Enter');
      await two.locator('.end-card').waitFor();
      // A guest, from the lobby, by keyboard.
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/lobby`);
      await page.getByRole('link', { name: 'Archive of games' }).press('Enter');
      await page.waitForURL(/\/archive$/);
      const games = page.getByRole('list', { name: 'Games of the archive' });
      await games.getByRole('link', { name: /Alice.* – .*Bob|Bob.* – .*Alice/ }).first().waitFor();
      await page.getByText('1 game', { exact: true }).waitFor();
      await assertAccessible(page, 'the archive');
      await page.setViewportSize({ width: 360, height: 740 });
      assert.equal(await overflow(page), 0, 'the archive scrolls sideways');
      await page.locator('#archive-player').fill('bob');
      await page.locator('#archive-game').selectOption('breakthrough');
      await page.locator('#archive-player').press('Enter');
      await page.waitForURL(/player=bob/);
      await page.getByText('1 game', { exact: true }).waitFor();
      const waits = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download all as text' }).click();
      assert.match(readFileSync((await (await waits).path()) ?? '', 'utf8'), /Alice/);
      await page.locator('#archive-against').selectOption('against the house engine');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('No game is like that.').waitFor();
      await page.locator('#archive-against').selectOption('between people');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('1 game', { exact: true }).waitFor();
      await page.locator('#archive-rated').selectOption('rated');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('No game is like that.').waitFor();
      await page.goBack();
      await page.getByText('1 game', { exact: true }).waitFor();
      assert.equal(await page.locator('#archive-rated').inputValue(), '');
      await games.getByRole('link', { name: /^(Alice|Bob)/ }).first().click();
      await page.waitForURL(/\/game\//);
      // A name that nobody has is told.
      await page.goto(`${server.url}/archive?player=nobody`);
      await page.getByRole('status').filter({ hasText: /no member/i }).waitFor();
      for (const done of [close, first.close, second.close]) await done();
      await stopServer(server);
    },
  ],
];
