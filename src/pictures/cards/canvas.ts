import type { Colour } from '../../lib/colour.ts';

/** Pixels to draw plain shapes on. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel. */
  readonly pixels: Buffer;

  constructor(width: number, height: number, colour: Colour) {
    this.width = width;
    this.height = height;
    this.pixels = Buffer.alloc(width * height * 3, bytesOf(colour));
  }

  rectangle(left: number, top: number, width: number, height: number, colour: Colour): void {
    const row = Buffer.alloc(width * 3, bytesOf(colour));
    for (let y = top; y < top + height; y++) row.copy(this.pixels, (y * this.width + left) * 3);
  }

  /** A disc with smooth edges. */
  disc(x: number, y: number, radius: number, colour: Colour): void {
    const reach = Math.ceil(radius) + 1;
    const bytes = bytesOf(colour);
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx, dy)));
        if (cover > 0) this.#blend(x + dx, y + dy, bytes, cover);
      }
  }

  #blend(x: number, y: number, colour: Buffer, cover: number): void {
    const at = (y * this.width + x) * 3;
    for (const part of [0, 1, 2] as const) {
      const under = this.pixels[at + part]!;
      this.pixels[at + part] = Math.round(under + (colour[part]! - under) * cover);
    }
  }
}

/** Red, green and blue. */
const bytesOf = (colour: Colour): Buffer => Buffer.from(colour.slice(1), 'hex');
