// The five cards on the table: a hand for each side and the one between them.

import { el, fill, setAttribute } from '../../dom.js';
import { cardFace, cardInWords } from './card-view.js';
import { SIDE_NAMES } from './notation.js';

/** @typedef {import('./notation.js').Side} Side */
/** @typedef {import('./notation.js').Position} Position */

/**
 * @param {(card: string) => void} onCard a card of the side to move was picked
 */
export function createHands(onCard) {
  const hands = {
    r: el('div', { class: 'hand', role: 'group', 'aria-label': 'Red’s cards', 'data-title': 'Red’s cards' }),
    b: el('div', { class: 'hand', role: 'group', 'aria-label': 'Blue’s cards', 'data-title': 'Blue’s cards' }),
  };
  const beside = el('div', { class: 'hand hand-beside', role: 'group', 'aria-label': 'Fifth card' });
  let drawn = '';
  /** @type {Record<Side, string[]>} */
  const order = { r: [], b: [] };

  /**
   * A card that comes takes the place of the one that went, so that the other stays where it was.
   * @param {Side} side @param {string[]} hand
   */
  function inOrder(side, hand) {
    const fresh = hand.filter((name) => !order[side].includes(name));
    const kept = order[side].map((name) => (hand.includes(name) ? name : fresh.shift()));
    order[side] = [...kept.filter((name) => name !== undefined), ...fresh];
    return order[side];
  }

  /**
   * @param {string} name @param {Side} owner @param {boolean} flipped
   * @param {{ note?: string, mayUse: boolean, className: string, tint: string, pressed: boolean }} look
   */
  function card(name, owner, flipped, { note, mayUse, className, tint, pressed }) {
    const turned = (owner === 'b') !== flipped;
    const told = pressed ? 'chosen' : note;
    const face = cardFace(name, { turned, tint, ...(told ? { note: told } : {}) });
    if (!mayUse) {
      return el('div', { class: `card ${className}`, role: 'img', 'aria-label': cardInWords(name), 'data-card': name }, ...face);
    }
    return el(
      'button',
      {
        type: 'button',
        class: `card card-button ${className}`,
        'aria-label': `${cardInWords(name)} Move only with this card`,
        'aria-pressed': pressed ? 'true' : 'false',
        'data-card': name,
        onclick: () => onCard(name),
      },
      ...face,
    );
  }

  return {
    hands,
    beside,

    /**
     * @param {Position} position
     * @param {object} shown
     * @param {boolean} shown.flipped
     * @param {Set<string>} shown.usable  cards that the person may move with now
     * @param {string | null} shown.chosen the card that the person keeps to
     * @param {Set<string>} shown.fitting cards that the selected piece can use
     * @param {string | null} shown.lastCard the card just played, which now lies in the middle
     * @param {boolean} shown.over
     */
    draw(position, { flipped, usable, chosen, fitting, lastCard, over }) {
      const key = JSON.stringify([position.hands, position.spare, position.side, flipped, [...usable], chosen, [...fitting], lastCard, over]);
      if (key === drawn) return;
      drawn = key;
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.card : undefined;
      for (const side of /** @type {Side[]} */ (['r', 'b'])) {
        fill(
          hands[side],
          ...inOrder(side, position.hands[side]).map((name) => {
            const mine = side === position.side;
            const mayUse = mine && usable.has(name);
            const className = mine && (chosen === name || fitting.has(name)) ? 'is-fitting' : '';
            return card(name, side, flipped, { mayUse, className, tint: `tint-${side}`, pressed: chosen === name });
          }),
        );
      }
      // It comes from the hand of whoever used it: not the side to move.
      const below = (position.side === 'r') === flipped;
      const className = lastCard === position.spare ? `is-last ${below ? 'is-from-below' : 'is-from-above'}` : '';
      beside.style.setProperty('--from', below ? '110px' : '-110px');
      setAttribute(beside, 'data-title', over ? 'Fifth card' : `Next for ${SIDE_NAMES[position.side]}`);
      const note = over ? undefined : `goes to ${SIDE_NAMES[position.side]}`;
      fill(
        beside,
        card(position.spare, position.side, flipped, { ...(note ? { note } : {}), mayUse: false, className, tint: 'tint-none', pressed: false }),
      );
      setAttribute(beside, 'aria-label', over ? 'Fifth card' : `Fifth card, goes to ${SIDE_NAMES[position.side]} after this turn`);
      if (focused && !(document.activeElement instanceof HTMLElement && document.activeElement.dataset.card)) {
        const again = [...hands.r.children, ...hands.b.children].find((one) => one instanceof HTMLButtonElement && one.dataset.card === focused);
        if (again instanceof HTMLElement) again.focus();
      }
    },
  };
}
