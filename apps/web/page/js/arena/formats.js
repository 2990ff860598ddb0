// The kinds of tournaments, as people read them.

/** @type {Record<import('../../../messages.js').Format, string>} */
export const FORMATS = { match: 'Match of two', 'round-robin': 'Round robin', gauntlet: 'Gauntlet of the first', swiss: 'Swiss', knockout: 'Knockout' };
