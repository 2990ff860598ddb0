// Tunings on the page: listed, played, taken away; damaged ones; and the file of a run, which needs no server.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MOVING, assertAccessible, openPage, overflow, program, startServer, stopServer } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const ONITAMA = ['tune', 'onitama', '--method', 'spsa', '--params', 'byphase', 'student', 'tempo', '--engine', 'tesuji,nodes=20', '--gain', '0.5', '--seed', '7', '--threads', '1'];

/** @param {string[]} args */
function tuned(...args) {
  const made = spawnSync(program(), args, { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
}

/** A test with a server of its own. @param {(server: import('./harness.js').Running, browser: import('playwright-core').Browser) => Promise<void>} test */
const alone = (test) => async (/** @type {import('./run.js').World} */ { browser }) => {
  const server = await startServer();
  try {
    await test(server, browser);
  } finally {
    await stopServer(server);
  }
};

/** The film as shown: the step, and the colours of the first board. @param {Page} page */
async function frame(page) {
  const step = await page.locator('.film-step').innerText();
  const colours = await page.locator('.film-board').first().locator('rect').evaluateAll((squares) => squares.map((square) => square.getAttribute('fill')).join());
  return { step, colours };
}

/** The file that a button of the film gives. @param {Page} page @param {string} name */
async function taken(page, name) {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return readFileSync(await (await waiting).path());
}

/** The kinds of the chunks of a PNG, each with its data. @param {Buffer} bytes */
function chunks(bytes) {
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  const found = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    found.push({ kind: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

/** @type {import('./run.js').Test[]} */
export const tuning = [
  [
    'a tuning is listed and opens; slider, keys and buttons move every board and number',
    alone(async (server, browser) => {
      tuned(...ONITAMA, '--budget', '40', '--measure', '1', '--name', 'first', '--data-folder', server.data);
      const { page, close } = await openPage(browser, MOVING);
      await page.goto(`${server.url}/arena`);
      const line = page.locator('#arena .library-list li', { hasText: 'first' });
      await line.waitFor();
      assert.match(await line.innerText(), /first\s*Onitama · SPSA · \d+ parameters · 40 of 40 steps · over · [+−]\d+ Elo/);
      await line.getByRole('link').click();
      await page.getByRole('heading', { name: "How Onitama's scores grew" }).waitFor();
      const slider = page.getByRole('slider', { name: 'Point of the run' });
      const after = await frame(page);
      assert.equal(after.step, 'step 40');
      assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^step 40 of 40, [+−]\d+ Elo/);
      await page.getByRole('button', { name: 'Before' }).click();
      const before = await frame(page);
      assert.equal(before.step, 'step 0');
      assert.notEqual(before.colours, after.colours);
      assert.match((await page.locator('.film-board svg').first().getAttribute('aria-label')) ?? '', /^Boar, from the far row to the near one: (?:−?\d+[,;]? ?){25}$/);
      await page.locator('main').focus();
      await page.keyboard.press('ArrowRight');
      assert.equal((await frame(page)).step, 'step 1');
      await slider.focus();
      await page.keyboard.press('End');
      assert.deepEqual(await frame(page), after);
      await page.keyboard.press('Home');
      await page.getByRole('button', { name: '16×' }).click();
      await page.locator('main').focus();
      await page.keyboard.press(' ');
      await page.waitForFunction(() => document.querySelector('.film-step')?.textContent === 'step 40');
      assert.deepEqual(await frame(page), after);
      await page.getByRole('button', { name: 'Master' }).click();
      assert.notEqual((await frame(page)).colours, after.colours);
      await page.getByLabel('Find a number by its name').fill('student');
      assert.equal(await page.locator('.film-numbers li').count(), 1);
      assert.match(await page.locator('.film-chart').getAttribute('aria-label') ?? '', /^Elo against the start/);
      await page.getByLabel('Find a number by its name').fill('');
      await assertAccessible(page, 'tuning');
      await page.setViewportSize({ width: 360, height: 740 });
      assert.equal(await overflow(page), 0);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.getByRole('button', { name: 'Before' }).click();
      await page.getByRole('button', { name: 'Next step' }).click();
      await page.waitForTimeout(400);
      assert.equal((await frame(page)).step, 'step 1');
      await close();
    }),
  ],
  [
    'a frame, all points and the moving picture of a tuning are taken away',
    alone(async (server, browser) => {
      tuned(...ONITAMA, '--budget', '12', '--name', 'first', '--data-folder', server.data);
      const { page, close } = await openPage(browser, { acceptDownloads: true });
      await page.goto(`${server.url}/arena/tunings/first`);
      await page.locator('.film-board').first().waitFor();
      const picture = chunks(await taken(page, 'Picture (PNG)'));
      assert.equal(picture[0]?.kind, 'IHDR');
      assert.equal(picture[0].data.readUInt32BE(0), 840);
      const rows = (await taken(page, 'Table (CSV)')).toString().trimEnd().split('\n').map((row) => row.split(','));
      assert.deepEqual(rows[0]?.slice(0, 2), ['step', 'Student']);
      assert.deepEqual(rows.slice(1).map(([step]) => Number(step)), Array.from({ length: 13 }, (_, step) => step));
      assert.ok(rows.every(({ length }) => length === rows[0]?.length));
      assert.notDeepEqual(rows[1]?.slice(1), rows[13]?.slice(1));
      // The values of the point shown are a file that an engine takes, and of another point another one.
      const last = (await taken(page, 'Parameters')).toString();
      await page.getByRole('button', { name: 'Before' }).click();
      const first = (await taken(page, 'Parameters')).toString();
      assert.notEqual(first, last);
      const valuesOf = (/** @type {string} */ text) => text.trimEnd().split('\n').slice(1).map((line) => line.split(' = ')[1]);
      assert.deepEqual([valuesOf(first), valuesOf(last)], [rows[1]?.slice(1), rows[13]?.slice(1)]);
      const file = join(server.data, 'taken.params');
      writeFileSync(file, last);
      tuned('analyze', 'onitama', '--depth', '1', '--option', `Params=${file}`);
      const moving = chunks(await taken(page, 'Moving picture'));
      assert.equal(moving.find(({ kind }) => kind === 'acTL')?.data.readUInt32BE(0), 13);
      assert.equal(moving.filter(({ kind }) => kind === 'fcTL').length, 13);
      assert.equal(moving.filter(({ kind }) => kind === 'fdAT').length, 12);
      // Every frame is drawn by the browser, and they differ.
      assert.ok(new Set(moving.filter(({ kind }) => kind === 'fdAT').map(({ data }) => data.subarray(4).toString('base64'))).size > 6);
      await close();
    }),
  ],
  [
    'a run that goes on is followed, and one that was killed is shown as stopped; damaged ones say so',
    alone(async (server, browser) => {
      const folder = join(server.data, 'tunings', 'torn');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'about.json'), '{"game":');
      writeFileSync(join(folder, 'film.json'), '{');
      const going = spawn(program(), [...ONITAMA, '--budget', '200000', '--name', 'long', '--data-folder', server.data], { stdio: 'ignore' });
      const ended = new Promise((resolve) => going.once('exit', resolve));
      try {
        const { page, close } = await openPage(browser);
        // The list is that of the moment: on a slow machine the run has to be there first.
        for (let wait = 0; wait < 600 && !existsSync(join(server.data, 'tunings', 'long', 'film.json')); wait++) await page.waitForTimeout(100);
        await page.goto(`${server.url}/arena`);
        const torn = page.locator('#arena .library-list li', { hasText: 'torn' });
        await torn.waitFor();
        assert.match(await torn.innerText(), /cannot be shown: .*about\.json is damaged/);
        await page.getByRole('link', { name: 'long' }).click();
        const facts = page.locator('#tuning .film-lead').first();
        await page.waitForFunction(() => document.querySelector('#tuning .film-lead')?.textContent?.endsWith(' · running'));
        const first = await facts.innerText();
        await page.waitForFunction((before) => document.querySelector('#tuning .film-lead')?.textContent !== before, first);
        going.kill('SIGKILL');
        await page.waitForFunction(() => document.querySelector('#tuning .film-lead')?.textContent?.endsWith(' · stopped'));
        await page.goto(`${server.url}/arena/tunings/torn`);
        await page.locator('#tuning .form-problem', { hasText: 'damaged' }).waitFor();
        await page.goto(`${server.url}/arena/tunings/none`);
        await page.locator('#tuning .form-problem', { hasText: 'There is no such tuning' }).waitFor();
        await close();
      } finally {
        going.kill('SIGKILL');
        await ended;
      }
    }),
  ],
  [
    'a training is followed, and both of its errors are drawn by epoch',
    alone(async (server, browser) => {
      const [games, out] = [join(server.data, 'some.games'), join(server.data, 'some.net')];
      tuned('selfplay', 'ataxx', '--games', '64', '--nodes', '20', '--out', games);
      const train = ['train', 'ataxx', '--data', games, '--out', out, '--width', '8', '--batch', '64', '--all-positions', '--name', 'net', '--data-folder', server.data];
      const going = spawn(program(), [...train, '--epochs', '100000'], { stdio: 'ignore' });
      const ended = new Promise((resolve) => going.once('exit', resolve));
      try {
        const { page, close } = await openPage(browser);
        for (let wait = 0; wait < 600 && !existsSync(join(server.data, 'tunings', 'net', 'film.json')); wait++) await page.waitForTimeout(100);
        await page.goto(`${server.url}/arena`);
        const line = page.locator('#arena .library-list li', { hasText: 'net' });
        await line.waitFor();
        assert.match(await line.innerText(), /net\s*Ataxx · Network, by stored games · [\d,]+ parameters · \d+ of 100,?000 epochs · running/);
        await line.getByRole('link').click();
        await page.waitForFunction(() => document.querySelectorAll('.film-chart polyline').length === 2);
        const slider = page.getByRole('slider', { name: 'Point of the run' });
        const first = (await slider.getAttribute('aria-valuetext')) ?? '';
        assert.match(first, /^epoch \d+ of 100000, error 0\.\d{5}$/);
        await page.waitForFunction((before) => document.querySelector('#tuning input[type=range]')?.getAttribute('aria-valuetext') !== before, first);
        assert.match((await page.locator('.film-chart').getAttribute('aria-label')) ?? '', /^Error on what is learned from: from 0\.\d{5} to 0\.\d{5}; on what is held back: from 0\.\d{5} to 0\.\d{5}$/);
        assert.equal(await page.locator('.film-board rect').count(), 49);
        const lead = page.locator('#tuning .film-head .film-lead');
        await page.getByRole('button', { name: 'Pause the run' }).click();
        await page.waitForFunction(() => document.querySelector('#tuning .film-lead')?.textContent?.endsWith(' · paused'));
        const stood = await lead.innerText();
        await page.waitForTimeout(1500);
        assert.equal(await lead.innerText(), stood, 'no epoch is learned while it pauses');
        await page.goto(`${server.url}/arena`);
        await line.filter({ hasText: 'paused' }).getByRole('link').click();
        await page.getByRole('button', { name: 'Resume the run' }).click();
        await page.waitForFunction((before) => document.querySelector('#tuning .film-lead')?.textContent !== before && document.querySelector('#tuning .film-lead')?.textContent?.endsWith(' · running'), stood);
        await page.getByRole('button', { name: 'Before' }).click();
        assert.equal((await frame(page)).step, 'epoch 0');
        await assertAccessible(page, 'training');
        going.kill('SIGKILL');
        await page.waitForFunction(() => document.querySelector('#tuning .film-lead')?.textContent?.endsWith(' · stopped'));
        await close();
      } finally {
        going.kill('SIGKILL');
        await ended;
      }
    }),
  ],
  [
    'the file of a run is a film without any server',
    async ({ browser }) => {
      const folder = mkdtempSync(join(tmpdir(), 'tesuji-film-'));
      try {
        const report = join(folder, 'film.html');
        tuned('tune', 'ataxx', '--method', 'playout', '--engine', 'tesuji,nodes=20', '--budget', '60', '--measure', '1', '--seed', '3', '--report', report, '--data-folder', folder);
        assert.doesNotMatch(readFileSync(report, 'utf8'), /\b(?:src|href)=|https?:\/\/(?!www\.w3\.org)/);
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        const page = await context.newPage();
        /** @type {string[]} */
        const complaints = [];
        page.on('pageerror', ({ message }) => complaints.push(message));
        page.on('request', (request) => {
          if (request.url() !== pathToFileURL(report).href) complaints.push(`asks for ${request.url()}`);
        });
        await page.goto(pathToFileURL(report).href);
        await page.getByRole('heading', { name: "How Ataxx's scores grew" }).waitFor();
        assert.equal(await page.locator('.film-board rect').count(), 49);
        await page.getByRole('button', { name: 'Ending' }).click();
        const after = await frame(page);
        await page.getByRole('button', { name: 'Before' }).click();
        assert.equal((await frame(page)).step, 'step 0');
        await page.getByRole('button', { name: 'After' }).click();
        assert.deepEqual(await frame(page), after);
        assert.ok((await page.locator('.film-band').count()) === 1, 'the objective has its error bars');
        await assertAccessible(page, 'file of a tuning');
        await page.setViewportSize({ width: 360, height: 740 });
        assert.equal(await overflow(page), 0);
        const games = join(folder, 'some.games');
        tuned('selfplay', 'ataxx', '--games', '64', '--nodes', '20', '--out', games);
        tuned('tune', 'ataxx', '--method', 'gradient', '--params', 'stone', 'hole', '--data', games, '--budget', '40', '--report', report, '--data-folder', folder);
        await page.goto(pathToFileURL(report).href);
        await page.getByText('held back (dashed, with the 95 % band of its change)').waitFor();
        assert.equal(await page.locator('.film-other-band').count(), 1, 'and so has an error');
        assert.deepEqual(complaints, []);
        await context.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  ],
];
