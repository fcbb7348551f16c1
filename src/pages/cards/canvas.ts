/** A colour as `[red, green, blue]`, each from 0 to 255. */
export type Colour = readonly [number, number, number];

/** `#1a2b3c` as a colour. */
export const colourOf = (hex: string): Colour => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

export const hexOf = (colour: Colour): string =>
  `#${colour.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The colour with so much of another one, from 0 to 1. */
export const mixed = (colour: Colour, other: Colour, share: number): Colour => {
  const part = (at: 0 | 1 | 2) => colour[at] + (other[at] - colour[at]) * share;
  return [part(0), part(1), part(2)];
};

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Pixels to draw plain shapes on. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel. */
  readonly pixels: Buffer;

  constructor(width: number, height: number, colour: Colour) {
    this.width = width;
    this.height = height;
    this.pixels = Buffer.alloc(width * height * 3, Buffer.from(colour));
  }

  rectangle(left: number, top: number, width: number, height: number, colour: Colour): void {
    const row = Buffer.alloc(width * 3, Buffer.from(colour));
    for (let y = top; y < top + height; y++) row.copy(this.pixels, (y * this.width + left) * 3);
  }

  /** A disc with smooth edges. */
  disc(x: number, y: number, radius: number, colour: Colour): void {
    const reach = Math.ceil(radius) + 1;
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx, dy)));
        if (cover > 0) this.#blend(x + dx, y + dy, colour, cover);
      }
  }

  #blend(x: number, y: number, colour: Colour, cover: number): void {
    const at = (y * this.width + x) * 3;
    for (const part of [0, 1, 2] as const) {
      const under = this.pixels[at + part]!;
      this.pixels[at + part] = Math.round(under + (colour[part] - under) * cover);
    }
  }
}
