import type { OverlayOptions } from 'sharp';
import { type Colour, mixed, textOn } from '../../lib/colour.ts';
import { sharp } from '../sharp.ts';
import { drawable, drawText, placedText, type TextStyle } from './draw-text.ts';
import { type CardMonth, HEIGHT, type PreviewCard, WIDTH } from './preview-card.ts';

const PANEL = 400;
const MARGIN = 56;
const LEFT = PANEL + MARGIN;
const ROOM = WIDTH - LEFT - MARGIN;

const PAPER = '#fdfcf9';
const INK = '#1c1b19';
const MUTED = '#5c5954';
const ALARM = '#b01c1c';

/** Draws a card as a PNG. */
export async function drawCard(card: PreviewCard): Promise<Buffer> {
  const { accent } = card;
  const canvas = new Canvas(WIDTH, HEIGHT, PAPER);
  canvas.rectangle(0, 0, PANEL, HEIGHT, accent);
  canvas.rectangle(LEFT, FOOT - 6, 28, 28, accent);
  const texts = [...(await panel(card, canvas)), ...(await body(card, canvas)), ...(await foot(card))];
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  return sharp(canvas.pixels, { raw }).composite(texts).png({ compressionLevel: 7 }).toBuffer();
}

/** Texts of each kind, in characters: longer ones would not be legible where cards are shown. */
const LONGEST = { title: 140, line: 110, site: 60, part: 30 };

/** The day in large figures, and its month as a grid. */
async function panel({ day, month, accent }: PreviewCard, canvas: Canvas): Promise<OverlayOptions[]> {
  const onAccent = textOn(accent);
  const soft = mixed(onAccent, accent, 0.35);
  const grid = { soft, strong: onAccent, bottom: HEIGHT - MARGIN - 13 };
  if (!day) {
    drawGrid(canvas, month ?? EMPTY, { ...grid, top: MARGIN + 13, radius: 11 });
    return [];
  }
  if (month) drawGrid(canvas, month, { ...grid, top: 408, radius: 6 });
  const width = PANEL - 2 * MARGIN;
  const placed: OverlayOptions[] = [];
  for (const [text, top, height, style] of [
    [day.weekday, MARGIN, 44, { weight: 'bold', sizes: [36, 30, 24] }],
    [day.number, 112, 180, { weight: 'heavy', sizes: [216] }],
    [day.month, 318, 60, { weight: 'bold', sizes: [36, 30, 26, 22] }],
  ] as const) {
    const drawn = await drawText(drawable(text, LONGEST.part), { ...style, colour: onAccent, width, height });
    if (drawn) placed.push(placedText(drawn, MARGIN, top));
  }
  return placed;
}

/** A month without any day that stands out, for lists. */
const EMPTY: CardMonth = { offset: 0, days: 42, first: 1, last: 0 };

interface GridStyle {
  readonly soft: Colour;
  readonly strong: Colour;
  readonly top: number;
  readonly bottom: number;
  /** Of a day that does not stand out. */
  readonly radius: number;
}

/** A dot for each day, in rows of weeks. */
function drawGrid(
  canvas: Canvas,
  { offset, days, first, last }: CardMonth,
  { soft, strong, top, bottom, radius }: GridStyle,
): void {
  const across = (PANEL - 2 * (MARGIN + 13)) / 6;
  const down = (bottom - top) / 5;
  for (let day = 1; day <= days; day++) {
    const place = offset + day - 1;
    const x = Math.round(MARGIN + 13 + (place % 7) * across);
    const y = Math.round(top + Math.floor(place / 7) * down);
    const stands = day >= first && day <= last;
    canvas.disc(x, y, stands ? 13 : radius, stands ? strong : soft);
  }
}

/** The title, and when and where, below each other. */
async function body({ title, notice, lines }: PreviewCard, canvas: Canvas): Promise<OverlayOptions[]> {
  const placed: OverlayOptions[] = [];
  let top = MARGIN + 4;
  if (notice) {
    const drawn = await drawText(drawable(notice, LONGEST.part), { ...NOTICE, width: ROOM - 40 });
    if (drawn) {
      canvas.rectangle(LEFT, top, drawn.width + 40, drawn.height + 32, ALARM);
      placed.push(placedText(drawn, LEFT + 20, top + 16));
      top += drawn.height + 32 + 36;
    }
  }
  const below = lines.length * 58;
  const heading = await drawText(drawable(title, LONGEST.title), {
    ...TITLE,
    height: FOOT - 70 - below - top,
  });
  if (heading) placed.push(placedText(heading, LEFT, top));
  top += (heading?.height ?? 0) + 44;
  for (const [at, line] of lines.entries()) {
    const drawn = await drawText(drawable(line, LONGEST.line), at === 0 ? FIRST_LINE : LINE);
    if (drawn) placed.push(placedText(drawn, LEFT, top));
    top += 58;
  }
  return placed;
}

/** The top of the last line. */
const FOOT = HEIGHT - MARGIN - 22;

async function foot({ site }: PreviewCard): Promise<OverlayOptions[]> {
  const drawn = await drawText(drawable(site, LONGEST.site), { ...LINE, weight: 'bold', width: ROOM - 48 });
  return drawn ? [placedText(drawn, LEFT + 46, FOOT + 8 - drawn.height / 2)] : [];
}

const TITLE = { weight: 'heavy', sizes: [96, 84, 72, 62, 52, 44, 38], colour: INK, width: ROOM } as const;
const LINE: TextStyle = { weight: 'medium', sizes: [34, 30, 26], colour: MUTED, width: ROOM, height: 44 };
const FIRST_LINE: TextStyle = { ...LINE, weight: 'bold', colour: INK };
const NOTICE = { weight: 'bold', sizes: [28, 24], colour: PAPER, height: 34 } as const;

/** Pixels to draw plain shapes on. */
class Canvas {
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
