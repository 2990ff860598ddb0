// The game as a tree: the turns played in pairs, variations and comments below the turns they belong to. Each turn can
// be pressed to look at the position after it; the row of buttons below changes the tree there.

import { el, fill, setText, svg } from './dom.js';
import { scoreInWords } from './score.js';
import { sideClass } from './sides.js';
import { isPerson, onGame, sameLine, shownTurns } from './position.js';
import { DUBIOUS, gradesOf, toldTurn } from './grades.js';
import { secondsText, spentOn } from './times.js';
import { countBelow, nodeAt, treeOf } from './tree.js';

/** @typedef {import('./tree.js').TreeNode} TreeNode */

/** @type {['first' | 'back' | 'on' | 'last', string, string][]} */
const STEPS = [
  ['first', 'First position', 'M7 5 V19 M17 5 L10 12 L17 19 Z'],
  ['back', 'One back', 'M16 5 L8 12 L16 19 Z'],
  ['on', 'One forward', 'M8 5 L16 12 L8 19 Z'],
  ['last', 'Last position', 'M17 5 V19 M7 5 L14 12 L7 19 Z'],
];

/**
 * @param {HTMLElement} panel
 * @param {{ show: (line: string[]) => void, edit: (change: import('../../messages.js').TreeEdit) => void, mainLine: (path: string[]) => void, step: (where: 'back' | 'on' | 'first' | 'last') => void }} actions
 */
export function createMoves(panel, actions) {
  const list = el('ol', { class: 'moves-list' });
  const empty = el('p', { class: 'quiet moves-empty' }, 'No turn has been played yet. Pick a piece on the board to begin.');
  const comment = el('textarea', { class: 'text-field comment-field', rows: 1, maxlength: 2000, placeholder: 'A comment on this position', 'aria-label': 'Comment on the position shown' });
  const promote = el('button', { type: 'button', class: 'button button-small' }, 'Promote');
  const main = el('button', { type: 'button', class: 'button button-small', title: 'This line becomes the game; what was played becomes a variation', onclick: () => actions.mainLine(path) }, 'Make main line');
  const remove = el('button', { type: 'button', class: 'button button-small' }, 'Delete');
  const back = el('button', { type: 'button', class: 'button button-small' }, 'Back to the game');
  const restore = el('button', { type: 'button', class: 'button button-small', hidden: true }, 'Undo delete');
  const tools = el('div', { class: 'tree-tools' }, comment, el('div', { class: 'tree-buttons' }, back, promote, main, remove, restore));
  const steps = el(
    'div',
    { class: 'steps', role: 'group', 'aria-label': 'Step through the game' },
    ...STEPS.map(([where, name, path]) => el('button', { type: 'button', class: 'step', 'aria-label': name, title: name, onclick: () => actions.step(where) }, svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: path })))),
  );
  fill(
    panel,
    el('h2', { id: 'moves-title', class: 'sr-only' }, 'Moves'),
    el('div', { class: 'panel-body moves-body', tabindex: 0, role: 'region', 'aria-label': 'Moves played' }, empty, list),
    steps,
    tools,
  );
  /** @type {unknown[]} */
  let drawn = [];
  /** @type {string[]} */
  let path = [];
  /** @type {{ game: string, paths: string[][], comments: { path: string[], text: string }[] } | null} what was deleted last */
  let deleted = null;
  /** @type {string[]} the position that the comment in the field is about */
  let commented = [];

  comment.addEventListener('change', () => actions.edit({ op: 'comment', path: commented, text: comment.value.trim() }));
  promote.addEventListener('click', () => actions.edit({ op: 'promote', path }));
  back.addEventListener('click', () => back.dataset.line && actions.show(JSON.parse(back.dataset.line)));
  restore.addEventListener('click', () => {
    for (const one of deleted?.paths ?? []) actions.edit({ op: 'add', path: one });
    for (const one of deleted?.comments ?? []) actions.edit({ op: 'comment', ...one });
    deleted = null;
    restore.hidden = true;
  });

  /** @param {import('./types.js').State} state @param {import('./games/view.js').GamePage} page */
  return function draw(state, page) {
    const { game, tree, report } = state;
    path = shownTurns(state);
    const key = [game?.history, tree, report, state.told, state.trying, JSON.stringify(path)];
    if (!game || (key.length === drawn.length && key.every((one, index) => one === drawn[index]))) return;
    drawn = key;
    const root = treeOf(state);
    const grades = gradesOf(state);
    const told = toldTurn(state, grades);
    empty.hidden = root.children.length > 0;

    /** @param {TreeNode} node @param {string} className */
    const button = (node, className) => {
      const ply = node.path.length;
      const thought = node.played ? game.history[ply - 1]?.thought : null;
      const grade = node.played ? grades[ply - 1] : undefined;
      const current = sameLine(node.path, path);
      return el(
        'button',
        {
          type: 'button',
          class: node.played && ply - 1 === told && grade && grade.loss >= DUBIOUS ? `${className} is-told` : className,
          'aria-current': current ? 'true' : null,
          title: timed(game, node, thought ? `depth ${thought.depth}, ${scoreInWords(thought.score, node.side, page)}` : (grade?.words ?? null)),
          onclick: () => actions.show(node.path),
        },
        el('span', { class: `move-dot ${sideClass(page, node.side)}`, 'aria-hidden': 'true' }),
        node.words,
        grade?.mark ? el('span', { class: `grade grade-${grade.kind}` }, ` ${grade.mark}`, el('span', { class: 'sr-only' }, ` ${grade.words}`)) : null,
      );
    };

    /** A variation from its first node on, its own variations in brackets. @param {TreeNode} first @returns {Node[]} */
    const variation = (first) => {
      /** @type {Node[]} */
      const parts = [];
      for (let at = /** @type {TreeNode | undefined} */ (first); at; at = at.children[0]) {
        if (at === first || at.path.length % 2 === 1) parts.push(el('span', { class: 'variation-number' }, `${Math.ceil(at.path.length / 2)}${at.path.length % 2 ? '.' : '…'}`));
        parts.push(button(at, 'move-in-line'));
        if (at.comment) parts.push(el('span', { class: 'comment' }, at.comment));
        for (const other of at.children.slice(1)) parts.push(el('span', { class: 'variation-inner' }, '( ', ...variation(other), ' )'));
      }
      return parts;
    };

    const rows = [];
    if (root.comment) rows.push(el('li', { class: 'variation comment' }, root.comment));
    /** @type {TreeNode[]} */
    const line = [];
    for (let at = root.children[0]; at?.played; at = at.children[0]) line.push(at);
    const played = line.map((node) => button(node, 'move'));
    /** The lines below a turn: its comment, and what could have been played in its place. @param {TreeNode} above @param {TreeNode} node */
    const below = (above, node) => [
      ...(node.comment ? [el('li', { class: 'variation comment' }, node.comment)] : []),
      ...above.children.filter((other) => other !== node).map((other) => el('li', { class: 'variation' }, ...variation(other))),
    ];
    for (let index = 0; index < played.length; index += 2) {
      rows.push(el('li', { class: 'pair' }, played[index], played[index + 1]));
      for (const ply of [index, index + 1]) {
        const node = line[ply];
        if (node) rows.push(...below(line[ply - 1] ?? root, node));
      }
    }
    const last = line.at(-1) ?? root;
    rows.push(...last.children.map((node) => el('li', { class: 'variation' }, ...variation(node))));
    fill(list, ...rows);

    const node = nodeAt(root, path);
    const known = sameLine(node.path, path);
    if (document.activeElement !== comment || !sameLine(commented, path)) {
      commented = path;
      comment.value = known ? node.comment : '';
    }
    back.hidden = onGame(state);
    back.dataset.line = JSON.stringify(line.at(-1)?.path ?? []);
    promote.hidden = !known || node.played || node === nodeAt(root, path.slice(0, -1)).children.find((child) => !child.played);
    main.hidden = !known || node.played || !mayBecomeGame(game);
    remove.hidden = !known || node.played;
    restore.hidden = deleted?.game !== game.id;
    remove.onclick = () => {
      deleted = { game: game.id, ...gathered(node) };
      const above = path.slice(0, -1);
      setText(restore, `Undo delete of ${countBelow(node)}`);
      actions.edit({ op: 'delete', path });
      actions.show(above);
    };
    const current = list.querySelector('[aria-current]');
    if (current instanceof HTMLElement && list.parentElement) {
      const box = list.parentElement;
      const offset = current.getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (offset < 0 || offset > box.clientHeight - 36) box.scrollTop += offset - box.clientHeight / 2;
    }
  };
}

/** A title with the time that the turn took, where there is a clock. @param {import('../../messages.js').Game} game @param {TreeNode} node @param {string | null} title */
function timed(game, node, title) {
  const spent = node.played ? spentOn(game, node.path.length - 1) : null;
  return spent === null ? title : [title, `took ${secondsText(spent)}`].filter(Boolean).join(', ');
}

/** True where another line may take the place of what was played: nobody is cheated by it. @param {import('../../messages.js').Game} game */
function mayBecomeGame(game) {
  return Object.keys(game.players).every((side) => isPerson(game, side)) && (game.clock === null || game.ending !== null);
}

/** All lines and comments from a node on, to put them back. @param {TreeNode} node */
function gathered(node) {
  /** @type {string[][]} */
  const paths = [];
  /** @type {{ path: string[], text: string }[]} */
  const comments = [];
  /** @param {TreeNode} at */
  const walk = (at) => {
    if (at.comment) comments.push({ path: at.path, text: at.comment });
    if (at.children.length === 0) paths.push(at.path);
    for (const child of at.children) walk(child);
  };
  walk(node);
  return { paths, comments };
}
