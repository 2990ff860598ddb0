// A game as a moving picture (GIF): its positions one after another, and below them who plays and what was played.

import { el } from '../dom.js';
import { GIFEncoder, applyPalette, quantize } from '../../vendor/gifenc.js';
import { createMini } from './mini.js';
import { canvasOf } from './raster.js';

const WIDTH = 480;
const BELOW = 60;
/** How long a position is shown, and the last one, in milliseconds. */
const [TIME, LAST] = [1000, 4000];
/** Colours of a frame. */
const COLOURS = 128;

/**
 * @typedef {object} Moving
 * @property {{ position: string, words: string }[]} frames  positions, and what is written below them
 * @property {string} title
 * @property {boolean} flipped
 */

/**
 * @param {import('../games/view.js').GamePage} page @param {Moving} moving
 * @param {(done: number) => boolean} progress  frames drawn; false ends it
 * @returns {Promise<Blob | null>} null where it was ended
 */
export async function movingPicture(page, { frames, title, flipped }, progress) {
  const { FACE } = await page.face();
  const stage = el('div', { class: 'moving-stage', 'aria-hidden': 'true' });
  document.body.append(stage);
  const gif = GIFEncoder();
  try {
    for (const [at, { position, words }] of frames.entries()) {
      if (!progress(at)) return null;
      const mini = createMini(page, FACE);
      stage.replaceChildren(mini.element);
      const before = frames[at - 1];
      if (before) mini.show(before.position, flipped);
      mini.show(position, flipped);
      const picture = /** @type {SVGSVGElement} */ (mini.element.querySelector('svg'));
      const { canvas, context, height } = await canvasOf(picture, WIDTH, BELOW);
      write(context, height, title, words);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const palette = quantize(data, COLOURS);
      gif.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { palette, delay: at === frames.length - 1 ? LAST : TIME });
    }
  } finally {
    stage.remove();
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}

/** @param {CanvasRenderingContext2D} context @param {number} top @param {string} title @param {string} words */
function write(context, top, title, words) {
  const style = getComputedStyle(document.body);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, top, WIDTH, BELOW);
  context.fillStyle = style.color;
  context.font = `600 16px ${style.fontFamily}`;
  context.fillText(title, 12, top + 24, WIDTH - 24);
  context.font = `16px ${style.fontFamily}`;
  context.fillText(words, 12, top + 47, WIDTH - 24);
}
