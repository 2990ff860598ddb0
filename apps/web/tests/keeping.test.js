// Nothing is lost: reload, back, a killed server, a lost connection, a bad link.

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { movable, newGame, openPage, played, signUp, startServer, stopServer, tapATurn, waitForPerson, waitForTurns } from './harness.js';

/** Plays a turn on a page once it may. @param {import('playwright-core').Page} page */
async function turn(page) {
  await movable(page).first().waitFor();
  await tapATurn(page);
}

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
    'a page whose connection is dead for a few moves has them all when it comes back, and sends its own turn again',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const [alice, bob] = [await openPage(browser), await openPage(browser)];
      // A connection that is dead: what is said on it is lost, and neither side hears that it is.
      let way = { dead: false };
      let refused = false;
      await alice.page.routeWebSocket(/\/ws$/, (page) => {
        if (refused) return page.close();
        const own = (way = { dead: false });
        const there = page.connectToServer();
        page.onMessage((message) => void (own.dead || there.send(message)));
        there.onMessage((message) => void (own.dead || page.send(message)));
      });
      const comeBack = () => alice.page.evaluate(() => void window.dispatchEvent(new Event('online')));
      await signUp(alice.page, server.url, 'Alice');
      await signUp(bob.page, server.url, 'Bob');
      await alice.page.locator('#lobby-game').selectOption('breakthrough');
      await alice.page.locator('#lobby-clock').selectOption('30 minutes');
      await alice.page.getByRole('button', { name: 'Create', exact: true }).click();
      await bob.page.getByRole('button', { name: /^Join: / }).click();
      await bob.page.waitForURL(/\/game\//);
      await alice.page.waitForURL(bob.page.url());
      const beside = await alice.page.context().newPage();
      await beside.goto(bob.page.url());
      await Promise.any([movable(bob.page).first().waitFor(), movable(alice.page).first().waitFor()]);
      let count = 0;
      if ((await movable(bob.page).count()) > 0) {
        await turn(bob.page);
        count += 1;
      }
      // Her turn does not arrive, and is played once all the same.
      await movable(alice.page).first().waitFor();
      way.dead = true;
      await tapATurn(alice.page);
      await comeBack();
      count += 1;
      for (const { page } of [alice, bob]) await waitForTurns(page, count);
      // Now she is away for three moves, of which one is her own in another window, and for a line of the chat.
      way.dead = true;
      await turn(bob.page);
      await turn(beside);
      await turn(bob.page);
      await waitForTurns(bob.page, count + 3);
      const chat = bob.page.locator('.chat[aria-label="Chat"]:visible');
      if (await chat.locator('.chat-body').isHidden()) await chat.locator('.chat-fold').click();
      await chat.getByLabel('Say something').fill('Are you there?');
      await chat.getByRole('button', { name: 'Send' }).click();
      await chat.locator('.chat-line').first().waitFor();
      assert.equal(await played(alice.page), count);
      await comeBack();
      await waitForTurns(alice.page, count + 3);
      assert.equal(await alice.page.locator('.moves-list').innerText(), await beside.locator('.moves-list').innerText());
      await alice.page.locator('.chat[aria-label="Chat"]:visible .chat-line', { hasText: 'Are you there?' }).waitFor({ state: 'attached' });
      assert.equal(await alice.page.locator('.chat[aria-label="Chat"]:visible .chat-line').count(), 1);
      // While there is no way to the server she is told what that may cost; then she plays on.
      refused = true;
      await comeBack();
      await alice.page.getByText('once you have been away for 60 s the other side may claim the game', { exact: false }).waitFor();
      refused = false;
      await comeBack();
      await turn(alice.page);
      await waitForTurns(bob.page, count + 4);
      await alice.close();
      await bob.close();
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
