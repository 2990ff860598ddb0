// Studying: the analysis, variations, comments, the graph and the report, redo, resignation, rematch, clocks.

import assert from 'node:assert/strict';
import { assertAccessible, movable, newGame, openPage, played, square, tapATurn, waitForPerson, waitForTurns } from './harness.js';

const CARDS = ['ox', 'boar', 'horse', 'crab', 'elephant'];
/** Red wins in one by Eel or Ox, in more ways than one. */
const WINS_IN_ONE = '5/1B3/1r3/5/2R2 r boar,ox eel,goose rooster';

/** Plays a turn by its squares, with the first card where two allow it. @param {import('playwright-core').Page} page @param {string} from @param {string} to */
async function move(page, from, to) {
  await square(page, from).click();
  await square(page, to).click();
  const chooser = page.locator('dialog.chooser .card-button');
  if ((await chooser.count()) > 0) await chooser.first().click();
}

/** Leaves the board, which has the arrow keys. @param {import('playwright-core').Page} page */
const leaveBoard = (page) => page.locator('main').focus();

/** Ends at once: Red takes the temple, and the game can be studied. @param {import('playwright-core').Page} page */
const boardEmpty = (page) => page.waitForFunction(() => document.querySelectorAll('.square-button.is-movable').length > 0);

/** @type {import('./run.js').Test[]} */
export const study = [
  [
    'an analysis board is found by its address, keeps its variations, and leads on from the form',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      const address = `/analysis/onitama?${new URLSearchParams({ position: WINS_IN_ONE, turns: 'ox c1d1' })}`;
      const shown = () => page.locator('.analysis-table tbody tr').first().waitFor();
      await page.goto(`${server.url}${address}`);
      await shown();
      assert.equal(new URL(page.url()).pathname, '/analysis/onitama');
      // Nobody plays there: there is nothing to resign, and the hints are the lines.
      assert.deepEqual(await page.locator('#controls button:visible').allInnerTexts(), ['↶ Undo', '↷ Redo']);
      // A variation is still there when the address is opened again, and nothing is there twice.
      await page.locator('.analysis-line').first().locator('.move-in-line').first().click();
      await page.locator('.variation, .move-list button').first().waitFor();
      const moves = () => page.locator('#moves').innerText();
      await page.waitForFunction(() => /2\./.test(document.querySelector('#moves')?.textContent ?? '') || (document.querySelector('#moves')?.textContent ?? '').length > 12);
      const before = await moves();
      await page.goto(`${server.url}/library`);
      await page.goBack();
      await shown();
      const [now, then] = [await moves(), before].map((text) => text.replace(/\s+/g, ' '));
      assert.match(now ?? '', /^Moves .+ .+ 1…/);
      assert.ok(then?.startsWith(now ?? '?'), `${now} | ${then}`);
      // A text that is no position is refused, with its place.
      await page.goto(`${server.url}/analysis/onitama?position=nonsense`);
      await page.locator('#notice').filter({ hasText: 'leads to no position' }).waitFor();
      // From the form, with what was chosen there.
      await page.goto(`${server.url}/play/onitama`);
      await page.getByLabel('A position').check();
      await page.getByRole('textbox', { name: 'Position' }).fill(WINS_IN_ONE);
      await page.getByRole('button', { name: 'Analysis board' }).click();
      await shown();
      assert.equal(new URL(page.url()).searchParams.get('position'), WINS_IN_ONE);
      await page.keyboard.press('s');
      await page.getByRole('button', { name: 'Copy link to the position' }).waitFor();
      await close();
    },
  ],
  [
    'the analysis shows lines, every move with its own score, arrows, and the bar follows',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', cards: CARDS });
      await waitForPerson(page);
      const legal = await page.evaluate(async () => document.querySelectorAll('.square-button.is-movable').length);
      assert.ok(legal > 0);
      await leaveBoard(page);
      await page.keyboard.press('l');
      await page.waitForFunction(() => document.querySelectorAll('.analysis-table tbody tr').length >= 8 && /depth ([3-9]|\d\d)/.test(document.querySelector('.analysis-body .engine-figures')?.textContent ?? ''));
      assert.equal(await page.locator('.analysis-line').count(), 3);
      assert.match(await page.locator('.analysis-line').first().innerText(), /^[+−]\d+\.\d\d\s+1\. \w+ [a-e]\d-[a-e]\d/);
      // Cell by cell: what stands between them in the text of a row depends on the layout.
      const rows = await page.locator('.analysis-table tbody tr').evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '').join(' ')));
      for (const row of rows) assert.match(row, /^\w+(?: snake)? [a-e]\d-[a-e]\d\s+([+−]\d+\.\d\d|wins in \d+|loses in \d+)( ✓.*)?\s+\d+\s+[\d.]+( [kMG])?$/s);
      assert.ok((await page.locator('.mark-best').count()) >= 1);
      // The other side's move: nobody can follow it from here.
      const bar = await page.locator('.bar-label').innerText();
      await page.keyboard.press('x');
      await page.waitForFunction(() => document.querySelectorAll('.analysis-table tbody tr').length >= 8 && document.querySelectorAll('.analysis-table .move-in-line').length === 0);
      assert.equal(await page.getByRole('button', { name: 'Threat' }).getAttribute('aria-pressed'), 'true');
      assert.ok((await page.locator('.is-threat .mark-best').count()) >= 1);
      await page.getByRole('button', { name: 'Threat' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.analysis-table .move-in-line').length >= 8);
      assert.equal(await page.locator('.is-threat').count(), 0);
      assert.match(bar, /^-?\d+\.\d$/);
      await page.getByLabel('How many lines').selectOption('2');
      await page.waitForFunction(() => document.querySelectorAll('.analysis-table tbody tr').length === 2);
      await page.getByRole('switch', { name: 'Analysis' }).click();
      await page.locator('.analysis-body').waitFor({ state: 'hidden' });
      assert.equal(await page.locator('.mark-best').count(), 0);
      const health = async () => (await (await page.request.get(`${server.url}/healthz`)).json()).searches.running;
      for (let wait = 0; wait < 300 && (await health()) > 0; wait++) await page.waitForTimeout(100);
      assert.equal(await health(), 0, 'the search goes on with the analysis off');
      await close();
    },
  ],
  [
    'a tree search shows visits, values and priors, and its picture opens by keyboard and by touch',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', cards: CARDS });
      await waitForPerson(page);
      await leaveBoard(page);
      await page.keyboard.press('l');
      await page.getByLabel('Kind of search').selectOption('mcts');
      const rows = page.locator('.search-tree tbody tr');
      // The first report of a tree may know some moves only.
      await rows.nth(7).waitFor();
      // Cell by cell: what stands between them in the text of a row depends on the layout.
      const cells = await rows.evaluateAll((found) => found.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')));
      for (const row of cells) assert.match(row.slice(0, 4).join(' | '), /^\w+ [a-e]\d-[a-e]\d \| [\d.]+( [kMG])? \| (\d+ %|wins in \d+|loses in \d+) \| \d+\.\d %$/);
      const visits = (await page.locator('.search-tree tbody td:nth-child(2)').allInnerTexts()).map((text) => parseFloat(text) * (text.endsWith('k') ? 1e3 : text.endsWith('M') ? 1e6 : 1));
      assert.equal(Math.max(...visits), visits[0], 'the most visited move comes first');
      await page.locator('.tree-details summary').focus();
      await page.keyboard.press('Enter');
      const nodes = page.locator('.tree-picture .tree-node');
      await nodes.first().waitFor();
      // A move of the root: those further down may change as the tree grows.
      const branches = await nodes.evaluateAll((found) => found.map((node) => [node.getAttribute('data-branch') ?? '', node.getAttribute('aria-expanded') ?? '', node.getAttribute('aria-label') ?? '']));
      const [branch, , words] = branches.find(([path, expanded]) => path?.split('/').length === 2 && expanded === 'false') ?? [];
      assert.match(words ?? '', /, [\d.]+( [kMG])? visits, /);
      const there = page.locator(`[data-branch="${branch}"]`);
      await there.focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction((path) => document.querySelector(`[data-branch="${path}"]`)?.getAttribute('aria-expanded') === 'true', branch);
      assert.ok((await page.locator(`[data-branch^="${branch}/"]`).count()) >= 1);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-branch')), branch, 'the focus stays');
      await page.setViewportSize({ width: 360, height: 740 });
      await there.locator('.tree-touch').click();
      await page.waitForFunction((path) => document.querySelector(`[data-branch="${path}"]`)?.getAttribute('aria-expanded') === 'false', branch);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing hangs out of a phone');
      await assertAccessible(page, "the picture of a tree", "#engine");
      await page.getByLabel('Kind of search').selectOption('alphabeta');
      await page.locator('.analysis-table thead', { hasText: 'depth' }).waitFor();
      assert.ok(await page.locator('.search-tree').isHidden());
      await close();
    },
  ],
  [
    'a win is told in moves, and proven ones bear a mark',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: WINS_IN_ONE });
      await leaveBoard(page);
      await page.keyboard.press('l');
      await page.locator('.analysis-table').getByText('wins in 1').first().waitFor();
      assert.match((await page.locator('.bar').getAttribute('aria-label')) ?? '', /Evaluation: Red wins in 1/);
      await close();
    },
  ],
  [
    'the endgame tables are built in sight, and mark each move, draws too',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: '1R3/3B1/3b1/5/2r2 r frog,mantis monkey,rabbit tiger' });
      await leaveBoard(page);
      await page.keyboard.press('l');
      await page.locator('.tables-note', { hasText: /2 a side: \d+ %|up to [23] pieces a side ready/ }).waitFor();
      await page.locator('.tables-note', { hasText: 'pieces a side ready' }).waitFor();
      const rows = page.locator('.analysis-table tbody tr');
      await rows.locator('.verdict-draw').first().waitFor();
      for (const row of await rows.allInnerTexts()) assert.match(row, /draw|won|lost|✓/);
      await close();
    },
  ],
  [
    'variations: made on the board, commented, promoted, deleted and put back, and there after a reload',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', cards: CARDS });
      await move(page, 'a1', 'a2');
      await waitForTurns(page, 1);
      await move(page, 'a5', 'a4');
      await waitForTurns(page, 2);
      await leaveBoard(page);
      await page.keyboard.press('l');
      await page.keyboard.press('ArrowUp');
      await boardEmpty(page);
      await move(page, 'e1', 'e2');
      await page.locator('.variation .move-in-line').waitFor();
      await page.waitForFunction(() => document.querySelector('[data-square="e2"]')?.getAttribute('aria-label')?.includes('Red student'));
      assert.equal(await played(page), 2, 'the game itself is unchanged');
      await page.getByLabel('Comment on the position shown').fill('the other wing');
      await leaveBoard(page);
      await page.locator('.variation .comment', { hasText: 'the other wing' }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await boardEmpty(page);
      await move(page, 'b1', 'b2');
      await page.waitForFunction(() => document.querySelectorAll('li.variation').length === 2);
      await page.getByRole('button', { name: 'Promote' }).click();
      await page.waitForFunction(() => /b1-b2/.test(document.querySelector('li.variation')?.textContent ?? ''));
      const before = await page.locator('.moves-list').innerText();
      await page.reload();
      await page.waitForFunction(() => document.querySelectorAll('li.variation').length === 2);
      assert.equal(await page.locator('.moves-list').innerText(), before);
      await page.locator('li.variation .move-in-line', { hasText: 'e1-e2' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.waitForFunction(() => document.querySelectorAll('li.variation').length === 1);
      await page.getByRole('button', { name: 'Undo delete of 1' }).click();
      await page.locator('.variation .comment', { hasText: 'the other wing' }).waitFor();
      await leaveBoard(page);
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction(() => document.querySelectorAll('.move')[1]?.hasAttribute('aria-current'));
      // A line becomes the game, and what was played a variation; the comment stays where it was.
      await page.locator('li.variation .move-in-line', { hasText: 'e1-e2' }).click();
      await page.getByRole('button', { name: 'Make main line' }).click();
      await page.waitForFunction(() => /e1-e2/.test(document.querySelector('.moves-list .move')?.textContent ?? ''));
      assert.equal(await played(page), 1);
      await page.locator('li.variation .move-in-line', { hasText: 'a5-a4' }).waitFor();
      await page.locator('.comment', { hasText: 'the other wing' }).waitFor();
      await close();
    },
  ],
  [
    'the computer analysis judges each turn in the background, stays with the game, and the graph jumps',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: '2B2/5/1b3/2r2/2R2 r eel,ox goose,rooster boar' });
      for (let turn = 0; turn < 3; turn++) {
        await waitForPerson(page);
        if ((await page.locator('.result-text').count()) > 0) break;
        await tapATurn(page);
        await waitForTurns(page, turn + 1);
      }
      await page.getByRole('button', { name: 'Computer analysis' }).click();
      // Stopped, it keeps what it found, and goes on from there.
      // Pressed in the frame in which it comes: so near the end of a game the analysis may be over sooner than a pointer is there.
      const how = await page.waitForFunction(() => {
        const stop = [...document.querySelectorAll('#graph button')].find(({ textContent }) => textContent === 'Stop');
        if (!(stop instanceof HTMLElement) || stop.hidden) return document.querySelector('.report-table') && 'over';
        stop.click();
        return 'stopped';
      });
      if ((await how.jsonValue()) === 'stopped') await page.locator('#graph').getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
      const on = page.locator('#graph').getByRole('button', { name: /^(Computer analysis|Finish the analysis)$/ });
      if (await on.isVisible()) await on.click();
      await page.getByRole('cell', { name: /^\d+ %$/ }).first().waitFor();
      await page.waitForFunction(() => document.querySelector('.report-progress')?.hasAttribute('hidden'));
      const table = await page.locator('.report-table').innerText();
      await page.reload();
      await page.locator('.report-table').waitFor();
      assert.equal(await page.locator('.report-table').innerText(), table);
      // A click through the locator waits until the graph has come to rest.
      const graph = page.locator('.graph');
      await graph.click({ position: { x: 2, y: 40 } });
      await page.waitForFunction(() => document.querySelectorAll('.move[aria-current]').length === 0);
      const box = await graph.boundingBox();
      assert(box);
      await graph.click({ position: { x: box.width - 2, y: 40 } });
      await page.waitForFunction(() => document.querySelectorAll('.move[aria-current]').length === 1);
      await close();
    },
  ],
  [
    'undo and redo, resign and rematch',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Red', level: 1, cards: CARDS });
      await tapATurn(page);
      await waitForTurns(page, 2);
      await waitForPerson(page);
      const before = await page.locator('.moves-list').innerText();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.moves-list .move').length === 0);
      await page.getByRole('button', { name: 'Redo' }).click();
      await waitForTurns(page, 2);
      assert.equal(await page.locator('.moves-list').innerText(), before);
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Really?' }).click();
      await page.locator('.result-text').waitFor();
      assert.equal(await page.locator('.result-text').innerText(), 'Tesuji wins by resignation.');
      const first = page.url();
      await page.setViewportSize({ width: 800, height: 900 });
      await page.getByRole('button', { name: 'Rematch' }).click();
      await page.waitForFunction((url) => location.href !== url, first);
      // The address is the new game's before the page shows it.
      await page.locator('#strip-bottom').filter({ hasText: /You\s*Blue/ }).waitFor();
      await waitForPerson(page);
      await close();
    },
  ],
  [
    'a clock counts down, and who watches two levels sees both',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/onitama`);
      await page.getByLabel('Pick five').check();
      for (const card of CARDS) await page.locator(`.picker [data-card="${card}"]`).click();
      await page.getByLabel('Both sides').check();
      await page.getByLabel('Time for each side').selectOption('3 minutes + 2 s a turn');
      await page.getByRole('button', { name: 'Start the game' }).click();
      await waitForPerson(page);
      await page.waitForFunction(() => document.querySelector('#strip-bottom .clock')?.textContent === '3:00');
      await tapATurn(page);
      await page.waitForFunction(() => /^2:5\d$/.test(document.querySelector('#strip-top .clock')?.textContent ?? ''));
      await page.getByRole('button', { name: 'Computer analysis' }).click();
      await page.getByRole('columnheader', { name: 'Time a turn' }).waitFor();
      assert.match((await page.locator('.moves-list .move').first().getAttribute('title')) ?? '', /took \d+\.\d s$/);
      await page.goto(`${server.url}/play/onitama`);
      await page.getByLabel('Neither: watch').check();
      await page.getByLabel('Red’s level').fill('2');
      await page.getByLabel('Blue’s level').fill('1');
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.waitForURL(/\/game\//);
      await waitForTurns(page, 1);
      assert.match(await page.locator('#strip-bottom').innerText(), /Tesuji, level 2/);
      assert.match(await page.locator('#strip-top').innerText(), /Tesuji, level 1/);
      assert.equal(await movable(page).count(), 0);
      await close();
    },
  ],
];
