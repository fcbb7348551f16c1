import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import type { Plan } from '../plan.ts';
import { addressesHere } from './addresses-here.ts';
import type { EventFacts, NamedFacts, SiteFacts } from './facts.ts';
import {
  firstEvents,
  firstLinks,
  firstOrganizers,
  firstTerms,
  firstVenues,
  sourcesOf,
} from './first-records.ts';
import type { FirstBases } from './first-source.ts';
import { type NamedLines, namedFacts, pictureName } from './marks.ts';

type Type = Plan['type'];

/** The records here that may get translations. */
export interface FirstSite {
  readonly facts: SiteFacts<number>;
  /** The ids of records by type and by their identities at their sources. */
  readonly sources: Readonly<Record<Type, ReadonlyMap<string, number>>>;
  /** The record that has or had a public address here or at the first site. */
  at(type: Type, url: URL): number | undefined;
  /** The series of occurrences. */
  readonly seriesOf: ReadonlyMap<number, number>;
}

/**
 * Reads the records that may get translations into a language: those from the first site, or all of this store, that
 * are not in this language themselves.
 */
export async function readFirstSite(
  db: Db,
  config: Config,
  bases: FirstBases,
  language: string,
): Promise<FirstSite> {
  const isOther = (row: { language: string }) => (row.language || config.LANGUAGE) !== language;
  const sources = {
    event: await sourcesOf(db, 'event', bases),
    venue: await sourcesOf(db, 'venue', bases),
    organizer: await sourcesOf(db, 'organizer', bases),
    category: await sourcesOf(db, 'category', bases),
    tag: await sourcesOf(db, 'tag', bases),
  };
  const idsOf = (type: Type) => bases && [...new Set(sources[type].values())];
  const rows = {
    event: (await firstEvents(db, idsOf('event'))).filter(isOther),
    venue: (await firstVenues(db, idsOf('venue'))).filter(isOther),
    organizer: (await firstOrganizers(db, idsOf('organizer'))).filter(isOther),
    category: (await firstTerms(db, 'category', idsOf('category'))).filter(isOther),
    tag: (await firstTerms(db, 'tag', idsOf('tag'))).filter(isOther),
  };
  const named = <Row extends NamedLines & { id: number }>(all: readonly Row[]) =>
    new Map<number, NamedFacts>(all.map(row => [row.id, namedFacts(named_(row, config))]));
  return {
    sources,
    facts: {
      event: await eventFacts(db, rows.event),
      venue: named(rows.venue),
      organizer: named(rows.organizer),
      category: named(rows.category),
      tag: named(rows.tag),
    },
    at: await addressesHere(db, config, rows, sources),
    seriesOf: new Map(rows.event.flatMap(({ id, series_id }) => (series_id === null ? [] : [[id, series_id]]))),
  };
}

/** Nameless records have only the lack of a name in common, and a slug of a place is often made of its name. */
const named_ = ({ slug, ...lines }: NamedLines, { LANGUAGE }: Config): NamedLines => ({
  ...lines,
  name: lines.name === interfaceWords.no_name[LANGUAGE] ? '' : lines.name,
  ...('address' in lines || 'email' in lines ? {} : { slug }),
});

async function eventFacts(
  db: Db,
  rows: Awaited<ReturnType<typeof firstEvents>>,
): Promise<Map<number, EventFacts<number>>> {
  const links = await firstLinks(
    db,
    rows.map(({ id }) => id),
  );
  const [venues, organizers, terms] = [links.venue, links.organizer, links.term].map(all =>
    Map.groupBy(all, ({ event_id }) => event_id),
  );
  const linked = (of: typeof venues, id: number) => (of!.get(id) ?? []).map(({ id }) => id);
  return new Map(
    rows.map(({ id, title, start_at: start, end_at: end, repeats, file }) => [
      id,
      {
        ...{ title, start, end, repeats: repeats === 1, picture: pictureName(file ?? '') },
        ...{ venue: linked(venues, id), organizer: linked(organizers, id) },
        ...{ category: linked(terms, id), tag: linked(terms, id) },
      },
    ]),
  );
}
