// Share: the link, the game as text to copy, a download, and a game pasted or uploaded.

import { el, fill } from './dom.js';
import { download } from './download.js';
import { gameNamed } from './games/index.js';
import { editsOf, readGame, writeGame } from './gametext.js';
import { isPerson, shownPosition } from './position.js';
import { resultInWords } from './result.js';
import { treeOf } from './tree.js';

/** @typedef {import('./types.js').State} State */

/** The tags of a game's text. @param {Pick<import('./types.js').Game, 'players' | 'ending' | 'game'>} game @param {number} [created] */
export function tagsOf(game, created) {
  const page = gameNamed(game.game);
  /** @type {Record<string, string>} */
  const tags = {};
  for (const [side, player] of Object.entries(game.players)) tags[page?.sides.find(({ letter }) => letter === side)?.name ?? side] = player.kind === 'engine' ? `Tesuji, level ${player.level}` : 'Person';
  if (created) tags.Date = new Date(created).toISOString().slice(0, 10);
  if (game.ending && page) tags.Result = resultInWords(/** @type {any} */ (game), page);
  return tags;
}

/** @param {import('./store.js').Store} store @param {import('./session.js').Session} session */
export function openShare(store, session) {
  if (document.querySelector('dialog[open]')) return;
  const state = store.get();
  const { game } = state;
  const said = el('p', { class: 'quiet', role: 'status' });
  const pasted = el('textarea', { class: 'text-field', rows: 5, id: 'share-paste', spellcheck: false, placeholder: '[Start "…"]  1. ox c1c2 2. …, or PGN, or FEN' });
  const file = el('input', { type: 'file', class: 'text-field', id: 'share-file', accept: '.txt,.json,text/plain,application/json', onchange: () => void upload() });

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
    const read = readGame(text);
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
    session.newGame(read.game, { position: read.start }, Object.fromEntries(page.sides.map(({ letter }) => [letter, { kind: 'person' }])), { turns: read.turns, tree: read.tree });
  }

  const parts = [];
  if (game) {
    const root = treeOf(state);
    const text = writeGame({ game: game.game, start: game.start, tags: tagsOf(game) }, root);
    const json = JSON.stringify({ game: game.game, start: game.start, turns: game.history.map(({ turn }) => turn), players: game.players, ending: game.ending, tree: editsOf(root) }, null, 2);
    parts.push(
      el('div', { class: 'options' }, copier('Link', location.href), copier('Game', text), copier('Position', shownPosition(state))),
      el('textarea', { class: 'text-field game-text', rows: 6, readonly: true, 'aria-label': 'The game as text' }, text),
      el(
        'div',
        { class: 'options' },
        el('button', { type: 'button', class: 'button', onclick: () => download(`${game.game}-${game.id}.txt`, text, 'text/plain') }, 'Download text'),
        el('button', { type: 'button', class: 'button', onclick: () => download(`${game.game}-${game.id}.json`, json, 'application/json') }, 'Download JSON'),
      ),
      isPerson(game, game.side) && !game.ending ? el('p', { class: 'quiet' }, 'Who has the link can play, too.') : null,
    );
  }
  const dialog = el(
    'dialog',
    { class: 'dialog share', 'aria-labelledby': 'share-title' },
    el('h2', { id: 'share-title' }, game ? 'Share this game' : 'Load a game'),
    ...parts,
    el('h3', {}, 'Load a game'),
    el('label', { class: 'label', for: 'share-paste' }, 'Paste a game or a link'),
    pasted,
    el('div', { class: 'options' }, el('button', { type: 'button', class: 'button', onclick: () => take(pasted.value) }, 'Load the text')),
    el('label', { class: 'label', for: 'share-file' }, 'Or upload a file'),
    file,
    said,
    el('form', { method: 'dialog' }, el('button', { class: 'button button-main' }, 'Close')),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fill(said);
}
