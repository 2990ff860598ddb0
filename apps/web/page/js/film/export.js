// Exports of a film: all points as a table (CSV), one as a file of parameters, and frames as a moving picture (APNG).

/** One line for each point: its step and every parameter. @param {import('./values.js').Film} film */
export function csvOf({ parameters, points }) {
  const cell = (/** @type {string} */ text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const head = ['step', ...parameters.map(({ name }) => cell(name))];
  return [head, ...points.map(({ step, values }) => [step, ...values])].map((row) => `${row.join(',')}\n`).join('');
}

/**
 * The values at a point as a file of parameters, as engines and `tesuji tune --start` take it.
 * @param {import('./values.js').Film} film @param {number} at
 */
export function paramsOf({ about, parameters, points }, at) {
  const now = points[at];
  const lines = parameters.map(({ name }, place) => `"${name}" = ${now?.values[place] ?? 0}\n`);
  return `# ${about.title} by tesuji tune --method ${about.method}, seed ${about.seed}, after ${now?.step ?? 0} of ${about.all} steps. What else a file of --start set is not here.\n${lines.join('')}`;
}

/** The check sum of PNG (RFC 2083, appendix 15), by byte. */
const SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

/** A chunk: length, kind, data, check sum. @param {string} kind @param {Uint8Array} data */
function chunk(kind, data) {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set([...kind].map((letter) => letter.charCodeAt(0)), 4);
  bytes.set(data, 8);
  let sum = 0xffffffff;
  for (const byte of bytes.subarray(4, 8 + data.length)) sum = (SUMS[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
  view.setUint32(8 + data.length, (sum ^ 0xffffffff) >>> 0);
  return bytes;
}

/** Whole numbers of four bytes each. @param {...number} numbers */
function fours(...numbers) {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, at) => view.setUint32(4 * at, number));
  return new Uint8Array(view.buffer);
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A picture's rows, without alpha and unfiltered, compressed. @param {ImageData} image */
async function compressed({ data, width, height }) {
  const rows = new Uint8Array(height * (3 * width + 1));
  for (let y = 0, to = 0; y < height; y += 1) {
    to += 1;
    for (let x = 0, from = 4 * y * width; x < width; x += 1, from += 4, to += 3) {
      rows[to] = data[from] ?? 0;
      rows[to + 1] = data[from + 1] ?? 0;
      rows[to + 2] = data[from + 2] ?? 0;
    }
  }
  const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/**
 * A moving picture that begins again at its end (the PNG specification, third edition).
 * @param {number} count of frames @param {(frame: number) => ImageData} draw all of one size
 * @param {(frame: number) => number} time for which a frame is shown, in milliseconds
 */
export async function apng(count, draw, time) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)];
  for (let frame = 0, order = 0; frame < count; frame += 1) {
    const image = draw(frame);
    if (frame === 0) parts.push(chunk('IHDR', joined(fours(image.width, image.height), Uint8Array.of(8, 2, 0, 0, 0))), chunk('acTL', fours(count, 0)));
    const milliseconds = Math.round(time(frame));
    parts.push(chunk('fcTL', joined(fours(order, image.width, image.height, 0, 0), Uint8Array.of(milliseconds >> 8, milliseconds & 255, 3, 232, 0, 0))));
    order += 1;
    const data = await compressed(image);
    parts.push(frame === 0 ? chunk('IDAT', data) : chunk('fdAT', joined(fours(order), data)));
    order += frame === 0 ? 0 : 1;
  }
  parts.push(chunk('IEND', new Uint8Array(0)));
  return new Blob(parts, { type: 'image/png' });
}
