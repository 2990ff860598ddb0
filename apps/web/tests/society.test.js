// Chat between members, blocks and reports, moderation, and a club's first page.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { assertAccessible, openPage, overflow, program, signUp, startServer, stopServer, tapATurn, movable, waitForTurns } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

/** A seek of one that the other joins: both are at the game then. @param {Page} one @param {Page} two */
async function meet(one, two) {
  await one.locator('#nav-lobby').click();
  await one.locator('#lobby-game').selectOption('breakthrough');
  await one.locator('#lobby-clock').selectOption('30 minutes');
  await one.getByRole('button', { name: 'Create', exact: true }).click();
  await two.locator('#nav-lobby').click();
  await two.locator('#lobby').getByRole('button', { name: /^Join: / }).click();
  await one.waitForURL(/\/game\//);
  await two.waitForURL(one.url());
}

/** Says something in a room. @param {Page} page @param {string} room @param {string} text */
async function say(page, room, text) {
  const chat = page.locator(`.chat[aria-label="${room}"]:visible`);
  if (await chat.locator('.chat-body').isHidden()) await chat.locator('.chat-fold').click();
  await chat.getByLabel('Say something').fill(text);
  await chat.getByRole('button', { name: 'Send' }).click();
}

/** The lines of a room, as a reader sees them. @param {Page} page @param {string} room */
const lines = (page, room) => page.locator(`.chat[aria-label="${room}"]:visible .chat-line`);

/** @param {Page} one @param {Page} two */
async function turn(one, two) {
  for (let wait = 0; wait < 600; wait++) {
    for (const page of [one, two]) {
      if ((await movable(page).count()) > 0) return tapATurn(page);
    }
    await one.waitForTimeout(100);
  }
  throw new Error('nobody may move');
}

/** @type {import('./run.js').Test[]} */
export const society = [
  [
    'two players talk in the rail, who watches in a room of their own, and each reader may hide it',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const opened = await Promise.all([1, 2, 3].map(() => openPage(browser)));
      const [one, two, watcher] = /** @type {[Page, Page, Page]} */ (opened.map(({ page }) => page));
      await signUp(one, server.url, 'Alice');
      await signUp(two, server.url, 'Bob');
      await signUp(watcher, server.url, 'Wanda');
      await meet(one, two);
      await watcher.goto(one.url());
      const fold = two.locator('#chat .chat[aria-label="Chat"] .chat-fold');
      await fold.waitFor();
      assert.equal(await fold.getAttribute('aria-expanded'), 'false', 'folded where nobody has written');
      const markup = '<b onclick="alert(1)">Good luck</b> &amp; \u202ehave fun';
      await say(one, 'Chat', markup);
      await lines(two, 'Chat').first().waitFor();
      assert.equal(await lines(two, 'Chat').first().innerText(), 'Alice <b onclick="alert(1)">Good luck</b> &amp; \ufffdhave fun');
      assert.equal(await two.locator('#chat bdi *').count(), 0, 'no markup of others is markup here');
      assert.equal(await two.locator('#chat .chat[aria-label="Chat"] [role="log"]').count(), 1);
      // Who watches hears other watchers only, and the players do not hear them.
      await watcher.locator('#chat .chat[aria-label="Spectators"]').waitFor();
      assert.equal(await watcher.locator('#chat .chat[aria-label="Chat"]').isVisible(), false);
      await say(watcher, 'Spectators', 'Who will win?');
      await lines(watcher, 'Spectators').first().waitFor();
      await say(two, 'Chat', 'You too');
      await lines(one, 'Chat').nth(1).waitFor();
      assert.equal(await one.locator('#chat .chat[aria-label="Spectators"]').isVisible(), false);
      await assertAccessible(one, 'a game with a chat');
      // Hidden, it stays so after a reload, and tells of new lines by their number.
      await fold.click();
      await say(one, 'Chat', 'Are you there?');
      await two.locator('#chat .chat[aria-label="Chat"] .panel-note', { hasText: '1 new' }).waitFor();
      await two.reload();
      await fold.waitFor();
      assert.equal(await fold.getAttribute('aria-expanded'), 'false', 'a reader’s choice is remembered');
      await fold.click();
      await lines(two, 'Chat').nth(2).waitFor();
      // Once the game is over its players read what was said beside it.
      for (let count = 1; count <= 2; count++) {
        await turn(one, two);
        for (const page of [one, two]) await waitForTurns(page, count);
      }
      await one.getByRole('button', { name: 'Resign' }).click();
      await one.keyboard.press('Enter');
      await lines(two, 'Spectators').filter({ hasText: 'Who will win?' }).waitFor();
      await two.setViewportSize({ width: 360, height: 740 });
      assert.equal(await overflow(two), 0, 'a game with chats scrolls sideways');
      await assertAccessible(two, 'chats on a phone');
      for (const { close } of opened) await close();
      await stopServer(server);
    },
  ],
  [
    'a member is blocked and reported; the moderator reads it, mutes, deletes a line, hides the name and closes the account',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const opened = await Promise.all([1, 2, 3].map(() => openPage(browser)));
      const [alice, rude, mia] = /** @type {[Page, Page, Page]} */ (opened.map(({ page }) => page));
      await signUp(alice, server.url, 'Alice');
      await signUp(rude, server.url, 'Rude');
      await signUp(mia, server.url, 'Mia');
      execFileSync(program(), ['account', 'moderator', 'Mia', '--data', server.data]);
      await mia.reload();
      await say(rude, 'Chat', 'You all play badly');
      await lines(alice, 'Chat').first().waitFor();
      await lines(alice, 'Chat').first().getByRole('link', { name: 'Rude' }).click();
      await alice.getByRole('button', { name: 'Report' }).click();
      await alice.getByLabel('Why').selectOption('abuse');
      await alice.getByLabel('What happened?').fill('Insults <i>everybody</i> in the lobby.');
      await assertAccessible(alice, 'a report');
      await alice.locator('dialog').getByRole('button', { name: 'Report' }).click();
      await alice.getByText('Thank you: the moderators read').waitFor();
      await alice.getByRole('button', { name: 'Block' }).click();
      await alice.getByRole('button', { name: 'Unblock' }).waitFor();
      await assertAccessible(alice, 'a member whom one has blocked');
      await alice.locator('#nav-lobby').click();
      await alice.locator('#lobby-count').waitFor();
      assert.equal(await lines(alice, 'Chat').count(), 0, 'lines of a blocked member are hidden');
      // The moderator.
      await mia.locator('#nav-lobby').click();
      await mia.getByRole('button', { name: 'Mute: Rude' }).click();
      await mia.getByLabel('Why?').fill('Insults');
      await mia.locator('dialog').getByRole('button', { name: 'Mute' }).click();
      await mia.getByRole('button', { name: 'Delete: You all play badly' }).click();
      await mia.getByLabel('Why?').fill('Insults');
      await mia.locator('dialog').getByRole('button', { name: 'Delete this line' }).click();
      await lines(rude, 'Chat').first().waitFor({ state: 'detached' });
      await say(rude, 'Chat', 'And again');
      await rude.locator('#lobby .notice', { hasText: 'A moderator has muted you' }).waitFor();
      await mia.getByRole('link', { name: 'Reports' }).click();
      const report = mia.locator('.report').first();
      assert.match(await report.innerText(), /Rude · Insults[^]*Insults <i>everybody<\/i> in the lobby\.[^]*by Alice/);
      await assertAccessible(mia, 'the moderators’ page');
      await mia.getByRole('button', { name: 'Mark as done: Rude' }).click();
      await mia.getByLabel('What became of it?').fill('Muted, and the name hidden.');
      await mia.locator('dialog').getByRole('button', { name: 'Mark as done' }).click();
      await mia.getByText('No report waits.').waitFor();
      await mia.locator('.reports-log', { hasText: 'deleted a line of' }).waitFor();
      await mia.setViewportSize({ width: 360, height: 740 });
      assert.equal(await overflow(mia), 0, 'the moderators’ page scrolls sideways');
      assert.equal(await mia.getByRole('link', { name: 'Reports' }).innerText(), '⚑', 'a phone has room for a sign only');
      await mia.setViewportSize({ width: 1280, height: 800 });
      await mia.locator('.report').getByRole('link', { name: 'Rude' }).first().click();
      await mia.getByRole('button', { name: 'Hide the name' }).click();
      await mia.getByLabel('Why?').fill('An insult');
      await mia.locator('dialog').getByRole('button', { name: 'Hide the name' }).click();
      await mia.getByText(/Rude is shown as member-\d+/).waitFor();
      await rude.locator('.member-name', { hasText: /^member-\d+$/ }).waitFor();
      await assertAccessible(mia, 'a member’s page for a moderator');
      await mia.getByRole('button', { name: 'Close the account' }).click();
      await mia.getByLabel('Why?').fill('Went on');
      await mia.locator('dialog').getByRole('button', { name: 'Close the account' }).click();
      await mia.getByRole('button', { name: 'Reopen the account' }).waitFor();
      await rude.locator('.member-name', { hasText: /^Guest / }).waitFor();
      await rude.getByRole('button', { name: 'Sign in' }).click();
      await rude.locator('dialog').getByLabel('Name').fill('Rude');
      await rude.locator('dialog').getByLabel('Password').fill('correct horse');
      await rude.locator('dialog').getByRole('button', { name: 'Sign in' }).click();
      await rude.getByText('This account is closed').waitFor();
      // A part that nobody but moderators may read.
      await alice.goto(`${server.url}/reports`);
      await alice.getByText('This is for moderators.').waitFor();
      // Refused sign-ins are told by the browser, too.
      await opened[0]?.close();
      await opened[2]?.close();
      await rude.context().close();
      await stopServer(server);
    },
  ],
  [
    'a club’s first page has the seeks to join, the games that are played, and a link for a friend',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const opened = await Promise.all([1, 2, 3].map(() => openPage(browser)));
      const [one, two, guest] = /** @type {[Page, Page, Page]} */ (opened.map(({ page }) => page));
      await signUp(one, server.url, 'Alice');
      await signUp(two, server.url, 'Bob');
      await guest.goto(server.url);
      await guest.getByText('No game between two people is played just now').waitFor();
      await one.locator('#lobby-game').selectOption('breakthrough');
      await one.locator('#lobby-clock').selectOption('30 minutes');
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      const row = guest.locator('#home .seek', { hasText: 'Alice' });
      await row.getByRole('button', { name: /^Join: Alice/ }).waitFor();
      await guest.locator('#home .chips').getByRole('button', { name: 'Chess', exact: true }).click();
      await row.waitFor({ state: 'detached' });
      await guest.locator('#home .chips').getByRole('button', { name: 'All', exact: true }).click();
      await assertAccessible(guest, 'a club’s first page with a seek');
      await two.locator('#brand').click();
      await two.locator('#home').getByRole('button', { name: /^Join: Alice/ }).click();
      await two.waitForURL(/\/game\//);
      await one.waitForURL(two.url());
      // The row stands greyed for a moment, and cannot be pressed.
      await guest.locator('#home .seek.is-gone button:disabled').or(guest.getByText('Nobody seeks a game just now')).first().waitFor();
      await turn(one, two);
      const live = guest.locator('.live-game', { hasText: 'Alice' });
      await live.waitFor();
      assert.match(await live.innerText(), /Bob/);
      await live.locator('.board-picture').waitFor();
      await assertAccessible(guest, 'a club’s first page with a game');
      await guest.setViewportSize({ width: 390, height: 844 });
      assert.equal(await overflow(guest), 0, 'the first page scrolls sideways');
      await guest.setViewportSize({ width: 1280, height: 800 });
      await live.getByRole('link').click();
      await guest.waitForURL(two.url());
      await guest.getByText('You watch this game.').waitFor();
      await turn(one, two);
      await guest.locator('#brand').click();
      await live.waitFor();
      await one.getByRole('button', { name: 'Resign' }).click();
      await one.keyboard.press('Enter');
      await live.waitFor({ state: 'detached' });
      await guest.locator('#friend-game').selectOption('breakthrough');
      await guest.getByRole('button', { name: 'Make a link' }).click();
      await guest.waitForURL(/\/game\//);
      assert.match(await guest.getByLabel('Link for your friend').inputValue(), /\/join\/[0-9a-z]{32}$/);
      for (const { close } of opened) await close();
      await stopServer(server);
    },
  ],
  [
    'a server for this machine alone has no chat and no lobby on its first page',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(server.url);
      await page.locator('.play-now').first().waitFor();
      assert.equal(await page.locator('[data-club]:visible').count(), 0);
      await page.goto(`${server.url}/play/breakthrough`);
      await page.getByLabel('Both sides').check();
      await page.getByRole('button', { name: 'Start the game' }).click();
      await movable(page).first().waitFor();
      assert.equal(await page.locator('#chat').isVisible(), false);
      await close();
    },
  ],
];
