// The endgame tables: how far they are, and the mark on a move that they know.

import { el } from './dom.js';
import { counting } from './plural.js';

/** @param {import('../../messages.js').Tables | null} tables */
export function tablesInWords(tables) {
  if (!tables) return '';
  const { ready, building } = tables;
  const parts = [];
  if (ready > 0) parts.push(`up to ${counting(ready, 'piece')} a side ready`);
  if (building) parts.push(`${building.men} a side: ${Math.floor(building.share * 100)} % decided`);
  return parts.length > 0 ? `Endgame tables: ${parts.join(' · ')}` : '';
}

/** The tables' verdict on a move. @param {import('../../messages.js').Score | null} verdict @param {boolean} exact the search has proven it too */
export function verdictMark(verdict, exact) {
  if (!verdict) return null;
  const { kind, value } = verdict;
  const short = { win: 'won', loss: 'lost', draw: 'draw', points: '' }[kind];
  const words = kind === 'draw' ? 'a draw' : `${short}${value > 0 ? ` in ${value}` : ''}`;
  // Beside a proven score it would say the same again.
  if (exact && kind !== 'draw') return null;
  return el('span', { class: `verdict verdict-${kind}`, title: `The endgame tables say: ${words}` }, short, el('span', { class: 'sr-only' }, ` by the endgame tables: ${words}`));
}
