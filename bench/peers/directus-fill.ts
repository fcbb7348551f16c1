import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { DataSet } from '../data.ts';
import { COLLECTIONS, LINKS } from './directus-schema.ts';

/**
 * Copies the records of a calendar into the tables that Directus has made for its collections, with the same ids, and
 * gives them the indexes that its filters need. Columns of the same name have the same content.
 */
export function fillDirectus(set: DataSet, file: string): void {
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
    copy(table, columns, `select ${columns.map(columnOf(table)).join()} from ${SOURCES[table] ?? table}`);
  }
  for (const link of LINKS) {
    const own = `${link}_id`;
    copy(`events_${link}`, ['events_id', own], `select event_id as events_id, ${BETWEEN[link]}`);
    target.exec(`create index events_${link}_events on events_${link} (events_id)`);
    target.exec(`create index events_${link}_others on events_${link} (${own}, events_id)`);
  }
  target.exec('create index events_start on events (start_at, date_at, id)');
  target.exec('create index events_end on events (end_at)');
  target.exec('commit; analyze');
}

const SOURCES: Record<string, string> = {
  categories: "terms where taxonomy = 'category'",
  tags: "terms where taxonomy = 'tag'",
};

/** Almanac has more of a cost than its text. */
const columnOf = (table: string) => (column: string) =>
  table === 'events' && column === 'cost' ? "coalesce(cost ->> '$.text', '') as cost" : column;

const BETWEEN: Record<(typeof LINKS)[number], string> = {
  venues: 'venue_id as venues_id from event_venues order by event_id, position',
  organizers: 'organizer_id as organizers_id from event_organizers order by event_id, position',
  categories:
    "term_id as categories_id from event_terms join terms on id = term_id where taxonomy = 'category'",
  tags: "term_id as tags_id from event_terms join terms on id = term_id where taxonomy = 'tag'",
};
