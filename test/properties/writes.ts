import assert from 'node:assert/strict';
import fc from 'fast-check';
import { categoryColors } from '../../src/db/tables.ts';
import type { Service } from '../service.ts';
import { asListed, type Collection, type Members, type Visitor } from './asking.ts';
import { type After, eventAfter, organizerAfter, termAfter, venueAfter } from './expected.ts';
import {
  categoryFields,
  eventFields,
  organizerFields,
  tagFields,
  venueFields,
  type World,
} from './values.ts';

/** A kind of record: what may be sent, and what is then shown. */
export interface Kind {
  collection: Collection;
  /** The required field, beside the dates of an event. */
  name: string;
  bySlug: boolean;
  fields: fc.Arbitrary<Members>;
  after(ever: Members): After;
}

export const kindsOf = (world: World): Kind[] => [
  {
    ...{ collection: 'events', name: 'title', bySlug: true },
    fields: eventFields(world),
    after: () => eventAfter,
  },
  {
    ...{ collection: 'venues', name: 'venue', bySlug: true },
    fields: venueFields(world),
    after: ({ stateprovince }) => venueAfter(stateprovince),
  },
  {
    ...{ collection: 'organizers', name: 'organizer', bySlug: true },
    fields: organizerFields(world),
    after: () => organizerAfter,
  },
  {
    ...{ collection: 'categories', name: 'name', bySlug: false },
    fields: categoryFields(world),
    after: () => termAfter,
  },
  { ...{ collection: 'tags', name: 'name', bySlug: false }, fields: tagFields(), after: () => termAfter },
];

const DATES = { start_date: '2031-05-10 18:30:00', end_date: '2031-05-10 20:00:00' };

/** Ways to send a change. */
export const ways = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'PATCH'),
  asForm: fc.boolean(),
  bySlug: fc.boolean(),
});

export type Way = typeof ways extends fc.Arbitrary<infer Value> ? Value : never;

let last = 0;

/** The required members of a new record. */
export const required = ({ collection, name }: Kind): Members => ({
  [name]: 'Record',
  ...(collection === 'events' && DATES),
});

/** The same members with a unique name and slug. */
export function unique({ name }: Kind, sent: Members): Members {
  const number = ++last;
  return {
    ...sent,
    ...(name in sent && { [name]: `${sent[name]} n${number}` }),
    ...('slug' in sent && { slug: `${sent.slug} n${number}` }),
  };
}

/** Sends members as JSON or as a form, which has no null. */
export async function send(
  visitor: Visitor,
  line: string,
  members: Members,
  asForm: boolean,
): Promise<Members> {
  const [method = '', path = ''] = line.split(' ');
  const { status, body } = await visitor.ask(
    method,
    path,
    asForm ? { form: formOf(members) } : { json: members },
  );
  assert.equal(status, method === 'POST' && path.split('/').length === 2 ? 201 : 200, JSON.stringify(body));
  return body;
}

/** The members that the chosen form of body can carry. */
export const sendable = (members: Members, asForm: boolean): Members =>
  asForm ? withoutNull(members) : members;

export const withoutNull = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** The line of a request that changes this record. */
export function lineOf({ collection, bySlug }: Kind, { id, slug }: Members, way: Way): string {
  const path = way.bySlug && bySlug && slug ? `by-slug/${encodeURIComponent(String(slug))}` : id;
  return `${way.method} /${collection}/${path}`;
}

/** Members of every record that do not depend on what was sent. A slug may also follow from the name. */
const OWN = ['id', 'global_id', 'global_id_lineage', 'url', 'urls', 'rest_url', 'slug'];

/** The expected record without any sent members: defaults with the found id, address and dates. */
export function newborn(blank: Members, sent: Members, found: Members): Members {
  const common = Object.entries(blank).filter(([name]) => !OWN.includes(name));
  const own = Object.entries(found).filter(([name]) => OWN.includes(name));
  const dates = 'date' in found && !('date' in sent || 'date_utc' in sent) && datesOf(found);
  return {
    ...Object.fromEntries([...common, ...own]),
    ...dates,
    ...('website' in blank && { website: found.url }),
    ...('color' in blank && { color: chosenColor(found) }),
  };
}

/** The service chooses a colour by those of the others. */
function chosenColor({ color }: Members) {
  assert.ok(
    categoryColors.some(known => known === color),
    `${color}`,
  );
  return color;
}

function datesOf({ date, date_utc, status }: Members) {
  const isProposed = status === 'draft' || status === 'pending';
  assert.equal(date_utc === '0000-00-00 00:00:00', isProposed, `${status} ${date_utc}`);
  return { date, date_utc };
}

const formOf = (members: Members): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, string][] => {
      if (!Array.isArray(value) || value.length === 0) return [[name, String(value)]];
      return value.map((item, index) => [`${name}[${index}]`, String(item)]);
    }),
  );

export async function readOne(visitor: Visitor, { collection }: Kind, id: unknown): Promise<Members> {
  const { status, body } = await visitor.ask('GET', `/${collection}/${id}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** A record is the same by id, by slug, in a list and where other records show it. */
export async function assertSameEverywhere(visitor: Visitor, kind: Kind, single: Members): Promise<void> {
  const { collection, name } = kind;
  const { id, slug, status } = single;
  if (kind.bySlug && slug) {
    const { body } = await visitor.ask('GET', `/${collection}/by-slug/${encodeURIComponent(String(slug))}`);
    assert.deepEqual(body, single);
  }
  if (!single.hide_from_listings) {
    const word = /n\d+$/.exec(String(single[name]))?.[0];
    const query =
      collection === 'events'
        ? { include: [Number(id)] }
        : kind.bySlug
          ? { search: word }
          : { include: [Number(id)], hide_empty: false };
    const { items } = await visitor.list(collection, { ...query, per_page: 50 });
    const { _links: _, ...listed } = asListed(single);
    assert.deepEqual(
      items.find(item => item.id === id),
      listed,
    );
  }
  if (collection !== 'events' && status !== 'trash') await assertEmbedded(visitor, kind, single);
}

async function assertEmbedded(visitor: Visitor, { collection }: Kind, single: Members): Promise<void> {
  const field = collection === 'venues' ? 'venue' : collection === 'organizers' ? 'organizer' : collection;
  const event = await send(
    visitor,
    'POST /events',
    { title: 'Embedding', ...DATES, [field]: [single.id] },
    false,
  );
  const shown = (await visitor.ask('GET', `/events/${event.id}`)).body[field];
  const embedded = Array.isArray(shown) ? shown[0] : shown;
  assert.ok(typeof embedded === 'object' && embedded !== null);
  if (collection === 'venues' || collection === 'organizers') {
    assert.deepEqual(embedded, single);
  } else {
    for (const name of ['id', 'name', 'slug', 'description', 'taxonomy', 'urls'])
      assert.deepEqual((embedded as Members)[name], single[name], name);
  }
}

/** Records to refer to: two or three of each kind, created by an administrator. */
export async function createWorld(
  { base, site, accounts }: Service,
  visitor: Visitor,
  picture: Uint8Array<ArrayBuffer>,
): Promise<World> {
  const make = async (count: number, path: string, name: string): Promise<number[]> => {
    const ids: number[] = [];
    for (let at = 1; at <= count; at++)
      ids.push(Number((await send(visitor, `POST ${path}`, { [name]: `World ${at}` }, false)).id));
    return ids;
  };
  const upload = async () => {
    const { status, body } = await visitor.upload(`${site}/images`, picture);
    assert.equal(status, 201, JSON.stringify(body));
    return Number(body.id);
  };
  return {
    site: base,
    accounts: Object.values(accounts).map(({ id }) => id),
    images: [await upload(), await upload()],
    categories: await make(3, '/categories', 'name'),
    tags: await make(3, '/tags', 'name'),
    venues: await make(3, '/venues', 'venue'),
    organizers: await make(3, '/organizers', 'organizer'),
  };
}
