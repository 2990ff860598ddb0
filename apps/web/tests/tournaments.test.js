// Tournaments of a club: people in browsers of their own make one, join it, play in it and look at it.

import assert from 'node:assert/strict';
import { assertAccessible, mover, openPage, overflow, signUp, startBot, startServer, stopServer, tapATurn, waitForTurns } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('./run.js').Test[]} */
export const tournaments = [
  [
    'an arena is made, joined and played; the page goes to the board, and the table changes',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const [first, second] = [await openPage(browser), await openPage(browser)];
      const [one, two] = [first.page, second.page];
      await signUp(one, server.url, 'Alice', 'tournaments');
      await signUp(two, server.url, 'Bob', 'tournaments');
      await two.getByText('None is under way or to come.').waitFor();
      await assertAccessible(two, 'no tournaments');
      await one.locator('#cup-name').fill('x');
      await one.locator('#cup-game').selectOption('breakthrough');
      await one.locator('#cup-starts').selectOption('0');
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      await one.locator('#tournaments .notice', { hasText: 'two letters' }).waitFor();
      // A round robin has no length, and an arena no rounds.
      await one.locator('#cup-kind').selectOption('round_robin');
      await one.getByLabel('Each meets each').waitFor();
      assert.ok(!(await one.locator('#cup-minutes').isVisible()));
      await one.locator('#cup-kind').selectOption('arena');
      await one.locator('#cup-name').fill('Friday <b>Breakthrough</b>');
      await one.getByText('Ratings and description').click();
      await one.locator('#cup-about').fill('All are welcome.');
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      await one.waitForURL(/\/tournament\/[0-9a-z]+$/);
      await one.getByRole('heading', { name: 'Friday <b>Breakthrough</b>' }).waitFor();
      await one.getByText('All are welcome.').waitFor();
      assert.match(await one.locator('.cup-terms').innerText(), /Breakthrough · 3\+2 · rated · 45 minutes · 0 players · by Alice/);
      await one.locator('.cup-time', { hasText: /^4[45]:\d\d$/ }).waitFor();
      await assertAccessible(one, 'a tournament without players');
      await one.getByRole('button', { name: 'Join' }).click();
      await one.getByText('Looking for an opponent').waitFor();
      // The other finds it in the list, which has changed meanwhile.
      await two.locator('.cup', { hasText: 'Friday' }).getByText('1 player').waitFor();
      await assertAccessible(two, 'the list of tournaments');
      await two.getByRole('link', { name: /^Friday/ }).click();
      await two.getByRole('button', { name: 'Join' }).click();
      await one.waitForURL(/\/game\//);
      await two.waitForURL(one.url());
      const game = one.url();
      await one.locator('#offers').getByText('first move').waitFor();
      assert.equal(await one.getByRole('button', { name: 'Abort' }).count(), 0);
      for (let turn = 1; turn <= 2; turn++) {
        await tapATurn(await mover(one, two));
        for (const each of [one, two]) await waitForTurns(each, turn);
      }
      // Who looks on sees the table, and the board as it is played.
      const third = await openPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      const guest = third.page;
      await guest.goto(`${server.url}/tournaments`);
      await guest.getByRole('link', { name: /^Friday/ }).click();
      await guest.locator('.cup-game .mini').waitFor();
      await guest.locator('#contest').getByText('sign in first').waitFor();
      assert.equal(await guest.locator('.cup-table tbody tr').count(), 2);
      assert.equal(await overflow(guest), 0, 'a tournament scrolls sideways on a phone');
      await assertAccessible(guest, 'a tournament on a phone');
      // The end of a game leads back, and the next one has begun meanwhile.
      await one.getByRole('button', { name: 'Resign' }).click();
      await one.keyboard.press('Enter');
      await guest.locator('.cup-table tbody tr', { hasText: 'Bob' }).locator('.cup-points', { hasText: '2' }).waitFor();
      await two.getByRole('link', { name: 'Your game has begun' }).waitFor();
      await two.getByRole('button', { name: 'Back to the tournament' }).first().click();
      await two.waitForURL(/\/tournament\//);
      await two.locator('.cup-own', { hasText: 'You are 1st, with 2 points' }).waitFor();
      assert.match(await two.locator('tr.is-own').innerText(), /1\s+Bob\s+1662\?[\s\S]*2\s+2/);
      await assertAccessible(two, 'a tournament under way');
      await two.getByRole('button', { name: 'Go to your game' }).click();
      await two.waitForURL(/\/game\//);
      assert.notEqual(two.url(), game);
      // Its creator cancels it, with a second press; the list says so.
      await one.locator('#offers').getByRole('link', { name: 'Back to the tournament' }).click();
      await one.getByRole('button', { name: 'Cancel the tournament' }).click();
      await one.getByRole('button', { name: 'Really?' }).click();
      await one.locator('.cup-time-label', { hasText: 'cancelled' }).waitFor();
      await one.locator('#nav-tournaments').click();
      await one.locator('.cup', { hasText: 'Friday' }).getByText('cancelled').waitFor();
      await one.setViewportSize({ width: 360, height: 740 });
      assert.equal(await overflow(one), 0, 'the tournaments scroll sideways on a phone');
      await assertAccessible(one, 'the tournaments on a phone');
      for (const each of [first, second, third]) await each.close();
      await stopServer(server);
    },
  ],
  [
    'a Swiss of four programs is made on the page and played by them while two look on',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const [first, second] = [await openPage(browser), await openPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })];
      const [alice, guest] = [first.page, second.page];
      await signUp(alice, server.url, 'Alice', 'tournaments');
      await alice.locator('#cup-name').fill('Programs');
      await alice.locator('#cup-kind').selectOption('swiss');
      await alice.locator('#cup-game').selectOption('onitama');
      await alice.locator('#cup-rounds').fill('3');
      await alice.locator('#cup-programs').selectOption('only');
      await alice.getByRole('button', { name: 'Create', exact: true }).click();
      await alice.waitForURL(/\/tournament\/[0-9a-z]+$/);
      await guest.goto(alice.url());
      const id = alice.url().split('/').at(-1) ?? '';
      const names = ['Anna', 'Bert', 'Cora', 'Dirk'];
      const bots = names.map((name) => startBot(server, name, ['--engine', 'tesuji,nodes=50', '--tournament', id]));
      const rows = alice.locator('.cup-table tbody tr');
      for (const name of names) await rows.filter({ hasText: name }).waitFor();
      await alice.getByRole('button', { name: 'Begin now' }).click();
      // Both see the end, and the guest has not asked for anything again.
      for (const page of [alice, guest]) await page.locator('.cup-time-label', { hasText: 'over' }).waitFor();
      const points = await guest.locator('.cup-table .cup-points').allInnerTexts();
      assert.equal(points.length, 4);
      // Two games a round, each worth a point.
      assert.equal(points.reduce((sum, text) => sum + Number(text.replace('½', '.5')), 0), 6, points.join(' '));
      assert.equal(await overflow(guest), 0, 'a Swiss scrolls sideways on a phone');
      for (const page of [alice, guest]) await assertAccessible(page, 'a Swiss that is over');
      for (const bot of bots) bot.kill('SIGKILL');
      for (const each of [first, second]) await each.close();
      await stopServer(server);
    },
  ],
  [
    'a tournament by invitation is seen and joined by who is invited, and is not there for others',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
      const [first, second, third] = [await openPage(browser), await openPage(browser, phone), await openPage(browser)];
      const [alice, bob, carol] = [first.page, second.page, third.page];
      await signUp(bob, server.url, 'Bob', 'tournaments');
      await signUp(carol, server.url, 'Carol', 'tournaments');
      await signUp(alice, server.url, 'Alice', 'tournaments');
      await alice.locator('#cup-name').fill('Team');
      await alice.locator('#cup-game').selectOption('breakthrough');
      await alice.locator('#cup-starts').selectOption('0');
      await alice.getByLabel('By invitation').fill('Bob, <b>Nobody</b>');
      await alice.getByRole('button', { name: 'Create', exact: true }).click();
      await alice.locator('#tournaments .notice', { hasText: '<b>Nobody</b>' }).waitFor();
      await assertAccessible(alice, 'a name that nobody has');
      await alice.getByLabel('By invitation').fill('bob');
      await alice.getByRole('button', { name: 'Create', exact: true }).click();
      await alice.waitForURL(/\/tournament\/[0-9a-z]+$/);
      await alice.getByRole('heading', { name: 'Private: by invitation' }).waitFor();
      await alice.locator('.cup-guest', { hasText: 'Bob' }).waitFor();
      await assertAccessible(alice, 'a private tournament of one\'s own');
      await alice.getByRole('button', { name: 'Join' }).click();
      // The invited find it in their list, on a phone, and join it.
      await bob.locator('.cup', { hasText: 'Private: by invitation' }).waitFor();
      assert.equal(await overflow(bob), 0, 'a list with a private tournament scrolls sideways on a phone');
      await assertAccessible(bob, 'a list with a private tournament');
      await bob.getByRole('link', { name: /^Team/ }).click();
      await bob.locator('.cup-guest', { hasText: 'Bob' }).waitFor();
      assert.ok(!(await bob.getByLabel('Invite more members').isVisible()));
      assert.equal(await overflow(bob), 0, 'a private tournament scrolls sideways on a phone');
      await assertAccessible(bob, 'a private tournament on a phone');
      await bob.getByRole('button', { name: 'Join' }).click();
      await bob.waitForURL(/\/game\//);
      // For a third there is nothing, neither in the list nor at the addresses.
      await carol.getByText('None is under way or to come.').waitFor();
      await alice.waitForURL(/\/game\//);
      const game = alice.url();
      for (let turn = 1; turn <= 2; turn++) {
        await tapATurn(await mover(alice, bob));
        for (const each of [alice, bob]) await waitForTurns(each, turn);
      }
      await carol.goto(game);
      await carol.getByText('There is no game at this address.').waitFor();
      await alice.goBack();
      await alice.waitForURL(/\/tournament\//);
      await carol.goto(alice.url());
      await carol.getByRole('heading', { name: /nothing/i }).waitFor();
      // Invited now, she finds it, and the game.
      await carol.goto(`${server.url}/players`);
      await carol.locator('#players h1').waitFor();
      await alice.getByLabel('Invite more members').fill('Carol');
      await alice.getByRole('button', { name: 'Invite', exact: true }).click();
      await alice.locator('.cup-guest', { hasText: 'Carol' }).waitFor();
      assert.equal(await alice.getByLabel('Invite more members').inputValue(), '');
      await carol.getByRole('link', { name: 'Tournaments (1) invitation' }).waitFor();
      await assertAccessible(carol, 'a page with an invitation');
      await carol.locator('#nav-tournaments').click();
      await carol.getByRole('link', { name: 'Tournaments', exact: true }).waitFor();
      await carol.getByRole('link', { name: /^Team/ }).click();
      await carol.locator('.cup-game .mini').waitFor();
      await carol.locator('.cup-game').click();
      await carol.waitForURL(game);
      await carol.locator('#board').waitFor();
      assert.equal(await carol.getByText('There is no game at this address.').count(), 0);
      for (const each of [first, second, third]) await each.close();
      await stopServer(server);
    },
  ],
  [
    'a ladder is made on the page, two members play, and who wins from below stands above; programs have tables of their own',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const [first, second] = [await openPage(browser), await openPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })];
      const [one, two] = [first.page, second.page];
      await signUp(one, server.url, 'Alice', 'tournaments');
      await signUp(two, server.url, 'Bob', 'tournaments');
      await one.locator('#cup-name').fill('Always');
      await one.locator('#cup-kind').selectOption('ladder');
      assert.ok(!(await one.locator('#cup-minutes').isVisible()) && !(await one.locator('#cup-rounds').isVisible()));
      await one.locator('#cup-days').selectOption('');
      await one.locator('#cup-game').selectOption('breakthrough');
      await one.locator('#cup-starts').selectOption('0');
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      await one.waitForURL(/\/tournament\/[0-9a-z]+$/);
      await one.locator('.cup-terms', { hasText: /Breakthrough · 3\+2 · rated · for good · 0 players/ }).waitFor();
      await one.locator('.cup-time-label', { hasText: 'for good, since' }).waitFor();
      await one.getByRole('button', { name: 'Join' }).click();
      await one.locator('.cup-own', { hasText: 'You stand on rung 1' }).waitFor();
      await one.getByText('somebody near your rung is free').waitFor();
      await two.locator('.cup', { hasText: 'Ladder' }).getByText('under way').waitFor();
      await two.getByRole('link', { name: /^Always/ }).click();
      await two.getByRole('button', { name: 'Join' }).click();
      await one.waitForURL(/\/game\//);
      await two.waitForURL(one.url());
      for (let turn = 1; turn <= 2; turn++) {
        await tapATurn(await mover(one, two));
        for (const each of [one, two]) await waitForTurns(each, turn);
      }
      // Alice came first, and stands above until she loses to who stands below.
      await one.getByRole('button', { name: 'Resign' }).click();
      await one.keyboard.press('Enter');
      await two.getByRole('button', { name: 'Back to the tournament' }).first().click();
      await two.locator('.cup-own', { hasText: 'You stand on rung 1' }).waitFor();
      const rows = two.locator('.cup-table tbody tr');
      assert.match(await rows.nth(0).innerText(), /1\s+Bob[\s\S]*1\s+▲ 1/);
      assert.match(await rows.nth(1).innerText(), /2\s+Alice[\s\S]*0\s+▼ 1/);
      assert.equal(await overflow(two), 0, 'a ladder scrolls sideways on a phone');
      await assertAccessible(two, 'a ladder');
      // The best are people as yet: programs have a table of their own, at an address of its own.
      await two.goto(`${server.url}/players`);
      await two.locator('.leader-table', { hasText: 'Bob' }).waitFor();
      await two.getByRole('link', { name: 'Programs', exact: true }).click();
      await two.getByText('No programs have played a rated game yet.').waitFor();
      assert.match(two.url(), /\/players\/programs$/);
      await two.reload();
      await two.locator('.leaders-of [aria-current]', { hasText: 'Programs' }).waitFor();
      await assertAccessible(two, 'the best programs');
      await two.getByRole('link', { name: 'People', exact: true }).click();
      await two.locator('.leader-table', { hasText: 'Bob' }).waitFor();
      assert.equal(await overflow(two), 0, 'the best players scroll sideways on a phone');
      for (const each of [first, second]) await each.close();
      await stopServer(server);
    },
  ],
  [
    'a tournament that is not there is told, and outside a club there are none',
    async ({ browser, server }) => {
      const club = await startServer({ club: true });
      const { page, close } = await openPage(browser);
      await page.goto(`${club.url}/tournament/nosuch`);
      await page.getByRole('heading', { name: /nothing/i }).waitFor();
      await page.goto(server.url);
      await page.locator('#nav-arena').waitFor();
      assert.ok(!(await page.locator('#nav-tournaments').isVisible()));
      await close();
      await stopServer(club);
    },
  ],
];
