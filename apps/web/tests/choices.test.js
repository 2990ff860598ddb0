// A person's choices: how strong the engine is, how long a game lasts, and what the board looks like.

import assert from 'node:assert/strict';
import { assertAccessible, beginGame, openPage, overflow, square, waitForTurns } from './harness.js';

/** @type {import('./run.js').Test[]} */
export const choices = [
  [
    'choices: the strength of a level is told beside its name, its error bars a press away',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { reducedMotion: 'reduce' });
      // As where nobody measured the highest level.
      let measured = true;
      await page.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => {
          const told = JSON.parse(String(message));
          const below = (/** @type {{level: number}} */ gain) => measured || gain.level < 15;
          for (const game of Object.keys(told.level_gains ?? {})) told.level_gains[game] = told.level_gains[game].filter(below);
          socket.send(JSON.stringify(told));
        });
      });
      await page.goto(`${server.url}/play/onitama`);
      await page.locator('#level').fill('2');
      await page.locator('.level-name[for="level"]', { hasText: /^2 · Sprout · \d+ Elo above level 1$/ }).waitFor();
      await page.getByRole('button', { name: 'How strong are they?' }).click();
      const rowOf = (/** @type {RegExp} */ name) => page.getByRole('dialog').getByRole('row', { name }).innerText();
      assert.match(await rowOf(/^5 Reed/), /\+\d+ \(\+\d+ to \+\d+\)/);
      assert.match(await rowOf(/^15 Mountain/), /\+\d+ \([+−]\d+ to \+\d+\)/);
      await assertAccessible(page, 'levels', 'dialog');
      await page.getByText(/Levels 2 to 15 played \d+ to 400 games each/).waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      // A level that nobody measured says so, beside its name too.
      measured = false;
      await page.goto(`${server.url}/play/onitama`);
      await page.locator('#level').fill('15');
      await page.locator('.level-name[for="level"]', { hasText: /^15 · Mountain · strength not measured$/ }).waitFor();
      await page.getByRole('button', { name: 'How strong are they?' }).click();
      assert.match(await rowOf(/^15 Mountain/), /not measured/);
      await page.getByText(/Levels 2 to 14 played 400 games each/).waitFor();
      await page.getByText('Level 15 has not been measured.', { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.goto(`${server.url}/play/chess`);
      await page.locator('#level').fill('15');
      await page.locator('.level-name[for="level"]', { hasText: /^15 · Mountain · about \d+ Elo, not measured$/ }).waitFor();
      await page.locator('#level').fill('6');
      await page.locator('.level-name', { hasText: /about \d+ Elo$/ }).first().waitFor();
      await close();
    },
  ],
  [
    'choices: a clock of one’s own, a board of strong contrast, letters for men, and none of them',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { reducedMotion: 'reduce' });
      await page.goto(server.url);
      await page.getByLabel('Options of Chess').click();
      const card = page.getByRole('article', { name: 'Chess' });
      await card.getByLabel('Clock').selectOption('of your own');
      await card.getByLabel('minutes').fill('7');
      await card.getByLabel('seconds a turn').fill('4');
      await card.getByLabel('seconds a turn').press('Tab');
      await card.getByText('Level 1 · 7+4').waitFor();
      await page.getByRole('button', { name: 'Play now: Chess' }).click();
      await page.locator('#strip-bottom .clock', { hasText: '7:00' }).waitFor();
      await beginGame(page, server.url, 'chess');
      await page.getByRole('button', { name: 'Board', exact: true }).click();
      await page.getByLabel('Boards').selectOption('strong contrast');
      await page.getByLabel('Pieces').selectOption('letters');
      await page.locator('.board .stone-letter').first().waitFor();
      await assertAccessible(page, 'settings', 'dialog');
      await page.getByLabel('Pieces').selectOption('none: blindfold');
      await page.getByRole('button', { name: 'Close' }).click();
      assert.equal(await page.locator('.square-light').first().evaluate((one) => getComputedStyle(one).fill), 'rgb(255, 255, 255)');
      assert.equal(await page.locator('.board .pieces').isVisible(), false);
      // The game is played all the same.
      await square(page, 'e2').click();
      await square(page, 'e4').click();
      await waitForTurns(page, 1);
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Really?' }).click();
      await page.locator('.board .pieces').waitFor();
      await close();
    },
  ],
  [
    'choices: the position under study is changed in the editor, and a wrong one says so with a way back',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { reducedMotion: 'reduce' });
      await page.goto(`${server.url}/analysis/chess?turns=e2e4,e7e5`);
      await page.getByRole('button', { name: 'Set up' }).click();
      const field = page.getByRole('textbox', { name: 'Position' });
      await field.waitFor();
      assert.match(await field.inputValue(), /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\//);
      // A second white queen is one too many beside eight pawns.
      await page.locator('.editor .option:has(.piece)').nth(4).click();
      await page.locator('.editor-square').nth(30).click();
      await page.getByRole('button', { name: 'Analysis board' }).click();
      await page.getByText('This address leads to no position of the game', { exact: false }).waitFor();
      assert.equal(await overflow(page), 0);
      await page.getByRole('button', { name: 'Back' }).click();
      await field.waitFor();
      await page.getByRole('button', { name: 'Analysis board' }).waitFor();
      await close();
    },
  ],
];
