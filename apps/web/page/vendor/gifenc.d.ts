export type Encoder = {
  writeFrame(index: Uint8Array, width: number, height: number, options: { palette?: number[][]; delay: number; repeat?: number }): void;
  finish(): void;
  bytes(): Uint8Array<ArrayBuffer>;
};
export function GIFEncoder(): Encoder;
export function quantize(data: Uint8Array | Uint8ClampedArray, colours: number): number[][];
export function applyPalette(data: Uint8Array | Uint8ClampedArray, palette: number[][]): Uint8Array;
