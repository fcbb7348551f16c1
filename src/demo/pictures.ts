import type { DemoTexts } from './town.ts';

const [WIDTH, HEIGHT] = [1600, 900];

/** Draws shapes between these two colours; `any` gives numbers from 0 to 1, the same in each run. */
type Drawing = { colours: [string, string]; draw(any: () => number): string };

const repeat = (count: number, shape: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => shape(at)).join('');

/** Lines that swing across the picture, below each other. */
const waves = (count: number, colour: string, filled: boolean) => (any: () => number) =>
  repeat(count, at => {
    const y = (HEIGHT * (at + 2)) / (count + 2);
    const [high, low] = [y - 40 - 60 * any(), y + 40 + 60 * any()];
    const curve = `M0 ${y} C 400 ${high} 600 ${low} 900 ${y} S 1300 ${high} 1600 ${y - 20}`;
    return filled
      ? `<path d="${curve} V ${HEIGHT} H 0 Z" fill="${colour}" opacity="${0.14 + at / 40}"/>`
      : `<path d="${curve}" fill="none" stroke="${colour}" stroke-width="${2 + 3 * any()}" opacity=".6"/>`;
  });

const circles = (count: number, colour: string, most: number) => (any: () => number) =>
  repeat(
    count,
    () =>
      `<circle cx="${WIDTH * any()}" cy="${HEIGHT * any()}" r="${most * any() ** 2 + 3}" fill="${colour}" opacity="${0.15 + 0.55 * any()}"/>`,
  );

const bars = (count: number, colours: string[]) => (any: () => number) =>
  repeat(count, at => {
    const [width, height] = [WIDTH / count, HEIGHT * (0.3 + 0.55 * any())];
    const colour = colours[at % colours.length]!;
    return `<rect x="${at * width + 4}" y="${HEIGHT - height}" width="${width - 8}" height="${height}" rx="6" fill="${colour}"/>`;
  });

const both =
  (...drawings: ((any: () => number) => string)[]) =>
  (any: () => number) =>
    drawings.map(draw => draw(any)).join('');

const moon = () => '<circle cx="1220" cy="230" r="110" fill="#fdf3d0" opacity=".95"/>';

const arches = () =>
  repeat(5, at => {
    const x = 60 + at * 300;
    return `<path d="M${x} 900 V 470 a120 120 0 0 1 240 0 V 900 Z" fill="#5b2a1a" opacity=".55"/>`;
  });

const drawings: Record<string, Drawing> = {
  sea: { colours: ['#9be0e8', '#0b5c86'], draw: waves(9, '#063a5c', true) },
  strings: {
    colours: ['#f7c873', '#a8322d'],
    draw: both(waves(14, '#fff1d6', false), circles(9, '#fff1d6', 70)),
  },
  jazz: { colours: ['#2b1a52', '#d1495b'], draw: both(circles(26, '#ffd166', 150), waves(6, '#fff', false)) },
  waves: { colours: ['#e9c9a0', '#8a5a34'], draw: waves(16, '#5c3718', true) },
  books: {
    colours: ['#fdf0d5', '#f4b860'],
    draw: bars(22, ['#c1121f', '#003049', '#669bbc', '#780000', '#2a9d8f', '#e9c46a']),
  },
  night: {
    colours: ['#0d1b3e', '#3f5c94'],
    draw: both(circles(110, '#fff', 7), moon, waves(5, '#071029', true)),
  },
  stage: { colours: ['#7b1e2b', '#2a0a12'], draw: bars(18, ['#a4303f', '#8c2635', '#74202d']) },
  square: { colours: ['#f8d9a0', '#e08e45'], draw: both(circles(5, '#fff', 160), arches) },
  market: { colours: ['#e7f0c3', '#6a994e'], draw: circles(80, '#bc4749', 85) },
  festival: {
    colours: ['#ffd166', '#ef476f'],
    draw: both(
      circles(34, '#fff', 130),
      bars(30, ['#118ab2', '#073b4c', '#06a77d']),
      circles(40, '#ffd166', 9),
    ),
  },
  late: {
    colours: ['#10002b', '#5a189a'],
    draw: both(circles(70, '#fff', 6), bars(24, ['#ff9e00', '#c77dff'])),
  },
  dance: {
    colours: ['#d8f3dc', '#2d6a4f'],
    draw: both(waves(18, '#ffb703', false), circles(12, '#fb8500', 110)),
  },
  story: { colours: ['#ffd6e0', '#7b6cf6'], draw: both(circles(40, '#fff', 120), waves(4, '#4b3fc4', true)) },
};

export const pictureNames = Object.keys(drawings);

/** Those of which only the middle is seen, as on a poster of 1080 × 1440. */
const POSTERS: ReadonlySet<string> = new Set(['jazz', 'story', 'festival', 'late', 'dance']);

/** What crops keep, in percent: the moon. */
export const focalPoints: Record<string, { x: number; y: number }> = { night: { x: 76, y: 26 } };

/** A picture of 1600 × 900, or a poster, made of a gradient and shapes. It is the same each time. */
export function svgOf(name: string): string {
  const { colours, draw } = drawings[name]!;
  const stops = colours.map((colour, at) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
  const size = POSTERS.has(name)
    ? 'width="1080" height="1440" viewBox="462 0 675 900"'
    : `width="${WIDTH}" height="${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>
    <linearGradient id="ground" x2="0.35" y2="1">${stops}</linearGradient>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>${draw(generator(1, name))}</svg>`;
}

export const altTexts: Record<string, DemoTexts> = {
  sea: ['Onades blaves', 'Blue waves', 'Vagues bleues', 'Olas azules'],
  strings: [
    'Cordes clares sobre un fons de posta de sol',
    'Pale strings on a sunset',
    'Cordes claires sur fond de couchant',
    'Cuerdas claras sobre una puesta de sol',
  ],
  jazz: [
    'Llums daurats en la nit',
    'Golden lights at night',
    'Lumières dorées dans la nuit',
    'Luces doradas en la noche',
  ],
  waves: ['Capes de suro', 'Layers of cork', 'Couches de liège', 'Capas de corcho'],
  books: [
    'Lloms de llibres de colors',
    'Colourful spines of books',
    'Dos de livres colorés',
    'Lomos de libros de colores',
  ],
  night: [
    'Lluna i estrelles sobre el mar',
    'Moon and stars above the sea',
    'Lune et étoiles au-dessus de la mer',
    'Luna y estrellas sobre el mar',
  ],
  stage: ['Teló vermell', 'Red curtain', 'Rideau rouge', 'Telón rojo'],
  square: ['Voltes de la plaça', 'Arcades of the square', 'Arcades de la place', 'Soportales de la plaza'],
  market: ['Fruita madura', 'Ripe fruit', 'Fruits mûrs', 'Fruta madura'],
  festival: [
    'Barres blaves i verdes amb confeti',
    'Blue and green bars with confetti',
    'Barres bleues et vertes avec confettis',
    'Barras azules y verdes con confeti',
  ],
  late: [
    'Barres liles i taronges en la nit',
    'Purple and orange bars at night',
    'Barres violettes et orange dans la nuit',
    'Barras lilas y naranjas en la noche',
  ],
  dance: ['Cintes grogues', 'Yellow ribbons', 'Rubans jaunes', 'Cintas amarillas'],
  story: [
    'Bombolles sobre turons',
    'Bubbles above hills',
    'Bulles au-dessus des collines',
    'Burbujas sobre colinas',
  ],
};

/** Numbers from 0 to 1, determined by seed and name. */
export function generator(seed: number, name: string): () => number {
  let state = seed;
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
