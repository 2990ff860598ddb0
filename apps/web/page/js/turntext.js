// Turns as text, in the manner of PGN: numbers, comments in braces, variations in brackets.

/** @typedef {import('../../messages.js').TreeEdit} TreeEdit */
/** @typedef {import('../../messages.js').Thought} Thought */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {{ turns: string[], tree: TreeEdit[], thoughts: (Thought | null)[] }} Turns */

const WORDS = /\{[^}]*\}|;[^\n]*|[()]|\d+\.+(?=\s|$)|[^\s(){}]+/g;
const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;
const COMMAND = /\[%(\w+)\s+([^\]]*)\]/g;

/**
 * @param {string} body
 * @param {object} game
 * @param {boolean} game.oneWord  whether a turn is one word
 * @param {(text: string, ply: number) => Thought | null} [game.evaluation]  what `[%eval …]` says of the turn after so many
 * @returns {Turns | { problem: string }}
 */
export function readTurns(body, { oneWord, evaluation }) {
  /** @type {string[]} */
  let path = [];
  /** @type {string[][]} */
  const open = [];
  /** @type {string[]} */
  let turns = [];
  /** @type {TreeEdit[]} */
  const tree = [];
  /** @type {(Thought | null)[]} */
  const thoughts = [];
  /** @type {string[]} */
  let turn = [];
  const finish = () => {
    if (turn.length === 0) return;
    path = [...path, turn.join(' ')];
    turn = [];
    if (open.length === 0) turns = path;
  };
  /** Kept before what branches off it, so that the variations stay in their order. */
  const keep = () => {
    if (open.length > 0 && path.length > 0) tree.push({ op: 'add', path });
  };
  /** @param {string} text */
  const comment = (text) => {
    const said = text.replaceAll(COMMAND, (_, name, value) => {
      const ply = path.length - 1;
      if (name === 'eval' && open.length === 0 && ply >= 0) thoughts[ply] = evaluation?.(value, ply) ?? null;
      return '';
    });
    const plain = said.replaceAll(/\s+/g, ' ').trim();
    if (plain) tree.push({ op: 'comment', path, text: plain });
  };
  for (const [word] of body.matchAll(WORDS)) {
    if (word.startsWith('{')) {
      finish();
      comment(word.slice(1, -1));
    } else if (word.startsWith(';')) {
      finish();
      comment(word.slice(1));
    } else if (word === '(') {
      finish();
      if (path.length === 0) return { problem: 'A bracket opens before the first turn.' };
      keep();
      open.push(path);
      path = path.slice(0, -1);
    } else if (word === ')') {
      finish();
      keep();
      const before = open.pop();
      if (!before) return { problem: 'A bracket closes that was never opened.' };
      path = before;
    } else if (/^\d+\.+$/.test(word) || /^[?!]+$|^\$\d+$/.test(word) || RESULT.test(word)) finish();
    else {
      turn.push(word.replace(/^\d+\.+/, ''));
      if (oneWord) finish();
    }
  }
  finish();
  if (open.length > 0) return { problem: 'A bracket is not closed.' };
  return { turns, tree, thoughts: Array.from(thoughts, (one) => one ?? null) };
}

/** A comment as it may stand in braces. @param {string} text */
export const inBraces = (text) => `{${text.replaceAll('{', '(').replaceAll('}', ')').replaceAll(/\s+/g, ' ').trim()}}`;

/**
 * The words after a node: its main turn, the others in brackets, and on.
 * @param {TreeNode} node
 * @param {(node: TreeNode, first: boolean) => string} say  a turn with its number; whether it begins a line or goes on after something else
 * @param {(node: TreeNode) => string[]} after  what is said after a turn
 * @param {boolean} [begins]  whether the first turn begins a line, or follows something else
 * @returns {string[]}
 */
export function following(node, say, after, begins = true) {
  /** @type {string[]} */
  const words = [];
  let first = begins;
  for (let at = node; at.children[0]; ) {
    const [main, ...others] = at.children;
    const said = after(main);
    words.push(say(main, first), ...said);
    for (const other of others) {
      const told = after(other);
      words.push(`(${say(other, true)}`, ...told, ...following(other, say, after, told.length > 0), ')');
    }
    first = said.length > 0 || others.length > 0;
    at = main;
  }
  return words;
}

/** Words in lines of at most 99 letters. @param {string[]} words */
export function wrap(words) {
  const lines = [''];
  for (const word of words.flatMap((one) => one.split(' '))) {
    const last = lines[lines.length - 1] ?? '';
    if (last && last.length + word.length > 99) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join('\n').replaceAll(/\s+\)/g, ')');
}

/** @param {[string, string][]} tags */
export const writeTags = (tags) => tags.map(([name, value]) => `[${name} "${value.replaceAll(/["\\]/g, '\\$&')}"]`).join('\n');
