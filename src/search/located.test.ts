import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { ownStore } from '../../test/folder.ts';
import type { Status } from '../db/tables.ts';
import { SINGLE } from '../events/event.ts';
import { plainFields } from '../events/plain-fields.ts';
import { GeoPoints } from '../read-model/geo-points.ts';
import { blankColumns } from '../records/plain-fields.ts';
import type { Viewer } from '../users/rights.ts';
import { atLocatedVenue, type Circle, around as nearVenues, placesWithin } from './located.ts';

interface Near {
  located: boolean | undefined;
  point: Circle | undefined;
}

/** Towns with their coordinates; events take place at one venue each unless they name more or none. */
const towns = {
  Barcelona: [41.3874, 2.1686],
  Girona: [41.9794, 2.8214],
  Auckland: [-36.8509, 174.7645],
  // Either side of the 180th meridian, 40 kilometres apart.
  Taveuni: [-16.8, 179.9],
  Qamea: [-16.8, -179.725],
  Pole: [90, 0],
  'Null Island': [0, 0],
} as const;
type Town = keyof typeof towns;
const names = Object.keys(towns) as Town[];

const AUTHOR = 1;
const author: Viewer = { id: AUTHOR, login: 'a', role: 'author' };

const db = await ownStore();
const titles = new Map<number, string>();

before(async () => {
  await db.insertInto('users').values({ login: 'a', email: null, role: 'author', created_at: 1 }).execute();
  for (const town of names) await event(town, [await venue(towns[town])]);
  await event('nowhere', []);
  await event('unlocated', [await venue([null, null])]);
  await event('half located', [await venue([41.4, null])]);
  await event('both towns', [await venue(towns.Girona), await venue(towns.Auckland)]);
  await event('hidden venue', [await venue(towns.Barcelona, 'draft')]);
});

async function found({ located, point }: Near, viewer: Viewer = undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where(eb => {
      const context = { eb, db, viewer };
      return eb.and([
        ...(located === undefined ? [] : [atLocatedVenue(context, located)]),
        ...(point ? [nearVenues(context, point)] : []),
      ]);
    })
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => titles.get(id)!);
}

const around = (lat: number, lng: number, radius: number) =>
  found({ located: undefined, point: { lat, lng, radius } });

describe('Events around a point', () => {
  it('A search around a point finds the events at venues within the radius', async () => {
    const [lat, lng] = towns.Barcelona;
    assert.deepEqual(await around(lat, lng, 1), ['Barcelona']);
    // 85 kilometres, as the crow flies.
    assert.deepEqual(await around(lat, lng, 84), ['Barcelona']);
    assert.deepEqual(await around(lat, lng, 87), ['Barcelona', 'Girona', 'both towns']);
  });

  it('A search around a point works across the 180th meridian, over a pole and at zero', async () => {
    assert.deepEqual(await around(-16.8, 179.9, 45), ['Taveuni', 'Qamea']);
    assert.deepEqual(await around(-16.8, -179.9, 45), ['Taveuni', 'Qamea']);
    assert.deepEqual(await around(89.9, 180, 12), ['Pole']);
    assert.deepEqual(await around(0, 0, 0.001), ['Null Island']);
  });

  it('A radius of half the circumference of the earth covers every place', async () => {
    const everywhere = [...names, 'both towns'];
    assert.deepEqual(await around(41.3874, 2.1686, 20_038), everywhere);
    assert.deepEqual(await around(90, 0, 20_038), everywhere);
  });

  it('A search around a point agrees with the great-circle distance', async () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        degrees(90),
        degrees(180),
        fc.double({ min: 1, max: 20_000, noNaN: true }),
        async (lat, lng, radius) => {
          const near = new Set(await around(lat, lng, radius));
          for (const town of names) {
            const distance = kilometres([lat, lng], towns[town]);
            // Within a metre both answers are right.
            if (Math.abs(distance - radius) > 0.001) assert.equal(near.has(town), distance < radius, town);
          }
        },
      ),
    );
  });
});

describe('Venues around a point in memory', () => {
  it('A circle has the venues within its radius, in any number and order', () => {
    const point = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const radius = fc.oneof(fc.double({ min: 1, max: 20_000, noNaN: true }), fc.constant(300));
    fc.assert(
      fc.property(fc.array(point, { maxLength: 200, size: 'max' }), point, radius, (all, centre, radius) => {
        const places = all.map((at, id) => ({ ...at, id, author_id: AUTHOR, status: 'publish' as const }));
        const points = new GeoPoints(places.map(place => ({ ...place, status_before_trash: null })));
        const within = new Set(placesWithin(points, { ...centre, radius }).map(({ id }) => id));
        for (const { id, lat, lng } of places) {
          const distance = kilometres([centre.lat, centre.lng], [lat, lng]);
          // Within a metre both answers are right.
          if (Math.abs(distance - radius) > 0.001) assert.equal(within.has(id), distance < radius);
        }
      }),
    );
  });
});

describe('Venues with coordinates', () => {
  it('A venue has a place if it has both coordinates', async () => {
    assert.deepEqual(await found({ located: true, point: undefined }), [...names, 'both towns']);
    assert.deepEqual(await found({ located: false, point: undefined }), [
      ...['nowhere', 'unlocated', 'half located', 'hidden venue'],
    ]);
    assert.equal((await found({ located: undefined, point: undefined })).length, names.length + 5);
  });

  it('The place of a venue counts for users who may read the venue', async () => {
    assert.ok((await found({ located: true, point: undefined }, author)).includes('hidden venue'));
    assert.ok(!(await found({ located: false, point: undefined }, author)).includes('hidden venue'));
    const [lat, lng] = towns.Barcelona;
    const point = { lat, lng, radius: 1 };
    assert.deepEqual(await found({ located: undefined, point }, author), ['Barcelona', 'hidden venue']);
    const other: Viewer = { id: 9, login: 'b', role: 'author' };
    assert.deepEqual(await found({ located: undefined, point }, other), ['Barcelona']);
  });

  it('The filter for places can be combined with a point, and contradict it', async () => {
    const point = { lat: 0, lng: 0, radius: 5 };
    assert.deepEqual(await found({ located: true, point }), ['Null Island']);
    assert.deepEqual(await found({ located: false, point }), []);
  });
});

/** The angle between two directions from the centre of the earth, by its tangent: exact for near and far. */
function kilometres(a: readonly [number, number], b: readonly [number, number]): number {
  const [x, y] = [direction(a), direction(b)];
  const cross = Math.hypot(x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]);
  return 6371.0088 * Math.atan2(cross, x[0] * y[0] + x[1] * y[1] + x[2] * y[2]);
}

function direction([lat, lng]: readonly [number, number]): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

const PUBLISHED = {
  ...{ author_id: AUTHOR, status_before_trash: null, slug: null, description: '', search_text: '[]' },
  ...{ image_id: null, date_at: 1, date_floats: 0, modified_at: 1 },
};

async function newId(type: 'event' | 'venue'): Promise<number> {
  return (await db.insertInto('records').values({ type }).returning('id').executeTakeFirstOrThrow()).id;
}

type Point = readonly [number | null, number | null];

async function venue([geo_lat, geo_lng]: Point, status: Status = 'publish') {
  const id = await newId('venue');
  const lines = {
    website: '',
    phone: '',
    address: '',
    city: '',
    country: '',
    province: '',
    state: '',
    zip: '',
  };
  await db
    .insertInto('venues')
    .values({
      ...{ ...PUBLISHED, ...lines, id, status, geo_lat, geo_lng, name: 'v', folded_name: 'v' },
      ...{ stateprovince: null, show_map: 1, show_map_link: 1 },
    })
    .execute();
  return id;
}

async function event(title: string, venues: number[]): Promise<void> {
  const id = await newId('event');
  titles.set(id, title);
  await db
    .insertInto('events')
    .values({
      ...{ ...PUBLISHED, id, title, status: 'publish', excerpt: '', all_day: 0, start_at: 1, end_at: 1 },
      ...{ start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 12:00:00' },
      ...{ timezone: 'UTC', timezone_abbr: 'UTC', cost: null, website: null, password_hash: null },
      ...{ ...blankColumns(plainFields), uid: null, sequence: 0, ...SINGLE },
    })
    .execute();
  for (const [position, venue_id] of venues.entries())
    await db.insertInto('event_venues').values({ event_id: id, venue_id, position }).execute();
}
