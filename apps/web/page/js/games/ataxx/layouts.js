// Known layouts of blocked squares, by the name that deals them.

/** @type {{ name: string, title: string, board: string }[]} */
export const LAYOUTS = [
  { name: 'open', title: 'Open board', board: 'x5o/7/7/7/7/7/o5x' },
  { name: 'posts', title: 'Posts', board: 'x5o/7/2-1-2/7/2-1-2/7/o5x' },
  { name: 'five', title: 'Five', board: 'x5o/7/2-1-2/3-3/2-1-2/7/o5x' },
  { name: 'diamond', title: 'Diamond', board: 'x5o/7/3-3/2-1-2/3-3/7/o5x' },
  { name: 'centre', title: 'Centre', board: 'x5o/7/7/3-3/7/7/o5x' },
  { name: 'plus', title: 'Plus', board: 'x5o/7/3-3/2---2/3-3/7/o5x' },
  { name: 'gates', title: 'Gates', board: 'x2-2o/7/7/--3--/7/7/o2-2x' },
  { name: 'corners', title: 'Corners', board: 'x5o/1-3-1/7/7/7/1-3-1/o5x' },
];
