// Arimaa on the page: the set-up, turns step by step, pushes and pulls, traps, frozen pieces, and a whole game.

import assert from 'node:assert/strict';
import { MOVING, assertAccessible, movable, openPage, played, square, targets, waitForTurns } from '../../../../tests/harness.js';

/** Gold's rabbit on a6 is two steps from its goal. */
const NEAR = `g [${'........'}${'........'}${'R......r'}${'........'}${'...E....'}${'.......e'}${'R......r'}${'........'}]`;
/** Silver's horse on f5 beside the trap f6, Gold's elephant on f4, and a frozen gold dog on a4 beside silver's camel. */
const BESIDE = `g [${'r.......'}${'........'}${'........'}${'m....h..'}${'D....E..'}${'........'}${'..R.....'}${'........'}]`;

/**
 * @param {import('playwright-core').Page} page @param {string} url
 * @param {{ seat?: string, level?: number, position?: string, start?: string }} options
 */
async function newGame(page, url, { seat = 'Both sides', level = 1, position, start = 'Usual set-ups, random' } = {}) {
  await page.goto(`${url}/play/arimaa`);
  if (position) {
    await page.getByLabel('A position').check();
    await page.getByRole('textbox', { name: 'Position' }).fill(position);
  } else await page.getByLabel(start, { exact: true }).check();
  await page.getByRole('group', { name: 'You play' }).getByLabel(seat, { exact: true }).check();
  if (seat !== 'Both sides') await page.locator('#level').fill(String(level));
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/game\/[0-9a-z]+$/);
  await movable(page).first().waitFor();
}

/** @param {import('playwright-core').Page} page @param {string} from @param {string} to */
async function step(page, from, to) {
  await page.locator(`[data-square="${from}"].is-movable`).click();
  await square(page, to).click();
}

/** @param {import('playwright-core').Page} page @param {string} name */
const label = async (page, name) => (await square(page, name).getAttribute('aria-label')) ?? '';
/** @param {import('playwright-core').Page} page */
const left = (page) => page.locator('.steps-left').innerText();

/** @type {import('../../../../tests/run.js').Test[]} */
export const tests = [
  [
    'Arimaa: both sides set up, pieces change places, and the game begins',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { start: 'Set up yourself' });
      assert.match(await left(page), /^Set-up 1 of 16/);
      const before = [await label(page, 'a1'), await label(page, 'e2')];
      await page.getByRole('button', { name: 'Next set-up' }).click();
      assert.match(await left(page), /^Set-up 2 of 16/);
      await page.getByRole('button', { name: 'Next set-up' }).click();
      const piece = (/** @type {string} */ text) => text.split(', ')[1];
      const two = [piece(await label(page, 'a2')), piece(await label(page, 'd2'))];
      await square(page, 'a2').click();
      await square(page, 'd2').click();
      assert.deepEqual([piece(await label(page, 'd2')), piece(await label(page, 'a2'))], two);
      assert.ok(before.every((text) => /gold/.test(text)));
      await page.getByRole('button', { name: 'Set up like this' }).click();
      await waitForTurns(page, 1);
      assert.match(await label(page, 'd2'), new RegExp(two[0] ?? ''));
      await page.getByRole('button', { name: 'Set up like this' }).click();
      await waitForTurns(page, 2);
      await page.waitForFunction(() => document.querySelector('.steps-left')?.textContent === '4 steps left');
      assert.match(await label(page, 'd7'), /silver/);
      await close();
    },
  ],
  [
    'Arimaa: steps are made and taken back, a turn ends early or by its last step, and a goal ends the game',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { position: NEAR });
      assert.equal(await left(page), '4 steps left');
      assert.ok(await page.getByRole('button', { name: 'End the turn' }).isDisabled());
      await step(page, 'd4', 'd5');
      await page.waitForFunction(() => document.querySelector('.steps-left')?.textContent === '3 steps left');
      await page.getByRole('button', { name: 'Take back a step' }).click();
      assert.equal(await left(page), '4 steps left');
      assert.match(await label(page, 'd4'), /gold elephant/);
      for (const [from, to] of /** @type {const} */ ([['d4', 'd5'], ['d5', 'd6'], ['d6', 'd5'], ['d5', 'e5']])) await step(page, from, to);
      await waitForTurns(page, 1);
      assert.match(await page.locator('.moves-list').innerText(), /Ed4n Ed5n Ed6s Ed5e/);
      assert.match(await page.locator('#announcer').innerText(), /^Gold: elephant d4 to d5, elephant d5 to d6/);
      await step(page, 'h3', 'g3');
      await page.getByRole('button', { name: 'End the turn' }).click();
      await waitForTurns(page, 2);
      await step(page, 'a6', 'a7');
      await step(page, 'a7', 'a8');
      await page.getByRole('button', { name: 'End the turn' }).click();
      await waitForTurns(page, 3);
      assert.equal(await page.locator('.result-text').innerText(), 'Gold wins: a rabbit has reached its goal.');
      await close();
    },
  ],
  [
    'Arimaa: a push by dragging, a capture in a trap, frozen pieces and traps are told',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { position: BESIDE });
      assert.match(await label(page, 'a4'), /^a4, gold dog, frozen/);
      // The dog by the camel, and the horse by the elephant.
      assert.equal(await page.locator('.mark-frozen').count(), 2);
      assert.match(await label(page, 'f6'), /^f6, trap, empty/);
      assert.match(await label(page, 'f5'), /can be pushed or pulled/);
      const from = await square(page, 'f5').boundingBox();
      const to = await square(page, 'f6').boundingBox();
      assert(from && to);
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
      await page.mouse.up();
      // The push has one way on: the elephant follows by itself.
      await page.waitForFunction(() => document.querySelector('.steps-left')?.textContent === '2 steps left');
      assert.match(await label(page, 'f5'), /gold elephant/);
      assert.match(await label(page, 'f6'), /empty/);
      await page.getByRole('button', { name: 'End the turn' }).click();
      await waitForTurns(page, 1);
      assert.match(await page.locator('.moves-list').innerText(), /hf5n hf6x Ef4n/);
      assert.match(await page.locator('#announcer').innerText(), /the silver horse is captured on f6/);
      assert.equal(await page.locator('#strip-bottom .captured-piece').count(), 1);
      await close();
    },
  ],
  [
    'Arimaa: a whole game against the engine, to its end',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, MOVING);
      // Silver's rabbits are near their goal, and Gold only walks about.
      const position = `g [${'........'}${'........'}${'........'}${'..E.....'}${'........'}${'r..r...r'}${'........'}${'R.......'}]`;
      await newGame(page, server.url, { seat: 'Gold', level: 8, position });
      for (let turn = 0; turn < 20; turn++) {
        await page.waitForFunction(() => document.querySelector('.square-button.is-movable, .result-text'));
        if ((await page.locator('.result-text').count()) > 0) break;
        const before = await played(page);
        await movable(page).last().click();
        await targets(page).first().click();
        const end = page.getByRole('button', { name: 'End the turn' });
        await page.waitForFunction((count) => document.querySelector('.turn-tools .button-main:not([disabled]):not([hidden])') || document.querySelectorAll('.moves-list .move').length > count, before);
        if (await end.isEnabled()) await end.click();
        await page.waitForFunction((count) => document.querySelectorAll('.moves-list .move').length > count + 1 || document.querySelector('.result-text'), before);
      }
      assert.match(await page.locator('.result-text').innerText(), /^Tesuji wins: a rabbit has reached its goal/);
      await close();
    },
  ],
  [
    'Arimaa: hint and analysis, by keys alone, the editor, and what cannot be',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, {});
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.mark-arrow').first().waitFor({ state: 'attached' });
      assert.match(await page.locator('#announcer').innerText(), /^Hint: .*[a-h][1-8][nesw]/);
      await page.locator('main').focus();
      await page.keyboard.press('l');
      await page.waitForFunction(() => document.querySelectorAll('.analysis-table tbody tr').length >= 3);
      await page.keyboard.press('l');
      await movable(page).first().focus();
      await page.keyboard.press('Enter');
      await targets(page).first().focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => /3 steps/.test(document.querySelector('.steps-left')?.textContent ?? ''));
      await page.goto(`${server.url}/play/arimaa`);
      await page.getByLabel('A position').check();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByLabel('Gold rabbit').check();
      await page.locator('[data-edit="a2"]').click();
      await page.getByLabel('Silver rabbit').check();
      await page.locator('[data-edit="h7"]').click();
      assert.match(await page.getByRole('textbox', { name: 'Position' }).inputValue(), /^g \[\.{15}r\.{32}R\.{15}\]$/);
      await page.getByRole('textbox', { name: 'Position' }).fill('g [R]');
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.locator('#setup .notice', { hasText: 'a board has 64 squares' }).waitFor();
      await close();
    },
  ],
  [
    'Arimaa: the tutorial on a phone, and nothing to find for axe in either theme',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      await page.goto(`${server.url}/learn/arimaa`);
      const turns = [[['f7', 'f8']], [['f5', 'g5']], [['f5', 'f6']], [['c4', 'd4']]];
      for (const [index, steps] of turns.entries()) {
        await page.getByRole('heading', { name: new RegExp(`^${index + 1}\\. `) }).waitFor();
        for (const [from, to] of steps) {
          await page.locator(`#learn [data-square="${from}"].is-movable`).click();
          await page.locator(`#learn [data-square="${to}"]`).click();
        }
        const end = page.locator('#learn .turn-tools .button-main:not([hidden])').first();
        await page.waitForFunction(() => document.querySelector('#learn .turn-tools .button-main:not([disabled]):not([hidden])'));
        await end.click();
        await page.locator('.lesson-said', { hasText: 'Right' }).waitFor();
        await page.getByRole('button', { name: 'Next board' }).click();
      }
      await newGame(page, server.url, {});
      await movable(page).first().tap();
      await assertAccessible(page, 'game');
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      await close();
    },
  ],
];
