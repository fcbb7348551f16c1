import assert from 'node:assert/strict';
import { type Body, type Call, caller } from '../client.ts';
import { type Key, type Kind, type Known, kinds, readRecord, type World } from './model.ts';
import type { Site } from './writer.ts';

/** Everything that the service shows to an administrator. */
export interface Observed {
  /** By the number of the writer. */
  worlds: ReadonlyMap<number, World>;
  ids: ReadonlyMap<Key, number>;
  /** Addresses of shown images, with their sizes in bytes. */
  pictures: ReadonlyMap<string, number>;
}

export const PER_PAGE = 1000;

export async function observe({ site, as }: Site): Promise<Observed> {
  const call = caller(`${site}/cal/events/v1`);
  const found = new Map<Key, Known>();
  const ids = new Map<Key, number>();
  const pictures = new Map<string, number>();
  for (const kind of Object.keys(kinds) as Kind[]) {
    for (const body of await all(call, as, kind)) {
      const [key, known] = readRecord(kind, body);
      assert.ok(!found.has(key), `${key} is there twice`);
      found.set(key, known);
      ids.set(key, body.id);
      if (kind === 'e' && body.image) pictures.set(body.image.url, body.image.filesize);
    }
  }
  return { worlds: byWriter(found), ids, pictures };
}

/** The query that lists all records of each kind. */
const EVERYTHING: Record<Kind, string> = {
  e: `start_date=2031-01-01&end_date=2031-12-31&status=publish,trash,draft,pending,private,future&_fields=total,${[
    ...['id', 'title', 'description', 'start_date', 'end_date', 'website', 'featured', 'status', 'image'],
    ...['venue.venue', 'organizer.organizer', 'categories.name', 'tags.name'],
  ]
    .map(name => `events.${name}`)
    .join()}`,
  v: 'status=publish,trash,draft,pending,private,future',
  o: 'status=publish,trash,draft,pending,private,future',
  c: 'hide_empty=0',
  t: 'hide_empty=0',
};

async function all(call: Call, as: Site['as'], kind: Kind): Promise<Body[]> {
  const { path } = kinds[kind];
  const records: Body[] = [];
  for (let page = 1; ; page++) {
    const line = `GET /${path}?page=${page}&per_page=${PER_PAGE}&${EVERYTHING[kind]}`;
    const { status, body, text } = await call(line, { as });
    assert.equal(status, 200, text);
    records.push(...(Reflect.get(body, path) as Body[]));
    if (records.length >= body.total) return records;
  }
}

function byWriter(found: ReadonlyMap<Key, Known>): Map<number, World> {
  const worlds = new Map<number, Record<Key, Known>>();
  for (const [key, known] of found) {
    const writer = Number(/^w(\d+)/.exec(key)![1]);
    const world = worlds.get(writer) ?? {};
    worlds.set(writer, world);
    world[key] = known;
  }
  return worlds;
}
