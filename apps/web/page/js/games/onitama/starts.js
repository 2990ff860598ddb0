// The worth of the cards, by the hand that they are dealt to.

/** @type {import('../../starts.js').Starts} */
export const STARTS = {
  title: 'What the cards are worth',
  about: 'How many of a hundred points the first player scores, by a card and where it is dealt: above 50 it is good for the first player.',
  part: 'Card',
  places: [
    { place: 'first', title: 'First player’s', each: 2 },
    { place: 'second', title: 'Second player’s', each: 2 },
    { place: 'aside', title: 'Fifth card', each: 1 },
  ],
  strengths: ['100 nodes (level 5)', '1,000 nodes', '4,000 nodes (above level 9)'],
};
