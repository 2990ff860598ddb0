// The rules in four boards.

import { parsePosition, playWords, stepsIn, wordsOf } from './notation.js';

/** @param {string} position @param {string} turn */
const after = (position, turn) => playWords(parsePosition(position).pieces, wordsOf(turn));


const FROZEN = 'g [r...........................e.....D.H..........................R]';
const GOAL = 'g [r............R......................................R...........]';

/** @type {import('../view.js').Lesson[]} */
export const LESSONS = [
  {
    title: 'The goal',
    text: 'You are Gold, on discs, and move upwards. Who brings a rabbit to the other end of the board wins.',
    task: 'Step the rabbit to the last rank, and end the turn.',
    position: GOAL,
    reached: (turn) => [...after(GOAL, turn)].some(([square, piece]) => piece === 'R' && square.endsWith('8')),
    done: 'Right: Gold wins. A turn has up to four steps, and you may use fewer.',
    again: 'The rabbit on f7 is one step from f8.',
  },
  {
    title: 'Pushing',
    text: 'A stronger piece pushes a weaker one of the other side: move that piece to any empty square beside it, and yours takes its place. That is two of your four steps.',
    task: 'Push the silver dog away with your elephant.',
    position: 'g [r...........................Ed....................R.............]',
    reached: (turn) => wordsOf(turn).some((word) => word.startsWith('d')),
    done: 'Right. The same works the other way: step away, and pull the weaker piece behind you.',
    again: 'Press the silver dog on f5 and then a square beside it; the elephant follows.',
  },
  {
    title: 'Traps',
    text: 'The four marked squares are traps. A piece on one, with no friend beside it, is captured.',
    task: 'Capture the silver horse: push it into the trap on f6.',
    position: 'g [r............................h.......E............R.............]',
    reached: (turn) => wordsOf(turn).some((word) => word.endsWith('x') && word.startsWith('h')),
    done: 'Right: nobody stood beside it, and so it is gone.',
    again: 'The horse stands beside the trap: press it, then the trap.',
  },
  {
    title: 'Frozen pieces',
    text: 'A piece beside a stronger enemy cannot step, unless a friend stands beside it. A dashed frame marks frozen pieces.',
    task: 'Bring a friend to your frozen horse, so that it can move again.',
    position: FROZEN,
    reached: (turn) => {
      const pieces = after(FROZEN, turn);
      const horse = [...pieces].find(([, piece]) => piece === 'H');
      const dog = [...pieces].find(([, piece]) => piece === 'D');
      return stepsIn(turn) > 0 && horse !== undefined && dog !== undefined && Math.abs(horse[0].charCodeAt(0) - dog[0].charCodeAt(0)) + Math.abs(horse[0].charCodeAt(1) - dog[0].charCodeAt(1)) === 1;
    },
    done: 'Right. With a friend beside it a piece is free, whoever stands near.',
    again: 'Step the dog to a square beside the horse.',
  },
];
