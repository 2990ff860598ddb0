// Numbers of things in words: one game, two games.

/** `1 game`, `2 games`. @param {number} number @param {string} thing @param {string} [things] */
export const counting = (number, thing, things = `${thing}s`) => `${number} ${number === 1 ? thing : things}`;
