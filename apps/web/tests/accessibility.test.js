// Automated accessibility checks in both themes, and what a screen reader is told.

import assert from 'node:assert/strict';
import { assertAccessible, newGame, openPage, square, tapATurn, waitForPerson, waitForTurns } from './harness.js';

/** @type {import('./run.js').Test[]} */
export const accessibility = [
  [
    'no finding of axe in the form and its parts, in either theme',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/onitama`);
      await page.waitForFunction(() => document.querySelector('.level-name')?.textContent?.includes('·'));
      await assertAccessible(page, 'form');
      await page.getByLabel('Pick five').check();
      for (const card of ['ox', 'boar', 'horse', 'crab', 'elephant']) await page.locator(`.picker [data-card="${card}"]`).click();
      await assertAccessible(page, 'picker');
      await page.locator('#help').click();
      await assertAccessible(page, 'help');
      await page.goto(`${server.url}/game/nosuchgame`);
      await page.locator('.notice').waitFor();
      await assertAccessible(page, 'bad link');
      await close();
    },
  ],
  [
    'no finding of axe in a game and at its end, in either theme',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Red', level: 2, cards: ['ox', 'boar', 'horse', 'crab', 'elephant'] });
      await tapATurn(page);
      await waitForTurns(page, 2);
      await waitForPerson(page);
      await page.locator('.square-button.is-movable').first().click();
      await assertAccessible(page, 'game');
      await newGame(page, server.url, { seat: 'Both sides', position: '2B2/2R2/5/5/2r2 r boar,ox eel,goose rooster' });
      await square(page, 'c4').click();
      await square(page, 'c5').click();
      await assertAccessible(page, 'chooser');
      await page.locator('dialog.chooser .card-button').first().click();
      await page.locator('.result-text').waitFor();
      await assertAccessible(page, 'result');
      await newGame(page, server.url, { seat: 'Both sides', position: 'rRrrr/5/2B2/5/1b3 r crab,boar elephant,ox tiger' });
      await assertAccessible(page, 'pass');
      await page.goto(server.url);
      await page.locator('.recent').waitFor();
      await assertAccessible(page, 'recent games');
      await close();
    },
  ],
  [
    'no finding of axe in study, in either theme',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/onitama`);
      await page.getByLabel('A position').check();
      await assertAccessible(page, 'editor');
      await page.goto(`${server.url}/learn`);
      await page.locator('#learn .is-movable').first().waitFor();
      await assertAccessible(page, 'tutorial');
      await newGame(page, server.url, { seat: 'Both sides', cards: ['ox', 'boar', 'horse', 'crab', 'elephant'] });
      await tapATurn(page);
      await waitForTurns(page, 1);
      await waitForPerson(page);
      await tapATurn(page);
      await waitForTurns(page, 2);
      await page.getByRole('button', { name: 'Computer analysis' }).click();
      await page.locator('.report-table').waitFor();
      await page.locator('main').focus();
      await page.keyboard.press('l');
      await page.keyboard.press('ArrowLeft');
      await page.locator('.analysis-table tbody tr button').first().waitFor();
      await page.locator('.analysis-table tbody tr button').last().click();
      await page.locator('li.variation').waitFor();
      await page.getByLabel('Comment on the position shown').fill('a try');
      await page.locator('main').focus();
      await assertAccessible(page, 'study');
      await page.keyboard.press('s');
      await assertAccessible(page, 'share');
      await page.goto(`${server.url}/library`);
      await page.locator('.library-list a').first().waitFor();
      await assertAccessible(page, 'library');
      await close();
    },
  ],
  [
    'turns are announced, and the board reads as a grid',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: '2B2/5/1b3/2r2/2R2 r ox,eel goose,rooster boar' });
      const snapshot = await page.getByRole('grid', { name: 'Board' }).ariaSnapshot();
      assert.match(snapshot, /gridcell "c1, Red master, Red’s temple, /);
      assert.match(snapshot, /gridcell "b3, Blue student"/);
      await square(page, 'c2').click();
      await square(page, 'b3').click();
      await waitForTurns(page, 1);
      assert.equal(await page.locator('#announcer').innerText(), 'Red: Eel, student c2 to b3, takes the student.');
      assert.equal(await page.locator('#strip-bottom .captured-piece').count(), 1);
      await close();
    },
  ],
];
