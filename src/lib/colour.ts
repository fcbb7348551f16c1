import { createRequire } from 'node:module';
import type * as CssColour from './css-colour.ts';

/** A colour of the sRGB space as CSS writes it: `#rrggbb`, in lower case. */
export type Colour = string;

/** Red, green and blue, each from 0 to 1. */
type Channels = Three<number>;

/**
 * Reads a colour as CSS writes it, or its three or six digits without the mark; `alpha` is below 1 if one sees through it.
 * Undefined for anything else.
 */
export function parseColour(text: string): { colour: Colour; alpha: number } | undefined {
  const sent = text.trim();
  const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(sent) ?? [];
  if (digits !== undefined) {
    const all = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
    return { colour: `#${all}`.toLowerCase(), alpha: 1 };
  }
  if (sent.length > LONGEST) return undefined;
  parseCss ??= (createRequire(import.meta.url)('./css-colour.ts') as typeof CssColour).default;
  const found = parseCss(sent);
  return found && { colour: hexOf(found.channels), alpha: found.alpha };
}

/** Loaded with the first colour that is more than digits: it takes 50 ms. */
let parseCss: typeof CssColour.default | undefined;

/** Characters of a colour. */
const LONGEST = 200;

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is easier to read on this colour: one of them always has a contrast of 4.58. */
export const textOn = (colour: Colour): Colour =>
  contrast(colour, BLACK) > contrast(colour, WHITE) ? BLACK : WHITE;

const [BLACK, WHITE] = ['#000000', '#ffffff'] as const;

export const leastContrast = (colour: Colour, backgrounds: readonly Colour[]): number =>
  Math.min(...backgrounds.map(background => contrast(colour, background)));

/**
 * The colour itself if its contrast to each of these backgrounds is enough, otherwise the nearest one that is darker or
 * lighter, of the same hue.
 */
export function readableOn(backgrounds: readonly Colour[], colour: Colour, least: number): Colour {
  const isEnough = (tried: Colour) => leastContrast(tried, backgrounds) >= least;
  if (isEnough(colour)) return colour;
  const [lightness, ...tone] = oklab(channelsOf(colour));
  const end = luminance(backgrounds[0]!) > MIDDLE ? 0 : 1;
  let [near, far] = [lightness, end];
  let found: Colour = end === 0 ? BLACK : WHITE;
  for (let step = 0; step < STEPS; step++) {
    const middle = (near + far) / 2;
    const tried = colourAt(middle, tone);
    if (isEnough(tried)) [far, found] = [middle, tried];
    else near = middle;
  }
  return found;
}

/** The luminance that has the same contrast to black and to white. */
const MIDDLE = 0.179;

/** Halvings of the lightness: 2⁻¹² is less than one step of a channel. */
const STEPS = 12;

/** The colour of a share of one colour over another, in sRGB. */
export function mixed(over: Colour, under: Colour, share: number): Colour {
  const below = channelsOf(under);
  return hexOf(channelsOf(over).map((channel, at) => channel * share + below[at]! * (1 - share)));
}

/** Relative luminance by WCAG 2. */
function luminance(colour: Colour): number {
  const [red, green, blue] = linear(channelsOf(colour));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (colour: Colour): Channels =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as [number, number, number];

const hexOf = (channels: readonly number[]): Colour =>
  `#${channels
    .map(channel =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const linear = (channels: Channels): Channels =>
  eachOf(channels, channel => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));

const encoded = (channels: Channels): Channels =>
  eachOf(channels, channel =>
    channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055,
  );

type Three<Item> = readonly [Item, Item, Item];

const eachOf = <Item>([one, two, three]: Three<Item>, change: (item: Item) => number): Channels => [
  change(one),
  change(two),
  change(three),
];

type Matrix = Three<Channels>;

const times = (matrix: Matrix, [one, two, three]: Channels): Channels =>
  eachOf(matrix, row => row[0] * one + row[1] * two + row[2] * three);

/** Lightness and two axes of tone in Oklab, where hues stay as they are when the lightness changes. */
const oklab = (channels: Channels): Channels =>
  times(TO_LAB, eachOf(times(TO_CONES, linear(channels)), Math.cbrt));

/** The colour of a lightness, with as much of the tone as the screen can show. */
function colourAt(lightness: number, tone: readonly number[]): Colour {
  let share = 1;
  for (;;) {
    const [a, b] = [tone[0]! * share, tone[1]! * share];
    const cones = eachOf(times(FROM_LAB, [lightness, a, b]), cone => cone ** 3);
    const channels = encoded(times(FROM_CONES, cones));
    if (share < 0.01 || channels.every(channel => channel > -MARGIN && channel < 1 + MARGIN))
      return hexOf(channels.map(channel => Math.min(1, Math.max(0, channel))));
    share -= 0.02;
  }
}

/** By which a channel may exceed the screen: less than half a step. */
const MARGIN = 0.002;

// The matrices of Björn Ottosson's Oklab, for linear sRGB.
const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const FROM_LAB: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const FROM_CONES: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];
