import type { ImageRow } from '../db/tables.ts';
import type { Language } from '../i18n/language.ts';
import type { View } from '../records/members.ts';
import { inLanguage, languageOfText, type TextView } from '../records/translations/in-language.ts';
import { focalPoint, imageUrl, type StoredSize, sizesOf } from './image.ts';
import { webpName } from './webp.ts';

/** An image as a page shows it: its files in several widths, and its alternative text. */
export interface PictureSources {
  /** The path of the file for a browser that does not choose among several; the width and height are those of this file. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly srcset: string;
  /** The same files in WebP; empty if the image has no WebP form. */
  readonly webpSrcset: string;
  /** The point that crops keep, unless it is the middle: `30% 87%`. */
  readonly focus: string | undefined;
  /** Empty if the image has no text. */
  readonly alt: string;
  /** The language of that text, if it is not that of the page. */
  readonly altLanguage: Language | undefined;
}

/** The files of an image for a page, and its alternative text in the language of the page. */
export function pictureSources(
  image: ImageRow,
  view: Pick<View, 'address' | 'config' | 'viewer' | 'textLanguage'>,
): PictureSources {
  const files = filesByWidth(image);
  const { x, y } = focalPoint(image);
  const plain = files.findLast(({ width }) => width <= PLAIN) ?? files[0]!;
  const srcset = (nameOf: (file: string) => string | undefined): string =>
    files
      .flatMap(({ file, width }) => {
        const name = nameOf(file);
        return name === undefined ? [] : `${pathOf({ file: name }, view)} ${width}w`;
      })
      .join(', ');
  return {
    ...{ src: pathOf(plain, view), width: plain.width, height: plain.height },
    ...{ srcset: srcset(file => file), webpSrcset: srcset(webpName) },
    ...{ focus: x === 50 && y === 50 ? undefined : `${x}% ${y}%`, ...altOf(image, view) },
  };
}

/** Pages load files from wherever they come themselves, also under another host than that of SITE_URL. */
const pathOf = (file: Pick<StoredSize, 'file'>, view: Parameters<typeof imageUrl>[1]): string =>
  new URL(imageUrl(file, view)).pathname;

/** The widest file that a browser without `srcset` loads. */
const PLAIN = 1024;

/** The file of an image for previews of links, if networks are likely to show it. */
export function previewFile(image: ImageRow, view: Parameters<typeof pictureSources>[1]) {
  const file = filesByWidth(image).findLast(({ width }) => width <= PREVIEW) ?? image;
  const isShown = image.extension !== 'avif' && Math.min(file.width, file.height) >= SMALLEST;
  const { width, height } = file;
  const { alt } = altOf(image, view);
  return isShown ? { url: imageUrl(file, view), width, height, mime: image.mime, alt } : undefined;
}

/** Pixels. Networks refuse smaller pictures, and some refuse files of the bytes that larger ones may have. */
const SMALLEST = 200;
const PREVIEW = 1536;

/** The files that show the whole image, the narrowest first. The sizes of a GIF stand still; the GIF may move. */
function filesByWidth(image: ImageRow): Pick<StoredSize, 'file' | 'width' | 'height'>[] {
  const { thumbnail, ...sizes } = sizesOf(image);
  const scaled = Object.values(sizes);
  const files = image.extension === 'gif' && scaled.length > 0 ? scaled : [...scaled, image];
  const byWidth = new Map(files.map(file => [file.width, file]));
  return [...byWidth.values()].sort((a, b) => a.width - b.width);
}

function altOf(image: ImageRow, view: TextView & Pick<View, 'config'>) {
  const { alt_text: alt } = inLanguage(image, view);
  const language = languageOfText(image, 'alt_text', view);
  const ofPage = view.textLanguage ?? view.config.LANGUAGE;
  return { alt, altLanguage: alt !== '' && language !== ofPage ? language : undefined };
}
