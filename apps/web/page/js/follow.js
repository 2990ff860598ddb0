// Links within the page: followed without asking the server for the page again.

/** @param {import('./session.js').Session} session @param {import('./route.js').Route} route */
export function follow(session, route) {
  return (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    session.open(route);
  };
}
