// PGN (Edwards 1994), with `[%eval …]` and `[%clk …]` in comments as programs write them.

import { following, inBraces, readTurns, wrap, writeTags } from '../../turntext.js';
import { START, nameGame, parsePosition } from './notation.js';

/** @typedef {import('../../../../messages.js').Score} Score */

/** A position alone. */
const FEN = /^([1-8pnbrqkPNBRQK]+\/){7}[1-8pnbrqkPNBRQK]+ [wb] \S+/;
/** @type {Record<string, string>} a mark's number */
const NAGS = { '!': '$1', '?': '$2', '??': '$4', '?!': '$6' };

/**
 * `0.35` or `#-3`, as White sees it, of the position after a turn; as the side sees it that played.
 * @param {string} text @param {boolean} white  whether White played
 * @returns {import('../../../../messages.js').Thought | null}
 */
export function evaluation(text, white) {
  const [, mate, sign, number] = /^\s*(#?)([-+]?)(\d+(?:\.\d+)?)/.exec(text) ?? [];
  if (!number) return null;
  const good = (sign === '-') !== white;
  if (mate) return { depth: 0, score: { kind: good ? 'win' : 'loss', value: 2 * Number(number) } };
  const value = Math.round(100 * Number(number));
  return { depth: 0, score: { kind: 'points', value: good ? value : -value } };
}

/** @param {Score} score as the side to move sees it @param {boolean} whiteToMove */
function evalText({ kind, value }, whiteToMove) {
  const sign = (kind === 'loss') === whiteToMove ? '-' : '';
  if (kind === 'win' || kind === 'loss') return `#${sign}${Math.ceil(value / 2)}`;
  return kind === 'draw' ? '0.00' : ((whiteToMove ? value : -value) / 100).toFixed(2);
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** @type {import('../view.js').GameRecord} */
export const record = {
  claims: (tags, body) => FEN.test(body) || tags.fen !== undefined || tags.event !== undefined || /^(\{[^}]*\}\s*)?1\.\s*([a-h]|[NBRQK][a-hx1-8]|O-O)/.test(body),

  read(tags, body) {
    if (FEN.test(body)) return { start: body, turns: [], tree: [] };
    const start = tags.fen ?? START;
    const whiteFirst = parsePosition(start).side === 'w';
    const read = readTurns(body, { oneWord: true, evaluation: (text, ply) => evaluation(text, (ply % 2 === 0) === whiteFirst) });
    return 'problem' in read ? read : { start, ...read };
  },

  write({ start, names, ending, date, notes }, root) {
    const position = parsePosition(start);
    const whiteFirst = position.side === 'w';
    const [, , , , , moves = '1'] = start.split(' ');
    const result = !ending ? '*' : ending.winner === 'w' ? '1-0' : ending.winner === 'b' ? '0-1' : '1/2-1/2';
    /** @type {[string, string][]} */
    const tags = [['Event', 'A game on Tesuji'], ['Site', '?'], ['Date', date.replaceAll('-', '.')], ['Round', '-'], ['White', names.w ?? '?'], ['Black', names.b ?? '?'], ['Result', result]];
    if (nameGame(start).startsWith('start ')) tags.push(['Variant', 'Chess960']);
    if (start !== START) tags.push(['SetUp', '1'], ['FEN', start]);
    /** @param {import('../../tree.js').TreeNode} node @param {boolean} first */
    const say = (node, first) => {
      const half = node.path.length - 1 + (whiteFirst ? 0 : 1);
      const number = Number(moves) + Math.floor(half / 2);
      const move = node.words || node.turn;
      return half % 2 === 0 ? `${number}. ${move}` : first ? `${number}... ${move}` : move;
    };
    /** @param {import('../../tree.js').TreeNode} node */
    const after = (node) => {
      const half = node.path.length - 1 + (whiteFirst ? 0 : 1);
      const note = node.played ? notes[node.path.length - 1] : undefined;
      const nag = NAGS[note?.mark ?? ''];
      const said = [
        note?.score ? `[%eval ${evalText(note.score, half % 2 === 1)}]` : '',
        note?.left != null ? `[%clk ${clockText(note.left)}]` : '',
        node.comment,
      ].filter(Boolean);
      return [...(nag ? [nag] : []), ...(said.length > 0 ? [inBraces(said.join(' '))] : [])];
    };
    const words = [...(root.comment ? [inBraces(root.comment)] : []), ...following(root, say, after), result];
    return `${writeTags(tags)}\n\n${wrap(words)}\n`;
  },
};
