// The strip of each side: who plays it, what it is doing, what it holds and has taken.

import { ratingAfter } from './club/words.js';
import { el, fill, setAttribute, setText } from './dom.js';
import { counted, scoreInWords } from './score.js';
import { nameOf, sideClass } from './sides.js';
import { isPerson } from './position.js';
import { ponderingInWords } from './pondering.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('../../messages.js').Game} Game */
/** @typedef {import('./games/view.js').GamePage} GamePage */

/**
 * @param {HTMLElement} top
 * @param {HTMLElement} bottom
 */
export function createPlayers(top, bottom) {
  /** @type {import('./games/view.js').GameView | null} */
  let view = null;
  let placed = '';
  /** @type {Record<string, { name: HTMLElement, rating: HTMLElement, status: HTMLElement, strip: HTMLElement }>} */
  const strips = {};

  /** @param {GamePage} page @param {import('./games/view.js').GameView} gameView @param {boolean} flipped */
  function place(page, gameView, flipped) {
    const key = `${page.name} ${flipped}`;
    if (gameView === view && key === placed) return;
    view = gameView;
    placed = key;
    const below = page.sides[flipped ? 1 : 0]?.letter;
    for (const { letter } of page.sides) {
      const name = el('span', { class: 'player-name' });
      const rating = el('span', { class: 'player-rating' });
      const status = el('div', { class: 'player-status' });
      const strip = letter === below ? bottom : top;
      const dot = el('span', { class: `player-dot ${sideClass(page, letter)}`, 'aria-hidden': 'true' });
      fill(
        strip,
        el('div', { class: 'player' }, letter === below ? gameView.next : null, el('h2', { class: 'player-title' }, dot, name, rating, gameView.captured?.[letter]), status),
        el('div', { class: 'clock', 'data-side': letter, role: 'timer', 'aria-label': `${nameOf(page, letter)}’s clock`, hidden: true }),
        gameView.hands?.[letter],
      );
      strips[letter] = { name, rating, status, strip };
    }
  }

  /** @param {State} state @param {GamePage} page @param {import('./games/view.js').GameView} gameView */
  return function draw(state, page, gameView) {
    const { game } = state;
    if (!game) return;
    place(page, gameView, state.flipped);
    for (const { letter } of page.sides) {
      const strip = strips[letter];
      if (!strip) continue;
      setText(strip.name, playerName(game, page, letter));
      const rating = game.seats?.seats[letter]?.rating;
      setText(strip.rating, rating ? ratingAfter(rating) : '');
      setAttribute(strip.rating, 'title', rating?.provisional ? 'Provisional rating' : null);
      setText(strip.status, status(state, game, page, letter));
      strip.strip.classList.toggle('is-to-move', !game.ending && game.side === letter);
    }
  };
}

/** The name of who plays a side. @param {Game} game @param {GamePage} page @param {string} side */
export function playerName(game, page, side) {
  const elsewhere = game.names[side];
  if (elsewhere) return elsewhere;
  if (game.seats?.seats[side]?.member === null) return 'Open seat';
  const player = game.players[side];
  if (player?.kind === 'engine') return `Tesuji, level ${player.level}`;
  const persons = page.sides.filter(({ letter }) => isPerson(game, letter));
  return persons.length === 1 ? 'You' : nameOf(page, side);
}

/** @param {State} state @param {Game} game @param {GamePage} page @param {string} side */
function status(state, game, page, side) {
  const name = nameOf(page, side);
  const doing = [];
  if (playerName(game, page, side) !== name) doing.push(name);
  if (game.seats?.seats[side]?.member && !game.seats.seats[side].here) doing.push('away');
  if (game.ending) {
    if (game.ending.winner !== null) doing.push(game.ending.winner === side ? 'won' : 'lost');
  } else if (game.side === side) doing.push(...action(state, game, page));
  else if (!isPerson(game, side) && ponderingInWords(state)) doing.push('thinking on your move');
  return doing.join(' · ');
}

/** The activity of the side to move. @param {State} state @param {Game} game @param {GamePage} page */
function action({ connection, info }, game, page) {
  if (isPerson(game, game.side)) return ['to move'];
  if (connection !== 'open') return ['waits for the server'];
  if (!game.thinking) return ['not thinking'];
  if (game.thinking.queued) return ['waits for a free engine'];
  if (!info || info.ply !== game.history.length) return ['thinking'];
  return ['thinking', `depth ${info.depth}`, scoreInWords(info.score, info.side, page), `${counted(info.nodes)} nodes`];
}
