// Types only: the page's state. The messages between page and server are declared by the server (apps/web/messages.d.ts).

/**
 * @typedef {Omit<import('../../messages.js').Failure, 'code'> & { code: import('../../messages.js').Code | 'not_connected' }} Problem  the server's, or the page's own
 *
 * @typedef {object} State
 * @property {'connecting' | 'open' | 'lost'} connection
 * @property {import('../../messages.js').Hello | null} hello
 * @property {{ view: 'setup', game?: string } | { view: 'library' } | { view: 'learn', game?: string } | { view: 'arena' } | { view: 'tournament', id: number } | { view: 'nowhere', path: string } | { view: 'game', id: string }} route
 * @property {import('../../messages.js').Game | null} game
 * @property {string[] | null} line   the turns to the position that is looked at; null is the present one
 * @property {import('../../messages.js').Line | null} looked   what stands at the end of the line last asked for
 * @property {import('../../messages.js').Within | null} within  how the turn under way may go on, as last told
 * @property {boolean} analysing
 * @property {number} lines   how many best lines an analysis shows; 0 is one for every move
 * @property {(import('../../messages.js').Analysis & { turns: string[], side: string }) | null} analysis
 * @property {import('../../messages.js').Tree | null} tree
 * @property {import('../../messages.js').Report | null} report
 * @property {import('../../messages.js').LibraryGame[] | null} library
 * @property {import('../../messages.js').ArenaList | null} arena
 * @property {import('../../messages.js').Tournament | null} tournament  the one that is watched
 * @property {number} gameTold   when the game was last told, as `performance.now()`
 * @property {import('../../messages.js').Info | null} info
 * @property {import('../../messages.js').Info | null} ponder  what the engine thinks in the person's time
 * @property {import('../../messages.js').Hint | null} hint
 * @property {Problem | null} failure
 * @property {boolean} waiting    a message that changes the game is on its way
 * @property {boolean} flipped    whether the second side sits below
 */

export {};
