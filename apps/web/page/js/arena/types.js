// Types only: what the server tells of tournaments (docs/server.md).

/**
 * @typedef {object} TournamentLine
 * @property {number} id
 * @property {string} name
 * @property {string} format
 * @property {string} game
 * @property {string[]} engines
 * @property {number} games
 * @property {'running' | 'stopping' | 'done' | 'stopped'} state
 * @property {number} created
 * @property {number} updated
 *
 * @typedef {object} Standing
 * @property {number} rank
 * @property {string} name
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} points
 * @property {number} sonneborn_berger
 * @property {number} buchholz
 * @property {[number, number][]} against  half points and games, in the order of the engines
 *
 * @typedef {{ kind: 'points' | 'win' | 'loss', value: number }} MoveScore
 *
 * @typedef {object} LiveGame
 * @property {number} number
 * @property {number} round
 * @property {[string, string]} engines  the first side's first
 * @property {string} start
 * @property {string[]} turns
 * @property {string} position
 * @property {string} side
 * @property {[number | null, number | null]} left  seconds
 * @property {[MoveScore | null, MoveScore | null]} scores
 * @property {(MoveScore | null)[]} course  the score of each turn, from its player's view
 *
 * @typedef {object} Tested
 * @property {number} elo0
 * @property {number} elo1
 * @property {string} model
 * @property {number} llr
 * @property {number} lower
 * @property {number} upper
 * @property {'accepted' | 'rejected' | null} decision
 * @property {number} pairs
 * @property {[number, number][]} curve
 *
 * @typedef {object} Summary
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number[]} pairs
 * @property {number} elo
 * @property {number} elo_low
 * @property {number} elo_high
 * @property {number} nelo
 * @property {number} los
 *
 * @typedef {{ name: string, elo: { value: number, low: number, high: number } }} Rated
 * @typedef {{ engine: string, kind: string, text: string, void: boolean }} Fault
 * @typedef {{ number: number, round: number, names: [string, string], winner: string | null, reason: string, turns: number, seconds: number }} PlayedGame
 *
 * @typedef {TournamentLine & { known: number, seed: number, names: string[], standings: Standing[], summary: Summary | null, test: Tested | null, winner: string | null,
 *   faults_count: number, faults: Fault[], live: LiveGame[], ratings: Rated[], games_list: PlayedGame[], problem: string | null }} Tournament
 *
 * @typedef {{ tournaments: TournamentLine[], programs: string[], may_start: boolean }} ArenaList
 * @typedef {object} Record
 * @property {string} game
 * @property {number} number
 * @property {string} start
 * @property {[string, string]} engines  that of the first side first
 * @property {[string, string] | null} [names]
 * @property {string[]} turns
 * @property {{ depth?: number | null, score?: MoveScore | null }[]} [notes]
 * @property {{ winner: string | null, reason: string }} result
 * @property {number} [seconds]
 * @typedef {{ id: number, record: Record }} ArenaGame
 */

export {};
