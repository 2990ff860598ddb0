// Share: the link, the game as text to copy, a download, and a game pasted or uploaded.

import { el, fill } from './dom.js';
import { svgOf } from './board/export.js';
import { canvasOf, pngOf } from './board/raster.js';
import { download } from './download.js';
import { gameNamed } from './games/index.js';
import { PERSON, editsOf, hasOwnForm, readGames, writeGame } from './gametext.js';
import { gradesOf } from './grades.js';
import { counting } from './plural.js';
import { isPerson, positionAt, shownPosition } from './position.js';
import { resultInWords } from './result.js';
import { pathOf } from './route.js';
import { twoPersons } from './sides.js';
import { treeOf } from './tree.js';

/** @typedef {import('./types.js').State} State */

/** Games of a text that are offered. */
const OFFERED = 500;

/**
 * The tags of a game's text.
 * @param {Pick<import('../../messages.js').Game, 'players' | 'ending' | 'game' | 'start' | 'names'>} game @param {number} created
 * @param {import('./gametext.js').About['notes']} [notes]
 * @returns {import('./gametext.js').About}
 */
export function aboutGame(game, created, notes = []) {
  const page = gameNamed(game.game);
  const name = (/** @type {string} */ side, /** @type {import('../../messages.js').Player} */ player) => game.names[side] ?? (player.kind === 'engine' ? `Tesuji, level ${player.level}` : PERSON);
  return {
    game: game.game,
    start: game.start,
    names: Object.fromEntries(Object.entries(game.players).map(([side, player]) => [side, name(side, player)])),
    ending: game.ending,
    result: game.ending && page ? resultInWords(/** @type {any} */ (game), page) : '',
    date: new Date(created).toISOString().slice(0, 10),
    notes,
  };
}

/** The notes on each turn played. @param {Readonly<State>} state @returns {import('./gametext.js').About['notes']} */
function notesOf(state) {
  const grades = gradesOf(state);
  return (state.game?.history ?? []).map(({ thought, left }, ply) => {
    const judged = state.report?.positions[ply + 1]?.score ?? null;
    return { mark: grades[ply]?.mark ?? '', score: judged ?? (thought && turned(thought.score)), left };
  });
}

/** A score as the other side sees it. @param {import('../../messages.js').Score} score @returns {import('../../messages.js').Score} */
function turned({ kind, value }) {
  if (kind === 'win') return { kind: 'loss', value };
  if (kind === 'loss') return { kind: 'win', value };
  return { kind, value: -value };
}

/**
 * The positions of a game with what was played, and at the end how it ended.
 * @param {import('../../messages.js').Game} game @param {import('./games/view.js').GamePage} page
 */
function framesOf(game, page) {
  const [first] = page.sides;
  const begins = game.history[0]?.side ?? game.side;
  const before = begins === first?.letter ? 0 : 1;
  const turns = game.history.map(({ words }, ply) => `${((ply + before) >> 1) + 1}${(ply + before) % 2 === 0 ? '.' : '…'} ${words}`);
  const result = game.ending ? resultInWords(game, page) : '';
  return ['', ...turns].map((words, ply) => ({
    position: positionAt(game, ply),
    words: ply === turns.length && result ? [words, result].filter(Boolean).join('   ') : words,
  }));
}

/** @param {import('./store.js').Store} store @param {import('./session.js').Session} session */
export function openShare(store, session) {
  if (document.querySelector('dialog[open]')) return;
  const state = store.get();
  const { game } = state;
  const said = el('p', { class: 'quiet', role: 'status' });
  const choice = el('ol', { class: 'share-choice' });
  const pasted = el('textarea', { class: 'text-field', rows: 5, id: 'share-paste', spellcheck: false, placeholder: '[Start "…"]  1. ox c1c2 2. …, PGN, FEN, or 1g Ra1 …' });
  const file = el('input', { type: 'file', class: 'text-field', id: 'share-file', accept: '.txt,.pgn,.json,text/plain,application/json', onchange: () => void upload() });

  /** @param {string} what @param {string} text */
  const copier = (what, text) =>
    el(
      'button',
      {
        type: 'button',
        class: 'button',
        onclick: async () => {
          try {
            await navigator.clipboard.writeText(text);
            said.textContent = `${what} copied.`;
          } catch {
            said.textContent = 'The browser does not let the page copy; mark the text and copy it yourself.';
          }
        },
      },
      `Copy ${what.toLowerCase()}`,
    );

  async function upload() {
    const text = await file.files?.[0]?.text();
    if (text) take(text);
  }

  /** @param {string} text */
  function take(text) {
    const id = /\/game\/([0-9a-z]+)\s*$/.exec(text.trim())?.[1];
    if (id) {
      dialog.close();
      session.open({ view: 'game', id });
      return;
    }
    const games = readGames(text);
    if (games.length === 1 && games[0]) load(games[0]);
    else offer(games);
  }

  /** A text with several games: which one? @param {ReturnType<typeof readGames>} games */
  function offer(games) {
    fill(said, `The text has ${games.length} games${games.length > OFFERED ? `; these are the first ${OFFERED}` : ''}. Which one?`);
    fill(
      choice,
      ...games.slice(0, OFFERED).map((one, index) => {
        const about = 'problem' in one ? one.problem : `${one.name || gameNamed(one.game)?.title || one.game}, ${counting(one.turns.length, 'turn')}`;
        return el('li', {}, el('button', { type: 'button', class: 'button button-small', disabled: 'problem' in one, onclick: () => load(one) }, `${index + 1}. ${about}`));
      }),
    );
  }

  /** @param {ReturnType<typeof readGames>[number]} read */
  function load(read) {
    if ('problem' in read) {
      said.textContent = read.problem;
      return;
    }
    const page = gameNamed(read.game);
    if (!page) {
      said.textContent = `This page has no board for the game ${read.game}.`;
      return;
    }
    dialog.close();
    session.newGame(read.game, { position: read.start }, twoPersons(page), { turns: read.turns, tree: read.tree, ...(read.names && Object.keys(read.names).length > 0 ? { names: read.names } : {}), ...(read.thoughts?.some(Boolean) ? { thoughts: read.thoughts } : {}) });
  }

  /** @param {SVGSVGElement} shown */
  async function savePicture(shown) {
    try {
      const { canvas } = await canvasOf(shown, 1200);
      download(`${game?.game}-${game?.id}.png`, await pngOf(canvas), 'image/png');
    } catch {
      said.textContent = 'The browser could not draw the picture; the one in SVG needs no drawing.';
    }
  }

  /** The button that makes a moving picture of the game; pressed again, it stops. */
  let drawing = false;
  const moving = el('button', { type: 'button', class: 'button', disabled: !game?.history.length, onclick: () => void saveMoving() }, 'Moving picture (GIF)');
  async function saveMoving() {
    const page = game && gameNamed(game.game);
    if (!game || !page) return;
    if (drawing) {
      drawing = false;
      return;
    }
    drawing = true;
    const frames = framesOf(game, page);
    try {
      const { movingPicture } = await import('./board/moving.js');
      const names = aboutGame(game, Date.now()).names;
      const title = page.sides.map(({ letter }) => names[letter] ?? '').join(' – ');
      const blob = await movingPicture(page, { frames, title, flipped: state.flipped }, (done) => {
        moving.textContent = `Stop: ${done} of ${frames.length}`;
        return drawing && dialog.isConnected;
      });
      if (blob) download(`${game.game}-${game.id}.gif`, blob, 'image/gif');
    } catch {
      said.textContent = 'The browser could not draw the moving picture.';
    }
    drawing = false;
    moving.textContent = 'Moving picture (GIF)';
  }

  const parts = [];
  const picture = /** @type {SVGSVGElement | null} */ (document.querySelector('#board .board-picture'));
  if (game) {
    const root = treeOf(state);
    const text = writeGame(aboutGame(game, Date.now(), notesOf(state)), root);
    const json = JSON.stringify({ game: game.game, start: game.start, turns: game.history.map(({ turn }) => turn), players: game.players, ending: game.ending, tree: editsOf(root) }, null, 2);
    parts.push(
      el('div', { class: 'options' }, copier('Link', location.href), copier('Game', text), copier('Position', shownPosition(state)), copier('Link to the position', `${location.origin}${pathOf({ view: 'analysis', game: game.game, position: shownPosition(state) })}`)),
      el('textarea', { class: 'text-field game-text', rows: 6, readonly: true, 'aria-label': 'The game as text' }, text),
      el(
        'div',
        { class: 'options' },
        el('button', { type: 'button', class: 'button', onclick: () => download(`${game.game}-${game.id}.${hasOwnForm(game.game) ? 'pgn' : 'txt'}`, text, 'text/plain') }, 'Download text'),
        el('button', { type: 'button', class: 'button', onclick: () => download(`${game.game}-${game.id}.json`, json, 'application/json') }, 'Download JSON'),
      ),
      picture
        ? el(
            'div',
            { class: 'options', role: 'group', 'aria-label': 'Pictures' },
            el('button', { type: 'button', class: 'button', onclick: () => void savePicture(picture) }, 'Picture (PNG)'),
            el('button', { type: 'button', class: 'button', onclick: () => download(`${game.game}-${game.id}.svg`, svgOf(picture), 'image/svg+xml') }, 'Picture (SVG)'),
            moving,
          )
        : null,
      isPerson(game, game.side) && !game.ending ? el('p', { class: 'quiet' }, 'Who has the link can play, too.') : null,
    );
  }
  const dialog = el(
    'dialog',
    { class: 'dialog share', 'aria-labelledby': 'share-title' },
    el('h2', { id: 'share-title' }, game ? 'Share this game' : 'Load a game'),
    ...parts,
    game ? el('h3', {}, 'Load a game') : null,
    el('label', { class: 'label', for: 'share-paste' }, 'Paste a game or a link'),
    pasted,
    el('div', { class: 'options' }, el('button', { type: 'button', class: 'button', onclick: () => take(pasted.value) }, 'Load the text')),
    el('label', { class: 'label', for: 'share-file' }, 'Or upload a file'),
    file,
    said,
    choice,
    el('form', { method: 'dialog' }, el('button', { class: 'button button-main' }, 'Close')),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fill(said);
}
