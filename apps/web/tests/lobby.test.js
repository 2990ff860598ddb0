// The lobby of a club: seeks and challenges of people in browsers of their own, and what rated games make of ratings.

import assert from 'node:assert/strict';
import { assertAccessible, mover, openPage, overflow, startServer, stopServer, tapATurn, twoMembers, waitForTurns } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} clock @param {boolean} rated */
async function ask(page, clock, rated) {
  await page.locator('#lobby-game').selectOption('breakthrough');
  await page.locator('#lobby-clock').selectOption(clock);
  await page.getByLabel('Rated: ').setChecked(rated);
}

/** @type {import('./run.js').Test[]} */
export const lobby = [
  [
    'a seek is seen and joined by another; the rated game ends with new ratings',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const [first, second] = await twoMembers(browser, server.url);
      const [one, two] = [first.page, second.page];
      await ask(one, '5 minutes', true);
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      await one.getByRole('button', { name: /^Withdraw: Alice/ }).click();
      await one.locator('#lobby-count', { hasText: '0 open seeks' }).waitFor();
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      const row = two.locator('.seek:not(.is-gone)', { hasText: 'Alice' });
      await row.getByText('1500?').waitFor();
      assert.match(await row.innerText(), /Breakthrough\s+5\+0\s+Rated/);
      await assertAccessible(two, 'the lobby with a seek');
      // The list of one game has no seeks of the others.
      await two.getByRole('button', { name: 'Chess', exact: true }).click();
      await row.waitFor({ state: 'detached' });
      await two.getByRole('button', { name: 'All', exact: true }).click();
      await two.locator('#lobby').getByRole('button', { name: /^Join: Alice/ }).click();
      await one.waitForURL(/\/game\//);
      await two.waitForURL(one.url());
      for (let turn = 1; turn <= 2; turn++) {
        await tapATurn(await mover(one, two));
        for (const each of [one, two]) await waitForTurns(each, turn);
      }
      await one.getByRole('button', { name: 'Offer a draw' }).waitFor();
      assert.equal(await one.getByRole('button', { name: 'Ask to take back' }).count(), 0, 'no takeback in a rated game');
      assert.match(await one.locator('.about-title').innerText(), /rated/);
      await one.getByRole('button', { name: 'Resign' }).click();
      await one.keyboard.press('Enter');
      await two.locator('#strip-top .player-rating', { hasText: '1338? −162' }).waitFor();
      await two.locator('#strip-bottom .player-rating', { hasText: '1662? +162' }).waitFor();
      await assertAccessible(two, 'a rated game that is over');
      // The page of who has won, by the name in the header; and the best players.
      await two.locator('.member-name').click();
      await two.locator('.rating-card', { hasText: 'Breakthrough blitz' }).getByText('1662?').waitFor();
      await two.locator('.rating-graph').waitFor();
      assert.match(await two.locator('.player-game').innerText(), /against Alice\s+1338\?\s+Breakthrough · rated\s+▲ Won\s+\+162/);
      await assertAccessible(two, 'a member’s page');
      await two.setViewportSize({ width: 360, height: 740 });
      assert.equal(await overflow(two), 0, 'the member’s page scrolls sideways');
      await two.getByRole('link', { name: 'Best players' }).click();
      await two.locator('.leader-table tbody tr').first().getByText('1662?').waitFor();
      assert.equal(await two.locator('.leader-table tbody tr').count(), 2);
      await assertAccessible(two, 'the best players');
      assert.equal(await overflow(two), 0, 'the best players scroll sideways');
      await two.getByRole('link', { name: 'Alice' }).click();
      await two.getByRole('link', { name: 'Challenge' }).click();
      await two.waitForURL(/\/lobby$/);
      // The address changes a frame before the page.
      await two.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector('#lobby-name'))?.value === 'Alice');
      for (const each of [first, second]) await each.close();
      await stopServer(server);
    },
  ],
  [
    'a challenge by name is heard elsewhere, declined, and accepted; a guest joins a casual seek on a phone',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const [first, second] = await twoMembers(browser, server.url);
      const [one, two] = [first.page, second.page];
      await two.goto(`${server.url}/learn`);
      await ask(one, 'no clock', false);
      await one.locator('#lobby-name').fill('nobody');
      await one.getByRole('button', { name: 'Challenge' }).click();
      await one.locator('#lobby .notice', { hasText: 'no member of that name' }).waitFor();
      await one.locator('#lobby-name').fill('bob');
      await one.getByRole('button', { name: 'Challenge' }).click();
      await one.locator('.seek:not(.is-gone)', { hasText: 'to Bob' }).waitFor();
      await two.locator('#nav-lobby', { hasText: '(1)' }).click();
      await assertAccessible(two, 'the lobby with a challenge');
      await two.getByRole('button', { name: 'Decline: Alice' }).click();
      await one.getByText('Bob has declined your challenge.').waitFor();
      await one.getByRole('button', { name: 'Challenge' }).click();
      // Who has gone on meanwhile is told of the game.
      await one.locator('.seek:not(.is-gone)', { hasText: 'to Bob' }).waitFor();
      await one.locator('#nav-learn').click();
      await two.getByRole('button', { name: 'Accept: Alice' }).click();
      await two.waitForURL(/\/game\//);
      await one.getByRole('link', { name: 'Your game has begun' }).click();
      await one.waitForURL(two.url());
      // By correspondence the seek stands without its maker, and neither is taken to the game before their turn.
      await one.locator('#brand').click();
      await one.locator('#nav-lobby').click();
      await ask(one, '3 days a turn', true);
      await one.locator('#lobby-side').selectOption({ index: 2 });
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      await one.getByRole('button', { name: /^Withdraw: Alice/ }).waitFor();
      await one.locator('#brand').click();
      await two.locator('#brand').click();
      await two.locator('#nav-lobby').click();
      await two.locator('#lobby').getByRole('button', { name: /^Join: Alice/ }).click();
      await two.locator('#nav-lobby', { hasText: '(1)' }).waitFor();
      await two.locator('.turns', { hasText: /Your turn \(1\).*Alice.*(3 d 0|2 d 23) h left/s }).waitFor();
      await assertAccessible(two, 'the lobby with a game by correspondence');
      await two.getByRole('link', { name: /^Your turn: Alice/ }).click();
      await two.locator('.clock', { hasText: '2 d 23 h' }).waitFor();
      await tapATurn(two);
      // The first page has it, too: now it is the other's turn.
      await one.locator('.turns', { hasText: 'Your turn (1)' }).waitFor();
      await two.locator('#brand').click();
      await two.locator('.turns', { hasText: 'By correspondence' }).waitFor();
      await one.getByRole('link', { name: /^Your turn: Bob/ }).click();
      await one.waitForURL(/\/game\//);
      // A seek ends where its maker leaves the lobby; a guest may join a casual one.
      const third = await openPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      const guest = third.page;
      await guest.goto(`${server.url}/lobby`);
      await guest.locator('#lobby-count', { hasText: '0 open' }).waitFor();
      await guest.getByText('sign in first').waitFor();
      await one.locator('#brand').click();
      await one.locator('#nav-lobby').click();
      await ask(one, '5 minutes', false);
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      await guest.locator('#lobby').getByRole('button', { name: /^Join: Alice/ }).waitFor();
      assert.equal(await overflow(guest), 0, 'the lobby scrolls sideways');
      await assertAccessible(guest, 'the lobby on a phone');
      await one.locator('#brand').click();
      await guest.locator('#lobby-count', { hasText: '0 open seeks' }).waitFor();
      await one.locator('#nav-lobby').click();
      await ask(one, '5 minutes', false);
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      await guest.locator('#lobby').getByRole('button', { name: /^Join: Alice/ }).last().click();
      await guest.waitForURL(/\/game\//);
      await one.waitForURL(guest.url());
      // Quick pairing: a press on a clock waits, another stops it; two who wait at the same clock play, rated.
      await one.locator('#brand').click();
      await one.locator('#nav-lobby').click();
      await two.locator('#nav-lobby').click();
      for (const page of [one, two]) await page.locator('#pool-game').selectOption('breakthrough');
      const clock = (/** @type {Page} */ page) => page.locator('.pool-clock', { hasText: '5+3' });
      await clock(one).click();
      await one.getByText('You wait for a game: Breakthrough 5+3').waitFor();
      await assertAccessible(one, 'the lobby while one waits in a pool');
      await clock(one).click();
      await one.getByText('You are paired with whoever is nearest').waitFor();
      await clock(one).click();
      await two.getByRole('button', { name: '5+3, 1 waiting' }).click();
      await one.waitForURL((url) => url.pathname.startsWith('/game/'));
      await two.waitForURL(one.url());
      await two.locator('.about-title', { hasText: 'Breakthrough · 5+3 · rated' }).waitFor({ state: 'attached' });
      for (const each of [first, second, third]) await each.close();
      await stopServer(server);
    },
  ],
  [
    'a lobby of many seeks is told by its changes: what is opened and withdrawn shows on a page that was there',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const watcher = await openPage(browser);
      await watcher.page.goto(`${server.url}/lobby`);
      const count = (/** @type {Page} */ page, /** @type {number} */ seeks) => page.locator('#lobby-count', { hasText: new RegExp(`^\\s*${seeks} open seek`) }).waitFor();
      await count(watcher.page, 0);
      // Guests may have five each; more than 16 are a long list.
      const makers = [];
      for (let made = 0; made < 20; ) {
        const maker = await openPage(browser);
        makers.push(maker);
        await maker.page.goto(`${server.url}/lobby`);
        await count(maker.page, made);
        await ask(maker.page, '5 minutes', false);
        for (const last = made + 5; made < last; ) {
          await maker.page.getByRole('button', { name: 'Create', exact: true }).click();
          made += 1;
          await count(maker.page, made);
          await count(watcher.page, made);
        }
      }
      const last = /** @type {(typeof makers)[0]} */ (makers.at(-1)).page;
      await last.getByRole('button', { name: /^Withdraw: / }).first().click();
      for (const page of [last, watcher.page]) await count(page, 19);
      // Who comes now gets the list and what changes after.
      const late = await openPage(browser);
      await late.page.goto(`${server.url}/lobby`);
      await count(late.page, 19);
      await last.locator('#brand').click();
      for (const page of [late.page, watcher.page]) await count(page, 15);
      for (const each of [watcher, late, ...makers]) await each.close();
      await stopServer(server);
    },
  ],
];
