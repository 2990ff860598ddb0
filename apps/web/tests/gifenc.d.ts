declare module 'gifenc' {
  type Encoder = {
    writeFrame(index: Uint8Array, width: number, height: number, options: { palette: number[][]; delay: number }): void;
    finish(): void;
    bytes(): Uint8Array;
  };
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(data: Uint8Array, colours: number): number[][];
    applyPalette(data: Uint8Array, palette: number[][]): Uint8Array;
  };
  export default gifenc;
}
