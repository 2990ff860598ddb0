// Chess on the page: moves, castling, promotion, check, Chess960, the editor, study, and a whole game.

import assert from 'node:assert/strict';
import { MOVING, assertAccessible, movable, openPage, played, square, targets, waitForPerson, waitForTurns } from '../../../../tests/harness.js';

/**
 * @param {import('playwright-core').Page} page @param {string} url
 * @param {{ seat?: string, level?: number, position?: string, start?: string, clock?: string }} options
 */
async function newGame(page, url, { seat = 'Both sides', level = 1, position, start = 'The usual one', clock } = {}) {
  await page.goto(`${url}/play/chess`);
  if (position) {
    await page.getByLabel('A position').check();
    await page.getByRole('textbox', { name: 'Position' }).fill(position);
  } else await page.getByLabel(start, { exact: true }).check();
  await page.getByRole('group', { name: 'You play' }).getByLabel(seat, { exact: true }).check();
  if (seat !== 'Both sides') await page.locator('#level').fill(String(level));
  if (clock) await page.getByLabel('Time for each side').selectOption(clock);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/game\/[0-9a-z]+$/);
  await square(page, 'h8').waitFor();
  await waitForPerson(page);
}

/** @param {import('playwright-core').Page} page @param {string} from @param {string} to */
async function move(page, from, to) {
  await square(page, from).click();
  await square(page, to).click();
}

/** @param {import('playwright-core').Page} page @param {string} name */
const label = async (page, name) => (await square(page, name).getAttribute('aria-label')) ?? '';

/** @type {import('../../../../tests/run.js').Test[]} */
export const tests = [
  [
    'chess: a whole game against the engine, to its end',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, MOVING);
      // King and queen against king: level 7 gives mate to moves without a plan, or it is drawn.
      await newGame(page, server.url, { seat: 'Black', level: 7, position: '8/8/8/3k4/8/8/1Q6/K7 w - - 0 1' });
      for (let turn = 0; turn < 60; turn++) {
        await page.waitForFunction(() => document.querySelector('.result-text') || /to move/.test(document.querySelector('#strip-bottom')?.textContent ?? ''));
        if ((await page.locator('.result-text').count()) > 0) break;
        const before = await played(page);
        await movable(page).first().click();
        await targets(page).first().click();
        await page.waitForFunction((count) => document.querySelectorAll('.moves-list .move').length > count + 1 || document.querySelector('.result-text'), before);
      }
      assert.match(await page.locator('.result-text').innerText(), /^(Tesuji wins by checkmate|Draw by )/);
      await close();
    },
  ],
  [
    'chess: notation, captures, check and mate',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, {});
      for (const [from, to] of /** @type {const} */ ([['e2', 'e4'], ['e7', 'e5'], ['d1', 'h5'], ['b8', 'c6'], ['f1', 'c4'], ['g8', 'f6'], ['h5', 'f7']])) {
        const before = await played(page);
        await move(page, from, to);
        await waitForTurns(page, before + 1);
      }
      assert.match(await page.locator('.moves-list').innerText(), /e4\s+e5[\s\S]*Qh5\s+Nc6[\s\S]*Bc4\s+Nf6[\s\S]*Qxf7#/);
      assert.equal(await page.locator('.result-text').innerText(), 'White wins by checkmate.');
      assert.match(await page.locator('#announcer').innerText(), /^White: queen h5 to f7, takes the pawn\. White wins by checkmate\.$/);
      assert.match(await label(page, 'e8'), /black king, in check/);
      assert.equal(await page.locator('.mark-check').count(), 1);
      assert.equal(await page.locator('#strip-bottom .captured-piece').count(), 1);
      await close();
    },
  ],
  [
    'chess: castling by two squares or onto the rook, and back again',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      const position = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
      await newGame(page, server.url, { position });
      await move(page, 'e1', 'g1');
      await waitForTurns(page, 1);
      assert.match(await label(page, 'f1'), /white rook/);
      assert.equal(await page.locator('#announcer').innerText(), 'White castles king’s side.');
      await waitForPerson(page);
      await move(page, 'e8', 'a8');
      await waitForTurns(page, 2);
      assert.match(await label(page, 'd8'), /black rook/);
      assert.match(await page.locator('.moves-list').innerText(), /O-O\s+O-O-O/);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.waitForFunction(() => document.querySelector('[data-square="a8"]')?.getAttribute('aria-label')?.includes('black rook'));
      await close();
    },
  ],
  [
    'chess: a pawn that arrives asks what it becomes; one is captured en passant',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { position: '7k/P7/8/3pP3/8/8/8/K7 w - d6 0 2' });
      await move(page, 'a7', 'a8');
      await page.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await played(page), 0);
      // The pawn is still picked up.
      await square(page, 'a8').click();
      await page.getByRole('dialog').waitFor();
      // The choice stands on the pawn's file and is no wider than it must be.
      const [strip, file] = [await page.getByRole('dialog').boundingBox(), await square(page, 'a8').boundingBox()];
      assert.ok(strip && file && strip.width < 240 && strip.x < file.x + file.width && file.x < strip.x + strip.width, JSON.stringify(strip));
      await assertAccessible(page, 'promotion', 'dialog');
      await page.getByRole('button', { name: 'knight' }).click();
      await waitForTurns(page, 1);
      assert.match(await label(page, 'a8'), /white knight/);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.moves-list .move').length === 0);
      await waitForPerson(page);
      await move(page, 'e5', 'd6');
      await waitForTurns(page, 1);
      assert.match(await label(page, 'd5'), /empty/);
      assert.equal(await page.locator('#announcer').innerText(), 'White: pawn e5 to d6, captures en passant.');
      await close();
    },
  ],
  [
    'chess: a move made ahead of the turn is played when its turn comes',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      // With a clock the engine thinks long enough for a move ahead.
      await newGame(page, server.url, { seat: 'White', level: 15, clock: '30 minutes' });
      await move(page, 'e2', 'e4');
      await waitForTurns(page, 1);
      await page.waitForFunction(() => document.querySelector('[data-square="g1"]')?.getAttribute('aria-label')?.includes('ahead of the turn'));
      await move(page, 'g1', 'f3');
      assert.equal(await page.locator('.mark-early').count(), 2);
      assert.equal(await played(page), 1);
      await page.getByRole('button', { name: 'Move now' }).click();
      await waitForTurns(page, 3);
      assert.match(await page.locator('.moves-list').innerText(), /Nf3/);
      await close();
    },
  ],
  [
    'chess: PGN with variations and FEN are pasted',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/chess`);
      const paste = async (/** @type {string} */ text) => {
        await page.goto(server.url);
        await page.getByRole('button', { name: 'Load a game' }).click();
        await page.getByLabel('Paste a game or a link').fill(text);
        await page.getByRole('button', { name: 'Load the text' }).click();
        await page.waitForURL(/\/game\//);
      };
      await paste('[Event "A game"]\n[White "One"]\n\n1. e4 e5 2. Nf3 $1 (2. f4 exf4 {accepted}) 2... Nc6 3.Bb5 a6 1/2-1/2');
      await waitForTurns(page, 6);
      assert.match(await page.locator('.moves-list').innerText(), /e4\s+e5[\s\S]*Nf3[\s\S]*Nc6[\s\S]*Bb5\s+a6/);
      await page.locator('.variation .comment', { hasText: 'accepted' }).waitFor();
      await paste('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9');
      await square(page, 'h8').waitFor();
      assert.match(await label(page, 'h1'), /white rook/);
      await close();
    },
  ],
  [
    'chess: a start of Chess960 by number, and one that is none',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/chess`);
      await page.getByLabel('Chess960, by number').check();
      await page.getByLabel('Its number').fill('960');
      await page.getByRole('button', { name: 'Start the game' }).click();
      // The browser's own check, or the page's.
      assert.ok(page.url().endsWith('/play/chess'));
      await page.getByLabel('Its number').fill('0');
      await page.getByLabel('Both sides').check();
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.waitForURL(/\/game\//);
      await waitForPerson(page);
      // Number 0: BBQNNRKR.
      assert.match(await label(page, 'a1'), /white bishop/);
      assert.match(await label(page, 'g1'), /white king/);
      await close();
    },
  ],
  [
    'chess: an editor with castling, analysis in the game’s notation, and by keys alone',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/chess`);
      await page.getByLabel('A position').check();
      await page.getByRole('button', { name: 'Clear' }).click();
      for (const [piece, at] of /** @type {const} */ ([['White king', 'e1'], ['White rook', 'h1'], ['Black king', 'e8']])) {
        await page.getByLabel(piece).check();
        await page.locator(`[data-edit="${at}"]`).click();
      }
      await page.getByLabel('White, king’s side').check();
      assert.equal(await page.getByRole('textbox', { name: 'Position' }).inputValue(), '4k3/8/8/8/8/8/8/4K2R w K - 0 1');
      await page.getByLabel('Both sides').check();
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.waitForURL(/\/game\//);
      await waitForPerson(page);
      await page.locator('main').focus();
      await page.keyboard.press('l');
      await page.waitForFunction(() => document.querySelectorAll('.analysis-table tbody tr').length >= 15);
      assert.match(await page.getByRole('table', { name: 'Every move with its score' }).innerText(), /O-O/);
      await page.keyboard.press('l');
      await square(page, 'e1').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await waitForTurns(page, 1);
      assert.match(await page.locator('.moves-list').innerText(), /O-O/);
      await page.goto(`${server.url}/play/chess`);
      await page.getByLabel('A position').check();
      await page.getByRole('textbox', { name: 'Position' }).fill('8/8/8/8/8/8/8/K7 w - - 0 1');
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.locator('#setup .form-problem .notice').waitFor();
      await close();
    },
  ],
  [
    'chess: the tutorial, and nothing to find for axe in either theme',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/learn/chess`);
      /** @type {[string, string, string?][]} */
      const turns = [['d1', 'd8'], ['e1', 'g1'], ['e5', 'd6'], ['b7', 'b8', 'rook']];
      for (const [index, [from, to, piece]] of turns.entries()) {
        await page.getByRole('heading', { name: new RegExp(`^${index + 1}\\. `) }).waitFor();
        await page.locator(`#learn [data-square="${from}"].is-movable`).click();
        await page.locator(`#learn [data-square="${to}"]`).click();
        if (piece) await page.getByRole('button', { name: piece }).click();
        await page.locator('.lesson-said', { hasText: 'Right' }).waitFor();
        await page.getByRole('button', { name: 'Next board' }).click();
      }
      await page.getByRole('button', { name: /^10: / }).click();
      await page.getByRole('button', { name: 'Play a game' }).click();
      await page.getByLabel('A position').check();
      await assertAccessible(page, 'form');
      await newGame(page, server.url, {});
      await square(page, 'e2').click();
      await assertAccessible(page, 'game');
      await close();
    },
  ],
];
