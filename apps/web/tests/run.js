// Runs the browser tests one after the other. The last line is `N passed, N failed, N skipped`.
// An argument runs only the tests whose name contains it.

import { startBrowser, startServer, stopServer } from './harness.js';
import { accessibility } from './accessibility.js';
import { arena } from './arena.js';
import { arimaa } from './arimaa.js';
import { ataxx } from './ataxx.js';
import { cards } from './cards.js';
import { chess } from './chess.js';
import { duel } from './duel.js';
import { games } from './games.js';
import { handling } from './handling.js';
import { keeping } from './keeping.js';
import { pageItself } from './page-itself.js';
import { shelf } from './shelf.js';
import { study } from './study.js';
import { texts } from './texts.js';

/**
 * @typedef {object} World
 * @property {import('./harness.js').Running} server
 * @property {import('playwright-core').Browser} browser
 *
 * @typedef {[string, (world: World) => Promise<void>]} Test
 */

const LIMIT = 120_000;
const wanted = process.argv[2] ?? '';
const tests = /** @type {Test[]} */ ([...texts, ...games, ...duel, ...cards, ...keeping, ...handling, ...ataxx, ...arimaa, ...chess, ...arena, ...study, ...shelf, ...accessibility, ...pageItself]).filter(([name]) => name.includes(wanted));

const server = await startServer();
const browser = await startBrowser();
let passed = 0;
let failed = 0;

for (const [name, test] of tests) {
  const begun = performance.now();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${LIMIT / 1000} s`)), LIMIT);
  });
  try {
    await Promise.race([test({ server, browser }), limit]);
    passed += 1;
    console.log(`ok    ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  } finally {
    clearTimeout(timer);
    for (const context of browser.contexts()) await context.close();
  }
}

await browser.close();
await stopServer(server);
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
