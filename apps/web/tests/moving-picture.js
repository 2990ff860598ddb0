// Makes docs/images/game.gif: a game of Onitama that the engine plays on the page, with its analysis.

import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as gifenc from '../page/vendor/gifenc.js';
import { PNG } from 'pngjs';
import { newGame, openPage, played, startBrowser, startServer, stopServer } from './harness.js';

const FILE = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/images/game.gif');
const [WIDTH, HEIGHT] = [1280, 780];
/** Of the picture to the page. */
const SCALE = 0.66;
const FRAMES = 22;
/** How long a frame stays, in ms; the last one stays longer. */
const DELAY = 1000;

const server = await startServer();
const browser = await startBrowser();
const { page, close } = await openPage(browser, { colorScheme: 'light', viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: SCALE });
// Both sides are as strong.
await page.goto(server.url);
await page.evaluate(() => localStorage.setItem('tesuji-level', '10'));
await newGame(page, server.url, { seat: 'Neither: watch', level: 10, cards: ['crane', 'horse', 'tiger', 'ox', 'rooster'] });
await page.evaluate(() => scrollTo(0, 0));
await page.locator('main').focus();
await page.keyboard.press('l');

const gif = gifenc.GIFEncoder();
let turns = -1;
for (let frame = 0; frame < FRAMES; frame++) {
  const over = await page.locator('.result-text').isVisible();
  if (!over) await page.waitForFunction((before) => document.querySelectorAll('.moves-list .move').length > before, turns);
  turns = await played(page);
  await page.waitForTimeout(500);
  const { data, width, height } = PNG.sync.read(await page.screenshot());
  const palette = gifenc.quantize(data, 96);
  gif.writeFrame(gifenc.applyPalette(data, palette), width, height, { palette, delay: over || frame === FRAMES - 1 ? 4 * DELAY : DELAY });
  if (over) break;
}
gif.finish();
writeFileSync(FILE, gif.bytes());
console.log(`${FILE}: ${Math.round(statSync(FILE).size / 1024)} KiB`);
await close();
await browser.close();
await stopServer(server);
process.exit(0);
