// The page as such: phone width, themes, motion, size.

import assert from 'node:assert/strict';
import { newGame, openPage, overflow, played, settle, square, tapATurn, waitForPerson, waitForTurns } from './harness.js';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** @type {import('./run.js').Test[]} */
export const pageItself = [
  [
    'a phone 360 pixels wide: nothing cut off, targets for a finger, play by touch',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, PHONE);
      await page.goto(`${server.url}/play/onitama`);
      await page.getByLabel('Pick five').check();
      assert.equal(await overflow(page), 0, 'the form scrolls sideways');
      await newGame(page, server.url, { seat: 'Red', level: 1, cards: ['ox', 'boar', 'horse', 'crab', 'elephant'] });
      await waitForPerson(page);
      assert.equal(await overflow(page), 0, 'the game scrolls sideways');
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('button, a.nav-link, input')]
          .filter((one) => one.checkVisibility() && one.tagName !== 'A')
          .map((one) => ({ text: one.getAttribute('aria-label') ?? one.textContent, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 44 || box.height < 44)
          .map(({ text, box }) => `${text}: ${box.width} x ${box.height}`),
      );
      assert.deepEqual(small, []);
      const board = await page.locator('.board').boundingBox();
      const hand = await page.locator('#strip-bottom .hand').boundingBox();
      assert(board && hand && hand.y + hand.height <= 740, 'board and own hand fit on the screen');
      const before = await played(page);
      await square(page, 'a1').tap();
      await page.locator('.square-button.is-target').first().tap();
      const chooser = page.locator('dialog.chooser .card-button');
      if ((await chooser.count()) > 0) await chooser.first().tap();
      await waitForTurns(page, before + 2);
      // One panel at a time, by tabs that fingers and keys change.
      const shown = () => page.evaluate(() => [...document.querySelectorAll('.panel')].filter((one) => one.checkVisibility()).map((one) => one.id));
      assert.deepEqual(await shown(), ['moves']);
      await page.getByRole('tab', { name: 'Chances' }).tap();
      assert.deepEqual(await shown(), ['graph']);
      await page.getByRole('tabpanel', { name: 'Chances' }).getByRole('button', { name: 'Computer analysis' }).waitFor();
      await page.getByRole('tab', { name: 'Chances' }).press('ArrowLeft');
      assert.deepEqual(await shown(), ['engine']);
      await page.getByRole('switch', { name: 'Analysis' }).tap();
      await page.locator('.analysis-table tbody tr').first().waitFor();
      assert.equal(await overflow(page), 0, 'the analysis scrolls sideways');
      await close();
    },
  ],
  [
    'at every width the board, the panels and the result stand clear of each other',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides', position: '2B2/2R2/5/5/2r2 r boar,goose eel,crab rooster' });
      await square(page, 'c4').click();
      await square(page, 'c5').click();
      await page.locator('.result-text').waitFor();
      await page.keyboard.press('Escape');
      for (const [width, height] of /** @type {const} */ ([[360, 740], [740, 360], [768, 1024], [899, 700], [900, 700], [1024, 768], [1181, 800], [1280, 800], [1920, 1080]])) {
        await page.setViewportSize({ width, height });
        // The card that was used slides over what lies beside it.
        await settle(page);
        assert.equal(await overflow(page), 0, `${width} pixels: scrolls sideways`);
        const clash = await page.evaluate(() => {
          const boxes = ['.strip-top .player', '.board', '.bar', '.beside-slot .card', '.strip-bottom .player', '.result', '.controls .button', '#engine', '#moves', '#graph'].flatMap((name) => {
            const shown = document.querySelector(name);
            // On a narrow page two of the panels are behind their tabs, and on a phone the actions stay at the foot while the rest scrolls.
            if (name.startsWith('.controls') && innerWidth < 640) return [];
            if (name.startsWith('#') && shown && !shown.checkVisibility()) return [];
            const box = shown?.getBoundingClientRect();
            if (!box || box.width < 8 || box.height < 8) throw new Error(`${name} is not shown`);
            return [{ name, box }];
          });
          return boxes.flatMap((one, index) =>
            boxes
              .slice(index + 1)
              .filter(({ box }) => one.box.left < box.right - 1 && box.left < one.box.right - 1 && one.box.top < box.bottom - 1 && box.top < one.box.bottom - 1)
              .map(({ name }) => `${one.name} and ${name}`),
          );
        });
        assert.deepEqual(clash, [], `${width} pixels`);
      }
      await close();
    },
  ],
  [
    'the theme follows the system, and the switch, and stays',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { colorScheme: 'dark' });
      await page.goto(server.url);
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await paper();
      await page.getByRole('button', { name: 'Theme: as the system' }).click();
      const light = await paper();
      assert.notEqual(light, dark);
      await page.reload();
      assert.equal(await paper(), light);
      await page.getByRole('button', { name: 'Theme: light' }).click();
      assert.equal(await paper(), dark);
      await close();
    },
  ],
  [
    'who wants no motion gets none',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { reducedMotion: 'reduce' });
      await newGame(page, server.url, { seat: 'Both sides' });
      const longest = await page.evaluate(() => Math.max(...[...document.querySelectorAll('.piece, .bar-fill')].map((one) => parseFloat(getComputedStyle(one).transitionDuration))));
      assert.equal(longest, 0);
      await close();
    },
  ],
  [
    'flipped, the board stands the other way round and plays the same',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await newGame(page, server.url, { seat: 'Both sides' });
      const top = async () => (await square(page, 'c1').boundingBox())?.y ?? 0;
      const before = await top();
      await page.keyboard.press('f');
      await page.waitForFunction((/** @type {number} */ below) => (document.querySelector('[data-square="c1"]')?.getBoundingClientRect().top ?? below) < below, before);
      await tapATurn(page);
      await waitForTurns(page, 1);
      await close();
    },
  ],
  [
    'the first load is small',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      /** @type {Promise<number>[]} */
      const sizes = [];
      page.on('requestfinished', (request) => sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize, () => 0)));
      const begun = Date.now();
      await page.goto(server.url);
      await page.waitForFunction(() => document.querySelector('.level-name, .card-fields output')?.textContent?.includes('·'));
      const took = Date.now() - begun;
      await page.waitForLoadState('networkidle');
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      assert.ok(bytes > 10_000 && bytes < 110_000, `${bytes} bytes`);
      console.log(`      first load: ${bytes} bytes compressed, usable after ${took} ms`);
      await close();
    },
  ],
];
