// Types only: the page's state. The messages between page and server are declared by the server (apps/web/messages.d.ts).

/**
 * @typedef {Omit<import('../../messages.js').Failure, 'code'> & { code: import('../../messages.js').Code | 'not_connected' }} Problem  the server's, or the page's own
 *
 * @typedef {{ view: 'analysis', game: string, position?: string, deal?: string, turns?: string[] }} Analysed  an analysis board: a position by its text or by the game's own words, and turns from there
 *
 * @typedef {object} State
 * @property {'connecting' | 'open' | 'lost'} connection
 * @property {import('../../messages.js').Hello | null} hello
 * @property {{ view: 'setup', game?: string, position?: string } | { view: 'library' } | { view: 'lobby', name?: string } | { view: 'players', of?: 'people' | 'programs' } | { view: 'archive', asked?: string } | { view: 'reports' } | { view: 'tournaments' } | { view: 'contest', id: string } | { view: 'player', name: string } | { view: 'learn', game?: string } | { view: 'arena' } | { view: 'tournament', id: number } | { view: 'tuning', name: string } | { view: 'nowhere', path: string } | { view: 'join', token: string } | { view: 'game', id: string, at?: string } | Analysed} route
 * @property {import('../../messages.js').Game | null} game
 * @property {import('../../messages.js').Seat | null} seat   what one may do in the game, in a club
 * @property {string[] | null} line   the turns to the position that is looked at; null is the present one
 * @property {import('../../messages.js').Line | null} looked   what stands at the end of the line last asked for
 * @property {import('../../messages.js').Within | null} within  how the turn under way may go on, as last told
 * @property {boolean} analysing
 * @property {import('../../messages.js').Explored | null} explored   what books say of the position last asked for
 * @property {import('../../messages.js').Explained | null} explained  why the position last asked for is worth what it is
 * @property {number} lines   how many best lines an analysis shows; 0 is one for every move
 * @property {boolean} threat  whether the analysis is of what the other side would play if it were to move
 * @property {import('../../messages.js').Algorithm} algorithm   the family of searches that an analysis uses
 * @property {(import('../../messages.js').Analysis & { turns: string[], side: string, threat: boolean }) | null} analysis
 * @property {import('../../messages.js').Tree | null} tree
 * @property {import('../../messages.js').Report | null} report
 * @property {{ game: string, ply: number, at: number } | null} told  the turn that the report was last brought to, and the position in which it speaks of it
 * @property {{ game: string, ply: number } | null} trying  the turn that is tried again
 * @property {import('../../messages.js').LibraryGame[] | null} library
 * @property {import('../../messages.js').ArenaList | null} arena
 * @property {import('../../messages.js').Seek[] | null} lobby   the open seeks
 * @property {import('../../messages.js').Own | null} own   what in the lobby is one's own
 * @property {import('../../messages.js').PoolState | null} pools  who waits in pools
 * @property {{ games: import('../../messages.js').CorrespondenceGame[], told: number } | null} correspondence  one's games by correspondence, and when they were told, as `performance.now()`
 * @property {import('../../messages.js').Profile | null} profile  a member that was asked for
 * @property {import('../../messages.js').Leaders[] | null} leaders  the best players
 * @property {import('../../messages.js').ClubTournaments | null} contests  the club's tournaments
 * @property {number} contestsTold   when they were last told, as `performance.now()`
 * @property {import('../../messages.js').ClubTournament | null} contest  the club's tournament that is looked at
 * @property {import('../../messages.js').TournamentOwn | null} contestOwn  what one is in it
 * @property {number} contestTold   when it was last told, as `performance.now()`
 * @property {string | null} begun   a game that has begun while one was elsewhere
 * @property {Record<string, import('../../messages.js').ChatLine[]>} chats  what was said, by room
 * @property {{ games: import('../../messages.js').GameNow[], total: number } | null} live  the games that are played now
 * @property {string | null} reported  whom one has just reported
 * @property {import('../../messages.js').Reports | null} reports  what moderators read
 * @property {import('../../messages.js').GameChat | null} gameChat  what was said in the game of a report
 * @property {import('../../messages.js').Tournament | null} tournament  the one that is watched
 * @property {number} gameTold   when the game was last told, as `performance.now()`
 * @property {import('../../messages.js').Info | null} info
 * @property {import('../../messages.js').Info | null} ponder  what the engine thinks in the person's time
 * @property {import('../../messages.js').Hint | null} hint
 * @property {Problem | null} failure
 * @property {boolean} waiting    a message that changes the game is on its way
 * @property {string | null} pending  a turn that waits for the person's word, where turns are confirmed
 * @property {string | null} refusal  why nothing came of what was tried on the board last
 * @property {boolean} flipped    whether the second side sits below
 */

export {};
