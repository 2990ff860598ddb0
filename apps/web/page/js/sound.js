// Sounds, made here: nothing is fetched. On from the first touch, muted with one press, and each has a twin that is seen.

import { setAttribute, svg } from './dom.js';
import { gameNamed } from './games/index.js';
import { isPerson } from './position.js';
import { readSetting, writeSetting } from './settings.js';

/** @typedef {'move' | 'capture' | 'check' | 'low' | 'tick' | 'win' | 'draw' | 'loss' | 'refused' | 'begin'} Kind */
/** @typedef {{ from: number, to?: number, at?: number, lasts: number, loud?: number, wave?: OscillatorType }} Tone  in hertz and seconds */

/** Notes of the tempered scale. */
const [E4, A4, C4, C5, E5] = [329.6, 440, 261.6, 523.3, 659.3];
/** @type {Record<Kind, Tone[]>} */
const TONES = {
  move: [{ from: 220, to: 110, lasts: 0.08 }],
  capture: [{ from: 220, to: 110, lasts: 0.08 }, { from: 150, to: 70, lasts: 0.12, loud: 0.3 }],
  check: [{ from: 220, to: 110, lasts: 0.08 }, { from: 880, lasts: 0.06, loud: 0.08, wave: 'sine' }],
  low: [{ from: 900, lasts: 0.04, loud: 0.15 }, { from: 900, at: 0.14, lasts: 0.04, loud: 0.15 }],
  tick: [{ from: 1200, lasts: 0.02, loud: 0.06 }],
  begin: [{ from: E4, lasts: 0.25, loud: 0.12 }, { from: A4, at: 0.12, lasts: 0.3, loud: 0.12 }],
  win: [A4, C5, E5].map((from, index) => ({ from, at: 0.13 * index, lasts: 0.3, loud: 0.12 })),
  draw: [A4, A4].map((from, index) => ({ from, at: 0.16 * index, lasts: 0.25, loud: 0.1 })),
  loss: [E4, C4].map((from, index) => ({ from, at: 0.18 * index, lasts: 0.3, loud: 0.1 })),
  refused: [{ from: 90, lasts: 0.06, loud: 0.2 }],
};
/** When a clock is low, and when each second is told, in milliseconds. */
const LOW = 20_000;
const LAST = 10_000;

export const soundIsOn = () => readSetting('sound') !== 'off';

/** The button that mutes. @param {HTMLElement} button @returns {() => void} what a key does, too */
export function createSoundSwitch(button) {
  const waves = svg('path', { d: 'M16 8 Q19 12 16 16 M18.5 5.5 Q23 12 18.5 18.5' });
  button.append(svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: 'M4 9.5 H8 L13 5 V19 L8 14.5 H4 Z' }), waves));
  function show() {
    setAttribute(waves, 'd', soundIsOn() ? 'M16 8 Q19 12 16 16 M18.5 5.5 Q23 12 18.5 18.5' : 'M17 9 L22 15 M22 9 L17 15');
    setAttribute(button, 'aria-pressed', soundIsOn() ? 'true' : 'false');
    button.title = soundIsOn() ? 'Sound: on' : 'Sound: off';
  }
  const toggle = () => {
    writeSetting('sound', soundIsOn() ? 'off' : 'on');
    show();
  };
  button.addEventListener('click', toggle);
  show();
  return toggle;
}

/** @type {AudioContext | null} */
let audio = null;

/** @param {Kind} kind */
function play(kind) {
  // Before the first touch a browser lets nothing sound, and complains.
  if (!soundIsOn() || document.hidden || !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  const now = audio.currentTime + 0.01;
  for (const { from, to = from, at = 0, lasts, loud = 0.22, wave = 'triangle' } of TONES[kind]) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(from, now + at);
    tone.frequency.exponentialRampToValueAtTime(to, now + at + lasts);
    loudness.gain.setValueAtTime(loud, now + at);
    loudness.gain.exponentialRampToValueAtTime(0.001, now + at + lasts + 0.04);
    tone.connect(loudness).connect(audio.destination);
    tone.start(now + at);
    tone.stop(now + at + lasts + 0.05);
  }
  document.dispatchEvent(new CustomEvent('tesuji-sound', { detail: kind }));
}

/** The sound of the last turn. @param {import('../../messages.js').Game} game @returns {Kind} */
function heardOf(game) {
  if (game.ending) {
    const sides = Object.keys(game.players).filter((side) => isPerson(game, side));
    if (game.ending.winner === null) return 'draw';
    return sides.length === 1 && sides[0] !== game.ending.winner ? 'loss' : 'win';
  }
  const last = game.history.at(-1);
  const before = game.history.at(-2)?.position ?? game.start;
  return gameNamed(game.game)?.event?.(last?.turn ?? '', before, game.position) ?? 'move';
}

/** @param {import('./store.js').Store} store */
export function createSound(store) {
  /** The game that is heard. */
  let known = '';
  store.subscribe(({ game, refusal }, before) => {
    if (refusal && refusal !== before.refusal) play('refused');
    if (!game) return;
    if (known !== game.id || before.game?.id !== game.id) {
      known = game.id;
      if (game.history.length === 0 && !game.ending) play('begin');
      return;
    }
    if (game.history.length > before.game.history.length || (game.ending && !before.game.ending)) play(heardOf(game));
  });

  let left = Infinity;
  setInterval(() => {
    const { game, gameTold } = store.get();
    if (!game?.clock?.running || !isPerson(game, game.side)) {
      left = Infinity;
      return;
    }
    const now = (game.clock.left[game.side] ?? 0) - (performance.now() - gameTold);
    if (now < LOW && left >= LOW && left !== Infinity) play('low');
    else if (now > 0 && now < LAST && Math.floor(now / 1000) !== Math.floor(left / 1000) && left < LOW) play('tick');
    left = now;
  }, 200);
}
