import { safeFileName } from '../../images/file-name.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { plainText } from '../../lib/text/text.ts';
import type { NamedFacts } from './facts.ts';

/** The lines by which a venue, an organizer or a term is recognised, as the store or a site has them; '' for none. */
export interface NamedLines {
  readonly name: string;
  readonly address?: string;
  readonly city?: string;
  readonly zip?: string;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly email?: string;
  readonly slug?: string | null;
}

/** What tells which record of the other site this one is. */
export function namedFacts(lines: NamedLines): NamedFacts {
  const { name, address = '', city = '', zip = '', latitude, longitude, email = '', slug = '' } = lines;
  const street = words(address);
  const hasPlace =
    typeof latitude === 'number' && typeof longitude === 'number' && (latitude !== 0 || longitude !== 0);
  const marks = {
    name: words(name),
    address: street && `${street}, ${words(zip) || words(city)}`,
    coordinates: hasPlace ? `${latitude.toFixed(DIGITS)} ${longitude.toFixed(DIGITS)}` : '',
    'e-mail address': email.trim().toLowerCase(),
    slug: slug ?? '',
  };
  return {
    title: name,
    marks: new Map(Object.entries(marks).filter(([, mark]) => mark !== '')),
    town: words(city),
  };
}

/** Ten metres: sites copy coordinates, and some round them. */
const DIGITS = 4;

/** A text without case, accents and punctuation. */
const words = (text: string): string =>
  fold(plainText(text))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * What the files of a picture are called on each site: without their extension, the size of a smaller copy, and what
 * sites append to large ones.
 */
export const pictureName = (address: string): string =>
  address === '' ? '' : safeFileName(address).replace(/(-scaled)?(-\d{2,5}x\d{2,5})?(-scaled)?$/, '');
