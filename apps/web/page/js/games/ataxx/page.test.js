// Ataxx on the page: clones and jumps, walls, the pass, the editor, the layouts, study, and a whole game.

import assert from 'node:assert/strict';
import { MOVING, assertAccessible, movable, openPage, played, square, targets, waitForPerson, waitForTurns } from '../../../../tests/harness.js';

/** Black stands on a7 and may clone or jump; c7 is blocked. */
const WALLED = 'x1-4/7/7/7/7/7/6o x 0 1';
/** White can neither clone nor jump. */
const WHITE_SHUT_IN = 'o--3x/---4/---4/7/7/7/7 o 0 1';

/**
 * @param {import('playwright-core').Page} page @param {string} url
 * @param {{ seat?: string, level?: number, layout?: string, position?: string }} options
 */
async function newGame(page, url, { seat = 'Both sides', level = 1, layout = 'Open board', position } = {}) {
  await page.goto(`${url}/play/ataxx`);
  if (position) {
    await page.getByLabel('A position').check();
    await page.getByRole('textbox', { name: 'Position' }).fill(position);
  } else await page.getByLabel(layout, { exact: true }).check();
  await page.getByLabel(seat, { exact: true }).check();
  if (seat !== 'Both sides') await page.locator('#level').fill(String(level));
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/game\/[0-9a-z]+$/);
  await square(page, 'g7').waitFor();
}

/** @param {import('playwright-core').Page} page @param {string} name */
const label = async (page, name) => (await square(page, name).getAttribute('aria-label')) ?? '';

/** @type {import('../../../../tests/run.js').Test[]} */
export const tests = [
  [
    'Ataxx: a whole game against the engine, to its end',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, MOVING);
      await newGame(page, server.url, { seat: 'Black', level: 4, position: 'x5o/7/2---2/2---2/2---2/7/o5x x 0 1' });
      for (let turn = 0; turn < 120; turn++) {
        await waitForPerson(page);
        if ((await page.locator('.result-text').count()) > 0) break;
        const before = await played(page);
        const pass = page.locator('.exchange:not([hidden]) button');
        if ((await pass.count()) > 0) await pass.click();
        else {
          // A clone wherever there is one: the board fills, and the game ends.
          const clone = page.getByRole('gridcell', { name: /clone here/ });
          if ((await clone.count()) > 0) await clone.first().click();
          else {
            await movable(page).first().click();
            await targets(page).first().click();
          }
        }
        await page.waitForFunction((count) => document.querySelectorAll('.moves-list .move').length > count + 1 || document.querySelector('.result-text'), before);
      }
      assert.match(await page.locator('.result-text').innerText(), /^(You win|Tesuji wins|Draw)/);
      const counts = await page.locator('.stone-count').allTextContents();
      assert.ok(counts.length === 2 && counts.every((count) => /^\d+ stones?$/.test(count)), String(counts));
      await page.getByRole('button', { name: 'Computer analysis' }).click();
      await page.locator('.report-table').waitFor();
      await close();
    },
  ],
  [
    'Ataxx: clones and jumps are told apart, walls stop neither jump nor eye, and a press on an empty square clones',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { position: WALLED });
      await waitForPerson(page);
      assert.equal(await label(page, 'c7'), 'c7, blocked');
      await square(page, 'a7').click();
      assert.equal(await targets(page).count(), 7);
      assert.equal(await page.locator('.mark-ring').count(), 3);
      assert.equal(await page.locator('.mark-target').count(), 4);
      assert.match(await label(page, 'b7'), /clone here$/);
      assert.match(await label(page, 'c5'), /jump here$/);
      await square(page, 'c5').click();
      await waitForTurns(page, 1);
      assert.equal(await page.locator('#announcer').innerText(), 'Black: jump a7 to c5.');
      assert.match(await label(page, 'a7'), /^a7, empty/);
      await page.waitForFunction(() => document.querySelector('[data-square="f1"]')?.getAttribute('aria-label')?.includes('clone here'));
      await square(page, 'f1').click();
      await waitForTurns(page, 2);
      assert.match(await page.locator('.moves-list').innerText(), /a7-c5\s+f1/);
      assert.equal(await page.locator('#strip-top .stone-count').textContent(), '2 stones');
      await close();
    },
  ],
  [
    'Ataxx: a drag clones and jumps, captures are counted, and the stones change sides',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { position: '7/7/2oo3/2o4/2x4/7/6o x 0 1' });
      await waitForPerson(page);
      await square(page, 'c3').click();
      assert.match(await label(page, 'd4'), /clone here, takes 3$/);
      await page.keyboard.press('Escape');
      const from = await square(page, 'c3').boundingBox();
      const to = await square(page, 'd4').boundingBox();
      assert(from && to);
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
      await page.mouse.up();
      await waitForTurns(page, 1);
      assert.equal(await page.locator('#announcer').innerText(), 'Black: clone to d4, takes 3.');
      assert.match(await label(page, 'c5'), /black stone/);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.waitForFunction(() => document.querySelector('[data-square="c5"]')?.getAttribute('aria-label')?.includes('white stone'));
      await close();
    },
  ],
  [
    'Ataxx: who cannot move passes',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { position: WHITE_SHUT_IN });
      await page.getByRole('heading', { name: 'White cannot move' }).waitFor();
      await page.getByRole('button', { name: 'Pass' }).click();
      await waitForTurns(page, 1);
      assert.match(await page.locator('.moves-list').innerText(), /Pass/);
      assert.equal(await page.locator('#announcer').innerText(), 'White cannot move and passes.');
      await close();
    },
  ],
  [
    'Ataxx: each layout starts as its picture shows, and an editor sets walls and stones',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { layout: 'Diamond' });
      for (const at of ['d5', 'c4', 'e4', 'd3']) assert.equal(await label(page, at), `${at}, blocked`);
      await page.getByRole('link', { name: 'Play' }).click();
      await page.getByLabel('Options of Ataxx').click();
      await page.getByRole('article', { name: 'Ataxx' }).getByRole('link', { name: 'Start position and more' }).click();
      await page.getByLabel('A position').check();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.locator('[data-edit="d4"]').click();
      await page.getByRole('group', { name: 'What to put down' }).getByLabel('White stone').check();
      await page.locator('[data-edit="a1"]').click();
      await page.getByRole('group', { name: 'What to put down' }).getByLabel('Black stone').check();
      await page.locator('[data-edit="b1"]').click();
      await page.getByLabel('To move').selectOption('White to move');
      assert.equal(await page.getByRole('textbox', { name: 'Position' }).inputValue(), '7/7/7/3-3/7/7/ox5 o 0 1');
      await page.getByLabel('Both sides').check();
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.waitForURL(/\/game\//);
      await waitForPerson(page);
      assert.match(await label(page, 'a1'), /^a1, white stone, clones to /);
      await page.goto(`${server.url}/play/ataxx`);
      await page.getByLabel('A position').check();
      await page.getByRole('textbox', { name: 'Position' }).fill('x5o/7/7 x');
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.locator('#setup .form-problem').getByText('a board has 7 ranks, this one has 3', { exact: false }).waitFor();
      await close();
    },
  ],
  [
    'Ataxx: by keys alone, and the board reads as a grid',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, {});
      await waitForPerson(page);
      const snapshot = await page.getByRole('grid', { name: 'Board' }).ariaSnapshot();
      assert.match(snapshot, /gridcell "a7, black stone, clones to a6, b6, b7, jumps to /);
      await square(page, 'g1').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await waitForTurns(page, 1);
      assert.match(await page.locator('.moves-list').innerText(), /g1-g3/);
      await close();
    },
  ],
  [
    'Ataxx: hint, analysis and a game as text',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { layout: 'Posts' });
      await waitForPerson(page);
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.mark-arrow').waitFor({ state: 'attached' });
      assert.match(await page.locator('#announcer').innerText(), /^Hint: ([a-g][1-7]|[a-g][1-7]-[a-g][1-7])\.$/);
      await page.locator('main').focus();
      await page.keyboard.press('l');
      await page.waitForFunction(() => document.querySelectorAll('.analysis-table tbody tr').length >= 14);
      await page.locator('.mark-best').first().waitFor({ state: 'attached' });
      await page.keyboard.press('l');
      await page.getByRole('gridcell', { name: /clone here/ }).first().click();
      await waitForTurns(page, 1);
      await page.locator('main').focus();
      await page.keyboard.press('s');
      const text = await page.getByLabel('The game as text').inputValue();
      assert.match(text, /^\[Game "ataxx"\]\n\[Start "x5o\/7\/2-1-2\/7\/2-1-2\/7\/o5x x 0 1"\]/);
      const url = page.url();
      await page.getByLabel('Paste a game or a link').fill(text);
      await page.getByRole('button', { name: 'Load the text' }).click();
      await page.waitForFunction((before) => location.href !== before, url);
      await waitForTurns(page, 1);
      await page.getByRole('link', { name: 'Library' }).click();
      await page.getByRole('link', { name: 'Ataxx: Posts' }).first().waitFor();
      await close();
    },
  ],
  [
    'Ataxx: the tutorial teaches board by board',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/learn/ataxx`);
      /** @type {string[][]} */
      const turns = [['b6'], ['d4', 'f4'], ['d3', 'd4'], ['d4']];
      for (const [index, squares] of turns.entries()) {
        await page.getByRole('heading', { name: new RegExp(`^${index + 1}\\. `) }).waitFor();
        await page.locator('#learn .square-button.is-movable').first().waitFor();
        for (const at of squares) await page.locator(`#learn [data-square="${at}"]`).click();
        await page.locator('.lesson-said', { hasText: 'Right' }).waitFor();
        await page.getByRole('button', { name: 'Next board' }).click();
      }
      // The last board leads to a game.
      await page.getByRole('button', { name: /^10: / }).click();
      await page.getByRole('button', { name: 'Play a game' }).click();
      await page.getByRole('heading', { name: 'A game of Ataxx' }).waitFor();
      await close();
    },
  ],
  [
    'Ataxx: nothing to find for axe in either theme, and it fits a phone',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      await page.goto(`${server.url}/play/ataxx`);
      await page.getByLabel('A position').check();
      await assertAccessible(page, 'form');
      await newGame(page, server.url, { position: 'x5o/7/2-1-2/7/2-1-2/7/o5x x 40 30' });
      await waitForPerson(page);
      await square(page, 'a7').tap();
      await assertAccessible(page, 'game');
      assert.ok(await page.getByText('40 of 100 plies without a clone').isVisible());
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0);
      const cell = await square(page, 'd4').boundingBox();
      assert(cell && cell.width >= 44 && cell.height >= 44, `${cell?.width} x ${cell?.height}`);
      await close();
    },
  ],
];
