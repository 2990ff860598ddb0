// The page of a game: a folder of its name beside this file, with index.js, and style.css and page.test.js where it has them. A game
// on a grid whose turns are squares needs no more than `plainGame` (plain.js).

/**
 * @typedef {object} ViewModel  what a game's view is told
 * @property {string} start
 * @property {string} position
 * @property {string | null} before  the position before it, where it is known
 * @property {string[]} positions  from the start to the one shown, as far as they are known
 * @property {string | null} lastTurn  the turn that led to this position
 * @property {string[]} legal  the turns the person may play now, or where turns have several moves their first ones; none while it is not theirs
 * @property {import('../../../messages.js').Within | null} within  how the turn that was begun may go on, as last told
 * @property {string | null} waits  the side of the person who waits for the engine's turn
 * @property {boolean} flipped
 * @property {string | null} hint  a turn to point at
 * @property {string[]} best  the best turns by the analysis, the best first
 * @property {{ turn: string, mark: string } | null} [played]  the turn that was played here, where the computer analysis marks it as bad
 * @property {boolean} over
 *
 * @typedef {object} GameView
 * @property {HTMLElement} board
 * @property {Record<string, HTMLElement>} [hands]   by side: what a side holds
 * @property {HTMLElement} beside   what lies between the sides
 * @property {HTMLElement} [next]  what to do next, in a sentence
 * @property {Record<string, HTMLElement>} [captured]  by side: what it has taken
 * @property {(model: ViewModel) => void} update
 * @property {() => boolean} [cancel]  lets go of what was begun on the board; whether there was anything
 *
 * @typedef {object} Face  what a small picture of a position needs
 * @property {import('../board/grid.js').Grid} grid
 * @property {string} about  the game in a line
 * @property {string} start  a position that shows what the game looks like
 * @property {(position: string) => Map<string, string>} pieces
 * @property {(piece: string) => SVGGElement} drawPiece
 * @property {(square: string) => (string | SVGElement)[]} [drawSquare]
 *
 * @typedef {object} Setup  the game's part of the form for a new game
 * @property {HTMLElement} element
 * @property {() => ({ deal: string } | { position: string } | { problem: string })} value
 *
 * @typedef {object} Lesson  a board of the tutorial
 * @property {string} title
 * @property {string} text
 * @property {string} task
 * @property {string} position
 * @property {(turn: string) => boolean} reached  whether the turn does what was asked
 * @property {true} [best]  it is the best turn, as a test has the engine say
 * @property {string} done   said then
 * @property {string} again  said otherwise
 *
 * @typedef {object} GameRecord  a text form of the game's own
 * @property {(tags: Record<string, string>, body: string) => boolean} claims  whether a text without the tag `Game` is in this form
 * @property {(tags: Record<string, string>, body: string) => Omit<import('../gametext.js').GameText, 'game'> | { problem: string }} read
 * @property {(about: import('../gametext.js').About, root: import('../tree.js').TreeNode) => string} [write]  without it the common form is written
 *
 * @typedef {object} GamePage
 * @property {string} name
 * @property {string} title
 * @property {'red-blue' | 'black-white' | 'white-black' | 'black-white-on-green' | 'gold-silver' | 'yellow-red'} palette  the colours of sides and squares (css/palettes.css)
 * @property {{ letter: string, name: string }[]} sides  the first player first
 * @property {(position: string) => string} sideToMove  its letter
 * @property {(turn: string, before: string) => string} tellTurn  as a sentence
 * @property {(start: string) => string} nameGame  what tells a game from others, in a list
 * @property {() => Promise<{ record: GameRecord }>} [record]
 * @property {(turn: string, before: string, after: string) => 'capture' | 'check' | 'move'} [event]  what is heard of a turn
 * @property {(reason: string) => string} tellReason  why a game ended, for `Red wins` or `Draw` before it
 * @property {() => Promise<{ FACE: Face }>} face  what follows is loaded when it is first looked at
 * @property {() => Promise<{ DEMO: string[] }>} [demo]  the positions of a game, for a board that plays by itself
 * @property {() => Promise<{ createView: (onTurn: (turn: string) => void, onBegin: (begun: string) => void, onRefusal?: (reason: string | null) => void) => GameView }>} view  `onBegin` asks how a turn may go on, `onRefusal` says why nothing comes of a try
 * @property {() => Promise<{ createSetup: () => Setup }>} [setup]  without it every game begins from the usual start
 * @property {() => Promise<{ createRules: () => Node[] }>} rules
 * @property {() => Promise<{ LESSONS: Lesson[] }>} [lessons]  without it the tutorial tells the rules
 * @property {() => Promise<{ STARTS: import('../starts.js').Starts }>} [starts]  what its starts are worth, with the data in `starts.json` beside it
 */

export {};
