import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { OutOfBounds } from '../lib/open-within.ts';
import { FORMATS, sniff } from '../pictures/formats.ts';
import { inPictureProcess } from '../pictures/picture-queue.ts';
import { logoBounds, siteBounds, siteFolder } from './bounds.ts';
import { isSiteFileName, type SiteFile, siteFile, statOf } from './files.ts';

/** A picture of the operator, and how large the header shows it. */
export interface Logo {
  readonly file: SiteFile;
  /** Pixels of CSS. */
  readonly width: number;
  readonly height: number;
}

/** The logo, and the one for dark pages: `logo.svg` and `logo-dark.svg` beside it. */
export interface Logos {
  readonly light: Logo;
  readonly dark: Logo | undefined;
}

/** The room for a logo in the header, in pixels of CSS. */
const [MAX_WIDTH, MAX_HEIGHT] = [240, 56];

const MAX_BYTES = 2_000_000;

/**
 * Reads SITE_LOGO: a file in the folder of the site, or elsewhere by its path. Undefined if there is none.
 * @throws ConfigError if it is no picture
 */
export async function readLogos(config: Pick<Config, 'SITE_LOGO' | 'DATA_DIR'>): Promise<Logos | undefined> {
  const { SITE_LOGO } = config;
  if (SITE_LOGO === '') return undefined;
  const path = logoPath(config);
  const light = await logoAt(path, config);
  if (!light) throw refused(`a file that exists, not "${path}"`);
  return { light, dark: await logoAt(join(dirname(path), darkName(path)), config) };
}

const refused = (expected: string) => new ConfigError(`SITE_LOGO: expected ${expected}`);

/** A picture among those of the records, which /admin has stored: `images/KEY/logo.png`; undefined for another file. */
export const storedPicture = (logo: string): string | undefined =>
  /^images\/[a-f\d]{24}\/[a-z\d-]+\.[a-z]+$/.exec(logo)?.[0];

/** Where the file is that SITE_LOGO names. */
export const logoPath = ({ SITE_LOGO, DATA_DIR }: Pick<Config, 'SITE_LOGO' | 'DATA_DIR'>): string =>
  storedPicture(SITE_LOGO) ? join(DATA_DIR, SITE_LOGO) : resolve(siteFolder({ DATA_DIR }), SITE_LOGO);

const darkName = (path: string): string => basename(path).replace(/(\.\w+)$/, '-dark$1');

async function logoAt(path: string, config: Pick<Config, 'DATA_DIR'>): Promise<Logo | undefined> {
  const found = await statOf(path);
  if (!found) return undefined;
  const stored = storedPicture(relative(resolve(config.DATA_DIR), path));
  const name = stored ?? relative(resolve(siteFolder(config)), path);
  const isInFolder = stored === undefined && isSiteFileName(name);
  const bounds = () => (isInFolder ? siteBounds(config) : logoBounds(path, config));
  const file = siteFile(isInFolder || stored ? name : basename(path), path, found, bounds);
  if (!isSiteFileName(file.name))
    throw refused(`a name of letters, digits, "-", "_" and ".", not "${file.name}"`);
  if (file.size > MAX_BYTES) throw refused(`a file of at most ${MAX_BYTES} bytes, not ${file.size}: ${path}`);
  const content = await file.read().catch(error => {
    throw error instanceof OutOfBounds ? refused(`a file that no link leads elsewhere: ${path}`) : error;
  });
  const size = await sizeOf(content, path);
  if (!size) throw refused(`an SVG, PNG, WebP or JPEG with a size: ${path}`);
  const scale = Math.min(MAX_WIDTH / size.width, MAX_HEIGHT / size.height);
  return {
    file,
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture of the kind that its name says; undefined if it is of no such kind. */
async function sizeOf(bytes: Buffer, path: string): Promise<Size | undefined> {
  if (/\.svg$/i.test(path)) return sizeOfSvg(bytes.toString('utf8'));
  const extension = /\.(\w+)$/.exec(path.toLowerCase())?.[1]?.replace('jpeg', 'jpg');
  if (extension === undefined || extension !== sniff(bytes) || !(extension in FORMATS)) return undefined;
  const { value } = await inPictureProcess('pages', run => run('measure', {}, bytes));
  return value;
}

/** The size of an SVG: its own, otherwise that of its view box. */
export function sizeOfSvg(text: string): Size | undefined {
  const root = /<svg\b[^>]*>/i.exec(text.replace(/<!--[\s\S]*?-->/g, ''))?.[0];
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root ?? '')?.[1];
  const length = (name: string) => Number(/^\s*(\d*\.?\d+)\s*(?:px)?\s*$/.exec(attribute(name) ?? '')?.[1]);
  const [, , boxWidth, boxHeight] = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const own = { width: length('width'), height: length('height') };
  const box = { width: boxWidth ?? 0, height: boxHeight ?? 0 };
  return [own, box].find(({ width, height }) => width > 0 && height > 0);
}
