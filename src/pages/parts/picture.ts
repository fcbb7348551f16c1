import type { ImageRow } from '../../db/tables.ts';
import { licenseOf } from '../../images/license.ts';
import { pictureSources } from '../../images/sources.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import type { View } from '../../records/members.ts';

export interface PictureOptions {
  /** The width in which the page shows it, as the attribute `sizes` tells: `(min-width: 60rem) 40rem, 100vw`. */
  readonly sizes: string;
  /** Pictures that are in sight when a page opens are loaded at once. */
  readonly loading?: 'lazy' | 'eager';
  readonly class?: string;
  /** Whether the text beside it says the same as the picture: it is then silent for screen readers. */
  readonly isDecorative?: boolean;
}

/** Whose an image is: `Foto: Anna Puig · CC BY 4.0`; undefined if nobody has said it. */
export function creditOf({ credit, license: written }: ImageRow): Html | undefined {
  const license = licenseOf(written);
  if (credit === '' && !license) return undefined;
  const name = license?.url
    ? html`<a href="${license.url}" rel="license noopener">${license.name}</a>`
    : license?.name;
  return html`<span class="credit">${credit}${credit && license && ' · '}${name}</span>`;
}

/** An image in the formats and widths that it has, with its alternative text in the language of the page. */
export function picture(
  image: ImageRow,
  view: Pick<View, 'address' | 'config' | 'viewer' | 'textLanguage'>,
  { sizes, loading = 'lazy', class: name, isDecorative = false }: PictureOptions,
): Html {
  const { src, width, height, srcset, webpSrcset, focus, alt, altLanguage } = pictureSources(image, view);
  const text = isDecorative ? html` alt=""` : html` alt="${alt}"${attribute('lang', altLanguage)}`;
  const priority = loading === 'eager' ? html` fetchpriority="high"` : undefined;
  const webp = webpSrcset && html`<source type="image/webp" srcset="${webpSrcset}" sizes="${sizes}">`;
  return html`<picture${attribute('class', name)}>${webp}<img src="${src}" srcset="${srcset}" sizes="${sizes}"
    width="${width}" height="${height}"${text}${attribute('data-focus', focus)} loading="${loading}"${priority} decoding="async"></picture>`;
}
