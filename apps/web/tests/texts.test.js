// Games as text: what is read, and what comes out. No browser is needed.

import assert from 'node:assert/strict';
import { readGames, writeGame } from '../page/js/gametext.js';
import { takenIn } from '../page/js/games/chess/notation.js';
import { plyOf, routeOf } from '../page/js/route.js';
import { treeOf } from '../page/js/tree.js';

/** @param {string} text */
function one(text) {
  const [read, ...more] = readGames(text);
  assert.equal(more.length, 0);
  assert.ok(read && !('problem' in read), JSON.stringify(read));
  return read;
}

/** A tree as the server makes it of edits. @param {import('../page/js/gametext.js').GameText} read */
function grown(read) {
  /** @type {import('../messages.js').StoredNode[]} */
  const nodes = [];
  let comment = '';
  for (const edit of read.tree) {
    /** @type {number | null} */
    let at = null;
    for (const [ply, turn] of edit.path.entries()) {
      const known = nodes.findIndex((node) => node.parent === at && node.turn === turn);
      const side = ply % 2 === 0 ? 'w' : 'b';
      at = known >= 0 ? known : nodes.push({ parent: at, turn, words: turn, side, position: '', comment: '' }) - 1;
    }
    if (edit.op === 'comment' && at === null) comment = edit.text;
    else if (edit.op === 'comment' && at !== null && nodes[at]) nodes[at].comment = edit.text;
  }
  const history = read.turns.map((turn, ply) => ({ turn, words: turn, side: ply % 2 === 0 ? 'w' : 'b', position: '', thought: null, left: null }));
  return treeOf(/** @type {any} */ ({ game: { start: read.start, history }, tree: { id: '', comment, nodes } }));
}

const about = (/** @type {import('../page/js/gametext.js').GameText} */ read) => ({ game: read.game, start: read.start, names: { w: 'Ada', b: 'Bob "B"' }, ending: { winner: 'w', reason: 'checkmate' }, result: 'White wins', date: '2026-01-31', notes: /** @type {any[]} */ ([]) });

/** @type {import('./run.js').Test[]} */
export const texts = [
  [
    'texts: nested variations of PGN keep their places',
    async () => {
      const body = '1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6)) 2... d6) (1... e6) 2. Nf3 Nc6';
      const read = one(`[Event "x"]\n\n${body} *`);
      const root = grown(read);
      const sicilian = root.children[0]?.children[1];
      assert.deepEqual(sicilian?.children.map(({ turn }) => turn), ['Nf3', 'c3']);
      assert.deepEqual(sicilian?.children[1]?.children.map(({ turn }) => turn), ['d5', 'Nf6']);
      assert.equal(writeGame({ ...about(read), ending: null }, root).split('\n\n')[1]?.trim().replaceAll('\n', ' '), `${body} *`);
    },
  ],
  [
    'texts: what comes out of chess is PGN, with evaluations, clocks and marks',
    async () => {
      const read = one('1. e4 {best by test} e5 2. Qh5 (2. Nf3) Nc6');
      const notes = [
        { mark: '', score: { kind: /** @type {const} */ ('points'), value: -35 }, left: 299_400 },
        { mark: '', score: null, left: null },
        { mark: '?!', score: { kind: /** @type {const} */ ('loss'), value: 6 }, left: null },
      ];
      const text = writeGame({ ...about(read), notes }, grown(read));
      assert.equal(
        text,
        '[Event "A game on Tesuji"]\n[Site "?"]\n[Date "2026.01.31"]\n[Round "-"]\n[White "Ada"]\n[Black "Bob \\"B\\""]\n[Result "1-0"]\n\n' +
          '1. e4 {[%eval 0.35] [%clk 0:04:59] best by test} 1... e5 2. Qh5 $6 {[%eval #3]} (2. Nf3) 2... Nc6\n1-0\n',
      );
      const again = one(text);
      assert.deepEqual(again.turns, read.turns);
      assert.deepEqual(again.names, { w: 'Ada', b: 'Bob "B"' });
      assert.deepEqual(again.thoughts?.[0], { depth: 0, score: { kind: 'points', value: 35 } });
      assert.deepEqual(again.thoughts?.[2], { depth: 0, score: { kind: 'win', value: 6 } });
      assert.deepEqual(again.tree.filter(({ op }) => op === 'comment'), [{ op: 'comment', path: ['e4'], text: 'best by test' }]);
      const black = one('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n30... Kd7 {[%eval -1.5]} 31. e4');
      assert.deepEqual(black.thoughts, [{ depth: 0, score: { kind: 'points', value: 150 } }]);
      assert.match(writeGame(about(black), grown(black)), /\[SetUp "1"\]\n\[FEN .*\n\n30\.\.\. Kd7 31\. e4 1-0/);
    },
  ],
  [
    'texts: a file with several games is several games',
    async () => {
      const read = readGames('[Event "One"]\n[White "A"]\n\n1. e4 {a comment\n[Event "not this"]} e5 1-0\n\n[Event "Two"]\n[Result "0-1"]\n\n1. d4 0-1\n\n[Game "onitama"]\n\n1. ox c1c2\n');
      assert.equal(read.length, 3);
      assert.deepEqual(read.slice(0, 2).map((game) => ('problem' in game ? game : [game.name, game.turns])), [['One · A', ['e4', 'e5']], ['Two · 0-1', ['d4']]]);
      assert.ok(read[2] && 'problem' in read[2]);
      assert.equal(readGames('[{"game":"chess","start":"x","turns":[]},{"game":"ataxx","start":"y","turns":[]}]').length, 2);
    },
  ],
  [
    'texts: the tag of the game decides, though the turns are legal elsewhere',
    async () => {
      const body = '1. g2g4 2. a2a4';
      const start = 'x5o/7/7/7/7/7/o5x x 0 1';
      assert.equal(one(`[Event "x"]\n[Game "Ataxx"]\n[Start "${start}"]\n\n${body}`).game, 'ataxx');
      assert.equal(one(`[Game "Connect Four"]\n[Start "7/7/7/7/7/7 x"]\n\n1. d 2. d`).game, 'connect_four');
      for (const text of [`[Game "ataxx"]\n\n${body}`, `[Game "shogi"]\n[Event "x"]\n\n${body}`]) assert.ok(readGames(text).every((read) => 'problem' in read), text);
      assert.equal(one('[Event "x"]\n\n1. g4 a5').game, 'chess');
    },
  ],
  [
    'texts: Arimaa’s standard record is read',
    async () => {
      const read = one('1g Ra1 Rb1 Ee2\n1s ra8 ee7\n2g Ee2n Ee3n\n2s ra8s rc3x\n3g Ee4n\n3s takeback\n3g Ee4s\n3s resigns');
      assert.equal(read.game, 'arimaa');
      assert.match(read.start, /^g \[\.{64}\]$/);
      assert.deepEqual(read.turns, ['Ra1 Rb1 Ee2', 'ra8 ee7', 'Ee2n Ee3n', 'ra8s rc3x', 'Ee4s']);
      assert.deepEqual(one('1w Ra1 1b ra8 2w Ra1n').turns, ['Ra1', 'ra8', 'Ra1n']);
    },
  ],
  [
    'texts: a pawn that became a queen is not lost, and a queen that was taken is',
    async () => {
      const positions = ['4k2r/6P1/8/8/8/8/8/Q3K3 w - - 0 1', '4k2Q/8/8/8/8/8/8/Q3K3 b - - 0 1', '7k/8/8/8/8/8/8/Q3K3 w - - 0 2'];
      assert.deepEqual(takenIn(positions.slice(0, 2)), { w: ['r'], b: [] });
      assert.deepEqual(takenIn(positions), { w: ['r'], b: ['Q'] });
    },
  ],
  [
    'texts: addresses that lead nowhere are known as such',
    async () => {
      for (const path of ['/play/shogi', '/learn/go', '/arena/x', '/nothing', '/game', '/play', '/library/1', '/%']) assert.equal(routeOf(path).view, 'nowhere', path);
      for (const [path, view] of [['/', 'setup'], ['/play/chess', 'setup'], ['/play/chess/', 'setup'], ['/arena/12', 'tournament'], ['/game/x', 'game'], ['/learn', 'learn']]) assert.equal(routeOf(path ?? '').view, view, path);
      assert.deepEqual(['#12', '#0', '', '#x'].map(plyOf), [12, 0, null, null]);
    },
  ],
];
