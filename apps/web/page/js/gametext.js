// A game as text, with variations and comments, and back. The form, which docs/server.md describes:
//
//   [Game "onitama"]
//   [Start "bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab"]
//
//   1. ox c1c2 {solid} (1. boar a1a2) 2. horse c5c4
//
// A game with a form of its own (chess PGN, Arimaa its standard record) says so in its folder.

import { GAMES, gameNamed } from './games/index.js';
import { following, inBraces, readTurns, wrap, writeTags } from './turntext.js';

/** @typedef {import('../../messages.js').TreeEdit} TreeEdit */
/** @typedef {import('../../messages.js').Thought} Thought */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {{ game: string, start: string, turns: string[], tree: TreeEdit[], thoughts?: (Thought | null)[], name?: string, names?: Record<string, string> }} GameText */

/**
 * @typedef {object} About  what is told of a game beside its turns
 * @property {string} game
 * @property {string} start
 * @property {Record<string, string>} names  who played, by the side's letter
 * @property {import('../../messages.js').Ending | null} ending
 * @property {string} result  the same in words
 * @property {string} date  as 2026-01-31
 * @property {{ mark: string, score: import('../../messages.js').Score | null, left: number | null }[]} notes  of each turn played: its mark, the score
 *   after it as the side sees it that is to move then, and what its clock had
 */

/** The name of a person without one. */
export const PERSON = 'Person';

/** The text forms of the games' own, by game. @type {Map<string, import('./games/view.js').GameRecord>} */
const RECORDS = new Map();
for (const { name, record } of GAMES) if (record) RECORDS.set(name, (await record()).record);

/** True if a game's text has a form of its own. @param {string} game */
export const hasOwnForm = (game) => RECORDS.get(game)?.write !== undefined;

const TAG = /^\[(\w+)\s+"((?:\\.|[^"\\])*)"\]\s*$/gm;

/** @param {About} about @param {TreeNode} root */
export function writeGame(about, root) {
  const page = gameNamed(about.game);
  const own = RECORDS.get(about.game);
  if (own?.write) return own.write(about, root);
  const sides = Object.entries(about.names).map(([letter, name]) => /** @type {[string, string]} */ ([page?.sides.find((side) => side.letter === letter)?.name ?? letter, name]));
  const tags = writeTags([['Game', about.game], ['Start', about.start], ...sides, ['Date', about.date], ...(about.result ? [/** @type {[string, string]} */ (['Result', about.result])] : [])]);
  const comment = (/** @type {TreeNode} */ node) => (node.comment ? [inBraces(node.comment)] : []);
  const words = [...comment(root), ...following(root, (node) => `${node.path.length}. ${node.turn}`, comment)];
  return `${tags}\n\n${wrap(words)}\n`;
}

/**
 * Reads the games of a text: the text forms, or JSON with `game`, `start` and `turns` as `tesuji play` and the library write it.
 * @param {string} text
 * @returns {(GameText | { problem: string })[]}
 */
export function readGames(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || /^\[\s*\{/.test(trimmed)) return fromJson(trimmed);
  return split(trimmed).map(readGame);
}

/** A text cut where the tags of the next game begin. @param {string} text */
function split(text) {
  /** @type {string[][]} */
  const games = [[]];
  let inTurns = false;
  let inComment = false;
  for (const line of text.split('\n')) {
    const isTag = !inComment && /^\s*\[\w+\s+"/.test(line);
    if (isTag && inTurns) games.push([]);
    if (isTag) inTurns = false;
    else if (line.trim()) inTurns = true;
    games.at(-1)?.push(line);
    if (isTag) continue;
    for (const letter of line) if (letter === '{') inComment = true;
      else if (letter === '}') inComment = false;
  }
  return games.map((lines) => lines.join('\n').trim());
}

/** @param {string} text @returns {GameText | { problem: string }} */
function readGame(text) {
  /** @type {Record<string, string>} */
  const tags = {};
  const body = text.replaceAll(TAG, (_, name, value) => {
    tags[name.toLowerCase()] = value.replaceAll(/\\(.)/g, '$1');
    return '';
  });
  const name = [tags.event, [tags.white, tags.black].filter(Boolean).join(' – '), tags.date, tags.result].filter((part) => part && !/^[?.*-]+$/.test(part)).join(' · ');
  const named = (tags.game ?? '').toLowerCase();
  // The tag decides, by the game's name or by its title.
  const own = gameNamed(named) ?? GAMES.find(({ title }) => title.toLowerCase() === named) ?? (named ? undefined : GAMES.find(({ name }) => RECORDS.get(name)?.claims(tags, body.trim())));
  if (named && !own) return { problem: `The text is a game of “${tags.game}”, which is not played here.` };
  const record = RECORDS.get(own?.name ?? '');
  if (own && record && !tags.start) {
    const read = record.read(tags, body.trim());
    return 'problem' in read ? read : { game: own.name, name, names: namesIn(tags, own), ...read };
  }
  if (!tags.start) return { problem: 'The text has no line [Start "…"] with the position where the game begins.' };
  const read = readTurns(body, { oneWord: false });
  if ('problem' in read) return read;
  const game = own?.name ?? GAMES[0]?.name ?? '';
  return { game, start: tags.start, name, names: namesIn(tags, gameNamed(game)), ...read };
}

/** Who played, as the tags of the sides say. @param {Record<string, string>} tags @param {import('./games/view.js').GamePage | undefined} page */
function namesIn(tags, page) {
  const told = (page?.sides ?? []).map(({ letter, name }) => /** @type {const} */ ([letter, [...(tags[name.toLowerCase()] ?? '')].slice(0, 200).join('')]));
  return Object.fromEntries(told.filter(([, name]) => name && name !== '?' && name !== PERSON));
}

/** @param {string} text @returns {(GameText | { problem: string })[]} */
function fromJson(text) {
  try {
    const read = JSON.parse(text);
    return (Array.isArray(read) ? read : [read]).map(({ game, start, turns, tree = [] }) => {
      if (typeof game !== 'string' || typeof start !== 'string' || !Array.isArray(turns) || !turns.every((turn) => typeof turn === 'string')) {
        return { problem: 'The JSON needs `game`, `start` and `turns`.' };
      }
      return { game, start, turns, tree: Array.isArray(tree) ? tree : [] };
    });
  } catch (error) {
    return [{ problem: `This is no JSON: ${error instanceof Error ? error.message : error}.` }];
  }
}

/** The tree as edits that make it again. @param {TreeNode} root @returns {TreeEdit[]} */
export function editsOf(root) {
  /** @type {TreeEdit[]} */
  const edits = [];
  /** @param {TreeNode} node */
  const walk = (node) => {
    if (node.comment) edits.push({ op: 'comment', path: node.path, text: node.comment });
    if (node.children.length === 0 && !node.played) edits.push({ op: 'add', path: node.path });
    node.children.forEach(walk);
  };
  walk(root);
  return edits;
}
