// Makes docs/images/*.png, and more views under the folder given as argument.

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newGame, openPage, played, square, startBrowser, startServer, stopServer, waitForPerson, waitForTurns } from './harness.js';

const images = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/images');
const more = process.argv[2];
mkdirSync(images, { recursive: true });
if (more) mkdirSync(more, { recursive: true });

/** A busy machine is waited for. */
const TIMEOUT = 300_000;

/**
 * A page for a picture.
 * @param {import('playwright-core').BrowserContextOptions} options
 */
async function open(options) {
  const opened = await openPage(browser, options);
  opened.page.setDefaultTimeout(TIMEOUT);
  return opened;
}

const CARDS = ['crane', 'horse', 'tiger', 'ox', 'rooster'];
const server = await startServer();
const browser = await startBrowser();

/**
 * A game some turns on, played by the hints, with a piece picked up.
 * @param {import('playwright-core').Page} page
 */
async function midGame(page) {
  await newGame(page, server.url, { seat: 'Red', level: 6, cards: CARDS });
  for (let turn = 0; turn < 6; turn++) {
    await waitForPerson(page);
    const before = await played(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.engine-score', { hasText: 'Hint:' }).waitFor({ state: 'attached' });
    await page.locator('.mark-arrow').waitFor({ state: 'attached' });
    const [, card, from, to] = /^Hint: (.+) (..)-(..)\.$/.exec(await page.locator('#announcer').innerText()) ?? [];
    if (!card || !from || !to) throw new Error('no hint to play');
    await page.locator(`#strip-bottom [data-card="${card.toLowerCase()}"]`).click();
    await square(page, from).click();
    await square(page, to).click();
    await waitForTurns(page, before + 2);
  }
  await waitForPerson(page);
  const pieces = await page.locator('.square-button.is-movable').all();
  let best = { piece: pieces[0], count: 0 };
  for (const piece of pieces) {
    await piece.click();
    const count = await page.locator('.square-button.is-target').count();
    await page.keyboard.press('Escape');
    if (count > best.count) best = { piece, count };
  }
  await best.piece?.click();
  await page.mouse.move(5, 300);
  await page.waitForTimeout(400);
}

for (const [name, options] of /** @type {const} */ ([
  ['wide-light', { colorScheme: 'light' }],
  ['wide-dark', { colorScheme: 'dark' }],
  ['phone', { colorScheme: 'light', viewport: { width: 360, height: 780 }, hasTouch: true, deviceScaleFactor: 2 }],
])) {
  const { page, close } = await open(options);
  await midGame(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(images, `${name}.png`), fullPage: name === 'phone' });
  await close();
}

// The game under study: analysis, a variation with a comment, the report.
{
  const { page, close } = await open({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
  await newGame(page, server.url, { seat: 'Neither: watch', level: 4, cards: CARDS });
  await page.locator('.result-text').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Computer analysis' }).click();
  await page.waitForFunction(() => document.querySelector('.report-table') && document.querySelector('.report-progress')?.hasAttribute('hidden'), undefined, { timeout: TIMEOUT });
  await page.locator('main').focus();
  await page.keyboard.press('l');
  for (let back = 0; back < 40 && (await page.locator('.move').nth(3).getAttribute('aria-current')) === null; back++) await page.keyboard.press('ArrowLeft').then(() => page.waitForTimeout(60));
  await page.waitForFunction(() => document.querySelectorAll('.analysis-table tbody tr').length > 4);
  await page.locator('.analysis-table tbody button').nth(1).click();
  await page.locator('li.variation').waitFor();
  await page.getByLabel('Comment on the position shown').fill('Keeps the crane for later.');
  await page.locator('main').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => /depth ([6-9]|\d\d)/.test(document.querySelector('.analysis-body .engine-figures')?.textContent ?? ''), undefined, { timeout: TIMEOUT });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(images, 'analysis.png'), fullPage: true });
  await close();
}

// A picture of each other game, some turns on.
for (const [game, position] of /** @type {const} */ ([
  ['ataxx', 'x1xoo1o/xxxo3/2-1-2/3x3/2-ox2/o1oo2x/oo3xx x 0 20'],
  ['arimaa', 'g [r.rr.rrrr..d.cdr.h......M....h....eE.m...H.....cR..D.CD.RRRRC.RR]'],
  ['chess', 'r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8'],
])) {
  const { page, close } = await open({ colorScheme: 'light', viewport: { width: 1180, height: 800 } });
  await page.goto(`${server.url}/play/${game}`);
  await page.getByLabel('A position').check();
  await page.getByRole('textbox', { name: 'Position' }).fill(position);
  await page.getByRole('group', { name: 'You play' }).getByLabel('Both sides').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await waitForPerson(page);
  await page.locator('main').focus();
  await page.keyboard.press('l');
  await page.waitForFunction(() => /depth ([6-9]|\d\d)/.test(document.querySelector('.analysis-body .engine-figures')?.textContent ?? ''), undefined, { timeout: TIMEOUT });
  await page.screenshot({ path: join(images, `${game}.png`) });
  await close();
}

if (more) {
  for (const [name, options] of /** @type {const} */ ([
    ['wide', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['small', { colorScheme: 'light', viewport: { width: 360, height: 740 }, hasTouch: true }],
  ])) {
    const { page, close } = await open(options);
    await page.goto(server.url);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(more, `setup-${name}.png`), fullPage: true });
    await page.getByLabel('Pick five').check();
    for (const card of CARDS.slice(0, 4)) await page.locator(`.picker [data-card="${card}"]`).click();
    await page.screenshot({ path: join(more, `pick-${name}.png`), fullPage: true });
    await page.locator('#help').click();
    await page.screenshot({ path: join(more, `help-${name}.png`) });
    await newGame(page, server.url, { seat: 'Blue', position: 'b3B/5/5/4R/r4 b ox,boar horse,elephant crab', level: 15 });
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(more, `blue-${name}.png`) });
    await newGame(page, server.url, { seat: 'Both sides', position: 'rRrrr/5/2B2/5/1b3 r crab,boar elephant,ox tiger' });
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(more, `pass-${name}.png`) });
    await newGame(page, server.url, { seat: 'Both sides', position: '2B2/2R2/5/5/2r2 r boar,ox eel,goose rooster' });
    await square(page, 'c4').click();
    await square(page, 'c5').click();
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(more, `choose-${name}.png`) });
    await page.locator('dialog.chooser .card-button').first().click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(more, `over-${name}.png`) });
    await page.goto(`${server.url}/game/nosuchgame`);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(more, `bad-link-${name}.png`) });
    await close();
  }
}

await browser.close();
await stopServer(server);
