// Clocks of a club's games: a delay of one's own, and a claim against who has gone.

import assert from 'node:assert/strict';
import { assertAccessible, mover, overflow, startServer, stopServer, tapATurn, twoMembers, waitForTurns } from './harness.js';

/** @type {import('./run.js').Test[]} */
export const clocks = [
  [
    'clocks: a game with a delay is sought, its clock waits, and who has gone is claimed against',
    async ({ browser }) => {
      const server = await startServer({ club: true });
      const [first, second] = await twoMembers(browser, server.url);
      const [one, two] = [first.page, second.page];
      await one.locator('#lobby-game').selectOption('breakthrough');
      await one.locator('#lobby-clock').selectOption('of your own');
      await one.locator('#lobby-clock-minutes').fill('1');
      await one.locator('#lobby-clock-seconds').fill('0.5');
      await one.locator('#lobby-clock-kind').selectOption('free before it runs');
      await assertAccessible(one, 'the lobby with a clock of one’s own');
      await one.setViewportSize({ width: 360, height: 740 });
      assert.equal(await overflow(one), 0, 'the lobby scrolls sideways');
      await one.setViewportSize({ width: 1280, height: 800 });
      await one.getByRole('button', { name: 'Create', exact: true }).click();
      const row = two.locator('.seek:not(.is-gone)', { hasText: 'Alice' });
      await row.getByText('1d0.5').waitFor();
      await two.getByRole('button', { name: /^Join: Alice/ }).click();
      await one.waitForURL(/\/game\//);
      await two.waitForURL(one.url());
      await one.locator('.about-title', { hasText: '1d0.5' }).waitFor({ state: 'attached' });
      for (let turn = 1; turn <= 2; turn++) {
        await tapATurn(await mover(one, two));
        for (const each of [one, two]) await waitForTurns(each, turn);
      }
      assert.equal(await one.getByRole('button', { name: 'Claim the win' }).count(), 0, 'the other side is there');
      await second.close();
      const claim = one.getByRole('button', { name: 'Claim the win' });
      await claim.waitFor();
      assert.ok(await claim.isDisabled(), 'it is too early');
      assert.match(await claim.innerText(), /in \d+ s/);
      await assertAccessible(one, 'a game whose other side has gone');
      // Whoever is to move plays first.
      const claimed = one.getByText('Bob has gone: the game can be claimed.');
      const own = one.getByText('Bob has gone: play your turn, then the game can be claimed.');
      await claimed.or(own).waitFor();
      if (await own.isVisible()) {
        assert.ok(await claim.isDisabled(), 'it is their own turn');
        await tapATurn(one);
        await claimed.waitFor();
      }
      await claim.click();
      await one.locator('.end-card, dialog', { hasText: 'The other side had gone' }).first().waitFor();
      await first.close();
      await stopServer(server);
    },
  ],
];
