// Starts the real server and the system's Chromium for the tests, and says how a page is driven.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..', '..');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const START_LIMIT = 60_000;

/** How long a page is waited for, in milliseconds: a machine that does much else at once is slow, not wrong. */
const TIMEOUT = 60_000;

/** The program under test: `TESUJI_BIN`, or what was built last. */
export function program() {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');
  const candidates = process.env.TESUJI_BIN ? [process.env.TESUJI_BIN] : [join(target, 'release/tesuji')];
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error(`no program to test: none of ${candidates.join(', ')}; run \`cargo build --release --features examples\` or set TESUJI_BIN`);
  return found;
}

/**
 * @typedef {object} Running
 * @property {string} url
 * @property {number} port
 * @property {string} data
 * @property {(signal: NodeJS.Signals) => Promise<void>} end
 */

/**
 * Starts a server and waits until it says its address.
 * @param {{ port?: number, data?: string, club?: boolean, named?: boolean, books?: string[] }} [options]  `club`: people with seats, in place of loopback;
 * `named`: such a club under a name, which passkeys want, in place of an address
 * @returns {Promise<Running>}
 */
export async function startServer({ port = 0, data = mkdtempSync(join(tmpdir(), 'tesuji-test-')), club = false, named = false, books = [] } = {}) {
  if (named) port ||= await freePort();
  const child = spawn(program(), ['serve', '--examples', ...books.flatMap((book) => ['--book', book]), ...(club || named ? ['--listen', `127.0.0.1:${port}`, ...(named ? ['--public', `http://localhost:${port}`] : [])] : ['--port', String(port)]), '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // No desktop: a server that opens a browser where there is one opens none here.
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  // A test that fails must not leave its server behind, which would also keep this program from ending.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  void ended.then(() => process.off('exit', kill));
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server said no address; it said: ${stderr}`)), START_LIMIT);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [address] = /http:\/\/[^\s/]+/.exec(line) ?? [];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${code}: ${stderr}`));
    });
  });
  return {
    url,
    port: Number(new URL(url).port),
    data,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/**
 * A program with a token of its own in a club. @param {{ url: string, data: string }} server @param {string} name @param {string[]} args
 */
export function startBot({ url, data }, name, args) {
  const made = spawnSync(program(), ['token', 'create', name, '--bot', '--data', data], { encoding: 'utf8' });
  const token = made.stdout.split(/\s+/).find((word) => word.startsWith('tesuji_'));
  if (!token) throw new Error(`no token: ${made.stderr}`);
  const child = spawn(program(), ['bot', '--server', url, ...args], { stdio: 'ignore', env: { ...process.env, TESUJI_TOKEN: token } });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** A port that nobody has now. @returns {Promise<number>} */
async function freePort() {
  const one = createServer().listen(0, '127.0.0.1');
  await once(one, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (one.address());
  one.close();
  await once(one, 'close');
  return port;
}

/** @param {Running} server */
export async function stopServer(server) {
  await server.end('SIGTERM');
  rmSync(server.data, { recursive: true, force: true });
}

export async function startBrowser() {
  if (!existsSync(CHROMIUM)) throw new Error(`no Chromium at ${CHROMIUM}; install it (Debian: apt-get install chromium) or set CHROMIUM`);
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** For tests in which the page moves as it does for most people. */
export const MOVING = /** @type {const} */ ({ reducedMotion: 'no-preference' });

/**
 * A page that fails the test on anything it complains of. Motion is reduced, which costs a fifth less of the processor; see {@link MOVING}.
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    // A refused connection is what some tests are about.
    if (message.type() === 'error' && !/WebSocket connection|ERR_CONNECTION|404/.test(message.text())) complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!/^(http|ws):\/\/(127\.0\.0\.1|localhost)/.test(request.url())) complaints.push(`asks another host: ${request.url()}`);
  });
  return {
    page,
    async close() {
      await context.close();
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    },
  };
}

/** @typedef {import('playwright-core').Page} Page */

/**
 * Begins a game of any kind that people play on both sides, from its usual start or from a position.
 * @param {Page} page @param {string} url @param {string} game @param {string} [position]
 */
export async function beginGame(page, url, game, position) {
  await page.goto(`${url}/play/${game}`);
  if (position) {
    await page.getByLabel('A position').check();
    await page.getByRole('textbox', { name: 'Position' }).fill(position);
  }
  await page.getByLabel('Both sides').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/game\/[0-9a-z]+$/);
  await waitForPerson(page);
}

/** The name of a square. @param {Page} page @param {string} name */
export const labelOf = (page, name) => square(page, name).getAttribute('aria-label');

/** The games that the server lists, as the page has them. @param {Page} page one that shows the server's page */
export function gamesOf(page) {
  return page.evaluate(async () => {
    const module = '/js/games/index.js';
    /** @type {typeof import('../page/js/games/index.js')} */
    const { GAMES } = await import(module);
    return GAMES.map(({ name, title, sides }) => ({ name, title, sides }));
  });
}

/** The rules of axe whose findings depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Waits until nothing fades or moves any more: a colour or a place under way is not the one to judge, and a slow machine draws the end of a motion late. @param {Page} page */
export async function settle(page) {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * Fails where axe finds fault with what the page shows. In the second theme only the rules about colours are asked again.
 * @param {Page} page @param {string} view named in the fault @param {string} [part] a selector; without it the whole page
 */
export async function assertAccessible(page, view, part) {
  const found = [];
  const papers = new Set();
  for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    papers.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    // There are no frames of other origins, for which alone axe would open a page of its own.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (part) axe.include(part);
    if (colorScheme === 'dark') axe.withRules(COLOUR_RULES);
    const { violations } = await axe.analyze();
    found.push(...violations.map(({ id, impact, nodes }) => `${view}, ${colorScheme}: ${impact} ${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join('; ')}`));
  }
  assert.deepEqual(found, []);
  assert.equal(papers.size, 2, 'both themes were looked at');
}

/** By how much the page is wider than the window. @param {Page} page */
export function overflow(page) {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}

/**
 * Begins a game through the form.
 * @param {Page} page
 * @param {string} url
 * @param {{ seat?: string, level?: number, cards?: string[], position?: string, deal?: string }} options
 */
export async function newGame(page, url, { seat = 'Red', level = 1, cards, position, deal = 'Base game' } = {}) {
  await page.goto(`${url}/play/onitama`);
  if (cards) {
    await page.getByLabel('Pick five').check();
    for (const card of cards) await page.locator(`.picker [data-card="${card}"]`).click();
  } else if (position) {
    await page.getByLabel('A position').check();
    await page.getByRole('textbox', { name: 'Position' }).fill(position);
  } else await page.getByLabel(deal).check();
  await page.getByLabel(seat, { exact: true }).check();
  if (seat !== 'Both sides') await page.locator('#level').fill(String(level));
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/game\/[0-9a-z]+$/);
  await square(page, 'c1').waitFor();
}

/** @param {Page} page @param {string} name */
export function square(page, name) {
  return page.locator(`[data-square="${name}"]`);
}

/** @param {Page} page */
export const movable = (page) => page.locator('.square-button.is-movable');

/** @param {Page} page */
export const targets = (page) => page.locator('.square-button.is-target');

/** How many turns the list shows. @param {Page} page */
export const played = (page) => page.locator('.moves-list .move').count();

/** Waits until so many turns are played. @param {Page} page @param {number} count */
export async function waitForTurns(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll('.moves-list .move').length >= wanted, count);
}

/** Waits until the person may move, must pass, or the game is over. @param {Page} page */
export async function waitForPerson(page) {
  await page.waitForFunction(
    () => document.querySelector('.square-button.is-movable, .square-button.is-target, .result-text') || document.querySelector('.exchange:not([hidden])'),
  );
}

/**
 * Plays a turn by taps: the first piece that can move, to the last place it can go; any card where two allow it.
 * @param {Page} page
 */
export async function tapATurn(page) {
  const exchange = page.locator('.exchange:not([hidden]) button');
  if ((await exchange.count()) > 0) {
    await exchange.first().click();
    return;
  }
  const setUp = page.getByRole('button', { name: 'Set up like this' });
  if ((await setUp.count()) > 0) {
    await setUp.click();
    return;
  }
  await movable(page).first().click();
  await targets(page).last().click();
  const chooser = page.locator('dialog.chooser .card-button');
  if ((await chooser.count()) > 0) await chooser.first().click();
  const end = page.getByRole('button', { name: 'End the turn' });
  if ((await end.count()) > 0) await end.click();
}

/** Waits until the person may play: a piece can be moved, or a set-up chosen. @param {Page} page */
export async function mayTap(page) {
  await movable(page).or(page.getByRole('button', { name: 'Set up like this' })).first().waitFor();
}

/** Layout shifts that nobody asked for, summed up from the first paint on. @param {Page} page */
export async function watchShifts(page) {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) if (!entry.hadRecentInput) shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => /** @type {any} */ (window).shifts.sum);
}

/** Whose turn it is of two. @param {Page} one @param {Page} other */
export async function mover(one, other) {
  for (let wait = 0; wait < 600; wait++) {
    if ((await movable(one).count()) > 0) return one;
    if ((await movable(other).count()) > 0) return other;
    await one.waitForTimeout(100);
  }
  throw new Error('nobody may move');
}

/** Makes an account, and goes to a place of the club. @param {Page} page @param {string} url @param {string} name @param {'lobby' | 'tournaments'} [place] */
export async function signUp(page, url, name, place = 'lobby') {
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.locator('.member-name', { hasText: name }).waitFor();
  await page.locator(`#nav-${place}`).click();
  await (place === 'lobby' ? page.locator('#lobby-count', { hasText: 'open seek' }) : page.getByRole('heading', { name: 'Tournaments', exact: true })).waitFor();
}

/** Alice and Bob, each with an account and in the lobby. @param {import('playwright-core').Browser} browser @param {string} url */
export async function twoMembers(browser, url) {
  const [alice, bob] = [await openPage(browser), await openPage(browser)];
  await signUp(alice.page, url, 'Alice');
  await signUp(bob.page, url, 'Bob');
  return [alice, bob];
}
