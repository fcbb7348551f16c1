import { type Colour, leastContrast, mixed, readableOn, textOn } from '../lib/colour.ts';

/** The colours that follow from ACCENT_COLOR. */
export interface Accent {
  /** The colour itself, for surfaces, and the text on it. */
  readonly brand: Colour;
  readonly onBrand: Colour;
  readonly light: SchemeAccent;
  readonly dark: SchemeAccent;
}

interface SchemeAccent {
  /** For links and text: readable on every background of the pages. */
  readonly accent: Colour;
  /** A faint surface. */
  readonly soft: Colour;
  /** The least contrast of ACCENT_COLOR itself to the backgrounds. */
  readonly contrast: number;
}

/** The backgrounds on which pages have text, as the stylesheet sets them: the plain one first. */
export const BACKGROUNDS = [
  { name: 'background', light: '#fdfcf8', dark: '#16171a' },
  { name: 'surface', light: '#f5f2ea', dark: '#1f2125' },
  { name: 'raised', light: '#ffffff', dark: '#26292e' },
] as const;

/** The least contrast of text by WCAG 2.2 AA. */
const LEAST_CONTRAST = 4.5;

/** The share of the accent colour in a faint surface. */
const SOFT = 0.12;

export function accentOf(brand: Colour): Accent {
  const inScheme = (scheme: 'light' | 'dark'): SchemeAccent => {
    const plain = BACKGROUNDS.map(background => background[scheme]);
    const soft = mixed(brand, BACKGROUNDS[0][scheme], SOFT);
    const backgrounds = [...plain, soft];
    return {
      accent: readableOn(backgrounds, brand, LEAST_CONTRAST),
      ...{ soft, contrast: leastContrast(brand, backgrounds) },
    };
  };
  return { brand, onBrand: textOn(brand), light: inScheme('light'), dark: inScheme('dark') };
}

/** The colours as custom properties, which override those of the stylesheet. */
export const accentStyles = ({ brand, onBrand, light, dark }: Accent): string => `:root {
  --brand: ${brand};
  --on-brand: ${onBrand};
  --accent: light-dark(${light.accent}, ${dark.accent});
  --on-accent: light-dark(${textOn(light.accent)}, ${textOn(dark.accent)});
  --accent-soft: light-dark(${light.soft}, ${dark.soft});
}
`;

/** The warning about a colour that cannot be read on light pages; undefined for one that can. */
export function contrastFault({ brand, light, dark }: Accent): string | undefined {
  if (light.contrast >= LEAST_CONTRAST) return undefined;
  const found = light.contrast.toFixed(2);
  return `ACCENT_COLOR: ${brand} has a contrast of ${found}:1 to light pages, and text needs ${LEAST_CONTRAST}:1. Links and text are ${light.accent} on light pages and ${dark.accent} on dark ones; surfaces keep the colour.`;
}
