import type { Db } from '../db/tables.ts';
import { type ContactType, KINDS } from '../kinds.ts';
import { Pacer } from '../lib/pacer.ts';
import { fold } from '../lib/text/search-terms.ts';
import { editable, type Viewer } from '../users/rights.ts';

/** A record of a pair. */
interface NamedRecord {
  readonly id: number;
  readonly name: string;
}

/** More pairs than these nobody looks through at once. */
const MOST = 100;

/** Words that many names have or leave out. */
const SMALL = new Set(
  'a al d da de del dels des du el els en i e et la las le les l los of s the un una y'.split(' '),
);

/** The words of a name that tell it from others. */
const wordsOf = (name: string): string[] =>
  [...new Set(fold(name).match(/[\p{L}\p{N}]+/gu))].filter(word => !SMALL.has(word));

/** A website without what is the same everywhere, and a telephone number as digits: the last nine, without the country. */
const websiteKey = (website: string) => website.toLowerCase().replace(/^https?:\/\/(?:www\.)?|\/+$/g, '');
const phoneKey = (phone: string) => phone.replace(/\D+/g, '').slice(-9);

/**
 * Pairs of records that look alike and that the viewer may edit: of the same name but for small words, unless both name
 * different towns; or with a word in common and the same website or telephone number.
 */
export async function findAlike(
  db: Db,
  type: ContactType,
  viewer: Viewer,
): Promise<(readonly [NamedRecord, NamedRecord])[]> {
  const { table } = KINDS[type];
  const rows = await db
    .selectFrom(table as 'venues')
    .select(['id', 'name', 'website', 'phone'])
    .$if(type === 'venue', query => query.select('city'))
    .where('status', '!=', 'trash')
    .where(editable(viewer, table))
    .orderBy('id')
    .execute();
  const pacer = new Pacer();
  const known = new Map<string, (typeof rows)[number][]>();
  const pairs = new Map<string, readonly [NamedRecord, NamedRecord]>();
  for (const row of rows) {
    await pacer.pause();
    const words = wordsOf(row.name);
    const town = fold(row.city ?? '');
    const keys = [
      [`name ${words.toSorted().join(' ')}`, words.length > 0],
      [`website ${websiteKey(row.website)}`, row.website !== ''],
      [`phone ${phoneKey(row.phone)}`, phoneKey(row.phone).length > 5],
    ] as const;
    for (const [key, isSaid] of keys) {
      if (!isSaid) continue;
      const others = known.getOrInsertComputed(key, () => []);
      // A number that very many have tells nothing.
      for (const other of others.slice(0, 10)) {
        const theirs = fold(other.city ?? '');
        const isSame = key.startsWith('name ')
          ? !town || !theirs || town === theirs
          : wordsOf(other.name).some(word => words.includes(word));
        if (isSame) pairs.set(`${other.id} ${row.id}`, [named(other), named(row)]);
      }
      others.push(row);
    }
    if (pairs.size >= MOST) break;
  }
  return [...pairs.values()];
}

const named = ({ id, name }: NamedRecord): NamedRecord => ({ id, name });
