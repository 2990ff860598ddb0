// The rules, then tactics and plans, in ten boards.

import { parsePosition, playWords, stepsIn, wordsOf } from './notation.js';

/** @param {string} position @param {string} turn */
const after = (position, turn) => playWords(parsePosition(position).pieces, wordsOf(turn));


const FROZEN = 'g [r...........................e.....D.H..........................R]';
const GOAL = 'g [r............R......................................R...........]';

const WALK = 'g [......rr..H.c.......R.......E...........................R.......]';
const GUARD = 'g [.r.....rc..............................E..De......C..H..R.......]';
const FREEZE = 'g [.r....re...................h................M....E......R.......]';
const STILL = 'g [.........................D.r............................R.......]';

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
  {
    title: 'Pulling',
    text: 'A piece that steps away may pull a weaker enemy beside it into the square that it left. That, too, is two of your four steps.',
    task: 'Your elephant stands on a trap, and is safe there because of the dog. Pull the horse into it.',
    position: 'g [......rrc.h.......ED....................................R.......]',
    reached: (turn) => wordsOf(turn).includes('hc6x'),
    best: true,
    done: 'Right. The horse follows into the trap, where it has no friend.',
    again: 'Step off c6 with the elephant, then move the horse from c7 to c6.',
  },
  {
    title: 'Around the corner',
    text: 'A rabbit never steps back, but it goes sideways. A friend beside it keeps it from being frozen.',
    task: 'Bring the rabbit to its goal in this turn.',
    position: WALK,
    reached: (turn) => [...after(WALK, turn)].some(([square, piece]) => piece === 'R' && square.endsWith('8')),
    best: true,
    done: 'Right: to d6, d7 and d8. On d7 the horse beside it kept it from being frozen by the cat.',
    again: 'The cat blocks the way straight on. Go one to the side first.',
  },
  {
    title: 'Stop that rabbit',
    text: 'Always look for enemy rabbits that could reach your side in one turn. Here nothing matters more.',
    task: 'Capture the rabbit that is about to reach its goal.',
    position: 'g [.e.............r..................................r.....R.E.....]',
    reached: (turn) => wordsOf(turn).includes('rc3x'),
    best: true,
    done: 'Right. The elephant pushed it into the trap.',
    again: 'The rabbit on c2 stands beside a trap. Push it north with the elephant.',
  },
  {
    title: 'A weak guard',
    text: 'A piece on a trap lives by the friends beside it. If there is only one, and it can be pushed away, the piece is lost.',
    task: 'Silver’s elephant may push your cat away. Take the dog off the trap.',
    position: GUARD,
    reached: (turn) => stepsIn(turn) > 0 && after(GUARD, turn).get('c3') === undefined && !wordsOf(turn).includes('Dc3x'),
    best: true,
    done: 'Right. Nothing hangs any more, and you still have steps for something else.',
    again: 'The dog stands on c3, and the cat on c2 is its only friend.',
  },
  {
    title: 'Freeze it',
    text: 'A piece beside a stronger enemy, and without a friend, stays where it is. To freeze a piece is often better than to chase it.',
    task: 'Freeze the silver horse with your camel.',
    position: FREEZE,
    reached: (turn) => [...after(FREEZE, turn)].some(([square, piece]) => piece === 'M' && ['c5', 'e5', 'd4', 'd6'].includes(square)) && after(FREEZE, turn).get('d5') === 'h',
    done: 'Right. The horse cannot step until a friend comes, or your camel goes.',
    again: 'Bring the camel to a square beside d5.',
  },
  {
    title: 'Nothing can move',
    text: 'Who is to move and has no step has lost. It happens seldom, but a lonely rabbit is soon frozen.',
    task: 'Leave Silver without a step.',
    position: STILL,
    reached: (turn) => [...after(STILL, turn)].some(([square, piece]) => piece === 'D' && ['c5', 'e5', 'd4', 'd6'].includes(square)),
    best: true,
    done: 'Right: the only silver piece is frozen. Gold wins.',
    again: 'The dog freezes the rabbit from a square beside it.',
  },
];
