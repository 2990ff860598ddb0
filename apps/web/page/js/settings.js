// Settings that this browser remembers. One that stores nothing keeps them for the visit.

/** @type {Map<string, string>} */
const visit = new Map();

/** @param {string} name @returns {string | null} */
export function readSetting(name) {
  try {
    return localStorage.getItem(`tesuji-${name}`) ?? visit.get(name) ?? null;
  } catch {
    return visit.get(name) ?? null;
  }
}

/** @param {string} name @param {string} value */
export function writeSetting(name, value) {
  visit.set(name, value);
  try {
    localStorage.setItem(`tesuji-${name}`, value);
  } catch {
    // For the visit, then.
  }
}
