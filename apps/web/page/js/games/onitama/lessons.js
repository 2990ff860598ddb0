// The rules in five boards.

import { parseTurn } from './notation.js';

/** @type {import('../view.js').Lesson[]} */
export const LESSONS = [
  {
    title: 'A card moves a piece',
    text: 'You are Red, at the bottom. Your two cards lie beside you: the dark square is a piece, the coloured squares are where it may go. Ox goes one forward, one back, or one to the right.',
    task: 'Move any piece with Ox.',
    position: 'bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab',
    reached: (turn) => parseTurn(turn).card === 'ox',
    done: 'Right. Ox now lies in the middle, and you hold Crab, which lay there before. After Blue’s turn, Ox goes to Blue.',
    again: 'That was another card. Pick Ox first, then a piece.',
  },
  {
    title: 'What you use, your opponent gets',
    text: 'Landing on an opponent’s piece takes it; pieces jump over anything. When two of your cards allow the same move, you choose which one to give away.',
    task: 'Take the student on c3, and keep Ox: use Boar.',
    position: 'bb1bB/5/2b2/2r2/rrR1r r boar,ox elephant,horse crab',
    reached: (turn) => turn === 'boar c2c3',
    done: 'Right. The student is taken, Blue will get Boar, and Ox is still yours.',
    again: 'Move the student from c2 to c3, and choose Boar when you are asked.',
  },
  {
    title: 'The Way of the Stone',
    text: 'The piece with the crown is the master. Who takes the other side’s master wins at once.',
    task: 'Win by taking Blue’s master.',
    position: '5/1B3/1r3/5/2R2 r boar,ox eel,goose rooster',
    reached: (turn) => parseTurn(turn).to === 'b4',
    done: 'Right: Red wins by the Way of the Stone.',
    again: 'The master stands on b4, right before your student on b3.',
  },
  {
    title: 'The Way of the Stream',
    text: 'The other way to win: bring your own master to the temple of the other side, the square with the gate in the middle of its back row.',
    task: 'Win by walking into Blue’s temple.',
    position: '1B3/2R2/5/5/2r2 r boar,ox eel,goose rooster',
    reached: (turn) => parseTurn(turn).to === 'c5',
    done: 'Right: Red wins by the Way of the Stream.',
    again: 'Blue’s temple is c5, and your master stands on c4.',
  },
  {
    title: 'When nothing can move',
    text: 'Sometimes no card moves any of your pieces. Then you pass, but a card is still exchanged: you give one up for the one in the middle. This is the only turn in which nothing moves.',
    task: 'Give up one of your cards.',
    position: 'rRrrr/5/2B2/5/1b3 r boar,crab elephant,ox tiger',
    reached: (turn) => parseTurn(turn).from === null,
    done: 'Right. That is all there is to know. The cards are open: look at what your opponent may do with theirs.',
    again: 'Choose a card to give up.',
  },
];
