// Types only: the messages between page and server (docs/server.md describes them) and the page's state.
// Everything here is generic over games: a turn is a string, a position is a string.

/**
 * @typedef {{ kind: 'win' | 'loss' | 'draw' | 'points', value: number }} Score  as the side to move at the root sees it
 *
 * @typedef {object} Info  how far a search has come
 * @property {string} id       the game
 * @property {number} ply      the turns played before the position searched
 * @property {string} side     whose view the score is
 * @property {'move' | 'hint' | 'ponder'} purpose
 * @property {number} depth
 * @property {number} seldepth
 * @property {Score} score
 * @property {number} nodes
 * @property {number} seconds
 * @property {string[]} pv     the turns of the best line
 * @property {string[]} words  the same as people read it
 *
 * @typedef {object} HistoryEntry
 * @property {string} turn
 * @property {string} words     the turn as people read it
 * @property {string} side      who played it
 * @property {string} position  the position after it
 * @property {{ depth: number, score: Score } | null} thought  what the engine that played it thought
 * @property {number | null} left  what its player had left after it, in milliseconds
 *
 * @typedef {{ depth: number, score: Score }} Thought  as the side that played sees it
 *
 * @typedef {{ kind: 'person' } | { kind: 'engine', level: number }} Player
 * @typedef {{ winner: string | null, reason: string }} Ending
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {string} game
 * @property {string} start
 * @property {HistoryEntry[]} history
 * @property {string} position
 * @property {string} side
 * @property {string[]} legal
 * @property {Ending | null} ending
 * @property {Record<string, Player>} players
 * @property {{ purpose: 'move' | 'hint', queued: boolean } | null} thinking
 * @property {{ queued: boolean } | null} pondering  what the engine does in a person's time
 * @property {number} redo   how many turns that were taken back can be played again
 * @property {Clock | null} clock
 * @property {Record<string, string>} names  who played, by side, where it was played elsewhere
 *
 * @typedef {object} Clock   all in milliseconds
 * @property {number} initial
 * @property {number} increment
 * @property {Record<string, number>} left  when the message was sent
 * @property {boolean} running
 *
 * @typedef {object} Line   what stands at the end of a line
 * @property {string} game
 * @property {string} start
 * @property {string[]} turns
 * @property {string[]} positions
 * @property {string} side
 * @property {string[]} legal
 * @property {Ending | null} ending
 *
 * @typedef {object} Within   a turn of several moves under way
 * @property {string} game
 * @property {string} start
 * @property {string[]} turns  those before it
 * @property {string} begun  its moves so far
 * @property {string} position
 * @property {string[]} moves  how it may go on
 * @property {boolean} may_end
 *
 * @typedef {object} AnalysisLine
 * @property {Score} score  as the side to move sees it
 * @property {boolean} exact  a proven distance
 * @property {number} depth
 * @property {number} nodes  states below the first turn
 * @property {string[]} pv
 * @property {string[]} words  the same as people read it
 * @property {Score | null} verdict  what the endgame tables say of the first turn; of 0 plies where they keep no distance
 *
 * @typedef {{ ready: number, building: { men: number, share: number } | null }} Tables  pieces a side
 *
 * @typedef {object} Analysis
 * @property {number} key
 * @property {number} depth
 * @property {number} seldepth
 * @property {number} nodes
 * @property {number} seconds
 * @property {boolean} done
 * @property {Tables | null} tables
 * @property {AnalysisLine[]} lines
 *
 * @typedef {{ parent: number | null, turn: string, words: string, side: string, position: string, comment: string }} StoredNode
 * @typedef {{ id: string, comment: string, nodes: StoredNode[] }} Tree
 * @typedef {{ op: 'add' | 'delete' | 'promote', path: string[] } | { op: 'comment', path: string[], text: string }} TreeEdit
 *
 * @typedef {{ score: Score, best: string, words: string, second: Score | null, depth: number, nodes: number }} Judged
 * @typedef {{ id: string, running: boolean, positions: (Judged | null)[] }} Report
 *
 * @typedef {object} LibraryGame
 * @property {string} id
 * @property {string} game
 * @property {string} start
 * @property {Record<string, Player>} players
 * @property {string[]} turns
 * @property {Ending | null} ending
 * @property {Record<string, string>} names
 * @property {string[]} words  the turns as people read them, where they were asked for
 * @property {StoredNode[]} tree
 * @property {string} comment
 * @property {number} created  in milliseconds since 1970
 * @property {number} changed
 *
 * @typedef {{ level: number, name: string, about: string }} Level
 *
 * @typedef {object} Hello
 * @property {number} protocol
 * @property {string} version
 * @property {string[]} games
 * @property {Level[]} levels
 *
 * @typedef {object} Failure   an error message of the server
 * @property {string} code     bad_message, not_found, illegal_turn, stale, limit, engine, storage ...
 * @property {string} message  in words
 * @property {string | null} place  where in the message the fault is
 * @property {string | null} request  the type of the message it answers
 *
 * @typedef {{ ply: number, turn: string, words: string, rank: number, score: Score | null }} Hint  rank 1 is the best
 *
 * @typedef {({ type: 'hello' } & Hello)
 *   | ({ type: 'game' } & Game)
 *   | ({ type: 'info' } & Info)
 *   | ({ type: 'hint', id: string } & Hint)
 *   | ({ type: 'line' } & Line)
 *   | ({ type: 'within' } & Within)
 *   | ({ type: 'analysis' } & Analysis)
 *   | ({ type: 'tree' } & Tree)
 *   | ({ type: 'report' } & Report)
 *   | { type: 'library', games: LibraryGame[] }
 *   | ({ type: 'arena_list' } & import('./arena/types.js').ArenaList)
 *   | ({ type: 'arena' } & import('./arena/types.js').Tournament)
 *   | { type: 'arena_started', id: number }
 *   | ({ type: 'arena_game' } & import('./arena/types.js').ArenaGame)
 *   | ({ type: 'error' } & Failure)} ServerMessage
 *
 * @typedef {object} NewGame
 * @property {'new'} type
 * @property {string} game
 * @property {string} [deal]
 * @property {number} [seed]
 * @property {string} [position]
 * @property {Record<string, Player>} players
 * @property {string[]} [turns]
 * @property {TreeEdit[]} [tree]
 * @property {(Thought | null)[]} [thoughts]  what was thought of each of the turns
 * @property {Record<string, string>} [names]  who played, by side, where it was played elsewhere
 * @property {Ending} [ending]  how it ended there, where the board does not show it
 * @property {string} [origin]  where it was played; a game is taken over from there once
 * @property {{ initial: number, increment: number }} [clock]
 * @property {string} [user]
 *
 * @typedef {NewGame
 *   | { type: 'watch', id: string }
 *   | { type: 'leave', id: string }
 *   | { type: 'play', id: string, ply: number, turn: string }
 *   | { type: 'undo', id: string, ply: number }
 *   | { type: 'hint', id: string, ply: number }
 *   | { type: 'move_now', id: string }
 *   | { type: 'think', id: string }
 *   | { type: 'redo', id: string, ply: number }
 *   | { type: 'resign', id: string, side: string }
 *   | { type: 'look', game: string, start: string, turns: string[] }
 *   | { type: 'within', game: string, start: string, turns: string[], begun: string }
 *   | { type: 'analyse', key: number, game: string, start: string, turns: string[], lines: number }
 *   | { type: 'stop_analysis' }
 *   | ({ type: 'edit', id: string } & TreeEdit)
 *   | { type: 'report', id: string }
 *   | { type: 'stop_report', id: string }
 *   | { type: 'ponder', id: string, on: boolean }
 *   | { type: 'main_line', id: string, path: string[] }
 *   | { type: 'library', user: string, trees?: boolean, words?: boolean }
 *   | { type: 'remove', id: string, removed: boolean }
 *   | { type: 'arena_list' | 'arena_leave' }
 *   | { type: 'arena_watch' | 'arena_stop' | 'arena_resume' | 'arena_remove', id: number }
 *   | { type: 'arena_game', id: number, number: number }
 *   | { type: 'arena_start', game: string, format: string, engines: string[], games: number, seed?: number, sprt?: string, deal?: string, openings?: string, shuffled?: boolean }} ClientMessage
 *
 * @typedef {object} State
 * @property {'connecting' | 'open' | 'lost'} connection
 * @property {Hello | null} hello
 * @property {{ view: 'setup', game?: string } | { view: 'library' } | { view: 'learn', game?: string } | { view: 'arena' } | { view: 'tournament', id: number } | { view: 'nowhere', path: string } | { view: 'game', id: string }} route
 * @property {Game | null} game
 * @property {string[] | null} line   the turns to the position that is looked at; null is the present one
 * @property {Line | null} looked   what stands at the end of the line last asked for
 * @property {Within | null} within  how the turn under way may go on, as last told
 * @property {boolean} analysing
 * @property {number} lines   how many best lines an analysis shows; 0 is one for every move
 * @property {(Analysis & { turns: string[], side: string }) | null} analysis
 * @property {Tree | null} tree
 * @property {Report | null} report
 * @property {LibraryGame[] | null} library
 * @property {import('./arena/types.js').ArenaList | null} arena
 * @property {import('./arena/types.js').Tournament | null} tournament  the one that is watched
 * @property {number} gameTold   when the game was last told, as `performance.now()`
 * @property {Info | null} info
 * @property {Info | null} ponder  what the engine thinks in the person's time
 * @property {Hint | null} hint
 * @property {Failure | null} failure
 * @property {boolean} waiting    a message that changes the game is on its way
 * @property {boolean} flipped    whether the second side sits below
 */

export {};
