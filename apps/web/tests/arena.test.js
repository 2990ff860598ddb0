// The page's arena: begin, watch, stop, go on, look at games, the report; and what the command line began.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { assertAccessible, openPage, program, startServer, stopServer } from './harness.js';

/** A tournament's line of `tesuji arena list`. @typedef {{ id: number, state: string }} Listed */

/**
 * A test with a server of its own, of which nothing goes on after it, not even after a failure: tournaments outlive the
 * server that began them.
 * @param {(world: import('./run.js').World) => Promise<void>} test
 */
const alone = (test) => async (/** @type {import('./run.js').World} */ { browser }) => {
  const server = await startServer();
  try {
    await test({ server, browser });
  } finally {
    const listed = spawnSync(program(), ['arena', 'list', '--data', server.data, '--json'], { encoding: 'utf8' });
    for (const line of listed.stdout.split('\n').filter(Boolean)) {
      const { id, state } = /** @type {Listed} */ (JSON.parse(line));
      if (state === 'running') spawnSync(program(), ['arena', 'stop', String(id), '--data', server.data]);
    }
    await stopServer(server);
  }
};

/**
 * Fills the form in and begins.
 * @param {import('playwright-core').Page} page @param {string} url
 * @param {{ engines: string, games: number, game?: string, format?: string, sprt?: string, stay?: boolean }} options  `stay` where the form is open already
 */
async function begin(page, url, { engines, games, game = 'Onitama', format = 'Match of two', sprt, stay = false }) {
  if (!stay) await page.goto(`${url}/arena`);
  await page.getByText('None yet.', { exact: false }).or(page.locator('#arena .library-list a')).first().waitFor();
  await page.locator('#arena-game').selectOption(game);
  await page.locator('#arena-format').selectOption(format);
  await page.getByLabel('Engines, one a line').fill(engines);
  await page.getByLabel('Games a pair of engines').fill(String(games));
  if (sprt) await page.getByLabel('Test (SPRT)').fill(sprt);
  await page.getByRole('button', { name: 'Start' }).click();
}

/** @param {import('playwright-core').Page} page */
const about = (page) => page.locator('#tournament .lead').innerText();

/** @type {import('./run.js').Test[]} */
export const arena = [
  [
    'the arena plays a match with a test to its end, tells Elo, and a game opens for analysis',
    alone(async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { acceptDownloads: true });
      await begin(page, server.url, { engines: 'tesuji,depth=4,name=deep\nrandom', games: 60, sprt: '0,50' });
      await page.waitForURL(/\/arena\/1$/);
      await page.getByText('accepted', { exact: true }).waitFor();
      await page.waitForFunction(() => /· done\b/.test(document.querySelector('#tournament .lead')?.textContent ?? ''));
      assert.match(await page.locator('#tournament').innerText(), /deep: \+\d+ =\d+ −\d+ · Elo \+\d+\.\d, 95 % between/);
      assert.ok(await page.locator('.test-curve .curve-line').getAttribute('d'));
      assert.ok(await page.getByRole('heading', { name: 'Ratings' }).isVisible());
      const waiting = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download the report' }).click();
      const report = readFileSync(await (await waiting).path(), 'utf8');
      assert.match(report, /<h2>Test \(SPRT\)<\/h2>.*accepted/s);
      assert.match(report, /<svg/);
      assert.doesNotMatch(report, /<script|src=|href=/);
      await assertAccessible(page, 'tournament');
      await page.getByRole('button', { name: /^Open game/ }).first().click();
      await page.waitForURL(/\/game\//);
      await page.locator('.moves-list .move').first().waitFor();
      await page.locator('.result-text').waitFor();
      const opened = page.url();
      // With the engines' names and scores, and once: opened again it is the same game.
      await page.locator('.player-name', { hasText: 'deep' }).waitFor();
      assert.match((await page.locator('.moves-list .move[title*="depth"]').first().getAttribute('title')) ?? '', /^depth \d+/);
      await page.goBack();
      await page.getByRole('button', { name: /^Open game/ }).first().click();
      await page.waitForURL(/\/game\//);
      assert.equal(page.url(), opened);
      await page.getByRole('link', { name: 'Library' }).click();
      await page.getByText('1 of 1 game').waitFor();
      await close();
    }),
  ],
  [
    'a tournament is watched on live boards, stopped, and goes on; the terminal shows the same',
    alone(async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await begin(page, server.url, { engines: 'tesuji,time=0.2,name=a\ntesuji,time=0.2,name=b\ntesuji,time=0.2,name=c', games: 4, game: 'Ataxx', format: 'Round robin' });
      await page.waitForURL(/\/arena\/1$/);
      await page.locator('.live-game .board').first().waitFor();
      await page.waitForFunction(() => /turn [2-9]/.test(document.querySelector('.live-game h3')?.textContent ?? ''));
      assert.match(await page.locator('.live-game .live-figures').first().innerText(), /[+−]\d|wins|loses|^$/);
      // The first page has what is under way.
      const address = page.url();
      await page.locator('#brand').click();
      await page.locator('.arena-strip', { hasText: 'Ataxx' }).click();
      await page.waitForURL(address);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.waitForFunction(() => /· stopped\b/.test(document.querySelector('#tournament .lead')?.textContent ?? ''));
      assert.equal(await page.locator('.live-game').count(), 0);
      const listed = spawnSync(program(), ['arena', 'list', '--data', server.data, '--json'], { encoding: 'utf8' });
      assert.equal(JSON.parse(listed.stdout).state, 'stopped');
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.locator('.live-game .board').first().waitFor();
      spawnSync(program(), ['arena', 'stop', '1', '--data', server.data]);
      await page.waitForFunction(() => /· stopped\b/.test(document.querySelector('#tournament .lead')?.textContent ?? ''));
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: /^Delete \d+ games for good/ }).click();
      await page.locator('#arena').getByText('None yet.', { exact: false }).waitFor();
      await close();
    }),
  ],
  [
    'a tournament begins from openings that are pasted or come from a file; bad ones are refused with the line',
    alone(async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/arena`);
      await page.getByText('None yet.', { exact: false }).waitFor();
      await page.locator('.arena-openings summary').click();
      const openings = page.getByLabel('Positions to begin from');
      await openings.fill('2B2/5/5/5/2R2 r boar,crab ox,horse eel\nnonsense');
      await begin(page, server.url, { engines: 'random,seed=1,name=a\nrandom,seed=2,name=b', games: 4, stay: true });
      await page.locator('#arena .notice', { hasText: 'line 2' }).waitFor();
      await page.getByLabel('From a file').setInputFiles({ name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('# two masters\n2B2/5/5/5/2R2 r boar,crab ox,horse eel\n') });
      await page.waitForFunction(() => document.querySelector('#arena-openings') instanceof HTMLTextAreaElement && /two masters/.test(/** @type {HTMLTextAreaElement} */ (document.querySelector('#arena-openings')).value));
      await page.getByRole('button', { name: 'Start' }).click();
      await page.waitForURL(/\/arena\/1$/);
      await page.waitForFunction(() => /· done\b/.test(document.querySelector('#tournament .lead')?.textContent ?? ''));
      await page.getByRole('button', { name: /^Open game/ }).first().click();
      await page.waitForURL(/\/game\//);
      // A key is nothing to a game that has not come yet.
      await page.locator('.moves-list .move').first().waitFor();
      await page.locator('main').focus();
      await page.keyboard.press('ArrowUp');
      await page.waitForFunction(() => document.querySelectorAll('[data-square][aria-label*="master"]').length === 2 && document.querySelectorAll('[data-square][aria-label*="student"]').length === 0);
      await close();
    }),
  ],
  [
    'what the terminal plays is on the page, and what cannot be played is refused with the reason',
    alone(async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      const played = spawnSync(program(), ['tournament', 'onitama', '--engine', 'random,seed=1,name=r', '--engine', 'tesuji,nodes=50,name=t', '--engine', 'tesuji,nodes=100,name=u', '--games', '4', '--data', server.data, '--json'], { encoding: 'utf8' });
      assert.equal(played.status, 0, played.stderr);
      await page.goto(`${server.url}/arena`);
      await page.getByRole('link', { name: 'round-robin of 3 engines' }).click();
      await page.getByRole('row', { name: /^1 u|^1 t/ }).first().waitFor();
      assert.match(await about(page), /Onitama · Round robin · 12 of 12 games · done/);
      for (const [engines, words] of [
        ['tesuji,speed=9\nrandom', 'Engine 1'],
        ['cmd=/bin/sh\nrandom', 'The page lets only those programs play'],
        ['random', 'a match is between two engines'],
        ['human\nrandom', 'People play on the page itself'],
      ]) {
        await begin(page, server.url, { engines: engines ?? '', games: 2 });
        await page.locator('#arena .notice', { hasText: words ?? '' }).waitFor();
      }
      await page.goto(`${server.url}/arena/99`);
      await page.locator('#nowhere .lead', { hasText: 'There is no tournament 99' }).waitFor();
      await close();
    }),
  ],
  [
    'an ablation of the data folder is listed, and its report opens with its charts',
    alone(async ({ server, browser }) => {
      const made = spawnSync(program(), ['ablate', 'onitama', '--depth', '6', '--positions', '2', '--only', 'NullMove,Killers', '--name', 'first', '--data', server.data], { encoding: 'utf8' });
      assert.equal(made.status, 0, made.stderr);
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/arena`);
      const line = page.locator('#arena .library-list li', { hasText: 'first' });
      await line.waitFor();
      assert.match(await line.innerText(), /first\s*Onitama · alpha-beta · 2 techniques · done/);
      await line.getByRole('link').click();
      await page.getByRole('heading', { name: 'Onitama: what each technique is worth' }).waitFor();
      assert.ok((await page.locator('svg rect').count()) >= 1);
      // Its own styles apply: the policy of this answer allows them.
      assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).maxWidth), 'none');
      const missing = await page.request.get(`${server.url}/arena/ablations/other/report.html`);
      assert.equal(missing.status(), 404);
      await close();
    }),
  ],
];
