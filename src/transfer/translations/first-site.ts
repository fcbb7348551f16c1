import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { inDaysOf } from '../../events/whole-days.ts';
import type { Language } from '../../i18n/language.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import {
  eachLinked,
  eachWritten,
  isTaxonomy,
  type LinkedType,
  type VersionedType,
  writtenTypes,
} from '../../kinds.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { ownLanguage } from '../../records/translations/in-language.ts';
import { translationsIn } from '../../records/translations/stored.ts';
import { type EventFacts, type NamedLines, namedFacts, pictureName, type SiteFacts } from './facts.ts';
import {
  addressesHere,
  firstEvents,
  firstLinks,
  firstNamed,
  importedTranslations,
  sourcesOf,
} from './first-records.ts';
import type { FirstBases } from './first-source.ts';

/** The records here that may get translations. */
export interface FirstSite {
  readonly facts: SiteFacts<number>;
  /** What the identities of its records begin with; nothing if they come from anywhere. */
  readonly bases: readonly string[];
  /** The record that has this identity at its source. */
  idOf(type: VersionedType, key: string): number | undefined;
  /** The record that had an id at a source. */
  withId(type: VersionedType, base: string, id: number): number | undefined;
  /** The record that has or had a public address, here or at the first site. */
  at(type: VersionedType, url: URL): number | undefined;
  /** The language of a record's own texts. */
  languageOf(type: VersionedType, id: number): string | undefined;
  /** Whether a record has a translation into the language, whoever has written it. */
  isTranslated(type: VersionedType, id: number): boolean;
  /** Whether an import has written its translation. */
  hasImported(type: VersionedType, id: number): boolean;
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
  const sources = eachWritten<ReadonlyMap<string, number>>(() => new Map());
  for (const type of writtenTypes) sources[type] = await sourcesOf(db, type, bases);
  const idsOf = (type: VersionedType) => bases && [...new Set(sources[type].values())];
  const isOther = (row: { language: string }) => ownLanguage(row, config) !== language;
  const named = async (type: LinkedType) => (await firstNamed[type](db, idsOf(type))).filter(isOther);
  const events = await firstEvents(db, idsOf('event'));
  const rows = {
    event: events.filter(isOther),
    ...{ venue: await named('venue'), organizer: await named('organizer') },
    ...{ category: await named('category'), tag: await named('tag') },
  };
  if (events.length > 0 && rows.event.length === 0)
    throw new SourceError(because('first_in_language', { language }));
  const terms = {
    category: idsOfTerms(sources.category, rows.category),
    tag: idsOfTerms(sources.tag, rows.tag),
  };
  const imported = await importedTranslations(db, language);
  const rowOf = new Map<string, { language: string; translations: string }>(
    Object.entries(rows).flatMap(([type, of]) => of.map(row => [`${type} ${row.id}`, row] as const)),
  );
  return {
    bases: bases ?? [],
    facts: {
      event: await eventFacts(db, config, rows.event),
      ...eachLinked(type => new Map(rows[type].map(row => [row.id, namedFacts(tellingLines(row, config))]))),
    },
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
    pictureOf: linkedBy('image_id', rows.event),
    seriesOf: linkedBy('series_id', rows.event),
  };
}

/** What a column of events refers to, by their ids. */
const linkedBy = <Name extends string>(
  name: Name,
  events: readonly (Record<Name, number | null> & { id: number })[],
): ReadonlyMap<number, number> =>
  new Map(events.flatMap(event => (event[name] === null ? [] : [[event.id, event[name]] as const])));

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

type EventRows = Awaited<ReturnType<typeof firstEvents>>;
/** Nameless records have only the lack of a name in common. */
const tellingLines = (lines: NamedLines, { LANGUAGE }: Config): NamedLines => ({
  ...lines,
  name: lines.name === interfaceWords.no_name[LANGUAGE] ? '' : lines.name,
});

async function eventFacts(
  db: Db,
  { TIME_ZONE }: Config,
  rows: EventRows,
): Promise<Map<number, EventFacts<number>>> {
  const ids = rows.map(({ id }) => id);
  const linked = {
    ...{ venue: await firstLinks(db, 'venue', ids), organizer: await firstLinks(db, 'organizer', ids) },
    ...{ category: await firstLinks(db, 'category', ids), tag: await firstLinks(db, 'tag', ids) },
  };
  return new Map(
    rows
      .map(row => inDaysOf(TIME_ZONE.id, row))
      .map(({ id, title, start_at: start, end_at: end, repeats, file }) => [
        id,
        {
          ...{ title, folded: fold(title), start, end, repeats: repeats === 1 },
          picture: pictureName(file ?? ''),
          ...eachLinked(type => linked[type](id)),
        },
      ]),
  );
}
