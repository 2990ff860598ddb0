// A club's news beside its games: chats, games that are played now, blocks and reports. Each message changes the state.

/** @typedef {import('../../messages.js').ServerMessage} ServerMessage */
/** @typedef {import('../../messages.js').ChatLine} ChatLine */

/** Lines of a room that the page keeps. */
const KEPT = 200;

/** Under which a room's lines are kept. @param {import('../../messages.js').ChatRoom} room @param {string | null | undefined} game */
export const roomKey = (room, game) => (game ? `${game}/${room}` : room);

/** True if the message was one of these. @param {import('./store.js').Store} store @param {ServerMessage} message */
export function receiveSociety(store, message) {
  const { chats, profile } = store.get();
  switch (message.type) {
    case 'chat': {
      // Rooms of other games are not kept.
      const others = Object.entries(chats).filter(([key]) => !message.game || !key.includes('/') || key.startsWith(`${message.game}/`));
      store.update({ chats: { ...Object.fromEntries(others), [roomKey(message.room, message.game)]: message.lines } });
      return true;
    }
    case 'chat_said': {
      const key = roomKey(message.room, message.game);
      const lines = chats[key] ?? [];
      // A line that was said while the room was told is in both.
      if (!lines.some(({ id }) => id === message.line.id)) store.update({ chats: { ...chats, [key]: [...lines, message.line].slice(-KEPT) } });
      return true;
    }
    case 'chat_gone': {
      const key = roomKey(message.room, message.game);
      store.update({ chats: { ...chats, [key]: (chats[key] ?? []).filter(({ id }) => id !== message.id) } });
      return true;
    }
    case 'blocked': {
      const hidden = message.on ? without(chats, message.name) : chats;
      store.update({ chats: hidden, profile: profile?.member.name === message.name ? { ...profile, blocked: message.on } : profile });
      return true;
    }
    case 'live':
      store.update({ live: message });
      return true;
    case 'reported':
      store.update({ reported: message.name });
      return true;
    case 'reports':
      store.update({ reports: message });
      return true;
    case 'game_chat':
      store.update({ gameChat: message });
      return true;
    default:
      return false;
  }
}

/** The rooms without the lines of one member. @param {Record<string, ChatLine[]>} chats @param {string} name */
function without(chats, name) {
  return Object.fromEntries(Object.entries(chats).map(([key, lines]) => [key, lines.filter(({ by }) => by.name !== name)]));
}
