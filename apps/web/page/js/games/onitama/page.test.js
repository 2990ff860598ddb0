// Onitama's own: chosen cards, the chooser, the forced pass, both ways to win.

import assert from 'node:assert/strict';
import { movable, newGame, openPage, played, square, targets, waitForPerson, waitForTurns } from '../../../../tests/harness.js';

/** Red is to move and cannot: every card move lands on an own piece or off the board. */
const FORCED_PASS = 'rRrrr/5/2B2/5/1b3 r crab,boar elephant,ox tiger';
/** Boar and Ox both take the master on c5. */
const TWO_CARDS = '2B2/2R2/5/5/2r2 r boar,ox eel,goose rooster';

/** @param {import('playwright-core').Page} page @param {string} hand */
const namesIn = (page, hand) => page.locator(`${hand} .card-name`).allInnerTexts();

/** @type {import('../../../../tests/run.js').Test[]} */
export const tests = [
  [
    'five cards by name, and the stamp that begins',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/onitama`);
      await page.getByLabel('Pick five').check();
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.getByText('Pick five cards; 0 are picked.').waitFor();
      await newGame(page, server.url, { seat: 'Both sides', cards: ['tiger', 'sea_snake', 'frog', 'goat', 'eel'] });
      assert.deepEqual((await namesIn(page, '#strip-bottom')).sort(), ['Sea snake', 'Tiger']);
      assert.deepEqual((await namesIn(page, '#strip-top')).sort(), ['Frog', 'Goat']);
      assert.deepEqual(await namesIn(page, '#beside'), ['Eel']);
      assert.match(await page.locator('#strip-top').innerText(), /to move/);
      await close();
    },
  ],
  [
    'each deck deals its own cards',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      for (const deal of ['Base game', 'Sensei’s Path', 'Promotion cards', 'All decks']) {
        await newGame(page, server.url, { seat: 'Both sides', deal });
        assert.equal((await namesIn(page, '#game-view')).length, 5, deal);
      }
      await close();
    },
  ],
  [
    'a chooser when two cards allow the same move, and none when a card was picked first',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: TWO_CARDS });
      await square(page, 'c4').click();
      await square(page, 'c5').click();
      const dialog = page.getByRole('dialog', { name: 'Two cards allow c4 to c5' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await played(page), 0);
      await page.locator('#strip-bottom [data-card="ox"]').click();
      await square(page, 'c5').click();
      await waitForTurns(page, 1);
      assert.equal(await page.locator('.moves-list .move').innerText(), 'Ox c4-c5');
      assert.equal(await page.locator('.result-text').innerText(), 'Red wins by taking the master: the Way of the Stone.');
      await close();
    },
  ],
  [
    'the forced pass: one of two cards is given up',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: FORCED_PASS });
      const group = page.getByRole('group', { name: 'Red has no move' });
      await group.waitFor();
      assert.equal(await movable(page).count(), 0);
      assert.deepEqual((await group.locator('.card-name').allInnerTexts()).sort(), ['Boar', 'Crab']);
      await group.getByRole('button', { name: 'Give up Crab' }).click();
      await waitForTurns(page, 1);
      assert.equal(await page.locator('.moves-list .move').innerText(), 'Pass Crab');
      await waitForPerson(page);
      assert.deepEqual(await namesIn(page, '#beside'), ['Crab']);
      assert.deepEqual((await namesIn(page, '#strip-bottom')).sort(), ['Boar', 'Tiger']);
      assert.match(await page.locator('#announcer').innerText(), /Red cannot move and gives up Crab for Tiger/);
      await close();
    },
  ],
  [
    'the engine too passes when it must',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Blue', level: 4, position: FORCED_PASS });
      await waitForTurns(page, 1);
      assert.match(await page.locator('.moves-list .move').first().innerText(), /^Pass (Crab|Boar)$/);
      await waitForPerson(page);
      await close();
    },
  ],
  [
    'the Way of the Stream, and what was taken',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: '5/2R1B/5/3b1/2r2 r ox,eel goose,rooster boar' });
      assert.equal(await page.locator('#strip-top .captured-piece, #strip-bottom .captured-piece').count(), 0);
      await square(page, 'c4').click();
      await square(page, 'c5').click();
      await waitForTurns(page, 1);
      assert.equal(await page.locator('.result-text').innerText(), 'Red wins by bringing the master to the temple: the Way of the Stream.');
      await close();
    },
  ],
  [
    'a position that cannot be is refused with the reason',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/onitama`);
      await page.getByLabel('A position').check();
      await page.getByRole('textbox', { name: 'Position' }).fill('bbBbb/5/5/5/rrrrr r ox,boar horse,elephant crab');
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.locator('.form-problem .notice').waitFor();
      assert.match(await page.locator('#setup .form-problem').innerText(), /master/i);
      assert.equal(new URL(page.url()).pathname, '/play/onitama');
      await close();
    },
  ],
  [
    'a piece shows its targets by card, and taps elsewhere let go',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: 'bbBbb/5/5/5/rrRrr r crab,ox horse,elephant boar' });
      assert.match((await square(page, 'c1').getAttribute('aria-label')) ?? '', /^c1, Red master, Red’s temple, Crab to c2, Ox to c2$/);
      await square(page, 'c1').click();
      assert.equal(await targets(page).count(), 1);
      assert.match((await square(page, 'c2').getAttribute('aria-label')) ?? '', /^c2, empty, move here with Crab or Ox$/);
      await square(page, 'c3').click();
      assert.equal(await targets(page).count(), 0);
      await close();
    },
  ],
  [
    'one sentence says what to do next, and the last turn leaves a trail and the outline of its card',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: 'bbBbb/5/5/5/rrRrr r crab,ox horse,elephant boar' });
      const next = page.locator('#strip-bottom .next-step');
      assert.equal(await next.innerText(), 'Your move. Choose a card, or pick a piece.');
      await page.locator('#strip-bottom [data-card="crab"]').click();
      assert.equal(await next.innerText(), 'Your move. Crab: pick a piece, or choose Ox.');
      assert.match(await page.locator('#strip-bottom [data-card="crab"]').innerText(), /chosen/);
      await square(page, 'c1').click();
      assert.equal(await next.innerText(), 'Your move. Crab: pick where the master on c1 goes, or choose Ox.');
      await page.locator('#strip-bottom [data-card="crab"]').click();
      assert.equal(await next.innerText(), 'Your move. Pick where the master on c1 goes, by Crab or Ox.');
      assert.equal(await page.locator('.mark-trail').count(), 0);
      await page.locator('#strip-bottom [data-card="crab"]').click();
      await square(page, 'c2').click();
      await waitForTurns(page, 1);
      assert.equal(await page.locator('.mark-trail').count(), 1);
      const ghost = await page.locator('#beside .is-last').evaluate((card) => [card.getAttribute('data-card'), getComputedStyle(card, '::before').borderLeftStyle, card.classList.contains('is-from-below')]);
      assert.deepEqual(ghost, ['crab', 'dashed', true]);
      assert.equal(await page.locator('#beside [data-title]').getAttribute('data-title'), 'Next for Blue');
      await close();
    },
  ],
];
