// Choosing the cards of a new game: a random deal from a deck, five by name, or a position as text.

import { createPositionField } from '../../board/position-field.js';
import { el, fill } from '../../dom.js';
import { counting } from '../../plural.js';
import { createEditor } from './editor.js';
import { cardFace, cardInWords } from './card-view.js';
import { CARDS, DECKS, cardNamed, title } from './cards.js';

const SEATS = ['Red', 'Red', 'Blue', 'Blue', 'Middle'];

/** @returns {import('../view.js').Setup} */
export function createSetup() {
  /** @type {string[]} */
  const picked = [];
  let source = 'base';

  const seats = el('ol', { class: 'seats', 'aria-label': 'The five cards, in the order you pick them' });
  const begins = el('p', { class: 'quiet', 'aria-live': 'polite' });
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();

  const dealt = el('p', { class: 'quiet' }, 'Five cards are dealt at random; the stamp of the fifth says who begins.');
  const picker = el('div', { class: 'picker', hidden: true }, seats, begins);
  for (const [deck, name] of Object.entries(DECKS)) {
    picker.append(el('h2', { class: 'picker-deck' }, name), el('div', { class: 'picker-cards' }, ...CARDS.filter((card) => card.deck === deck).map(({ name: card }) => choice(card))));
  }
  const position = createPositionField('bbBbb/5/5/5/rrRrr r ox,boar horse,elephant crab', createEditor);

  /** @param {string} card */
  function choice(card) {
    const button = el(
      'button',
      { type: 'button', class: 'card card-button', 'aria-pressed': 'false', 'aria-label': cardInWords(card), 'data-card': card, onclick: () => pick(card) },
      ...cardFace(card, { turned: false, tint: 'tint-none' }),
    );
    buttons.set(card, button);
    return button;
  }

  /** @param {string} card */
  function pick(card) {
    const at = picked.indexOf(card);
    if (at >= 0) picked.splice(at, 1);
    else if (picked.length < SEATS.length) picked.push(card);
    draw();
  }

  function draw() {
    for (const [card, button] of buttons) {
      button.setAttribute('aria-pressed', String(picked.includes(card)));
      button.setAttribute('aria-disabled', String(picked.length === SEATS.length && !picked.includes(card)));
    }
    fill(seats, ...SEATS.map((seat, index) => el('li', { class: picked[index] ? 'seat' : 'seat is-empty' }, el('span', { class: 'seat-owner' }, seat), picked[index] ? title(picked[index]) : '…')));
    const fifth = picked[4];
    const missing = SEATS.length - picked.length;
    begins.textContent = fifth
      ? `${cardNamed(fifth).stamp === 'blue' ? 'Blue' : 'Red'} begins: the stamp of ${title(fifth)}.`
      : `Pick ${counting(missing, 'more card')}.`;
  }
  draw();

  /** @param {string} value @param {string} label */
  function radio(value, label) {
    return el(
      'label',
      { class: 'option' },
      el('input', {
        type: 'radio',
        name: 'cards',
        value,
        checked: value === source,
        onchange: () => {
          source = value;
          dealt.hidden = ['pick', 'position'].includes(value);
          picker.hidden = value !== 'pick';
          position.element.hidden = value !== 'position';
        },
      }),
      el('span', {}, label),
    );
  }

  const element = el(
    'fieldset',
    { class: 'fieldset' },
    el('legend', {}, 'Cards'),
    el(
      'div',
      { class: 'options' },
      ...Object.entries(DECKS).map(([deck, name]) => radio(deck, name)),
      radio('any', 'All decks'),
      radio('pick', 'Pick five'),
      radio('position', 'A position'),
    ),
    dealt,
    picker,
    position.element,
  );

  return {
    element,
    value() {
      if (source === 'pick') {
        if (picked.length < SEATS.length) return { problem: `Pick five cards; ${picked.length} are picked.` };
        return { deal: picked.join(',') };
      }
      if (source === 'position') {
        return { position: position.text() };
      }
      return { deal: source };
    },
  };
}
