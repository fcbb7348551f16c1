import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * A spatial index of venues and, on the embedded store, a full-text index of events. PostgreSQL once had a full-text
 * index, too; a later migration drops it if it exists.
 */
export async function up(db: Kysely<unknown>, { name }: Dialect): Promise<void> {
  for (const statement of name === 'postgres' ? postgres : sqlite) await sql.raw(statement).execute(db);
}

const postgres = [
  'create index venues_places on venues using gist (point(geo_lng, geo_lat)) where geo_lat is not null and geo_lng is not null',
];

const PLACE = 'new.id, new.geo_lat, new.geo_lat, new.geo_lng, new.geo_lng';

const sqlite = [
  // The index is updated by triggers; the text itself stays in the events table.
  `create virtual table events_words using fts5 (
    search_text, content = 'events', content_rowid = 'id', columnsize = 0, tokenize = 'trigram case_sensitive 1'
  )`,
  `insert into events_words (events_words) values ('rebuild')`,
  `create trigger events_words_insert after insert on events begin
    insert into events_words (rowid, search_text) values (new.id, new.search_text);
  end`,
  `create trigger events_words_delete after delete on events begin
    insert into events_words (events_words, rowid, search_text) values ('delete', old.id, old.search_text);
  end`,
  `create trigger events_words_update after update of search_text on events when old.search_text is not new.search_text begin
    insert into events_words (events_words, rowid, search_text) values ('delete', old.id, old.search_text);
    insert into events_words (rowid, search_text) values (new.id, new.search_text);
  end`,
  'create virtual table venues_places using rtree (id, min_lat, max_lat, min_lng, max_lng)',
  `insert into venues_places
    select id, geo_lat, geo_lat, geo_lng, geo_lng from venues where geo_lat is not null and geo_lng is not null`,
  `create trigger venues_places_insert after insert on venues when new.geo_lat is not null and new.geo_lng is not null begin
    insert into venues_places values (${PLACE});
  end`,
  `create trigger venues_places_delete after delete on venues begin
    delete from venues_places where id = old.id;
  end`,
  `create trigger venues_places_update after update of geo_lat, geo_lng on venues begin
    delete from venues_places where id = old.id;
    insert into venues_places select ${PLACE} where new.geo_lat is not null and new.geo_lng is not null;
  end`,
];
