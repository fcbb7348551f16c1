import assert from 'node:assert/strict';
import { type Body, type Call, caller } from '../client.ts';
import { type Key, type Kind, kinds, readRecord, type Shown } from './model.ts';
import { nameOf, readSeries, SERIES_YEAR } from './series.ts';
import type { Site } from './writer.ts';

/** The records of one writer, as they are shown. */
export type ShownWorld = Readonly<Record<Key, Shown>>;

/** Everything that the service shows to an administrator. */
export interface Observed {
  /** By the number of the writer. */
  worlds: ReadonlyMap<number, ShownWorld>;
  /** Those of occurrences by the key of their series and their week. */
  ids: ReadonlyMap<Key, number>;
  /** Addresses of shown images, with their sizes in bytes. */
  pictures: ReadonlyMap<string, number>;
}

export const PER_PAGE = 1000;

export async function observe({ site, as }: Site): Promise<Observed> {
  const call = caller(`${site}/cal/events/v1`);
  const found = new Map<Key, Shown>();
  const ids = new Map<Key, number>();
  const pictures = new Map<string, number>();
  for (const kind of Object.keys(kinds) as Kind[]) {
    const bodies = await all(call, as, kind);
    if (kind === 's') {
      addSeries(bodies, found, ids);
      continue;
    }
    for (const body of bodies) {
      const [key, known] = readRecord(kind, body);
      assert.ok(!found.has(key), `${key} is there twice`);
      found.set(key, known);
      ids.set(key, body.id);
      if (kind === 'e' && body.image) pictures.set(body.image.url, body.image.filesize);
    }
  }
  return { worlds: byWriter(found), ids, pictures };
}

function addSeries(rows: readonly Body[], found: Map<Key, Shown>, ids: Map<Key, number>): void {
  for (const [id, occurrences] of Map.groupBy(rows, seriesIdOf)) {
    const { key, shown, ids: byWeek } = readSeries(occurrences);
    assert.ok(!found.has(key), `${key} is there twice`);
    found.set(key, shown);
    ids.set(key, id);
    for (const [week, id] of byWeek) ids.set(nameOf(key, week), id);
  }
}

const seriesIdOf = (row: Body): number => (Reflect.get(row, 'series') as { id: number }).id;

const WHOLE_EVENTS = `status=publish,trash,draft,pending,private,future&_fields=total,${[
  ...[
    'id',
    'title',
    'description',
    'start_date',
    'end_date',
    'website',
    'featured',
    'status',
    'image',
    'translations',
  ],
  ...['venue.venue', 'organizer.organizer', 'categories.name', 'tags.name'],
]
  .map(name => `events.${name}`)
  .join()}`;

/** The query that lists all records of each kind. */
const EVERYTHING: Record<Kind, string> = {
  e: `start_date=2031-01-01&end_date=2031-12-31&${WHOLE_EVENTS}`,
  s: `${SERIES_YEAR}&${WHOLE_EVENTS},events.series,events.recurrence_id`,
  v: 'status=publish,trash,draft,pending,private,future',
  o: 'status=publish,trash,draft,pending,private,future',
  c: 'hide_empty=0',
  t: 'hide_empty=0',
};

async function all(call: Call, as: Site['as'], kind: Kind): Promise<Body[]> {
  const { path } = kinds[kind];
  const records: Body[] = [];
  for (let page = 1; ; page++) {
    const line = `GET /${path}?context=edit&page=${page}&per_page=${PER_PAGE}&${EVERYTHING[kind]}`;
    const { status, body, text } = await call(line, { as });
    assert.equal(status, 200, text);
    records.push(...(Reflect.get(body, path) as Body[]));
    if (records.length >= body.total) return records;
  }
}

function byWriter(found: ReadonlyMap<Key, Shown>): Map<number, ShownWorld> {
  const worlds = new Map<number, Record<Key, Shown>>();
  for (const [key, known] of found) {
    const writer = Number(/^w(\d+)/.exec(key)![1]);
    const world = worlds.get(writer) ?? {};
    worlds.set(writer, world);
    world[key] = known;
  }
  return worlds;
}
