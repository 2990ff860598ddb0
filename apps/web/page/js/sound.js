// A soft knock for each turn, made here: nothing is fetched. Off unless switched on.

import { readSetting } from './settings.js';

/** @type {AudioContext | null} */
let audio = null;

/** @param {number} pitch @param {number} at */
function knock(pitch, at) {
  if (!audio) return;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.08);
  loudness.gain.setValueAtTime(0.25, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.13);
}

/** @param {import('./store.js').Store} store */
export function createSound(store) {
  store.subscribe(({ game }, before) => {
    if (!game || before.game?.id !== game.id || game.history.length <= before.game.history.length || readSetting('sound') !== 'on') return;
    audio ??= new AudioContext();
    const now = audio.currentTime + 0.01;
    knock(game.ending ? 330 : 220, now);
    if (game.ending) knock(494, now + 0.14);
  });
}
