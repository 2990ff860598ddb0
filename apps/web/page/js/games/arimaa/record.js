// Arimaa's standard record: a line a turn, each with its number and side: `1g Ra1 Rb1 …`, `2s rb7s ra6e`.

import { wordsOf } from './notation.js';

const TURN = /(?:^|\s)(\d+)([gswb])(?=\s|$)/g;
/** Nothing stands yet: the game begins with the set-up. */
const EMPTY = `g [${'.'.repeat(64)}]`;
const UNPLAYED = /^(resigns?|lost|takeback)$/i;

/** @type {import('../view.js').GameRecord} */
export const record = {
  claims: (_tags, body) => /^\d+[gw]\s+[RCDHME][a-h][1-8]/.test(body),

  read(_tags, body) {
    const marks = [...body.matchAll(TURN)];
    /** @type {string[]} */
    const turns = [];
    for (const [index, mark] of marks.entries()) {
      const words = wordsOf(body.slice((mark.index ?? 0) + mark[0].length, marks[index + 1]?.index));
      if (words.some((word) => /^takeback$/i.test(word))) turns.pop();
      const said = words.filter((word) => !UNPLAYED.test(word));
      if (said.length > 0) turns.push(said.join(' '));
    }
    return { start: EMPTY, turns, tree: [] };
  },
};
