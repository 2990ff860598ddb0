// Runs the browser tests, two at once for each core (a test waits for more than half of its time), each on a server and a
// browser of its own.
// The last line is `N passed, N failed, N skipped`. What fails is tried once more when all else is done, alone: what passes
// then is told as unsteady, and counts as passed.
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

const LIMIT = 300_000;
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

/** @type {Test[]} */
const again = [];
const told = { passed: 0, failed: 0, unsteady: 0 };

/** Runs a test, and prints whether it passed. @param {Test} test @param {World} world */
async function passes([name, test], world) {
  const begun = performance.now();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${LIMIT / 1000} s`)), LIMIT);
  });
  try {
    await Promise.race([test(world), limit]);
    console.log(`ok    ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`FAIL  ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return false;
  } finally {
    clearTimeout(timer);
    for (const context of world.browser.contexts()) await context.close();
  }
}

/** Takes tests until none is left. @param {World['server']} server @param {Test[]} from @param {(test: Test, passed: boolean) => void} end */
async function work(server, from, end) {
  const browser = await startBrowser();
  for (let test = from.shift(); test; test = from.shift()) end(test, await passes(test, { server, browser }));
  await browser.close();
  await stopServer(server);
}

const workers = Math.min(2 * availableParallelism(), tests.length);
/** @param {Test} test @param {boolean} passed */
const first = (test, passed) => void (passed ? (told.passed += 1) : again.push(test));
const others = Array.from({ length: workers - 1 }, async () => work(await startServer(), tests, first));
await Promise.all([work(server, tests, first), ...others]);
if (again.length > 0) {
  console.log(`${again.length} failed; each once more, alone:`);
  await work(await startServer(), again, (_, passed) => {
    if (passed) told.unsteady += 1;
    else told.failed += 1;
  });
}
if (told.unsteady > 0) console.log(`${told.unsteady} unsteady: passed when tried alone`);
console.log(`${told.passed + told.unsteady} passed, ${told.failed} failed, 0 skipped`);
process.exit(told.failed === 0 && told.passed + told.unsteady > 0 ? 0 : 1);
