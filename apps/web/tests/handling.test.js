// How the page is handled: what can be let go of, what the keys do, what a reload keeps, and that nothing jumps.

import assert from 'node:assert/strict';
import { MOVING, openPage, square, startServer, stopServer, waitForTurns } from './harness.js';

/** @typedef {import('./harness.js').Page} Page */

/** @param {Page} page @param {string} url @param {string} game @param {string} [seat] */
async function begin(page, url, game, seat = 'Both sides') {
  await page.goto(`${url}/play/${game}`);
  await page.getByLabel(seat, { exact: true }).check();
  if (seat !== 'Both sides') {
    await page.locator('#level').fill('15');
    // The engine thinks long enough for a move ahead.
    await page.getByLabel('Time for each side').selectOption('30 minutes');
  }
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/game\//);
  await square(page, 'c1').waitFor();
}

/** @param {Page} page @param {...string} squares */
async function click(page, ...squares) {
  for (const name of squares) await square(page, name).click();
}

const early = (/** @type {Page} */ page) => page.locator('.mark-early').count();
const bottom = (/** @type {Page} */ page, /** @type {string} */ selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);

/** @type {import('./run.js').Test[]} */
export const handling = [
  [
    'handling: a move made ahead is let go of by Escape, a right click and a click elsewhere',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      // However long this takes, the engine's turn does not come.
      let held = false;
      await page.routeWebSocket(/./, (socket) => {
        const connected = socket.connectToServer();
        connected.onMessage((message) => {
          if (!held) socket.send(message);
        });
      });
      await begin(page, server.url, 'chess', 'White');
      await click(page, 'e2', 'e4');
      await page.waitForFunction(() => document.querySelector('[data-square="g1"]')?.getAttribute('aria-label')?.includes('ahead of the turn'));
      held = true;
      const ways = [() => page.keyboard.press('Escape'), () => square(page, 'e5').click({ button: 'right' }), () => square(page, 'e5').click(), () => page.locator('#game-view').click({ position: { x: 4, y: 4 } })];
      for (const [index, letGo] of ways.entries()) {
        await click(page, 'g1', 'f3');
        assert.equal(await early(page), 2, `way ${index}`);
        await letGo();
        await page.waitForFunction(() => document.querySelectorAll('.mark-early').length === 0);
      }
      await close();
    },
  ],
  [
    'handling: after a mouse the arrows step; a reload comes back to the ply, and to the analysis',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await begin(page, server.url, 'chess');
      await click(page, 'e2', 'e4');
      await waitForTurns(page, 1);
      await click(page, 'e7', 'e5');
      await waitForTurns(page, 2);
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(() => location.hash === '#1');
      await page.keyboard.press('l');
      await page.locator('.switch[aria-checked="true"]').waitFor();
      await page.reload();
      await page.locator('.switch[aria-checked="true"]').waitFor();
      assert.equal(new URL(page.url()).hash, '#1');
      assert.match((await square(page, 'e7').getAttribute('aria-label')) ?? '', /black pawn/);
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => location.hash === '');
      // By keys the arrows move on the board, as ever.
      await square(page, 'c1').focus();
      await page.keyboard.press('ArrowUp');
      assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square), 'c2');
      // An analysis is not carried into a game against an engine.
      await begin(page, server.url, 'chess', 'White');
      await page.locator('.switch[aria-checked="false"]').waitFor();
      await close();
    },
  ],
  [
    'handling: n asks before it leaves a game that goes on',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await begin(page, server.url, 'chess');
      await click(page, 'e2', 'e4');
      await waitForTurns(page, 1);
      await page.keyboard.press('n');
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
      assert.match(page.url(), /\/game\//);
      await page.keyboard.press('n');
      await page.getByRole('dialog').getByRole('button', { name: 'New game' }).click();
      await page.waitForURL(/\/$/);
      await close();
    },
  ],
  [
    'handling: a move by clicks glides, and what it takes stays until it arrives',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, MOVING);
      await begin(page, server.url, 'chess');
      // The page notes what happens itself: a test on a slow machine may look when all is over.
      await page.evaluate(() => {
        document.documentElement.style.setProperty('--motion', '600ms');
        /** @type {string[]} */
        const events = [];
        Object.assign(window, { events });
        const note = (/** @type {Event} */ { type, target }) => target instanceof Element && target.matches('.board .piece') && events.push(type);
        for (const type of ['transitionrun', 'transitionend']) document.addEventListener(type, note);
        new MutationObserver((changes) => {
          for (const { removedNodes } of changes) for (const node of removedNodes) if (node instanceof Element && node.matches('.leaving') && !node.isConnected) events.push('taken away');
        }).observe(/** @type {Element} */ (document.querySelector('.board .pieces')), { childList: true });
      });
      const events = () => page.evaluate(() => /** @type {any} */ (window).events);
      const ended = (/** @type {number} */ count) => page.waitForFunction((wanted) => /** @type {any} */ (window).events.filter((/** @type {string} */ type) => type === 'transitionend').length === wanted, count);
      for (const [index, [from = '', to = '']] of [['e2', 'e4'], ['d7', 'd5']].entries()) {
        await click(page, from, to);
        await waitForTurns(page, index + 1);
        await ended(index + 1);
      }
      assert.deepEqual(await events(), ['transitionrun', 'transitionend', 'transitionrun', 'transitionend'], 'one piece glides a turn');
      await click(page, 'e4', 'd5');
      await waitForTurns(page, 3);
      await page.locator('.piece.leaving').waitFor({ state: 'detached' });
      await ended(3);
      const taking = (await events()).slice(4);
      assert.equal(taking[0], 'transitionrun');
      assert.deepEqual([...taking].sort(), ['taken away', 'transitionend', 'transitionrun']);
      assert.equal(await page.locator('.pieces .piece').count(), 31);
      await close();
    },
  ],
  [
    'handling: the number in the bar can be read, also in forced colours',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { reducedMotion: 'reduce' });
      for (const game of ['chess', 'ataxx', 'onitama', 'arimaa']) {
        await begin(page, server.url, game);
        for (const media of /** @type {const} */ ([{ colorScheme: 'light', forcedColors: 'none' }, { colorScheme: 'dark' }, { forcedColors: 'active' }])) {
          await page.emulateMedia(media);
          const ratios = await page.evaluate(() => {
            const label = /** @type {HTMLElement} */ (document.querySelector('.bar-label'));
            const [bar, fill] = [/** @type {HTMLElement} */ (document.querySelector('.bar')), /** @type {HTMLElement} */ (document.querySelector('.bar-fill'))];
            const shade = (/** @type {string} */ colour) => {
              const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => (Number(part) / 255 <= 0.04045 ? Number(part) / 255 / 12.92 : ((Number(part) / 255 + 0.055) / 1.055) ** 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            return [['bar-label', bar], ['bar-label on-first', fill]].map(([name, ground]) => {
              label.className = /** @type {string} */ (name);
              const [one, other] = [shade(getComputedStyle(label).color), shade(getComputedStyle(/** @type {HTMLElement} */ (ground)).backgroundColor)];
              return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            });
          });
          assert.ok(ratios.every((ratio) => ratio >= 4.5), `${game} ${JSON.stringify(media)}: ${ratios}`);
        }
      }
      await close();
    },
  ],
  [
    'handling: an address that leads nowhere says so on a page like the others',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      for (const [path, words] of [['/play/shogi', 'no game “shogi”'], ['/arena/999', 'no tournament 999'], ['/nothing/here', 'mistyped']]) {
        await page.goto(`${server.url}${path}`);
        await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
        await page.locator('#nowhere .lead', { hasText: words ?? '' }).waitFor();
        await page.getByRole('link', { name: 'Library' }).waitFor();
      }
      // Whoever follows a link from far down a page is at the top of the next.
      await page.setViewportSize({ width: 800, height: 300 });
      await page.goto(`${server.url}/play/chess`);
      await page.getByLabel('A position').check();
      await page.evaluate(() => scrollTo(0, 400));
      assert.equal(await page.evaluate(() => scrollY), 400);
      await page.evaluate(() => document.getElementById('nav-arena')?.click());
      await page.waitForFunction(() => scrollY === 0 && location.pathname === '/arena');
      await page.goto(`${server.url}/play/shogi`);
      await page.getByRole('link', { name: 'Play Chess' }).click();
      await page.getByRole('heading', { name: 'A game of Chess' }).waitFor();
      await close();
    },
  ],
  [
    'handling: boards and buttons fit, and nothing jumps as a game goes on',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await begin(page, server.url, 'arimaa');
      for (const [width, height] of /** @type {[number, number][]} */ ([[1440, 900], [1024, 768]])) {
        await page.setViewportSize({ width, height });
        assert.ok((await bottom(page, '#controls')) <= height, `the buttons end at ${await bottom(page, '#controls')} of ${height}`);
      }
      await page.setViewportSize({ width: 844, height: 390 });
      await begin(page, server.url, 'chess');
      assert.ok((await bottom(page, '.board')) <= 390 && (await bottom(page, '.board')) > 300, 'the board on a phone on its side');
      await page.setViewportSize({ width: 1280, height: 800 });
      const top = () => page.locator('#graph').evaluate((element) => element.getBoundingClientRect().top);
      const before = await top();
      // Fool's mate: the game ends, and the page stays where it is.
      for (const [index, [from = '', to = '']] of [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']].entries()) {
        await click(page, from, to);
        await waitForTurns(page, index + 1);
      }
      await page.locator('.result-text').waitFor();
      assert.equal(await top(), before);
      assert.ok((await bottom(page, '.result')) <= 800, 'the result is seen without scrolling');
      assert.equal(await page.evaluate(() => scrollY), 0);
      await close();
    },
  ],
  [
    'handling: the board of the editor is a board',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(`${server.url}/play/chess`);
      await page.getByLabel('A position').check();
      const about = await page.locator('.editor-square').evaluateAll((squares) => squares.map((one) => ({ ...(({ width, height }) => ({ width, height }))(one.getBoundingClientRect()), colour: getComputedStyle(one).backgroundColor })));
      assert.equal(about.length, 64);
      assert.ok(about.every(({ width, height }) => Math.abs(width - height) < 1), JSON.stringify(about.find(({ width, height }) => Math.abs(width - height) >= 1)));
      assert.ok(about[0]?.colour !== about[1]?.colour && about[0]?.colour === about[9]?.colour);
      // A piece that stands there is dragged elsewhere, and off the board it is gone.
      const drag = async (/** @type {string} */ from, /** @type {string} */ to) => {
        await page.locator(`[data-edit="${from}"]`).hover();
        await page.mouse.down();
        await page.locator(to).hover();
        await page.mouse.up();
      };
      await drag('e2', '[data-edit="e4"]');
      await drag('d1', '#setup-title');
      assert.match(await page.getByRole('textbox', { name: 'Position' }).inputValue(), /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNB1KBNR w /);
      assert.equal(await page.locator('.editor-label').allInnerTexts().then((labels) => labels.join('')), '87654321abcdefgh');
      await close();
    },
  ],
  [
    'handling: an unfinished turn of Arimaa survives a lost connection',
    async ({ browser }) => {
      let server = await startServer();
      const { page, close } = await openPage(browser);
      await begin(page, server.url, 'arimaa');
      for (const count of [1, 2]) {
        await page.getByRole('button', { name: 'Set up like this' }).click();
        await waitForTurns(page, count);
      }
      await page.getByText('4 steps left').waitFor();
      await page.locator('.square-button.is-movable').first().click();
      await page.locator('.square-button.is-target').first().click();
      await page.getByText('3 steps left').waitFor();
      const { port, data } = server;
      await server.end('SIGKILL');
      await page.getByText('The connection to the server is lost.', { exact: false }).waitFor();
      server = await startServer({ port, data });
      await page.getByText('3 steps left').waitFor();
      await page.getByRole('button', { name: 'End the turn' }).click();
      await waitForTurns(page, 3);
      await close();
      await stopServer(server);
    },
  ],
  [
    'handling: of a file with several games one is chosen',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Load a game' }).click();
      await page.getByLabel('Paste a game or a link').fill('[Event "One"]\n\n1. e4 *\n\n[Event "Two"]\n\n1. d4 {[%eval 0.2]} d5 *\n');
      await page.getByRole('button', { name: 'Load the text' }).click();
      await page.getByText('The text has 2 games.', { exact: false }).waitFor();
      await page.getByRole('button', { name: '2. Two, 2 turns' }).click();
      await waitForTurns(page, 2);
      assert.match((await page.locator('.moves-list .move').first().getAttribute('title')) ?? '', /White \+0\.20/);
      await page.keyboard.press('s');
      assert.match(await page.getByLabel('The game as text').inputValue(), /1\. d4 \{\[%eval 0\.20\]\} 1\.\.\. d5 \*/);
      await close();
    },
  ],
  [
    'handling: a slow line paints the page in three seconds, and a second visit fetches nothing',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      const network = await page.context().newCDPSession(page);
      await network.send('Network.enable');
      await network.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
      const ready = () => page.getByRole('button', { name: 'Play now: Chess' }).waitFor();
      await page.goto(server.url);
      await ready();
      const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
      assert.ok(painted < 3000, `first paint after ${painted} ms`);
      // The pictures of pieces come when the page stands.
      await page.waitForLoadState('networkidle');
      await page.goto(server.url);
      await ready();
      const fetched = await page.evaluate(() => performance.getEntriesByType('resource').filter((one) => /** @type {PerformanceResourceTiming} */ (one).transferSize > 0).map(({ name }) => name));
      assert.ok(fetched.length <= 1, fetched.join(' '));
      await close();
    },
  ],
];
