// Arimaa's text forms: positions `g [64 squares from a8 to h1] Ee2n …` with the steps made in this turn, steps `Ee2n`,
// captures `rc3x`, placements `Ra1`.

import { gridOf } from '../../board/grid.js';
import { counting } from '../../plural.js';

/** @typedef {'g' | 's'} Side */

/**
 * @typedef {object} Position
 * @property {Map<string, string>} pieces  by square, as letters: Gold's are capitals
 * @property {Side} side
 */

export const GRID = gridOf(8);
export const TRAPS = ['c3', 'f3', 'c6', 'f6'];

/** @type {Record<Side, string>} */
export const SIDE_NAMES = { g: 'Gold', s: 'Silver' };

/** From the weakest to the strongest. */
const KINDS = ['r', 'c', 'd', 'h', 'm', 'e'];
/** @type {Record<string, string>} */
const KIND_NAMES = { r: 'rabbit', c: 'cat', d: 'dog', h: 'horse', m: 'camel', e: 'elephant' };
/** @type {Record<string, [number, number]>} */
const WAYS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

/** @param {string} piece @returns {Side} */
export const sideOf = (piece) => (piece === piece.toUpperCase() ? 'g' : 's');

/** `rabbit`. @param {string} piece */
export const kindName = (piece) => KIND_NAMES[piece.toLowerCase()] ?? 'piece';

/** `gold rabbit`. @param {string} piece */
export const pieceName = (piece) => `${SIDE_NAMES[sideOf(piece)].toLowerCase()} ${kindName(piece)}`;

/** The words of a turn. @param {string} text */
export const wordsOf = (text) => text.split(/\s+/).filter(Boolean);

/**
 * A word of a turn: what goes from where to where; a captured piece goes nowhere, a placed one comes from nowhere.
 * @param {string} word @returns {{ piece: string, from: string | null, to: string | null } | null}
 */
export function parseWord(word) {
  const [, piece = '', square = '', way = ''] = /^([rcdhmeRCDHME])([a-h][1-8])([nesw x]?)$/.exec(word) ?? [];
  if (!piece) return null;
  if (way === '') return { piece, from: null, to: square };
  if (way === 'x') return { piece, from: square, to: null };
  const [right, up] = WAYS[way] ?? [0, 0];
  return { piece, from: square, to: GRID.step(square, right, up) };
}

/** Plays words on a board. @param {Map<string, string>} pieces @param {string[]} words */
export function playWords(pieces, words) {
  const after = new Map(pieces);
  for (const word of words) {
    const move = parseWord(word);
    if (!move) continue;
    if (move.from) after.delete(move.from);
    if (move.to) after.set(move.to, move.piece);
  }
  return after;
}

/** @param {string} text @returns {Position} */
export function parsePosition(text) {
  const [, side = 'g', board = '', rest = ''] = /^\s*\d*([gswb])\s*\[([^\]]*)\]?(.*)$/.exec(text) ?? [];
  /** @type {Map<string, string>} */
  const pieces = new Map();
  [...board].forEach((letter, index) => {
    if (/[rcdhme]/i.test(letter)) pieces.set(`${GRID.files[index % 8]}${8 - Math.floor(index / 8)}`, letter);
  });
  return { pieces: playWords(pieces, wordsOf(rest)), side: side === 's' || side === 'b' ? 's' : 'g' };
}

/** The text of a position set up by hand. @param {Position} position */
export function writePosition({ pieces, side }) {
  const rows = [...GRID.ranks].reverse().map((rank) => GRID.files.map((file) => pieces.get(file + rank) ?? '.').join(''));
  return `${side} [${rows.join('')}]`;
}

/** Where each piece went in a turn, from its first square to its last. @param {string} text */
export function waysOf(text) {
  /** @type {Map<string, string>} by where a piece is now, where it came from */
  const origins = new Map();
  for (const word of wordsOf(text)) {
    const move = parseWord(word);
    if (!move?.from) continue;
    const origin = origins.get(move.from) ?? move.from;
    origins.delete(move.from);
    if (move.to) origins.set(move.to, origin);
  }
  return [...origins].map(([to, from]) => ({ from, to }));
}

/** Steps of a turn: captures are none. @param {string} text */
export const stepsIn = (text) => wordsOf(text).filter((word) => /[nesw]$/.test(word)).length;

/** The squares beside one. @param {string} square */
const beside = (square) => Object.values(WAYS).flatMap(([right, up]) => GRID.step(square, right, up) ?? []);

/** The pieces that cannot step: beside a stronger enemy, with no friend beside. @param {Map<string, string>} pieces */
export function frozen(pieces) {
  return [...pieces].flatMap(([square, piece]) => {
    const near = beside(square).flatMap((at) => pieces.get(at) ?? []);
    const held = near.some((other) => sideOf(other) !== sideOf(piece) && KINDS.indexOf(other.toLowerCase()) > KINDS.indexOf(piece.toLowerCase()));
    return held && !near.some((other) => sideOf(other) === sideOf(piece)) ? [square] : [];
  });
}

/**
 * Why a piece does not step, in the words of the game.
 * @param {Map<string, string>} pieces @param {Side} side to move @param {string} from @param {string | null} to  none where it was only picked
 * @returns {string | null}
 */
export function whyNot(pieces, side, from, to) {
  const piece = pieces.get(from);
  if (!piece || to === from) return null;
  const name = kindName(piece);
  if (sideOf(piece) !== side) return to ? `The ${pieceName(piece)} cannot be pushed or pulled there.` : `None of your pieces can push or pull this ${name} now.`;
  if (frozen(pieces).includes(from)) return `This ${name} is frozen: a stronger piece stands beside it, and no friend.`;
  if (!to) return `This ${name} has no square to step to.`;
  if (!beside(from).includes(to)) return 'A step goes to a square beside, not aslant.';
  const back = GRID.step(from, 0, side === 'g' ? -1 : 1);
  if (piece.toLowerCase() === 'r' && to === back) return 'Rabbits do not step back.';
  const there = pieces.get(to);
  if (there && sideOf(there) === side) return null;
  if (there) return `This ${name} cannot push the ${kindName(there)}: it is not weaker, or has nowhere to go.`;
  return `This ${name} cannot step there now.`;
}

/** A turn in words. @param {string} text @param {string} before the position before it */
export function tellTurn(text, before) {
  const side = SIDE_NAMES[parsePosition(before).side];
  const parts = wordsOf(text).flatMap((word) => {
    const move = parseWord(word);
    if (!move) return [];
    if (!move.to) return [`the ${pieceName(move.piece)} is captured on ${move.from}`];
    return move.from ? [`${kindName(move.piece)} ${move.from} to ${move.to}`] : [];
  });
  return parts.length > 0 ? `${side}: ${parts.join(', ')}.` : `${side} has set up.`;
}

/** The name of a game in a list. @param {string} start */
export function nameGame(start) {
  const { pieces } = parsePosition(start);
  if (pieces.size === 0) return 'from the set-up';
  const rank = (/** @type {string} */ at) => GRID.files.map((file) => pieces.get(file + at) ?? '.').join('');
  return pieces.size === 32 && !rank('2').includes('.') ? `${rank('2')} against ${rank('7')}` : counting(pieces.size, 'piece');
}

/** @type {Record<string, string>} */
const REASONS = {
  'a rabbit is on its goal': ': a rabbit has reached its goal',
  'all rabbits are captured': ': all rabbits of a side are captured',
  'no step is possible': ': the other side cannot move',
};

/** Why a game ended, to follow `Gold wins`. @param {string} reason in the server's words */
export function tellReason(reason) {
  return REASONS[reason] ?? `: ${reason}`;
}

/** The pieces that a side has lost since the start, the strongest first. @param {Position} start @param {Position} now @param {Side} side */
export function lost(start, now, side) {
  /** @param {Position} position @param {string} piece */
  const count = ({ pieces }, piece) => [...pieces.values()].filter((other) => other === piece).length;
  const kinds = [...KINDS].reverse().map((kind) => (side === 'g' ? kind.toUpperCase() : kind));
  return kinds.flatMap((piece) => Array.from({ length: Math.max(0, count(start, piece) - count(now, piece)) }, () => piece));
}
