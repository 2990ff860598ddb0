// A game's facts beside its board: the kind, who plays, the clock; and what is done to the board rather than in the game.

import { el, fill, setText } from './dom.js';
import { playerName } from './players.js';
import { isPerson } from './position.js';
import { nameOf } from './sides.js';
import { clockShort } from './game-settings.js';

/** @param {HTMLElement} place @param {{ flip: () => void, share: () => void, settings: () => void, setUp: () => void, newGame: () => void }} actions */
export function createAbout(place, actions) {
  const title = el('p', { class: 'about-title' });
  const start = el('p', { class: 'quiet' });
  const against = el('p', { class: 'quiet' });
  /** @param {string} label @param {() => void} action */
  const button = (label, action) => el('button', { type: 'button', class: 'button', onclick: action }, label);
  const setUp = button('Set up', actions.setUp);
  fill(place, el('div', { class: 'about-head' }, title, start, against), el('div', { class: 'about-tools' }, button('⇅ Flip', actions.flip), button('Share', actions.share), button('Board', actions.settings), setUp, button('New game', actions.newGame)));

  /** @param {import('./types.js').State} state @param {import('./games/view.js').GamePage} page */
  return function draw({ game, analysing, route }, page) {
    if (!game) return;
    // The position shown, to be changed by hand: for whoever analyses.
    setUp.hidden = !analysing;
    const { clock } = game;
    const minutes = clock?.days ? (clock.days === 1 ? '1 day a turn' : `${clock.days} days a turn`) : clock ? clockShort(clock) : '';
    const levels = Object.entries(game.players).flatMap(([side, player]) => (!isPerson(game, side) && player.kind === 'engine' ? [player.level] : []));
    const elsewhere = !game.seats && Object.keys(game.names).length > 0;
    const onBoard = route.view === 'game' && route.at !== undefined;
    const kind = [page.title, minutes, game.rated ? 'rated' : ''].filter(Boolean).join(' · ');
    // A game under study is called by who played it.
    if (analysing && !onBoard && (elsewhere || game.seats || levels.length > 0)) {
      const [first, second] = page.sides.map(({ letter }) => playerName(game, page, letter));
      fill(title, first ?? '', el('i', { class: 'versus' }, ' vs '), second ?? '');
      setText(start, [kind, result(game, page), page.nameGame(game.start)].filter(Boolean).join(' · '));
      setText(against, '');
      return;
    }
    setText(title, kind);
    setText(start, page.nameGame(game.start));
    setText(against, elsewhere ? 'played elsewhere' : onBoard ? 'analysis board' : levels.length === 0 ? 'two people' : `against level ${levels.join(' and ')}`);
  };
}

/** @param {import('../../messages.js').Game} game @param {import('./games/view.js').GamePage} page */
function result({ ending }, page) {
  if (!ending) return 'goes on';
  return ending.winner === null ? 'drawn' : `${nameOf(page, ending.winner)} won`;
}
