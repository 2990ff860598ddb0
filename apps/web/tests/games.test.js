// Playing: by tap, by drag, by keyboard; undo, hint, the engine's thoughts, two tabs.

import assert from 'node:assert/strict';
import { MOVING, movable, newGame, openPage, played, square, tapATurn, targets, waitForPerson, waitForTurns } from './harness.js';

/** The stamp of the fifth is red: Red begins. */
const CARDS = ['ox', 'boar', 'horse', 'crab', 'elephant'];

/** @type {import('./run.js').Test[]} */
export const games = [
  [
    'a whole game against the engine, to its end',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, MOVING);
      await newGame(page, server.url, { seat: 'Red', level: 6 });
      for (let turn = 0; turn < 150; turn++) {
        await waitForPerson(page);
        if ((await page.locator('.result-text').count()) > 0) break;
        const before = await played(page);
        await tapATurn(page);
        await waitForTurns(page, before + 1);
        await page.waitForFunction(
          (count) => document.querySelectorAll('.moves-list .move').length > count || document.querySelector('.result-text'),
          before + 1,
        );
      }
      assert.match(await page.locator('.result-text').innerText(), /^(You win|Tesuji wins|Draw) by /);
      assert.equal(await movable(page).count(), 0);
      assert.match(await page.locator('#announcer').innerText(), /win|Draw/);
      await close();
    },
  ],
  [
    'a drag plays, and shows where it may go',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', cards: CARDS });
      const from = await square(page, 'c1').boundingBox();
      const to = await square(page, 'c2').boundingBox();
      assert(from && to);
      await page.mouse.move(from.x + 40, from.y + 40);
      await page.mouse.down();
      await page.mouse.move(from.x + 40, from.y - 20, { steps: 4 });
      await page.waitForFunction(() => document.querySelectorAll('.square-button.is-target').length > 0);
      await page.mouse.move(to.x + 40, to.y + 40, { steps: 4 });
      await page.mouse.up();
      await page.locator('dialog.chooser .card-button').first().click();
      await waitForTurns(page, 1);
      assert.match(await page.locator('.moves-list .move').first().innerText(), /^(Boar|Ox) c1-c2$/);
      await close();
    },
  ],
  [
    'a drag to a wrong place changes nothing',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', cards: CARDS });
      await square(page, 'a1').dragTo(square(page, 'e4'));
      await page.waitForTimeout(200);
      assert.equal(await played(page), 0);
      assert.equal(await targets(page).count(), 0);
      await close();
    },
  ],
  [
    'undo takes back the person’s turn and the engine’s',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Red', level: 1, cards: CARDS });
      assert.equal(await page.getByRole('button', { name: 'Undo' }).isDisabled(), true);
      await tapATurn(page);
      await waitForTurns(page, 2);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.moves-list .move').length === 0);
      await waitForPerson(page);
      assert.match(await page.locator('#announcer').innerText(), /Taken back/);
      await page.keyboard.press('u');
      await tapATurn(page);
      await waitForTurns(page, 2);
      await close();
    },
  ],
  [
    'keyboard only, from the form to a turn',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/onitama`);
      await page.locator('input[value="base"]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Home');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'How strong are they?');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'clock');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Start the game');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/game\//);
      await waitForPerson(page);
      assert.match(await page.locator('#strip-bottom').innerText(), /You\s+Blue/);
      const before = await played(page);
      const from = await movable(page).first().getAttribute('data-square');
      assert(from);
      await walkTo(page, from);
      await page.keyboard.press('Enter');
      const to = await targets(page).first().getAttribute('data-square');
      assert(to);
      await page.keyboard.press('Escape');
      assert.equal(await targets(page).count(), 0);
      await page.keyboard.press('Enter');
      await walkTo(page, to);
      await page.keyboard.press('Enter');
      if ((await page.locator('dialog.chooser').count()) > 0) await page.keyboard.press('Enter');
      await waitForTurns(page, before + 2);
      await close();
    },
  ],
  [
    'the engine’s depth, score and line are shown while it thinks, and it moves when told',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Red', level: 15, cards: CARDS });
      await tapATurn(page);
      await page.getByRole('button', { name: 'Move now' }).waitFor();
      // Looked at together: it is not known how long it thinks.
      await page.waitForFunction(() => {
        const text = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent ?? '';
        return (
          /depth \d+\/\d+ · .* nodes/.test(text('.engine-figures')) &&
          /^(Red|Blue) \+\d+\.\d\d$|^(Red|Blue) wins in \d+$|^even$/.test(text('.engine-score')) &&
          /^\w+(?: snake)? [a-e][1-5]-[a-e][1-5]/.test(text('.engine-line')) &&
          /thinking · depth/.test(text('#strip-top .player-status')) &&
          /^Evaluation: (Red|Blue|even)/.test(document.querySelector('.bar')?.getAttribute('aria-label') ?? '')
        );
      });
      await Promise.race([page.getByRole('button', { name: 'Move now' }).click(), waitForTurns(page, 2)]);
      await waitForTurns(page, 2);
      await waitForPerson(page);
      await close();
    },
  ],
  [
    'a hint points at a turn',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', cards: CARDS });
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.mark-arrow').waitFor({ state: 'attached' });
      assert.match(await page.locator('#announcer').innerText(), /^Hint: \w+ [a-e]\d-[a-e]\d\.$/);
      assert.equal(await page.locator('.hand .card.is-fitting').count(), 1);
      await close();
    },
  ],
  [
    'two tabs on one game see the same',
    async ({ server, browser }) => {
      const one = await openPage(browser);
      const two = await openPage(browser);
      await newGame(one.page, server.url, { seat: 'Both sides', cards: CARDS });
      await two.page.goto(one.page.url());
      await waitForPerson(two.page);
      await tapATurn(one.page);
      await waitForTurns(two.page, 1);
      await waitForPerson(two.page);
      await tapATurn(two.page);
      await waitForTurns(one.page, 2);
      await waitForTurns(two.page, 2);
      assert.equal(await one.page.locator('.moves-list').innerText(), await two.page.locator('.moves-list').innerText());
      await one.close();
      await two.close();
    },
  ],
  [
    'earlier positions can be looked at, and not played from',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', cards: CARDS });
      await square(page, 'a1').click();
      await square(page, 'a2').click();
      const chooser = page.locator('dialog.chooser .card-button');
      if ((await chooser.count()) > 0) await chooser.first().click();
      await waitForTurns(page, 1);
      await waitForPerson(page);
      await page.locator('main').focus();
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(() => document.querySelector('[data-square="a1"]')?.getAttribute('aria-label')?.includes('Red student'));
      assert.equal(await movable(page).count(), 0);
      await page.keyboard.press('ArrowDown');
      await waitForPerson(page);
      assert.match((await square(page, 'a1').getAttribute('aria-label')) ?? '', /^a1, empty/);
      await close();
    },
  ],
];

/**
 * Moves the focus on the board to a square, with Tab and arrows alone.
 * @param {import('playwright-core').Page} page @param {string} to
 */
async function walkTo(page, to) {
  const here = () => page.evaluate(() => (document.activeElement instanceof HTMLElement ? (document.activeElement.dataset.square ?? null) : null));
  for (let press = 0; press < 40 && !(await here()); press++) await page.keyboard.press('Tab');
  for (let step = 0; step < 12; step++) {
    const from = await here();
    assert(from, 'the focus left the board');
    if (from === to) return;
    const [files, ranks] = [to.charCodeAt(0) - from.charCodeAt(0), to.charCodeAt(1) - from.charCodeAt(1)];
    const flipped = await page.evaluate(() => document.querySelector('.squares-row button')?.getAttribute('data-square') === 'e1');
    if (files !== 0) await page.keyboard.press(files > 0 !== flipped ? 'ArrowRight' : 'ArrowLeft');
    else await page.keyboard.press(ranks > 0 !== flipped ? 'ArrowUp' : 'ArrowDown');
  }
  assert.fail(`the focus did not reach ${to}`);
}
