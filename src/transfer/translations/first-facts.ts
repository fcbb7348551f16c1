import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { inDaysOf } from '../../events/whole-days.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import type { LinkedType } from '../../kinds.ts';
import { fold } from '../../lib/text/search-terms.ts';
import {
  type EventFacts,
  type NamedFacts,
  type NamedLines,
  namedFacts,
  pictureName,
  type SiteFacts,
} from './facts.ts';
import { type firstEvents, firstLinks } from './first-records.ts';

type EventRows = Awaited<ReturnType<typeof firstEvents>>;
type NamedRows = readonly (NamedLines & { id: number })[];

/** What pairs these records with those of the second site. */
export async function firstFacts(
  db: Db,
  config: Config,
  rows: Readonly<Record<LinkedType, NamedRows>> & { event: EventRows },
): Promise<SiteFacts<number>> {
  const named = (all: NamedRows) =>
    new Map<number, NamedFacts>(all.map(row => [row.id, namedFacts(tellingLines(row, config))]));
  return {
    event: await eventFacts(db, config, rows.event),
    venue: named(rows.venue),
    organizer: named(rows.organizer),
    category: named(rows.category),
    tag: named(rows.tag),
  };
}

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
  const links = await firstLinks(
    db,
    rows.map(({ id }) => id),
  );
  const linked = {
    venue: Map.groupBy(links.venue, ({ event_id }) => event_id),
    organizer: Map.groupBy(links.organizer, ({ event_id }) => event_id),
    category: Map.groupBy(links.category, ({ event_id }) => event_id),
    tag: Map.groupBy(links.tag, ({ event_id }) => event_id),
  };
  const idsOf = (type: keyof typeof linked, event: number) =>
    (linked[type].get(event) ?? []).map(({ id }) => id);
  return new Map(
    rows
      .map(row => inDaysOf(TIME_ZONE.id, row))
      .map(({ id, title, start_at: start, end_at: end, repeats, file }) => [
        id,
        {
          ...{
            title,
            folded: fold(title),
            start,
            end,
            repeats: repeats === 1,
            picture: pictureName(file ?? ''),
          },
          ...{ venue: idsOf('venue', id), organizer: idsOf('organizer', id) },
          ...{ category: idsOf('category', id), tag: idsOf('tag', id) },
        },
      ]),
  );
}
