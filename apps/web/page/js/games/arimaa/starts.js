// The worth of the set-ups of the engine's book.

/** @type {import('../../starts.js').Starts} */
export const STARTS = {
  title: 'What the set-ups are worth',
  about: 'How many of a hundred points Gold scores, by the set-ups that the engine plays, each against all others: high is good in Gold’s column, low in Silver’s. Without random moves many games are the same: of 20,000 these are the different ones, and as they are akin the intervals are somewhat too narrow.',
  part: 'Set-up',
  places: [
    { place: 'gold', title: 'Gold’s' },
    { place: 'silver', title: 'Silver’s' },
  ],
  strengths: ['400 to 800 nodes a turn'],
};
