// The rules in four boards.

/** @type {import('../view.js').Lesson[]} */
export const LESSONS = [
  {
    title: 'A clone makes a stone',
    text: 'You are Black, the stones with a ring. A clone puts a new stone on an empty square that touches one of yours, and the old one stays.',
    task: 'Clone: press an empty square beside one of your stones.',
    position: 'x5o/7/7/7/7/7/o5x x 0 1',
    reached: (turn) => turn.length === 2,
    done: 'Right. You now have three stones. Which stone was doubled does not matter.',
    again: 'That was a jump: the stone has left its square. Go to a square that touches your stone.',
  },
  {
    title: 'A jump moves a stone',
    text: 'A jump goes two squares away, in any direction and over anything, and leaves its square empty.',
    task: 'Jump from d4 to f4.',
    position: 'o6/7/7/3x-2/7/7/7 x 0 1',
    reached: (turn) => turn === 'd4f4',
    done: 'Right. The blocked square between was no hindrance. A jump makes no new stone, so it must be worth it.',
    again: 'Press the stone on d4, then f4, beyond the blocked square.',
  },
  {
    title: 'What you touch is yours',
    text: 'After a clone or a jump every stone of the other side that touches the new square changes sides.',
    task: 'Take five stones at once.',
    position: 'x6/7/2ooo2/2o1o2/3x3/7/7 x 0 1',
    reached: (turn) => turn.slice(-2) === 'd4',
    done: 'Right: five stones changed sides, and there is no stone left that White could answer with.',
    again: 'Look for the empty square that White’s stones surround: d4.',
  },
  {
    title: 'Room counts',
    text: 'When nobody can move, more stones win. So a quiet clone often beats a jump that leaves a hole for the other side.',
    task: 'Fill the last square and win.',
    position: 'xxxxxxx/xxxxxxx/xxxxxxx/xxx1ooo/ooooooo/ooooooo/ooooooo x 0 1',
    reached: (turn) => turn === 'd4',
    done: 'Right. The board is full, and Black has more stones.',
    again: 'Clone to d4: a jump would leave a hole behind.',
  },
];
