// The line to the server: JSON messages over a WebSocket that comes back by itself.

/** @typedef {import('../../messages.js').ClientMessage} ClientMessage */
/** @typedef {import('../../messages.js').ServerMessage} ServerMessage */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

/**
 * @param {object} options
 * @param {string} options.url
 * @param {(message: ServerMessage) => void} options.onMessage
 * @param {(connection: 'connecting' | 'open' | 'lost') => void} options.onConnection
 */
export function connect({ url, onMessage, onConnection }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function open() {
    clearTimeout(timer);
    const mine = new WebSocket(url);
    socket = mine;
    mine.addEventListener('open', () => {
      wait = FIRST_WAIT;
      onConnection('open');
    });
    mine.addEventListener('message', (event) => {
      if (mine !== socket) return;
      onMessage(JSON.parse(String(event.data)));
    });
    mine.addEventListener('close', () => {
      if (mine !== socket) return;
      socket = null;
      onConnection('lost');
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  }

  open();
  // After a night's sleep, or in another network, a connection may be dead without anybody having said so.
  window.addEventListener('online', () => {
    const before = socket;
    socket = null;
    if (before) {
      before.close();
      onConnection('lost');
    }
    retry();
  });

  function retry() {
    if (socket) return;
    wait = FIRST_WAIT;
    open();
  }

  return {
    retry,

    /**
     * @param {ClientMessage} message
     * @returns {boolean} whether it went out
     */
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}

/** @typedef {ReturnType<typeof connect>} Socket */
