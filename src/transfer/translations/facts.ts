import type { Language } from '../../i18n/language.ts';
import { safeFileName } from '../../images/file-name.ts';
import type { Identity } from '../../intake/identity.ts';
import type { ImportPlan } from '../../intake/plans/plan.ts';
import type { LinkedType } from '../../kinds.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { plainText } from '../../lib/text/text.ts';

/** What pairs an event with one of another site. Keys name records: ids here, identities at the second site. */
export interface EventFacts<Key> extends Readonly<Record<LinkedType, readonly Key[]>> {
  readonly title: string;
  /** The title without case and accents. */
  readonly folded: string;
  /** Instants in epoch seconds. */
  readonly start: number;
  readonly end: number;
  /** Whether it is a series: its occurrences are other events. */
  readonly repeats: boolean;
  /** The name of its picture's file; '' for none. */
  readonly picture: string;
}

/** What pairs a venue, an organizer or a term with one of another site. */
export interface NamedFacts {
  readonly title: string;
  /** What two records have in common only if they are the same, such as a name or an address, by kind. */
  readonly marks: ReadonlyMap<string, string>;
  /** The town of a venue, folded: two towns may have a venue of the same name. */
  readonly town?: string;
}

export interface SiteFacts<Key> extends Readonly<Record<LinkedType, ReadonlyMap<Key, NamedFacts>>> {
  readonly event: ReadonlyMap<Key, EventFacts<Key>>;
}

/** A record here, and what has shown that it is the same. */
export interface RecordPair {
  readonly id: number;
  readonly by: readonly string[];
}

/** The pairs of one type, by the key of the record at the second site. */
export type Pairs = Map<string, RecordPair>;

export type PairsOfTypes = Readonly<Record<ImportPlan['type'], Pairs>>;

/** Records here that match a record of the second site equally well, by its key. */
export type Rivals = ReadonlyMap<string, readonly number[]>;

/**
 * The identity under which an import remembers which record here has the texts of a record of the second site. An
 * import of that site without `--translations-of` does not know it, and makes records of its own.
 */
export const translationKey = (language: Language, { key }: Pick<Identity, 'key'>): string =>
  `translation:${language}:${key}`;

/** All such identities, from and below: `;` follows `:`. */
export const translationRange = (language: Language): readonly [string, string] => [
  `translation:${language}:`,
  `translation:${language};`,
];

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

/** What pairs this record with one of the other site. */
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
