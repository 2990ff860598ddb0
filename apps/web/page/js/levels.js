// How strong the levels are: what was measured, with its error bars.

import { el, svg } from './dom.js';

/** Elo at the right end of the picture of an interval. */
const WIDEST = 450;
const WIDTH = 120;

const signed = (/** @type {number} */ value) => `${value < 0 ? '−' : '+'}${Math.abs(value)}`;

/** An interval as a line, and the value as a dot on it. @param {import('../../messages.js').LevelGain} gain */
function drawInterval({ elo, low, high }) {
  const x = (/** @type {number} */ value) => (WIDTH * Math.min(WIDEST, Math.max(0, value))) / WIDEST;
  return svg(
    'svg',
    { class: 'interval', viewBox: `0 0 ${WIDTH} 16`, width: WIDTH, height: 16, 'aria-hidden': 'true' },
    svg('path', { class: 'interval-line', d: `M${x(low)} 3 V13 M${x(low)} 8 H${x(high)} M${x(high)} 3 V13` }),
    svg('circle', { class: 'interval-dot', cx: x(elo), cy: 8, r: 4 }),
  );
}

/** @param {import('../../messages.js').Hello | null} hello @param {import('./games/view.js').GamePage} page */
export function openLevels(hello, page) {
  if (!hello || document.querySelector('dialog[open]')) return;
  const gains = hello.level_gains[page.name] ?? [];
  const scale = hello.level_elo[page.name] ?? [];
  const heads = ['Level', 'Plays', ...(scale.length > 0 ? ['Elo'] : []), 'Against the one below', ''];
  const rows = hello.levels.map(({ level, name, about }) => {
    const gain = gains.find((one) => one.level === level);
    const measured = level === 1 ? [el('td', {}, ''), el('td', {})] : gain ? [el('td', {}, `${signed(gain.elo)} (${signed(gain.low)} to ${signed(gain.high)})`), el('td', {}, drawInterval(gain))] : [el('td', { class: 'quiet' }, 'not measured'), el('td', {})];
    return el('tr', {}, el('th', { scope: 'row' }, `${level} ${name}`), el('td', { class: 'level-plays' }, about), ...(scale.length > 0 ? [el('td', {}, scale[level - 1] ? `${scale[level - 1]}${level === 1 || gain ? '' : '?'}` : '')] : []), ...measured);
  });
  /** From which level to which. @param {number[]} levels */
  const range = (levels) => (levels.length > 1 ? `Levels ${levels[0]} to ${levels.at(-1)}` : `Level ${levels[0]}`);
  const above = hello.levels.map(({ level }) => level).filter((level) => level > 1 && !gains.some((one) => one.level === level));
  const counts = gains.map((one) => one.games);
  const games = [...new Set([Math.min(...counts), Math.max(...counts)])].join(' to ');
  const dialog = el(
    'dialog',
    { class: 'dialog levels', 'aria-labelledby': 'levels-title' },
    el('h2', { id: 'levels-title', tabindex: -1, autofocus: true }, `How strong the levels are in ${page.title}`),
    gains.length > 0
      ? el('p', {}, `${range(gains.map(({ level }) => level))} played ${games} games each against the one below, every start from both sides. The numbers are Elo: +200 means three points of four. In brackets, and as a bar, is where the true number lies with 95 % confidence.${above.length > 0 ? ` ${range(above)} ${above.length > 1 ? 'have' : 'has'} not been measured.` : ''}`)
      : el('p', {}, 'They have not been measured in this game. Each is meant to beat the one below it clearly.'),
    scale.length > 0 ? el('p', {}, 'The Elo of a level is on the scale that players know. It rests on a few games against another program and is rough: take 150 more or less; of levels that were not measured it is a guess.') : null,
    el('div', { class: 'levels-scroll', tabindex: 0, role: 'region', 'aria-label': 'The levels' }, el('table', { class: 'levels-table' }, el('thead', {}, el('tr', {}, ...heads.map((head) => (head ? el('th', { scope: 'col' }, head) : el('td', {}))))), el('tbody', {}, ...rows))),
    el('form', { method: 'dialog' }, el('button', { class: 'button button-main' }, 'Close')),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
