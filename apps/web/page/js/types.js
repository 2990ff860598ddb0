// Types only: the messages between page and server (docs/server.md describes them) and the page's state.
// Everything here is generic over games: a turn is a string, a position is a string.

/**
 * @typedef {{ kind: 'win' | 'loss' | 'draw' | 'points', value: number }} Score  as the side to move at the root sees it
 *
 * @typedef {object} Info  how far a search has come
 * @property {string} id       the game
 * @property {number} ply      the turns played before the position searched
 * @property {string} side     whose view the score is
 * @property {'move' | 'hint'} purpose
 * @property {number} depth
 * @property {number} seldepth
 * @property {Score} score
 * @property {number} nodes
 * @property {number} seconds
 * @property {string[]} pv     the turns of the best line
 *
 * @typedef {object} HistoryEntry
 * @property {string} turn
 * @property {string} side      who played it
 * @property {string} position  the position after it
 * @property {{ depth: number, score: Score } | null} thought  what the engine that played it thought
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
 * @typedef {({ type: 'hello' } & Hello)
 *   | ({ type: 'game' } & Game)
 *   | ({ type: 'info' } & Info)
 *   | { type: 'hint', id: string, ply: number, turn: string }
 *   | ({ type: 'error' } & Failure)} ServerMessage
 *
 * @typedef {object} NewGame
 * @property {'new'} type
 * @property {string} game
 * @property {string} [deal]
 * @property {number} [seed]
 * @property {string} [position]
 * @property {Record<string, Player>} players
 *
 * @typedef {NewGame
 *   | { type: 'watch', id: string }
 *   | { type: 'leave', id: string }
 *   | { type: 'play', id: string, ply: number, turn: string }
 *   | { type: 'undo', id: string, ply: number }
 *   | { type: 'hint', id: string, ply: number }
 *   | { type: 'move_now', id: string }
 *   | { type: 'think', id: string }} ClientMessage
 *
 * @typedef {object} State
 * @property {'connecting' | 'open' | 'lost'} connection
 * @property {Hello | null} hello
 * @property {{ view: 'setup' } | { view: 'game', id: string }} route
 * @property {Game | null} game
 * @property {number | null} shownPly   an earlier position that is looked at; null is the present one
 * @property {Info | null} info
 * @property {{ ply: number, turn: string } | null} hint
 * @property {Failure | null} failure
 * @property {boolean} waiting    a message that changes the game is on its way
 * @property {boolean} flipped    whether the second side sits below
 */

export {};
