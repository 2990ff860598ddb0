// Tests of every game that the server lists: colours, names, forms.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { gameNamed } from '../page/js/games/index.js';
import { gamesOf, labelOf, openPage, overflow, program, square } from './harness.js';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** The contrast that WCAG asks of graphics that one must see (1.4.11). */
const CONTRAST = 3;

/** The relative luminance of a colour (WCAG 2.2). @param {number[]} rgb */
function luminance(rgb) {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {number[]} one @param {number[]} other */
function contrast(one, other) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The pieces and the squares of the editor, with their colours. @param {import('playwright-core').Page} page */
function coloursOf(page) {
  return page.evaluate(() => {
    /** A colour as red, green and blue; none where nothing is drawn. @param {string} colour */
    const seen = (colour) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas || colour === 'none') return [];
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return alpha === 255 ? [[red, green, blue]] : [];
    };
    const pieces = [...document.querySelectorAll('.editor .option:has(.piece)')].map((option) => {
      const body = [...option.querySelectorAll('.piece *')].find((one) => !one.matches('.piece-shadow, g'));
      if (!body) throw new Error('a piece without a shape');
      const { fill, stroke } = getComputedStyle(body);
      return { name: option.textContent, colours: [...seen(fill), ...seen(stroke)] };
    });
    const probe = document.createElement('div');
    probe.style.background = 'var(--square-last)';
    document.body.append(probe);
    const squares = [...document.querySelectorAll('.editor-square'), probe].flatMap((one) => seen(getComputedStyle(one).backgroundColor));
    probe.remove();
    return { pieces, squares: [...new Set(squares.map(String))].map((text) => text.split(',').map(Number)) };
  });
}

/** @type {import('./run.js').Test[]} */
export const everyGame = [
  [
    'every game: each piece stands out from each square in both themes',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, { reducedMotion: 'reduce' });
      await page.goto(server.url);
      const games = await gamesOf(page);
      assert(games.length >= 4);
      const faint = [];
      for (const { name } of games) {
        await page.goto(`${server.url}/play/${name}`);
        await page.getByLabel('A position').check();
        await page.locator('.editor .option:has(.piece)').first().waitFor();
        for (const [colorScheme, boards] of /** @type {const} */ ([['light', 'own'], ['dark', 'own'], ['light', 'plain'], ['dark', 'plain'], ['light', 'strong'], ['dark', 'strong']])) {
          await page.emulateMedia({ colorScheme });
          await page.evaluate((set) => (document.documentElement.dataset.boards = set), boards);
          const { pieces, squares } = await coloursOf(page);
          assert(pieces.length >= 2 && squares.length >= 2, `${name}: ${pieces.length} pieces on ${squares.length} squares`);
          for (const piece of pieces) {
            for (const square of squares) {
              const best = Math.max(...piece.colours.map((colour) => contrast(colour, square)));
              if (!(best >= CONTRAST)) faint.push(`${name}, ${boards}, ${colorScheme}: ${piece.name} (${piece.colours.join(' with an edge of ')}) on ${square}: ${best.toFixed(2)}`);
            }
          }
        }
      }
      assert.deepEqual(faint, []);
      await close();
    },
  ],
  [
    'every game: form and editor fit a phone, and so do names of any length',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser, PHONE);
      await page.goto(server.url);
      for (const { name } of await gamesOf(page)) {
        await page.goto(`${server.url}/play/${name}`);
        await page.getByLabel('A position').check();
        assert.equal(await overflow(page), 0, `the editor of ${name} scrolls sideways`);
        const titles = ['Breakthrough', 'Connect Four', 'Backgammonopolis', 'Ultimate Tic-Tac-Toe'];
        const cut = await page.evaluate((long) => {
          const links = [...document.querySelectorAll('.game-link')];
          // More games than there are today, with longer names.
          for (const link of links) link.parentElement?.append(link.cloneNode(true));
          const all = [...document.querySelectorAll('.game-link')];
          all.forEach((link, index) => (link.textContent = long[index % long.length] ?? ''));
          return all.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent);
        }, titles);
        assert.deepEqual(cut, [], 'names leave their buttons');
        assert.equal(await overflow(page), 0, 'the names scroll sideways');
      }
      await close();
    },
  ],
  [
    'a plain game has a board of any size, and asks which of several turns with the same squares is meant',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(server.url);
      await page.evaluate(async () => {
        const module = '/js/games/plain.js';
        /** @type {typeof import('../page/js/games/plain.js')} */
        const { plainGame } = await import(module);
        const start = 'r2/3/3/3/3/3/3/3/3/3/3/P2 w';
        const sides = [{ letter: 'w', name: 'White' }, { letter: 'b', name: 'Black' }];
        const game = plainGame({ name: 'tower', title: 'Tower', palette: 'white-black', sides, files: 3, ranks: 12, start, pieces: { p: 'pawn', r: 'rook' }, rules: [] });
        const { createView } = await game.view();
        const view = createView((turn) => (document.title = turn), () => {});
        document.body.append(view.board);
        const told = { start, position: start, before: null, positions: [start], lastTurn: null, legal: ['a1a12q', 'a1a12n', 'a1b2'], within: null, waits: null };
        view.update({ ...told, flipped: false, hint: null, best: [], over: false });
      });
      assert.equal(await page.locator('[data-square="c12"]').count(), 1);
      assert.equal(await labelOf(page, 'a12'), 'a12, black rook');
      await square(page, 'a1').click();
      assert.equal(await labelOf(page, 'a12'), 'a12, black rook, take here');
      await square(page, 'a12').click();
      await page.getByRole('dialog', { name: 'Which turn?' }).getByRole('button', { name: 'a1a12n' }).click();
      await page.waitForFunction(() => document.title === 'a1a12n');
      await close();
    },
  ],
  [
    'every game: the engine plays what its lessons ask for',
    async () => {
      for (const name of ['onitama', 'ataxx', 'arimaa', 'chess']) {
        const { LESSONS = [] } = (await gameNamed(name)?.lessons?.()) ?? {};
        assert.equal(LESSONS.length, 10, name);
        for (const { title, position, best, reached } of LESSONS) {
          const ran = spawnSync(program(), ['analyze', name, '--position', position, '--nodes', '100k', '--json'], { encoding: 'utf8' });
          assert.equal(ran.status, 0, `${name}: ${title}: ${ran.stderr}`);
          const { bestmove } = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '');
          assert.ok(!best || reached(bestmove), `${name}: ${title}: the engine plays ${bestmove}`);
        }
      }
    },
  ],
  [
    'every game: the tutorial has lessons, or tells the rules',
    async ({ server, browser }) => {
      const { page, close } = await openPage(browser);
      await page.goto(server.url);
      for (const { name, title } of await gamesOf(page)) {
        await page.goto(`${server.url}/learn/${name}`);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
      }
      await close();
    },
  ],
];
