// The games under way: a board each, with names, clocks and scores.

import { el, fill, setText } from '../dom.js';
import { gameNamed } from '../games/index.js';
import { scoreShort } from '../score.js';
import { sideClass } from '../sides.js';
import { scoreCurves } from './curves.js';

/** @typedef {import('../../../messages.js').LiveGame} LiveGame */

/** @param {number | null} left */
function clock(left) {
  if (left === null) return '';
  const seconds = Math.max(0, left);
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** @param {import('../games/view.js').GamePage} page @param {import('../games/view.js').GameView} view */
function createBoard(page, view) {
  const title = el('h3', {});
  const curves = el('div', {});
  const strips = page.sides.map(({ letter }) => {
    const [name, figures] = [el('span', { class: 'player-name' }), el('span', { class: 'live-figures' })];
    return { name, figures, strip: el('div', { class: 'live-strip' }, el('span', { class: `player-dot ${sideClass(page, letter)}`, 'aria-hidden': 'true' }), name, figures) };
  });
  const [first, second] = strips;
  const element = el('article', { class: 'live-game' }, title, second?.strip, view.board, first?.strip, curves);
  return {
    element,
    /** @param {LiveGame} game */
    draw(game) {
      setText(title, `Game ${game.number}, turn ${game.turns.length}`);
      strips.forEach(({ name, figures, strip }, index) => {
        const score = game.scores[index];
        setText(name, game.engines[index] ?? '');
        setText(figures, [clock(game.left[index] ?? null), score ? scoreShort(score) : ''].filter(Boolean).join(' · '));
        strip.classList.toggle('is-to-move', page.sides[index]?.letter === game.side);
      });
      view.update({ start: game.start, position: game.position, before: null, positions: [], lastTurn: game.turns.at(-1) ?? null, legal: [], waits: null, within: null, flipped: false, hint: null, best: [], over: false });
      const firstBegan = page.sideToMove(game.start) === page.sides[0]?.letter;
      fill(curves, scoreCurves(game.course ?? [], firstBegan));
    },
  };
}

/** @param {HTMLElement} place */
export function createLive(place) {
  /** @type {{ game: string, boards: ReturnType<typeof createBoard>[] }} */
  let shown = { game: '', boards: [] };
  /** @type {Awaited<ReturnType<import('../games/view.js').GamePage['view']>> | null} */
  let loaded = null;
  /** @type {[string, LiveGame[]]} what was told last */
  let told = ['', []];

  /** @param {string} name @param {LiveGame[]} games */
  return function draw(name, games) {
    told = [name, games];
    const page = gameNamed(name);
    if (!page) return;
    if (shown.game !== name) {
      shown = { game: name, boards: [] };
      loaded = null;
      void page.view().then((view) => {
        if (shown.game !== name) return;
        loaded = view;
        draw(...told);
      });
    }
    if (!loaded) return;
    while (shown.boards.length < games.length) shown.boards.push(createBoard(page, loaded.createView(() => {}, () => {})));
    shown.boards.length = games.length;
    shown.boards.forEach((board, index) => {
      const game = games[index];
      if (game) board.draw(game);
    });
    if (place.childElementCount !== games.length || shown.boards.some(({ element }, index) => place.children[index] !== element)) fill(place, ...shown.boards.map(({ element }) => element));
  };
}
