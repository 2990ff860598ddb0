// Requests to the club's doors, over HTTP: whoever is not signed in yet has no other way to speak to it.

/**
 * What the server answers, or why it does not, in words.
 * @param {string} path below `/club/` @param {object | null} [body] sent as JSON; null only asks
 * @returns {Promise<{ answer: any, failed: string }>}
 */
export async function ask(path, body = null) {
  try {
    const response = await fetch(`/club/${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : {});
    const answer = await response.json();
    return { answer, failed: response.ok ? '' : String(answer.error || 'The server refused.') };
  } catch {
    return { answer: {}, failed: 'The server cannot be reached just now; try again in a moment.' };
  }
}
