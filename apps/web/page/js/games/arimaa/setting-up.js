// The set-up of a side: a ready-made one to begin with, and pieces that change places.

import { parseWord, wordsOf } from './notation.js';

/** @param {string[]} turns set-ups as the server lists them: 16 placements each */
export function createSettingUp(turns) {
  let number = 0;
  /** @type {Map<string, string>} */
  let pieces = new Map();

  function take() {
    pieces = new Map(wordsOf(turns[number] ?? '').flatMap((word) => {
      const placed = parseWord(word);
      return placed?.to && !placed.from ? [/** @type {[string, string]} */ ([placed.to, placed.piece])] : [];
    }));
  }
  take();

  return {
    turns,
    pieces: () => pieces,
    about: () => `Set-up ${number + 1} of ${turns.length}: drag pieces to change places`,
    next() {
      number = (number + 1) % turns.length;
      take();
    },

    /** @param {string} one @param {string} other */
    swap(one, other) {
      const [first, second] = [pieces.get(one), pieces.get(other)];
      if (!first || !second) return;
      pieces = new Map(pieces).set(one, second).set(other, first);
    },

    /** As a turn. */
    text: () => [...pieces].map(([square, piece]) => piece + square).join(' '),
  };
}

/** True for turns that set a side up. @param {string[]} legal */
export const setsUp = (legal) => /^[rcdhmeRCDHME][a-h][1-8]( |$)/.test(legal[0] ?? '') && (legal[0] ?? '').includes(' ');
