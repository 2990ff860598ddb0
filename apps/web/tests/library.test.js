// The library, sharing by text and file, setting a position up, and the tutorial.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { newGame, openPage, played, startServer, stopServer, tapATurn, waitForPerson, waitForTurns } from './harness.js';

const CARDS = ['ox', 'boar', 'horse', 'crab', 'elephant'];
const TEXT = `[Game "onitama"]
[Start "bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab"]

1. ox c1c2 {centre} (1. boar a1a2 {wing} 2. horse c5c4) 2. horse c5c4
`;

/** @type {import('./run.js').Test[]} */
export const library = [
  [
    'the library lists, searches, deletes with undo, and exports',
    async ({ browser }) => {
      const server = await startServer();
      const { page, close } = await openPage(browser, { acceptDownloads: true });
      await page.goto(`${server.url}/library`);
      await page.getByText('No games yet.', { exact: false }).waitFor();
      await newGame(page, server.url, { seat: 'Both sides', cards: CARDS });
      await tapATurn(page);
      await waitForTurns(page, 1);
      const game = page.url();
      await newGame(page, server.url, { seat: 'Both sides', cards: ['tiger', 'sea_snake', 'frog', 'goat', 'eel'] });
      await tapATurn(page);
      await waitForTurns(page, 1);
      await page.getByRole('link', { name: 'Library' }).click();
      await page.getByText('2 of 2 games').waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('crab ox');
      await page.getByText('1 of 2 games').waitFor();
      await page.getByLabel('Result').selectOption('won');
      await page.getByText('0 of 2 games').waitFor();
      await page.getByLabel('Result').selectOption('not over');
      await page.getByRole('button', { name: /^Delete Onitama: Boar, Ox/ }).click();
      await page.getByText('0 of 1 game').waitFor();
      await page.reload();
      await page.getByText('1 of 1 game').waitFor();
      await page.getByRole('button', { name: /^Delete / }).click();
      await page.getByText('No games yet.', { exact: false }).waitFor();
      await page.locator('.library-undo').getByRole('button', { name: 'Undo' }).click();
      await page.locator('.library-list a').waitFor();
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export all as text' }).click();
      const text = readFileSync(await (await waiting).path(), 'utf8');
      assert.match(text, /\[Start ".*tiger.*"\]/);
      assert.match(text, /\n1\. \w+ \w\d\w\d/);
      const json = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export all as JSON' }).click();
      assert.equal(JSON.parse(readFileSync(await (await json).path(), 'utf8'))[0].turns.length, 1);
      await page.locator('.library-list a').click();
      await waitForTurns(page, 1);
      assert.notEqual(page.url(), game);
      await close();
      await stopServer(server);
    },
  ],
  [
    'a pasted game with variations is loaded, and comes out as it went in',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Load a game' }).click();
      const paste = page.getByLabel('Paste a game or a link');
      await paste.fill('1. ox c1c2');
      await page.getByRole('button', { name: 'Load the text' }).click();
      await page.getByText('The text has no line [Start', { exact: false }).waitFor();
      await paste.fill(TEXT);
      await page.getByRole('button', { name: 'Load the text' }).click();
      await page.waitForURL(/\/game\//);
      await waitForTurns(page, 2);
      await page.locator('.variation .comment', { hasText: 'wing' }).waitFor();
      await page.keyboard.press('s');
      const text = await page.getByLabel('The game as text').inputValue();
      const [, body] = text.split('\n\n');
      assert.equal(body?.trim(), TEXT.split('\n\n')[1]?.trim());
      const url = page.url();
      await page.getByLabel('Paste a game or a link').fill(text.replace('1. ox c1c2', '1. ox c1c5'));
      await page.getByRole('button', { name: 'Load the text' }).click();
      await page.locator('#notice .notice').waitFor();
      assert.equal(page.url(), url);
      await close();
    },
  ],
  [
    'an uploaded file is loaded',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Load a game' }).click();
      const saved = { game: 'onitama', start: 'bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab', turns: ['ox c1c2'] };
      await page.getByLabel('Or upload a file').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(saved)) });
      await page.waitForURL(/\/game\//);
      await waitForTurns(page, 1);
      await close();
    },
  ],
  [
    'a position set up by hand is played from',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/onitama`);
      await page.getByLabel('A position').check();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByLabel('Red master').check();
      await page.locator('[data-edit="c4"]').click();
      await page.getByLabel('Blue master').check();
      await page.locator('[data-edit="a5"]').click();
      assert.equal(await page.getByRole('textbox', { name: 'Position' }).inputValue(), 'B4/2R2/5/5/5 r boar,ox elephant,horse crab');
      await page.getByLabel('Both sides').check();
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.waitForURL(/\/game\//);
      await waitForPerson(page);
      assert.match((await page.locator('[data-square="c4"]').getAttribute('aria-label')) ?? '', /Red master/);
      await close();
    },
  ],
  [
    'the tutorial teaches board by board',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/learn`);
      /** @type {[string, string, string?][]} */
      const moves = [['c1', 'c2', 'Ox'], ['c2', 'c3', 'Boar'], ['b3', 'b4', 'Ox'], ['c4', 'c5', 'Ox']];
      for (const [index, [from, to, card]] of moves.entries()) {
        await page.getByRole('heading', { name: new RegExp(`^${index + 1}\\. `) }).waitFor();
        await page.locator(`#learn [data-square="${from}"].is-movable`).click();
        await page.locator(`#learn [data-square="${to}"]`).click();
        await page.getByRole('button', { name: `Use ${card}` }).click();
        await page.locator('.lesson-said', { hasText: 'Right' }).waitFor();
        await page.getByRole('button', { name: 'Next board' }).click();
      }
      await page.getByRole('button', { name: 'Give up Crab' }).click();
      await page.locator('.lesson-said', { hasText: 'Right' }).waitFor();
      await page.getByRole('button', { name: /^10: / }).click();
      await page.locator('#learn [data-square="d2"].is-movable').click();
      await page.locator('#learn [data-square="c3"]').click();
      await page.locator('.lesson-said', { hasText: 'Right' }).waitFor();
      await page.getByText('What the cards are worth').click();
      const rows = page.locator('.starts tbody tr');
      assert.equal(await rows.count(), 16);
      /** The shares of a column, from top to bottom. @param {number} column */
      const shares = async (column) => (await rows.locator(`td:nth-child(${column})`).allInnerTexts()).map((text) => Number(text.split(' ± ')[0]));
      await page.getByLabel('Sorted by').selectOption('First player’s');
      const first = await shares(2);
      assert.deepEqual(first, [...first].sort((a, b) => b - a));
      assert.ok(first.every((share) => share > 30 && share < 70), String(first));
      await page.getByLabel('Strength').selectOption('100 nodes (level 5)');
      assert.notDeepEqual(await shares(2), first);
      assert.match(await page.locator('.starts-games').innerText(), /^18,532 games/);
      const chance = page.getByRole('group', { name: 'The first player’s chance' });
      const told = async () => (await chance.getByRole('listitem').allInnerTexts()).map((text) => text.match(/^(\d+) ± (\d+) of 100 points at (.+)$/)?.slice(1) ?? [text]);
      assert.deepEqual((await told()).map(([, , strength]) => strength), ['100 nodes (level 5)', '1,000 nodes', '4,000 nodes (above level 9)']);
      for (const [share, bar] of await told()) assert.ok(Number(share) > 25 && Number(share) < 75 && Number(bar) > 1 && Number(bar) < 12, `${share} ± ${bar}`);
      // The best five cards for the first player by the table, and then the worst.
      const best = ['First player’s', 'Second player’s', 'Fifth card'];
      const dealt = async (/** @type {boolean} */ good) => {
        /** @type {string[]} */
        const used = [];
        for (const place of best) {
          await page.getByLabel('Sorted by').selectOption(place);
          const names = await rows.locator('th').allInnerTexts();
          const left = (good ? names : names.reverse()).filter((name) => !used.includes(name));
          for (const select of await chance.getByLabel(place).all()) {
            const name = left.shift() ?? '';
            used.push(name);
            await select.selectOption(name);
          }
        }
        return (await told()).map(([share]) => Number(share));
      };
      const [good, bad] = [await dealt(true), await dealt(false)];
      assert.ok((good[0] ?? 0) > (bad[0] ?? 100) + 8, `${good} and ${bad}`);
      await chance.getByLabel('Fifth card').selectOption(await chance.getByLabel('First player’s').first().inputValue());
      assert.deepEqual(await told(), [['Each card is dealt once.']]);
      await page.getByRole('button', { name: 'Play a game' }).click();
      await page.getByRole('button', { name: 'Start the game' }).waitFor();
      assert.equal(await played(page), 0);
      await close();
    },
  ],
];
