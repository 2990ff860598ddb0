// The game as a tree: what was played, with the variations and comments that the server keeps.

/** @typedef {import('./types.js').State} State */

/**
 * @typedef {object} TreeNode
 * @property {string} turn      empty at the start
 * @property {string} words     the turn as people read it
 * @property {string} side      who played it
 * @property {string} position  after it
 * @property {string} comment
 * @property {boolean} played   whether it is a turn of the game
 * @property {string[]} path    the turns from the start
 * @property {TreeNode[]} children  the main one first
 */

/** @type {{ game: State['game'], tree: State['tree'], root: TreeNode } | null} */
let built = null;

/** The whole tree of the state; built once for each pair of game and tree. @param {Readonly<State>} state @returns {TreeNode} */
export function treeOf({ game, tree }) {
  if (built && built.game === game && built.tree === tree) return built.root;
  /** @type {TreeNode} */
  const root = { turn: '', words: '', side: '', position: game?.start ?? '', comment: tree?.comment ?? '', played: true, path: [], children: [] };
  /** @type {TreeNode[]} */
  const nodes = [];
  for (const { parent, turn, words, side, position, comment } of tree?.nodes ?? []) {
    const above = (parent === null ? root : nodes[parent]) ?? root;
    const node = { turn, words, side, position, comment, played: false, path: [...above.path, turn], children: [] };
    above.children.push(node);
    nodes.push(node);
  }
  let at = root;
  for (const { turn, words, side, position } of game?.history ?? []) {
    const known = at.children.find((child) => child.turn === turn);
    /** @type {TreeNode} */
    const node = known ?? { turn, words, side, position, comment: '', played: true, path: [...at.path, turn], children: [] };
    node.played = true;
    at.children = [node, ...at.children.filter((child) => child !== node)];
    at = node;
  }
  built = { game, tree, root };
  return root;
}

/** The node at the end of a path, or the last one known on the way. @param {TreeNode} root @param {string[]} path */
export function nodeAt(root, path) {
  let at = root;
  for (const turn of path) {
    const next = at.children.find((child) => child.turn === turn);
    if (!next) return at;
    at = next;
  }
  return at;
}

/** The last node of the line that goes on from here. @param {TreeNode} node */
export function endOf(node) {
  let at = node;
  while (at.children[0]) at = at.children[0];
  return at;
}

/** How many turns hang below a node, itself included. @param {TreeNode} node @returns {number} */
export function countBelow(node) {
  return node.children.reduce((sum, child) => sum + countBelow(child), 1);
}
