// Runs the browser tests, two at once for each core (a test waits for more than half of its time), each on a server and a
// browser of its own.
// The last line is `N passed, N failed, N skipped`.
// An argument runs only the tests whose name contains it.

import { readdirSync } from 'node:fs';
import { register } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser, startServer, stopServer } from './harness.js';

/**
 * @typedef {object} World
 * @property {import('./harness.js').Running} server
 * @property {import('playwright-core').Browser} browser
 *
 * @typedef {[string, (world: World) => Promise<void>]} Test
 */

const LIMIT = 120_000;
const wanted = process.argv[2] ?? '';
const server = await startServer();
const list = await fetch(`${server.url}/js/games/list.js`);
register('./list-hook.js', { parentURL: import.meta.url, data: { list: await list.text() } });

/** The tests that a module exports. @param {string} path @returns {Promise<Test[]>} */
async function testsOf(path) {
  return Object.values(await import(path)).flat();
}

// Those of all games, and those in the folder of each.
const here = dirname(fileURLToPath(import.meta.url));
const folders = [here, join(here, '..', 'page', 'js', 'games')];
const paths = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)));
const tests = (await Promise.all(paths.filter((path) => path.endsWith('.test.js')).sort().map(testsOf))).flat().filter(([name]) => name.includes(wanted));

let passed = 0;
let failed = 0;

/** Runs one test; whether it passed is printed and counted. @param {Test} test @param {World} world */
async function runTest([name, test], world) {
  const begun = performance.now();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${LIMIT / 1000} s`)), LIMIT);
  });
  try {
    await Promise.race([test(world), limit]);
    passed += 1;
    console.log(`ok    ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  } finally {
    clearTimeout(timer);
    for (const context of world.browser.contexts()) await context.close();
  }
}

/** Takes tests until none is left. @param {import('./harness.js').Running} server */
async function work(server) {
  const browser = await startBrowser();
  for (let test = tests.shift(); test; test = tests.shift()) await runTest(test, { server, browser });
  await browser.close();
  await stopServer(server);
}

const workers = Math.min(2 * availableParallelism(), tests.length);
const others = Array.from({ length: workers - 1 }, async () => work(await startServer()));
await Promise.all([work(server), ...others]);
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
