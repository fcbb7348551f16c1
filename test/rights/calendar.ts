import assert from 'node:assert/strict';
import type { Role, Status } from '../../src/db/tables.ts';
import { type Body, caller, eventOf } from '../client.ts';
import type { Service } from '../service.ts';
import { type Lock, STATES, type State } from './table.ts';

// One calendar with a record of each owner, in each state.

export type Kind = 'events' | 'venues' | 'organizers';

export interface Planted {
  kind: Kind;
  id: number;
  slug: string;
  owner: Role;
  state: State;
  lock: Exclude<Lock, 'opened'>;
  /** The version before the description was changed. */
  version: number;
}

export interface Calendar {
  records: Planted[];
  /** Drafts of these owners. All those venues and organizers were linked to them before the last change. */
  former: Record<'contributor' | 'author', number>;
  /** A published event with all venues and organizers that are not in the trash. */
  carrier: number;
  /** Filters that find every event. */
  filters: Record<string, string>;
  /** The tag of all events. */
  tag: number;
}

export const PASSWORD = 'sesame';
/** For roles that may edit everything, the owner makes no difference. */
const OWNERS: Role[] = ['subscriber', 'contributor', 'author', 'administrator'];

/** Each record is marked by two unique words: `m7x` in its name, `s7x` in its protected part. */
let planted = 0;

export async function plant(service: Service): Promise<Calendar> {
  const as = service.accounts.administrator;
  const send = async (line: string, json?: object): Promise<Body> => {
    const { status, body, text } = await caller(service.base)(line, { as, json });
    assert.ok(status < 300, `${line} ${text}`);
    return body;
  };
  const hall = await send('POST /venues', { venue: 'Hall', geo_lat: 41, geo_lng: 2 });
  const club = await send('POST /organizers', { organizer: 'Club' });
  const [category, tag] = [
    await send('POST /categories', { name: 'C' }),
    await send('POST /tags', { name: 'T' }),
  ];
  const links = { venue: hall.id, organizer: club.id, categories: category.id, tags: tag.id };
  const fieldsOf: Record<Kind, (mark: number) => object> = {
    events: mark =>
      eventOf(`Event m${mark}x`, {
        ...links,
        featured: true,
        slug: `m${mark}x`,
      }),
    venues: mark => ({ venue: `Venue needle m${mark}x` }),
    organizers: mark => ({ organizer: `Organizer needle m${mark}x` }),
  };

  async function record(kind: Kind, owner: Role, state: State, lock: Planted['lock']): Promise<Planted> {
    const status: Status = state.before ?? state.status;
    const mark = ++planted;
    const json = {
      ...fieldsOf[kind](mark),
      description: `needle s${mark}x, formerly`,
      ...{ status, author: service.accounts[owner].id },
      ...(status === 'future' && { date: '2098-01-01' }),
    };
    const { id } = await send(`POST /${kind}`, json);
    await send(`PATCH /${kind}/${id}`, { description: `needle s${mark}x` });
    if (state.status === 'trash') await send(`DELETE /${kind}/${id}`);
    return { kind, id, slug: '', owner, state, lock, version: 0 };
  }

  const records = await Promise.all(
    OWNERS.flatMap(owner =>
      STATES.flatMap(state => [
        record('events', owner, state, 'none'),
        record('events', owner, state, 'locked'),
        record('venues', owner, state, 'none'),
        record('organizers', owner, state, 'none'),
      ]),
    ),
  );
  await lockAll(service, send, records);
  await nameAll(service, records);
  const series = await send('POST /events', eventOf('Series', { recurrence: 'RRULE:FREQ=DAILY;COUNT=2' }));
  await makeOccurrences(service, series.id, records);
  await numberAll(service, records);
  const linked = (kind: Kind) =>
    records.filter(one => one.kind === kind && one.state.status !== 'trash').map(({ id }) => id);
  const all = { venue: linked('venues'), organizer: linked('organizers') };
  const { id: carrier } = await send('POST /events', eventOf('Carrier', all));
  const formerOf = async (owner: Role) => {
    const fields = { ...all, status: 'draft', author: service.accounts[owner].id };
    const { id } = await send('POST /events', eventOf('Former carrier', fields));
    await send(`PATCH /events/${id}`, { venue: hall.id, organizer: club.id });
    return id;
  };
  const former = { contributor: await formerOf('contributor'), author: await formerOf('author') };
  return { records, former, carrier, tag: tag.id, filters: filtersBy(links) };
}

/** One hash for all, because deriving it is slow. */
async function lockAll(
  { db }: Service,
  send: (line: string, json: object) => Promise<Body>,
  records: Planted[],
) {
  const ids = records.filter(({ lock }) => lock === 'locked').map(({ id }) => id);
  await send(`PATCH /events/${ids[0]}`, { password: PASSWORD });
  const { password_hash } = await db
    .selectFrom('events')
    .select('password_hash')
    .where('id', '=', ids[0]!)
    .executeTakeFirstOrThrow();
  await db.updateTable('events').set({ password_hash }).where('id', 'in', ids).execute();
}

/** Each record gets a slug, drafts too, so that it can be requested by slug. */
async function nameAll({ db }: Service, records: Planted[]) {
  for (const record of records) {
    record.slug = `slug-${record.id}`;
    await db.updateTable(record.kind).set({ slug: record.slug }).where('id', '=', record.id).execute();
  }
}

/** Of the events, every other one is an exception of a series of the administrator, with everything of its own. */
async function makeOccurrences({ db }: Service, series_id: number, records: Planted[]) {
  const own_members =
    'author,categories,description,featured,organizer,password,start_date,status,tags,title,venue';
  const events = records.filter(({ kind }) => kind === 'events');
  for (const [at, { id }] of events.filter((_, at) => Math.floor(at / 2) % 2 === 1).entries()) {
    const place = { series_id, recurrence_id: `2040-01-${String(at + 1).padStart(2, '0')} 10:00:00` };
    await db
      .updateTable('events')
      .set({ ...place, own_members })
      .where('id', '=', id)
      .execute();
  }
}

async function numberAll({ db }: Service, records: Planted[]) {
  const updates = db.selectFrom('versions').select(['id', 'record_id']).where('operation', '=', 'update');
  const first = new Map<number, number>();
  for (const { id, record_id } of await updates.orderBy('id').execute())
    if (!first.has(record_id)) first.set(record_id, id);
  for (const record of records) record.version = first.get(record.id)!;
}

const filtersBy = (links: Record<'venue' | 'organizer' | 'categories' | 'tags', number>) => ({
  ...{ search: 'needle', featured: 'true', geoloc: 'true' },
  ...{ 'geoloc_lat=41&geoloc_lng': '2', 'featured=true&search': 'needle' },
  ...Object.fromEntries(Object.entries(links).map(([name, id]) => [name, String(id)])),
});
