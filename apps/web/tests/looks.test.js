// The page's looks: the first page, the place of a game, its end, its sounds.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { assertAccessible, beginGame, mayTap, movable, openPage, overflow, played, square, tapATurn, targets, waitForTurns, watchShifts } from './harness.js';

/** @typedef {import('./harness.js').Page} Page */

const DESK = { viewport: { width: 1440, height: 900 } };
const UPRIGHT = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ON_ITS_SIDE = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

/** Fool's mate, the shortest game there is. @param {Page} page @param {string} url */
async function foolsMate(page, url) {
  await beginGame(page, url, 'chess');
  for (const [index, [from = '', to = '']] of [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']].entries()) {
    await square(page, from).click();
    await square(page, to).click();
    await waitForTurns(page, index + 1);
  }
}

/** @type {import('./run.js').Test[]} */
export const looks = [
  [
    'looks: one press on the first page begins a game, and the next one begins like it',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, DESK);
      await page.goto(server.url);
      const card = page.getByRole('article', { name: 'Chess' });
      await card.getByText('Level 1 · no clock').waitFor();
      await card.locator('.board-picture .piece').first().waitFor();
      assert.equal(await page.locator('.play-now.button-main').count(), 0, 'nothing was played yet');
      await page.getByRole('button', { name: 'Play now: Chess' }).click();
      await page.waitForURL(/\/game\//);
      await page.locator('#strip-top', { hasText: 'Tesuji, level 1' }).waitFor();
      await page.locator('#brand').click();
      await page.getByLabel('Options of Chess').click();
      await card.getByLabel('Level').fill('4');
      await card.getByLabel('You play').selectOption('Black');
      await card.getByLabel('Clock').selectOption('10 minutes + 5 s a turn');
      await card.getByText('Level 4 · 10+5').waitFor();
      await page.getByRole('button', { name: 'Play now: Chess' }).click();
      await page.waitForURL(/\/game\//);
      await page.locator('#strip-top', { hasText: 'Tesuji, level 4' }).waitFor();
      await page.locator('.clock:visible').first().waitFor();
      await waitForTurns(page, 1);
      await page.goto(server.url);
      await card.getByText('Level 4 · 10+5').waitFor();
      assert.equal(await page.locator('.play-now.button-main').getAttribute('aria-label'), 'Play now: Chess');
      // The game that goes on stands at the head, with its board the way it was seen.
      await page.getByRole('group', { name: 'Continue' }).getByRole('link').filter({ hasText: 'Your move' }).click();
      await page.locator('#strip-bottom', { hasText: 'You' }).waitFor();
      await close();
    },
  ],
  [
    'looks: boards on the first page live while they are seen, and stand still for who wants no motion',
    async ({ server, browser }) => {
      for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
        const { page, close } = await openPage(browser, { ...DESK, reducedMotion });
        await page.goto(server.url);
        const board = page.getByRole('article', { name: 'Chess' }).locator('.pieces');
        await board.locator('.piece').first().waitFor();
        const look = () => board.evaluate((element) => element.innerHTML);
        const before = await look();
        if (reducedMotion === 'reduce') {
          await page.waitForTimeout(3500);
          assert.equal(await look(), before);
        } else await page.waitForFunction((text) => document.querySelector('.game-card[aria-labelledby="card-chess"] .pieces')?.innerHTML !== text, before);
        await close();
      }
    },
  ],
  [
    'looks: the first page fits every window, holds still as it comes, and axe finds nothing',
    async ({ server, browser }) => {
      for (const [name, options] of /** @type {const} */ ([['desk', DESK], ['phone', UPRIGHT], ['phone on its side', ON_ITS_SIDE]])) {
        const { page, close } = await openPage(browser, { ...options, reducedMotion: 'reduce' });
        const shifts = await watchShifts(page);
        await page.goto(server.url);
        await page.locator('.game-card .piece').first().waitFor();
        await page.waitForTimeout(400);
        assert.ok((await shifts()) < 0.02, `${name}: a shift of ${await shifts()}`);
        assert.equal(await overflow(page), 0, `${name}: scrolls sideways`);
        await assertAccessible(page, `the first page, ${name}`);
        await close();
      }
    },
  ],
  [
    'looks: the first page by keys, and in forced colours',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { ...DESK, forcedColors: 'active' });
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Play now: Ataxx' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const level = page.getByRole('article', { name: 'Ataxx' }).getByLabel('Level');
      await level.waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowRight');
      assert.equal(await level.inputValue(), '2');
      await page.getByRole('button', { name: 'Play now: Ataxx' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/game\//);
      await page.locator('#strip-top', { hasText: 'level 2' }).waitFor();
      await close();
    },
  ],
  [
    'looks: at play the board is large, the moves come first, and nothing shifts',
    async ({ server, browser }) => {
      for (const game of ['Onitama', 'Ataxx', 'Arimaa', 'Chess']) {
        const { page, close } = await openPage(browser, DESK);
        const shifts = await watchShifts(page);
        await page.goto(server.url);
        await page.getByRole('button', { name: `Play now: ${game}` }).click();
        await mayTap(page);
        const board = await page.locator('.board').boundingBox();
        assert.ok(board && board.height > 740 && board.y + board.height <= 900, `${game}: a board of ${board?.height}`);
        await tapATurn(page);
        await waitForTurns(page, 2);
        await mayTap(page);
        await tapATurn(page);
        await waitForTurns(page, 4);
        assert.ok((await shifts()) < 0.02, `${game}: a shift of ${await shifts()}`);
        assert.equal(await page.locator('.engine-score').isVisible(), false, 'the engine’s figures are folded');
        const [moves, engine] = [await page.locator('#moves').boundingBox(), await page.locator('#engine').boundingBox()];
        assert.ok(moves && engine && moves.y < engine.y && moves.height > 200);
        await assertAccessible(page, `${game} at play`);
        await close();
      }
    },
  ],
  [
    'looks: buttons and the wheel over the board step through the game',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, DESK);
      await foolsMate(page, server.url);
      await page.locator('.end-card').waitFor();
      const current = () => page.locator('.moves-list [aria-current]').innerText();
      await page.getByRole('button', { name: 'One back' }).click();
      await page.waitForFunction(() => location.hash === '#3');
      assert.match(await current(), /g4/);
      assert.equal(await page.locator('.end-card').count(), 0, 'who steps back wants the board');
      await page.locator('.board').hover();
      await page.mouse.wheel(0, -100);
      await page.waitForFunction(() => location.hash === '#2');
      await page.mouse.wheel(0, 100);
      await page.waitForFunction(() => location.hash === '#3');
      await page.getByRole('button', { name: 'First position' }).click();
      await page.waitForFunction(() => location.hash === '#0');
      await page.getByRole('button', { name: 'Last position' }).click();
      await page.waitForFunction(() => location.hash === '');
      await close();
    },
  ],
  [
    'looks: arrows and rings of one’s own come with the right button, and go with the next move',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, DESK);
      await beginGame(page, server.url, 'chess');
      const own = () => page.locator('.mark-own').count();
      const [from, to] = [await square(page, 'g1').boundingBox(), await square(page, 'f3').boundingBox()];
      assert(from && to);
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(to.x + 20, to.y + 20);
      await page.mouse.up({ button: 'right' });
      assert.equal(await own(), 1);
      await square(page, 'e5').click({ button: 'right' });
      assert.equal(await own(), 2);
      await square(page, 'e5').click({ button: 'right' });
      assert.equal(await own(), 1, 'once more takes it away');
      await square(page, 'e2').click();
      await square(page, 'e4').click();
      await waitForTurns(page, 1);
      assert.equal(await own(), 0);
      await close();
    },
  ],
  [
    'looks: the end is a card over the board, closed by Escape, with the way on beside it',
    async ({ server, browser }) => {
      for (const options of [DESK, UPRIGHT, ON_ITS_SIDE]) {
        const { page, close } = await openPage(browser, options);
        await foolsMate(page, server.url);
        const card = page.locator('.end-card');
        await card.waitFor();
        assert.match(await card.innerText(), /Checkmate\s+Black wins/);
        assert.equal(await overflow(page), 0);
        if (options === DESK) {
          // How well each played, and what decided it: for whoever asks.
          await page.getByRole('button', { name: 'How accurate was it?' }).click();
          await page.locator('.end-accuracy meter').nth(1).waitFor();
          assert.match(await card.innerText(), /White\s+\d+ %\s+Black\s+\d+ %\s+\?\? Turning point: 2\. g4\. Better was \S+\./);
        }
        await assertAccessible(page, `the end, ${options.viewport.width}`, '#result');
        await page.keyboard.press('Escape');
        await card.waitFor({ state: 'detached' });
        await page.getByText('Black wins by checkmate.').first().waitFor();
        await page.getByRole('button', { name: 'Rematch' }).click();
        await targets(page).or(movable(page)).first().waitFor();
        assert.equal(await page.locator('.end-card').count(), 0);
        await close();
      }
    },
  ],
  [
    'looks: sounds are on from the first touch, told apart, and muted with one press that stays',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, DESK);
      await page.addInitScript(() => {
        /** @type {string[]} */
        const heard = [];
        Object.assign(window, { heard });
        document.addEventListener('tesuji-sound', (event) => heard.push(/** @type {CustomEvent} */ (event).detail));
      });
      const heard = () => page.evaluate(() => /** @type {any} */ (window).heard);
      await beginGame(page, server.url, 'chess', 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
      for (const [index, [from = '', to = '']] of [['e4', 'd5'], ['a7', 'a6'], ['f1', 'b5']].entries()) {
        await square(page, from).click();
        await square(page, to).click();
        await waitForTurns(page, index + 1);
      }
      await page.waitForFunction(() => /** @type {any} */ (window).heard.length >= 4);
      assert.deepEqual(await heard(), ['begin', 'capture', 'move', 'check']);
      await page.getByRole('button', { name: 'Sound' }).click();
      await square(page, 'c7').click();
      await square(page, 'c6').click();
      await waitForTurns(page, 4);
      await page.waitForTimeout(100);
      assert.equal((await heard()).length, 4);
      await page.reload();
      assert.equal(await page.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed'), 'false');
      await close();
    },
  ],
  [
    'looks: a try that is not allowed says why, in the words of the game',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, DESK);
      /** @type {[string, string, string, string, RegExp][]} */
      const tries = [
        ['chess', '4k3/8/8/8/7b/8/4P2P/4K3 w - - 0 1', 'h2', '', /You are in check, and this pawn cannot help\./],
        ['chess', '4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1', 'e2', '', /This knight is pinned: your king would be in check\./],
        ['arimaa', 'g [r..................................De.........M............R....]', 'd4', '', /^This dog is frozen: a stronger piece stands beside it, and no friend\.$/],
        ['onitama', 'bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab', 'a1', 'e4', /Neither Boar nor Ox leads from a1 to e4\./],
        ['breakthrough', '', 'a1', '', /By the rules this piece cannot move now\./],
        ['ataxx', 'x5o/7/7/7/7/7/o5x x 0 1', 'a7', 'e3', /A stone goes one square \(a clone\) or two \(a jump\), no further\./],
      ];
      for (const [game, position, from, to, words] of tries) {
        await beginGame(page, server.url, game, position || undefined);
        await square(page, from).click();
        if (to) await square(page, to).click();
        await page.locator('.notice.is-refusal').waitFor();
        assert.match(await page.locator('.notice.is-refusal').innerText(), words);
        await movable(page).first().click();
        await page.locator('.notice.is-refusal').waitFor({ state: 'detached' });
      }
      await close();
    },
  ],
  [
    'looks: a line of the analysis bears numbers, shows a small board under the pointer, and is gone into by a press',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, DESK);
      await beginGame(page, server.url, 'chess', 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3');
      await page.locator('main').focus();
      await page.keyboard.press('l');
      const words = page.locator('.analysis-line').first().locator('button');
      await page.waitForFunction(() => document.querySelectorAll('.analysis-line:first-child button').length >= 3);
      // So that the line stays while it is looked at.
      await page.getByLabel('How many lines').selectOption('1');
      await page.waitForFunction(() => document.querySelectorAll('.analysis-line').length === 1 && document.querySelectorAll('.analysis-line button').length >= 3);
      assert.match(await words.first().innerText(), /^1\. /);
      await words.nth(1).hover();
      await page.locator('.peek .piece').first().waitFor();
      await words.nth(1).click();
      await page.locator('li.variation').first().waitFor();
      await page.waitForFunction(() => document.querySelector('.moves-list [aria-current]'));
      await close();
    },
  ],
  [
    'looks: the computer analysis tells a mistake in words, and it can be tried again',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, DESK);
      await foolsMate(page, server.url);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Computer analysis' }).click();
      await page.locator('#retry').getByRole('button').first().waitFor();
      await page.waitForFunction(() => document.querySelector('.report-progress')?.hasAttribute('hidden'));
      const retry = page.locator('#retry');
      const next = retry.getByRole('button', { name: /(First|Next) mistake/ });
      for (let step = 0; step < 4 && !/g4 is a blunder/.test(await retry.innerText()); step++) {
        const before = await retry.innerText();
        await next.click();
        await page.waitForFunction((text) => /** @type {HTMLElement} */ (document.getElementById('retry')).innerText !== text, before);
      }
      assert.match(await retry.innerText(), /2\. g4 is a blunder\. Best was .+, which (keeps|leaves) .+\. It cost \d+ % of the chances\./);
      await assertAccessible(page, 'a mistake in words', '#retry');
      // The board stands before the turn: it is a red arrow with its mark, the best one a green arrow with its rank.
      assert.equal(new URL(page.url()).hash, '#2');
      assert.equal(await page.locator('.mark-played').textContent(), '??');
      assert.equal(await page.locator('.mark-best-1').textContent(), '1');
      assert.match(await page.locator('.move.is-told').innerText(), /g4/);
      await page.keyboard.press('l');
      await page.locator('.analysis-table .is-played', { hasText: 'g4' }).waitFor();
      await retry.getByRole('button', { name: 'Try again' }).click();
      await retry.getByText('Find something better than g4.', { exact: false }).waitFor();
      assert.equal(await page.locator('.mark-played, .mark-best').count(), 0, 'nothing tells the answer');
      assert.equal(await page.locator('.analysis-scroll:visible, .analysis-lines:visible').count(), 0);
      await square(page, 'h2').click();
      await square(page, 'h3').click();
      await retry.getByText('Not that one.').waitFor();
      await retry.getByRole('button', { name: 'Show the best' }).click();
      await retry.getByText('Right.').waitFor();
      await retry.getByRole('button', { name: 'Done' }).click();
      await retry.getByText('is a blunder', { exact: false }).waitFor();
      await close();
    },
  ],
  [
    'looks: the analysis stands behind four tabs on a phone, behind two in a narrow rail, and side by side on a wide window',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, DESK);
      await page.goto(`${server.url}/analysis/onitama?${new URLSearchParams({ position: 'bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab', turns: 'boar a1a2' })}`);
      await page.locator('.analysis-table tbody tr').first().waitFor();
      const box = async (/** @type {string} */ selector) => /** @type {{ x: number, y: number, width: number, height: number }} */ (await page.locator(selector).first().boundingBox());
      const shown = () => page.evaluate(() => [...document.querySelectorAll('.panel')].filter((one) => one.checkVisibility()).map((one) => one.id));
      /** The page hears of a window's new size a little after it. @param {string[]} names */
      const hasTabs = (names) => page.waitForFunction((all) => JSON.stringify([...document.querySelectorAll('.tab')].filter((tab) => tab.checkVisibility()).map((tab) => tab.textContent?.trim())) === JSON.stringify(all), names);
      await hasTabs([]);
      let [moves, engine, graph] = [await box('#moves'), await box('#engine'), await box('#graph')];
      assert.ok(moves.y === engine.y && moves.x < engine.x && graph.y > moves.y + moves.height, 'moves and every move are side by side, the chances below');
      const [board, hand] = [await box('.board'), await box('#strip-bottom .card >> nth=-1')];
      assert.ok(Math.abs(hand.y + hand.height - board.y - board.height) < 2, 'the own hand ends with the board');
      assert.equal(await overflow(page), 0);
      await assertAccessible(page, 'the analysis, wide', '#game-view');
      await page.setViewportSize({ width: 1100, height: 800 });
      await hasTabs(['Moves', 'Every move']);
      assert.deepEqual(await shown(), ['engine', 'graph']);
      await page.getByRole('tab', { name: 'Every move' }).press('ArrowLeft');
      assert.deepEqual(await shown(), ['moves', 'graph']);
      assert.equal(await overflow(page), 0);
      await assertAccessible(page, 'the analysis, narrow', '#game-view');
      await page.setViewportSize(UPRIGHT.viewport);
      await hasTabs(['Report', 'Moves', 'Every move', 'Chances']);
      for (const [tab, panels] of /** @type {const} */ ([['Every move', ['moves', 'engine']], ['Report', ['moves', 'graph']], ['Chances', ['moves', 'graph']], ['Moves', ['moves']]])) {
        await page.getByRole('tab', { name: tab }).click();
        assert.deepEqual(await page.evaluate((ids) => ids.filter((id) => document.getElementById(id)?.getClientRects().length || id === 'moves'), panels), panels, tab);
        await page.getByRole('button', { name: 'One back' }).waitFor();
      }
      [moves, engine] = [await box('.steps'), await box('.tabs')];
      assert.ok(moves.y + moves.height <= engine.y + 1 && engine.y + engine.height <= 845, 'steps and tabs stand at the foot');
      assert.equal(await overflow(page), 0);
      await assertAccessible(page, 'the analysis, phone', '#game-view');
      await close();
    },
  ],
  [
    'looks: turns are confirmed where one wants that, and the board stands alone with z',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, DESK);
      await page.addInitScript(() => localStorage.setItem('tesuji-confirm', 'on'));
      await beginGame(page, server.url, 'chess');
      await square(page, 'e2').click();
      await square(page, 'e4').click();
      await page.getByText('White: pawn e2 to e4.').waitFor();
      await page.getByRole('button', { name: 'Take it back' }).click();
      await square(page, 'd2').click();
      await square(page, 'd4').click();
      await page.getByRole('button', { name: 'Play it' }).click();
      await waitForTurns(page, 1);
      assert.match(await page.locator('.moves-list .move').first().innerText(), /d4/);
      await page.locator('main').focus();
      await page.keyboard.press('z');
      assert.equal(await page.locator('#moves').isVisible(), false);
      await page.keyboard.press('z');
      assert.equal(await page.locator('#moves').isVisible(), true);
      await page.keyboard.press('s');
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Picture (SVG)' }).click();
      const path = await (await file).path();
      const text = readFileSync(path, 'utf8');
      assert.ok(text.startsWith('<svg') && (text.match(/<path/g)?.length ?? 0) > 60 && /fill="rgb/.test(text) && !text.includes('class='), text.slice(0, 200));
      const pixels = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Picture (PNG)' }).click();
      const { width, data } = PNG.sync.read(readFileSync(await (await pixels).path()));
      assert.equal(width, 1200);
      const colours = new Set(Array.from({ length: data.length / 400 }, (_, at) => data.readUInt32BE(400 * at)));
      assert.ok(colours.size > 20, `${colours.size} colours`);
      const film = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Moving picture (GIF)' }).click();
      const moving = readFileSync(await (await film).path());
      assert.equal(moving.toString('latin1', 0, 6), 'GIF89a');
      // A frame before each turn and one after the last: each begins with the time for which it is shown.
      const frames = moving.toString('latin1').split('\x21\xf9\x04').length - 1;
      assert.equal(frames, 1 + (await played(page)));
      await close();
    },
  ],
];
