// The server writes list.js: the games that it serves, in its order.

export const LIST: import('./view.js').GamePage[];
