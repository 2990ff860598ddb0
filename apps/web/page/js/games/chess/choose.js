// Which piece? Asked when a pawn reaches the last rank.

import { chooseTurn } from '../../board/choose.js';
import { svg } from '../../dom.js';
import { kindName, parseTurn } from './notation.js';
import { drawPiece } from './pieces.js';

/**
 * @param {string[]} turns one for each piece
 * @param {import('./notation.js').Side} side
 * @param {Element} board
 */
export function choosePromotion(turns, side, board) {
  const promotions = turns.map((turn) => ({ turn, promotion: parseTurn(turn).promotion }));
  promotions.sort((one, other) => 'qrbn'.indexOf(one.promotion) - 'qrbn'.indexOf(other.promotion));
  return chooseTurn({
    title: 'The pawn becomes a',
    className: 'promotions',
    beside: board.querySelector(`[data-square="${parseTurn(turns[0] ?? '').to}"]`),
    choices: promotions.map(({ turn, promotion }) => ({
      turn,
      attributes: { class: 'button promotion', 'aria-label': kindName(promotion) },
      children: [svg('svg', { class: 'promotion-piece', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, drawPiece(side === 'w' ? promotion.toUpperCase() : promotion))],
    })),
  });
}
