// Keys that work anywhere on the page, unless something is being typed, a dialog is open, or the board has the key.

export const KEYS = [
  ['Arrows, on the board', 'move between squares'],
  ['Enter, on the board', 'pick a piece, then its target'],
  ['Escape', 'let go of the piece, or of a move made ahead'],
  ['← →', 'step through the moves'],
  ['↑ ↓', 'first and last position'],
  ['l', 'analysis on or off'],
  ['x', 'the threat: what the other side would play'],
  ['u', 'undo'],
  ['r', 'redo'],
  ['h', 'hint'],
  ['f', 'flip the board'],
  ['s', 'share, copy, paste, download'],
  ['z', 'only the board, and back'],
  ['m', 'sound on or off'],
  ['n', 'new game'],
  ['?', 'this help'],
];

/** @param {Record<string, () => void>} actions by key */
export function createKeyboard(actions) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target instanceof Element && target.closest('input, textarea, select, dialog, .moves-body')) {
      const inList = target.closest('.moves-body') && !['ArrowUp', 'ArrowDown'].includes(event.key);
      if (!inList) return;
    }
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
