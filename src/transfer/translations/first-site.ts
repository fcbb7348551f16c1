import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import type { Language } from '../../i18n/language.ts';
import type { ImportPlan } from '../../intake/plans/plan.ts';
import { SourceError } from '../../intake/source-error.ts';
import { isTaxonomy } from '../../kinds.ts';
import { ownLanguage } from '../../records/translations/in-language.ts';
import { translationsIn } from '../../records/translations/stored.ts';
import { addressesHere } from './addresses-here.ts';
import type { SiteFacts } from './facts.ts';
import { firstFacts } from './first-facts.ts';
import {
  firstEvents,
  firstOrganizers,
  firstTerms,
  firstVenues,
  importedTranslations,
  sourcesOf,
} from './first-records.ts';
import type { FirstBases } from './first-source.ts';

type Type = ImportPlan['type'];

/** The records here that may get translations. */
export interface FirstSite {
  readonly facts: SiteFacts<number>;
  /** What the identities of its records begin with; nothing if they come from anywhere. */
  readonly bases: readonly string[];
  /** The record that has this identity at its source. */
  idOf(type: Type, key: string): number | undefined;
  /** The record that had an id at a source. */
  withId(type: Type, base: string, id: number): number | undefined;
  /** The record that has or had a public address, here or at the first site. */
  at(type: Type, url: URL): number | undefined;
  /** The language of a record's own texts. */
  languageOf(type: Type, id: number): string | undefined;
  /** Whether a record has a translation into the language, whoever has written it. */
  isTranslated(type: Type, id: number): boolean;
  /** Whether an import has written its translation. */
  hasImported(type: Type, id: number): boolean;
  /** The pictures of events. */
  readonly pictureOf: ReadonlyMap<number, number>;
  /** The series of occurrences. */
  readonly seriesOf: ReadonlyMap<number, number>;
}

/**
 * Reads the records that may get translations into a language: those of the first site, or all of this store, unless
 * they are in this language themselves.
 */
export async function readFirstSite(
  db: Db,
  config: Config,
  bases: FirstBases,
  language: Language,
): Promise<FirstSite> {
  const sources = {
    event: await sourcesOf(db, 'event', bases),
    venue: await sourcesOf(db, 'venue', bases),
    organizer: await sourcesOf(db, 'organizer', bases),
    category: await sourcesOf(db, 'category', bases),
    tag: await sourcesOf(db, 'tag', bases),
  };
  const idsOf = (type: Type) => bases && [...new Set(sources[type].values())];
  const isOther = (row: { language: string }) => ownLanguage(row, config) !== language;
  const events = await firstEvents(db, idsOf('event'));
  const rows = {
    event: events.filter(isOther),
    venue: (await firstVenues(db, idsOf('venue'))).filter(isOther),
    organizer: (await firstOrganizers(db, idsOf('organizer'))).filter(isOther),
    category: (await firstTerms(db, 'category', idsOf('category'))).filter(isOther),
    tag: (await firstTerms(db, 'tag', idsOf('tag'))).filter(isOther),
  };
  if (events.length > 0 && rows.event.length === 0)
    throw new SourceError(`the events of the first site are in ${language} themselves`);
  const terms = {
    category: idsOfTerms(sources.category, rows.category),
    tag: idsOfTerms(sources.tag, rows.tag),
  };
  const all = Object.entries(rows).flatMap(([type, of]) =>
    of.map(row => [`${type} ${row.id}`, row] as const),
  );
  const imported = await importedTranslations(db, language);
  const rowOf = new Map<string, { language: string; translations: string }>(all);
  return {
    bases: bases ?? [],
    facts: await firstFacts(db, config, rows),
    idOf: (type, key) => sources[type].get(key),
    withId: (type, base, id) =>
      isTaxonomy(type) ? terms[type].get(`${base} ${id}`) : sources[type].get(`${base}?id=${id}`),
    at: await addressesHere(db, config, rows, sources),
    languageOf(type, id) {
      const row = rowOf.get(`${type} ${id}`);
      return row && ownLanguage(row, config);
    },
    isTranslated: (type, id) => translationsIn(rowOf.get(`${type} ${id}`)?.translations).has(language),
    hasImported: (type, id) => imported.has(`${type} ${id}`),
    pictureOf: new Map(
      rows.event.flatMap(({ id, image_id }) => (image_id === null ? [] : [[id, image_id] as const])),
    ),
    seriesOf: new Map(
      rows.event.flatMap(({ id, series_id }) => (series_id === null ? [] : [[id, series_id] as const])),
    ),
  };
}

/** Terms by their site and id: identities name them by their slugs, but imports keep ids. */
function idsOfTerms(
  sources: ReadonlyMap<string, number>,
  rows: readonly { id: number }[],
): ReadonlyMap<string, number> {
  const ids = new Set(rows.map(({ id }) => id));
  return new Map(
    [...sources].flatMap(([source, id]) =>
      ids.has(id) ? [[`${source.replace(/#.*$/s, '')} ${id}`, id] as const] : [],
    ),
  );
}
