// The board as pixels: a picture to keep (PNG), and a frame of a moving one.

import { svgOf } from './export.js';

/**
 * Draws a picture as it is shown.
 * @param {SVGSVGElement} picture in the document
 * @param {number} width of the canvas, in pixels
 * @param {number} [below] room for text below the picture, in pixels
 */
export async function canvasOf(picture, width, below = 0) {
  const { width: across, height: down } = picture.viewBox.baseVal;
  const height = Math.round((width * down) / across);
  const image = new Image(width, height);
  // An address of text, not of a blob: a canvas with it can be read in every browser.
  image.src = `data:image/svg+xml,${encodeURIComponent(svgOf(picture))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height + below;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no canvas');
  context.drawImage(image, 0, 0, width, height);
  return { canvas, context, height };
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export function pngOf(canvas) {
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no picture'))), 'image/png'));
}
