import { basename } from 'node:path';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { bare, documentBase } from '../../intake/identity.ts';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { calendarAddress } from '../calendar/source.ts';

/** Stands for all records of this store, wherever they come from. */
export const HERE = 'here';

/** What the identities of the first site's records begin with; undefined for all records here. */
export type FirstBases = readonly string[] | undefined;

/**
 * Finds what was imported from a source: a site, a page of it, a calendar, a file, or what reports call it. The address
 * of this site, as the word `here`, means all records.
 * @throws SourceError if nothing was imported from it
 */
export async function firstBases(db: Db, { SITE_URL }: Config, source: string): Promise<FirstBases> {
  const own = SITE_URL ? placesOf(new URL(SITE_URL))[0] : undefined;
  const places = possible(source);
  for (const place of places) {
    const bases = await basesAt(db, place);
    if (bases.length > 0) return bases;
  }
  if (source === HERE || (own !== undefined && places.includes(own))) return undefined;
  throw new SourceError(because('nothing_from', { source }));
}

/** What a source may be called in identities, the likeliest first. */
function possible(source: string): string[] {
  if (source === HERE) return [];
  const subscribed = calendarAddress(source);
  const url = URL.parse(subscribed ?? source);
  if (!url || !/^https?:$/.test(url.protocol)) return [source, `file:${basename(source)}`];
  return [documentBase('ical', url), ...placesOf(url)];
}

/** Host and path of an address, and those above it: the site of a page is one of them. */
function placesOf({ host, pathname }: URL): string[] {
  const segments = pathname.split('/').filter(Boolean);
  return [...segments.keys(), segments.length]
    .map(count => [host, ...segments.slice(0, count)].join('/'))
    .reverse();
}

/** The bases of what was imported from a place, with or without `www.`, also of what the site says of other ones. */
async function basesAt(db: Db, place: string): Promise<string[]> {
  const names = [...new Set([place, bare(place), `www.${bare(place)}`])];
  const found: string[] = [];
  for (const base of names) if (await isKnown(db, base)) found.push(base);
  return found;
}

async function isKnown(db: Db, base: string): Promise<boolean> {
  for (const [from, to] of rangesOf(base)) {
    const rows = db
      .selectFrom('imported')
      .select('source')
      .where('source', '>=', from)
      .where('source', '<', to);
    if (await rows.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** The keys of all records of a base, each from and below: an id follows `?`, a name or slug `#`. */
export const rangesOf = (base: string): readonly (readonly [string, string])[] => [
  [`${base}?`, `${base}@`],
  [`${base}#`, `${base}$`],
];
