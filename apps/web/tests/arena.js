// The page's arena: begin, watch, stop, go on, look at games, the report; and what the command line began.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { openPage, program, startServer, stopServer } from './harness.js';

/**
 * Fills the form in and begins.
 * @param {import('playwright-core').Page} page @param {string} url
 * @param {{ engines: string, games: number, game?: string, format?: string, sprt?: string }} options
 */
async function begin(page, url, { engines, games, game = 'Onitama', format = 'Match of two', sprt }) {
  await page.goto(`${url}/arena`);
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
    async ({ browser }) => {
      const server = await startServer();
      const { page, close } = await openPage(browser, { acceptDownloads: true });
      await begin(page, server.url, { engines: 'tesuji,depth=4,name=deep\nrandom', games: 60, sprt: '0,50' });
      await page.waitForURL(/\/arena\/1$/);
      await page.getByText('accepted', { exact: true }).waitFor({ timeout: 60_000 });
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
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target} ${nodes[0]?.failureSummary}`), []);
      await page.getByRole('button', { name: /^Open game/ }).first().click();
      await page.waitForURL(/\/game\//);
      await page.locator('.moves-list .move').first().waitFor();
      await page.locator('.result-text').waitFor();
      await close();
      await stopServer(server);
    },
  ],
  [
    'a tournament is watched on live boards, stopped, and goes on; the terminal shows the same',
    async ({ browser }) => {
      const server = await startServer();
      const { page, close } = await openPage(browser);
      await begin(page, server.url, { engines: 'tesuji,time=0.2,name=a\ntesuji,time=0.2,name=b\ntesuji,time=0.2,name=c', games: 4, game: 'Ataxx', format: 'Round robin' });
      await page.waitForURL(/\/arena\/1$/);
      await page.locator('.live-game .board').first().waitFor({ timeout: 30_000 });
      await page.waitForFunction(() => /turn [2-9]/.test(document.querySelector('.live-game h3')?.textContent ?? ''), undefined, { timeout: 30_000 });
      assert.match(await page.locator('.live-game .live-figures').first().innerText(), /[+−]\d|wins|loses|^$/);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.waitForFunction(() => /· stopped\b/.test(document.querySelector('#tournament .lead')?.textContent ?? ''), undefined, { timeout: 30_000 });
      assert.equal(await page.locator('.live-game').count(), 0);
      const listed = spawnSync(program(), ['arena', 'list', '--data', server.data, '--json'], { encoding: 'utf8' });
      assert.equal(JSON.parse(listed.stdout).state, 'stopped');
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.locator('.live-game .board').first().waitFor({ timeout: 30_000 });
      spawnSync(program(), ['arena', 'stop', '1', '--data', server.data]);
      await page.waitForFunction(() => /· stopped\b/.test(document.querySelector('#tournament .lead')?.textContent ?? ''), undefined, { timeout: 30_000 });
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: /^Delete \d+ games for good/ }).click();
      await page.getByText('None yet.', { exact: false }).waitFor();
      await close();
      await stopServer(server);
    },
  ],
  [
    'what the terminal plays is on the page, and what cannot be played is refused with the reason',
    async ({ browser }) => {
      const server = await startServer();
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
      await page.locator('#tournament .notice', { hasText: 'There is no tournament 99' }).waitFor();
      await close();
      await stopServer(server);
    },
  ],
];
