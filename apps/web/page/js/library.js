// The user's games: find one by its cards, result or date, open it, take it out (and put it back), export all.

import { el, fill, setText } from './dom.js';
import { download } from './download.js';
import { follow } from './follow.js';
import { gameNamed } from './games/index.js';
import { editsOf, writeGame } from './gametext.js';
import { counting } from './plural.js';
import { resultInWords } from './result.js';
import { aboutGame, openShare } from './share.js';
import { userId } from './user.js';
import { treeOf } from './tree.js';

/** @typedef {import('../../messages.js').LibraryGame} LibraryGame */

/** @param {LibraryGame} one A game of the library as the tree knows games. */
function treeOfGame(one) {
  const history = one.turns.map((turn, ply) => ({ turn, words: one.words[ply] ?? turn, side: '', position: '', thought: null }));
  return treeOf(/** @type {any} */ ({ game: { start: one.start, history }, tree: { id: one.id, comment: one.comment, nodes: one.tree } }));
}

/** @param {LibraryGame} one */
function describe(one) {
  const page = gameNamed(one.game);
  const levels = Object.values(one.players).flatMap((player) => (player.kind === 'engine' ? [player.level] : []));
  const names = Object.values(one.names);
  const who = names.length > 0 ? names.join(' – ') : levels.length === 0 ? 'two people' : `level ${levels.join(' and ')}`;
  const result = one.ending && page ? resultInWords(/** @type {any} */ (one), page) : 'not over';
  return { name: page ? `${page.title}: ${page.nameGame(one.start)}` : `${one.game}: ${one.start}`, who, result, date: new Date(one.changed).toISOString().slice(0, 10), kind: resultKind(one) };
}

/** @param {LibraryGame} one */
function resultKind({ ending, players }) {
  if (!ending) return 'open';
  if (ending.winner === null) return 'draw';
  const persons = Object.keys(players).filter((side) => players[side]?.kind === 'person');
  if (persons.length !== 1) return 'over';
  return persons[0] === ending.winner ? 'won' : 'lost';
}

/**
 * @param {import('./store.js').Store} store
 * @param {HTMLElement} place
 * @param {import('./session.js').Session} session
 */
export function createLibrary(store, place, session) {
  const search = el('input', { type: 'search', class: 'text-field', id: 'library-search', placeholder: 'the name of a game, an opening, a player', oninput: draw });
  const result = el(
    'select',
    { class: 'select', id: 'library-result', onchange: draw },
    ...Object.entries({ any: 'any result', won: 'won', lost: 'lost', draw: 'drawn', over: 'between people', open: 'not over' }).map(([value, name]) => el('option', { value }, name)),
  );
  const from = el('input', { type: 'date', class: 'text-field', id: 'library-from', onchange: draw });
  const to = el('input', { type: 'date', class: 'text-field', id: 'library-to', onchange: draw });
  const count = el('p', { class: 'quiet', role: 'status' });
  const undo = el('div', { class: 'library-undo', role: 'status' });
  const list = el('ul', { class: 'library-list' });
  const texts = el('button', { type: 'button', class: 'button', onclick: exportTexts }, 'Export all as text');
  const json = el('button', { type: 'button', class: 'button', onclick: () => download('tesuji-games.json', JSON.stringify(all().map(gameJson), null, 2), 'application/json') }, 'Export all as JSON');
  const load = el('button', { type: 'button', class: 'button', onclick: () => openShare(store, session) }, 'Load a game');
  /** @param {string} name @param {HTMLElement} field */
  const labelled = (name, field) => el('div', { class: 'library-field' }, el('label', { class: 'label', for: field.id }, name), field);
  fill(
    place,
    el('h1', { id: 'library-title' }, 'Your games'),
    el('div', { class: 'library-search' }, labelled('Search', search), labelled('Result', result), labelled('From', from), labelled('To', to)),
    el('div', { class: 'options library-actions' }, texts, json, load),
    undo,
    count,
    list,
  );

  const all = () => store.get().library ?? [];
  /** True where the library that comes next is to be exported as text. */
  let exporting = false;

  /** The turns as people read them are asked for only here. */
  function exportTexts() {
    exporting = session.send({ type: 'library', user: userId(), trees: true, words: true });
  }
  /** @param {LibraryGame} one */
  const gameText = (one) => writeGame(aboutGame(one, one.created), treeOfGame(one));
  /** @param {LibraryGame} one */
  const gameJson = (one) => ({ game: one.game, start: one.start, turns: one.turns, players: one.players, ending: one.ending, created: new Date(one.created).toISOString(), tree: editsOf(treeOfGame(one)) });

  /** @param {LibraryGame} one */
  function remove(one) {
    if (!session.send({ type: 'remove', id: one.id, removed: true })) return;
    store.update({ library: all().filter(({ id }) => id !== one.id) });
    fill(
      undo,
      el('span', {}, `Deleted: ${describe(one).name}. `),
      el(
        'button',
        {
          type: 'button',
          class: 'button button-small',
          onclick: () => {
            if (!session.send({ type: 'remove', id: one.id, removed: false })) return;
            store.update({ library: [one, ...all()].sort((a, b) => b.changed - a.changed) });
            fill(undo);
            setText(count, 'Put back.');
          },
        },
        'Undo',
      ),
    );
  }

  /** @param {LibraryGame} one @param {ReturnType<typeof describe>} about */
  function fits(one, about) {
    const words = search.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
    const text = `${about.name} ${one.game}`.toLowerCase();
    return words.every((word) => text.includes(word)) && (result.value === 'any' || result.value === about.kind) && (!from.value || about.date >= from.value) && (!to.value || about.date <= to.value);
  }

  function draw() {
    const { library } = store.get();
    const shown = (library ?? []).map((one) => ({ one, about: describe(one) })).filter(({ one, about }) => fits(one, about));
    texts.disabled = json.disabled = !library || library.length === 0;
    setText(count, !library ? 'Asking the server …' : library.length === 0 ? 'No games yet. Each game you play appears here by itself; a file or a pasted game can be loaded.' : `${shown.length} of ${counting(library.length, 'game')}`);
    fill(
      list,
      ...shown.map(({ one, about }) =>
        el(
          'li',
          {},
          el(
            'a',
            {
              href: `/game/${encodeURIComponent(one.id)}`,
              onclick: follow(session, { view: 'game', id: one.id }),
            },
            about.name,
          ),
          el('span', { class: 'quiet' }, `${about.date} · ${about.who} · ${counting(one.turns.length, 'turn')} · ${about.result}`),
          el('button', { type: 'button', class: 'button button-small', 'aria-label': `Delete ${about.name}`, onclick: () => remove(one) }, 'Delete'),
        ),
      ),
    );
  }

  store.subscribe((state, before) => {
    if (state.route.view !== 'library') return;
    if (exporting && state.library !== before.library) {
      exporting = false;
      download('tesuji-games.txt', all().map(gameText).join('\n\n'), 'text/plain');
    }
    if (state.library !== before.library || before.route.view !== 'library' || state === before) draw();
  });
}
