// A game as text, with variations and comments, and back. The form, which docs/server.md describes:
//
//   [Game "onitama"]
//   [Start "bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab"]
//
//   1. ox c1c2 {solid} (1. boar a1a2) 2. horse c5c4
//
// A game of chess in PGN is read, too: it has no line with the start, or a FEN there, and a word is a turn.

import { START as CHESS_START } from './games/chess/notation.js';
import { GAMES } from './games/index.js';

/** @typedef {import('./types.js').TreeEdit} TreeEdit */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {{ game: string, start: string, turns: string[], tree: TreeEdit[] }} GameText */

/** A position of chess, alone. */
const FEN = /^([1-8pnbrqkPNBRQK]+\/){7}[1-8pnbrqkPNBRQK]+ [wb] \S+/;
const WORDS = /\{[^}]*\}|[()]|\d+\.+(?=\s|$)|[^\s(){}]+/g;

/**
 * @param {{ game: string, start: string, tags?: Record<string, string> }} about @param {TreeNode} root
 */
export function writeGame({ game, start, tags = {} }, root) {
  const head = Object.entries({ Game: game, Start: start, ...tags }).map(([name, value]) => `[${name} "${value.replaceAll(/["\\]/g, '\\$&')}"]`);
  const words = [...comment(root), ...following(root)];
  return `${head.join('\n')}\n\n${wrap(words)}\n`;
}

/** @param {TreeNode} node */
const comment = (node) => (node.comment ? [`{${node.comment.replaceAll('{', '(').replaceAll('}', ')').replaceAll(/\s+/g, ' ')}}`] : []);

/** What follows a node: its main turn, the others in brackets, and on. @param {TreeNode} node @returns {string[]} */
function following(node) {
  /** @type {string[]} */
  const words = [];
  for (let at = node; at.children[0]; ) {
    const [main, ...others] = at.children;
    words.push(`${main.path.length}. ${main.turn}`, ...comment(main));
    for (const other of others) words.push(`(${other.path.length}. ${other.turn}`, ...comment(other), ...following(other), ')');
    at = main;
  }
  return words;
}

/** @param {string[]} words */
function wrap(words) {
  const lines = [''];
  for (const word of words) {
    const last = lines[lines.length - 1] ?? '';
    if (last && last.length + word.length > 99) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join('\n').replaceAll(/\s+\)/g, ')');
}

/**
 * Reads a game: the text form, or JSON with `game`, `start` and `turns` as `tesuji play` and the library write it.
 * @param {string} text
 * @returns {GameText | { problem: string }}
 */
export function readGame(text) {
  const trimmed = text.trim();
  if (FEN.test(trimmed)) return { game: 'chess', start: trimmed, turns: [], tree: [] };
  if (trimmed.startsWith('{')) return fromJson(trimmed);
  /** @type {Record<string, string>} */
  const tags = {};
  const body = trimmed.replaceAll(/^\[(\w+)\s+"((?:\\.|[^"\\])*)"\]\s*$/gm, (_, name, value) => {
    tags[name.toLowerCase()] = value.replaceAll(/\\(.)/g, '$1');
    return '';
  });
  const pgn = !tags.start && (tags.fen !== undefined || tags.event !== undefined || /^\s*1\.\s*([a-h]|[NBRQK][a-hx1-8]|O-O)/.test(body));
  const start = tags.start ?? tags.fen ?? (pgn ? CHESS_START : undefined);
  if (!start) return { problem: 'The text has no line [Start "…"] with the position where the game begins.' };
  /** @type {string[]} */
  let path = [];
  /** @type {string[][]} */
  const open = [];
  /** @type {string[]} */
  let turns = [];
  /** @type {TreeEdit[]} */
  const tree = [];
  /** @type {string[]} */
  let turn = [];
  const finish = () => {
    if (turn.length === 0) return;
    path = [...path, turn.join(' ')];
    turn = [];
    if (open.length === 0) turns = path;
  };
  /** A variation that ends is kept as a whole. */
  const keep = () => {
    if (open.length > 0 && path.length > 0) tree.push({ op: 'add', path });
  };
  for (const [word] of body.matchAll(WORDS)) {
    if (word.startsWith('{')) {
      finish();
      tree.push({ op: 'comment', path, text: word.slice(1, -1) });
    } else if (word === '(') {
      finish();
      if (path.length === 0) return { problem: 'A bracket opens before the first turn.' };
      open.push(path);
      path = path.slice(0, -1);
    } else if (word === ')') {
      finish();
      keep();
      const before = open.pop();
      if (!before) return { problem: 'A bracket closes that was never opened.' };
      path = before;
    } else if (/^\d+\.+$/.test(word)) finish();
    else if (/^[?!]+$|^\$\d+$|^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) finish();
    else {
      turn.push(word.replace(/^\d+\.+/, ''));
      if (pgn) finish();
    }
  }
  finish();
  if (open.length > 0) return { problem: 'A bracket is not closed.' };
  return { game: pgn ? 'chess' : (tags.game ?? GAMES[0]?.name ?? '').toLowerCase(), start, turns, tree };
}

/** @param {string} text @returns {GameText | { problem: string }} */
function fromJson(text) {
  try {
    const { game, start, turns, tree = [] } = JSON.parse(text);
    if (typeof game !== 'string' || typeof start !== 'string' || !Array.isArray(turns) || !turns.every((turn) => typeof turn === 'string')) {
      return { problem: 'The JSON needs `game`, `start` and `turns`.' };
    }
    return { game, start, turns, tree: Array.isArray(tree) ? tree : [] };
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : error}.` };
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
