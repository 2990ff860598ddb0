// The opening explorer of the analysis, with a book of a few games of our own.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertAccessible, newGame, openPage, overflow, program, startServer, stopServer, waitForPerson } from './harness.js';

/** @param {string[]} args */
function made(...args) {
  const ran = spawnSync(program(), args, { encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  return ran.stdout;
}

/** The words and the games of each row. @param {import('playwright-core').Page} page */
const rows = (page) => page.locator('.explorer-table tbody tr').evaluateAll((found) => found.map((row) => ({ move: row.children[0]?.textContent ?? '', games: Number(row.children[1]?.textContent), results: row.querySelector('.sr-only')?.textContent ?? '' })));

/** @type {import('./run.js').Test[]} */
export const explorer = [
  [
    'the opening explorer shows what a book says, and a press goes into a line',
    async ({ browser }) => {
      const folder = mkdtempSync(join(tmpdir(), 'tesuji-book-'));
      const [games, book] = [join(folder, 'ataxx.games'), join(folder, 'ataxx.book')];
      made('selfplay', 'ataxx', '--games', '60', '--nodes', '50', '--seed', '3', '--deal', 'open', '--random-plies', '0-4', '--out', games);
      made('book', 'build', 'ataxx', '--from', games, '--out', book, '--least-games', '1');
      const server = await startServer({ books: [book] });
      try {
        const { page, close } = await openPage(browser, { viewport: { width: 390, height: 844 } });
        // No book of this game: nothing is offered.
        await newGame(page, server.url, { seat: 'Both sides' });
        await waitForPerson(page);
        await page.locator('main').focus();
        await page.keyboard.press('l');
        await page.locator('.analysis-body').waitFor();
        assert.equal(await page.locator('.explorer').isVisible(), false);
        await page.goto(`${server.url}/play/ataxx`);
        await page.getByLabel('Both sides', { exact: true }).check();
        await page.getByRole('button', { name: 'Start the game' }).click();
        await page.waitForURL(/\/game\/[0-9a-z]+$/);
        await waitForPerson(page);
        if (!(await page.locator('.analysis-body').isVisible())) {
          await page.locator('main').focus();
          await page.keyboard.press('l');
        }
        await page.locator('.explorer summary').click();
        await page.waitForFunction(() => document.querySelectorAll('.explorer-table tbody tr').length > 0);
        const first = await rows(page);
        assert.ok(first.every(({ games: one }, index) => one > 0 && one <= (first[index - 1]?.games ?? one)), 'the most played first');
        const all = first.reduce((sum, row) => sum + row.games, 0);
        assert.equal(await page.locator('.explorer summary').innerText(), `Openings · ${all} games`);
        for (const { results } of first) {
          const shares = [...results.matchAll(/\d+/g)].map(Number);
          assert.equal(shares.reduce((sum, share) => sum + share, 0), 100, results);
        }
        assert.ok((await overflow(page)) <= 0);
        await assertAccessible(page, 'explorer');
        const [{ move = '' } = {}] = first;
        await page.locator('.explorer-table').getByRole('button', { name: move, exact: true }).click();
        // The reply of that turn, which is another one.
        await page.waitForFunction((before) => ![before, undefined].includes(document.querySelector('.explorer-table tbody th')?.textContent ?? undefined), move);
        // As many games as the book says, which may be more than before: games of self-play begin after their random plies.
        const second = await rows(page);
        const told = JSON.parse(made('book', 'show', book, '--moves', move, '--json'));
        assert.deepEqual(second.map((row) => [row.move, row.games]), told.turns.map((/** @type {{ turn: string, games: number }} */ row) => [row.turn, row.games]));
        assert.deepEqual(page.url().split('/').slice(3, 4), ['game']);
        await close();
      } finally {
        await stopServer(server);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  ],
];
