// Nothing is lost: reload, back, a killed server, a lost connection, a bad link.

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newGame, openPage, played, startServer, stopServer, tapATurn, waitForPerson, waitForTurns } from './harness.js';

/** @type {import('./run.js').Test[]} */
export const keeping = [
  [
    'a reload in the middle goes on where it was',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Red', level: 2 });
      await waitForPerson(page);
      const first = await played(page);
      await tapATurn(page);
      await waitForTurns(page, first + 2);
      await waitForPerson(page);
      const before = await page.locator('.moves-list').innerText();
      await page.reload();
      await waitForPerson(page);
      assert.equal(await page.locator('.moves-list').innerText(), before);
      const count = await played(page);
      await tapATurn(page);
      await waitForTurns(page, count + 2);
      await close();
    },
  ],
  [
    'a server killed in the middle loses nothing, and its engine thinks again',
    async ({ browser }) => {
      const data = mkdtempSync(join(tmpdir(), 'tesuji-test-'));
      let server = await startServer({ data });
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Red', level: 15, cards: ['ox', 'boar', 'horse', 'crab', 'elephant'] });
      await tapATurn(page);
      await page.getByRole('button', { name: 'Move now' }).click();
      await waitForTurns(page, 2);
      await waitForPerson(page);
      await tapATurn(page);
      await waitForTurns(page, 3);
      await page.getByRole('button', { name: 'Move now' }).waitFor();
      const before = await page.locator('.moves-list').innerText();
      await server.end('SIGKILL');
      await page.getByText('The connection to the server is lost.', { exact: false }).waitFor();
      assert.equal(await page.locator('.square-button.is-movable').count(), 0);
      server = await startServer({ data, port: server.port });
      await page.getByText('The connection to the server is lost.', { exact: false }).waitFor({ state: 'detached' });
      await waitForTurns(page, 3);
      assert.ok((await page.locator('.moves-list').innerText()).startsWith(before));
      await waitForTurns(page, 4);
      await waitForPerson(page);
      await close();
      await stopServer(server);
    },
  ],
  [
    'back and forward move between the form and games',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides' });
      const game = page.url();
      await tapATurn(page);
      await waitForTurns(page, 1);
      await page.getByRole('button', { name: 'New game' }).click();
      await page.getByRole('button', { name: 'Play now: Onitama' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/');
      await page.goBack();
      await waitForTurns(page, 1);
      assert.equal(page.url(), game);
      await page.goForward();
      await page.getByRole('button', { name: 'Play now: Onitama' }).waitFor();
      await close();
    },
  ],
  [
    'the last games are listed, and one click goes on with one',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', cards: ['ox', 'boar', 'horse', 'crab', 'elephant'] });
      await tapATurn(page);
      await waitForTurns(page, 1);
      const game = page.url();
      await page.goto(server.url);
      assert.match(await page.locator('.recent li').innerText(), /two people · 1 turn · not over/);
      await page.locator('.recent li .piece').nth(9).waitFor();
      await page.getByRole('link', { name: 'Boar, Ox – Crab, Horse – Elephant' }).click();
      await waitForTurns(page, 1);
      assert.equal(page.url(), game);
      await close();
    },
  ],
  [
    'a link to no game says so, with a way out',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/game/nosuchgame`);
      await page.getByText('There is no game at this address.', { exact: false }).waitFor();
      await page.locator('#notice').getByRole('button', { name: 'New game' }).click();
      await page.getByRole('button', { name: 'Play now: Onitama' }).waitFor();
      const answer = await page.goto(`${server.url}/no/such/page`);
      assert.equal(answer?.status(), 404);
      await page.getByRole('link', { name: 'Play Chess' }).click();
      await page.getByRole('button', { name: 'Start the game' }).waitFor();
      await close();
    },
  ],
];
