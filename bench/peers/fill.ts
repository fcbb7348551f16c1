import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { DataSet } from '../data.ts';
import { COLLECTIONS, LINKS } from './collections.ts';

/**
 * Copies the public records of a calendar into the tables of the collections of a peer, with the same ids, and gives
 * them the indexes that its filters need. Columns of the same name have the same content.
 */
export function fillPeer(set: DataSet, file: string): void {
  using source = new DatabaseSync(join(set.folder, 'almanac.sqlite'), { readOnly: true });
  using target = new DatabaseSync(file);
  const copy = (table: string, columns: readonly string[], query: string) => {
    const insert = target.prepare(
      `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
    );
    for (const row of source.prepare(query).iterate()) {
      const values = row as Record<string, SQLInputValue>;
      insert.run(...columns.map(column => values[column]!));
    }
  };
  target.exec('pragma foreign_keys = off; begin');
  for (const [table, fields] of Object.entries(COLLECTIONS)) {
    const columns = ['id', ...Object.keys(fields)];
    copy(table, columns, `select ${columns.map(columnOf(table)).join()} from ${SOURCES[table]}`);
  }
  for (const link of LINKS) {
    const own = `${link}_id`;
    copy(`events_${link}`, ['events_id', own], BETWEEN[link]);
    target.exec(`create index events_${link}_events on events_${link} (events_id)`);
    target.exec(`create index events_${link}_others on events_${link} (${own}, events_id)`);
  }
  target.exec('create index events_start on events (start_at, date_at, id)');
  target.exec('create index events_end on events (end_at)');
  target.exec('commit; analyze');
}

/** Almanac has more of a cost than its text, and hides most of an event with a password, as it does its links. */
const columnOf = (table: string) => (column: string) =>
  table === 'events' ? (EVENT_COLUMNS[column] ?? column) : column;

const open = (column: string, otherwise: string): string =>
  `iif(password_hash is null, ${column}, ${otherwise}) as ${column}`;

const EVENT_COLUMNS: Record<string, string> = {
  cost: "coalesce(cost ->> '$.text', '') as cost",
  excerpt: open('excerpt', "''"),
  description: open('description', "''"),
  featured: open('featured', '0'),
};

const SOURCES: Record<string, string> = {
  events: "events where status = 'publish' and hide_from_listings = 0",
  venues: "venues where status = 'publish'",
  organizers: "organizers where status = 'publish'",
  categories: "terms where taxonomy = 'category'",
  tags: "terms where taxonomy = 'tag'",
};

const linked = (links: string, where: string): string =>
  `select event_id as events_id, ${links}
   join events on events.id = event_id and events.status = 'publish' and hide_from_listings = 0
   and password_hash is null
   ${where}`;

const BETWEEN: Record<(typeof LINKS)[number], string> = {
  venues: linked(
    'venue_id as venues_id from event_venues join venues on venues.id = venue_id',
    "where venues.status = 'publish' order by event_id, position",
  ),
  organizers: linked(
    'organizer_id as organizers_id from event_organizers join organizers on organizers.id = organizer_id',
    "where organizers.status = 'publish' order by event_id, position",
  ),
  categories: linked(
    'term_id as categories_id from event_terms join terms on terms.id = term_id',
    "where taxonomy = 'category'",
  ),
  tags: linked(
    'term_id as tags_id from event_terms join terms on terms.id = term_id',
    "where taxonomy = 'tag'",
  ),
};
