import { slugify } from '../calendar/slugs.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { type ImageId, writeWithImages } from '../images/wishes.ts';
import {
  type Arguments,
  additional,
  integer,
  optional,
  required,
  text,
  type Values,
} from '../interface/arguments.ts';
import { type ErrorKey, forbidden, invalidParameter, Refused, RestError } from '../interface/errors.ts';
import { assertPage, listHeaders, pageOf, range } from '../interface/paging.ts';
import { type Call, type Method, operation, type Route } from '../interface/route.ts';
import { ref } from '../interface/schemas.ts';
import { eventOperationWords, eventWords } from '../interface/words/events.ts';
import type { Words } from '../interface/words/words.ts';
import { typeOf } from '../records/table.ts';
import { withDescendants } from '../terms/tree.ts';
import { mayCreate, mayEdit, mayRead, type Viewer } from '../users/rights.ts';
import { hashEventPassword } from '../users/secrets.ts';
import { eventFields, showEvent } from './event.ts';
import { eventFilters } from './filters.ts';
import { withLinks } from './linked.ts';
import { linkErrors, linkedImages } from './links.ts';
import { listEvents } from './list.ts';
import { mask } from './mask.ts';
import { settleOrganizers, settleTerms, settleVenues } from './settle.ts';
import { type EventWish, findEventRow, insertEvent, updateEvent } from './store.ts';
import { eventTimes, type Times } from './times.ts';
import { readWindow } from './window.ts';

type BareCall = Omit<Call, 'args' | 'target'>;

/** A password offered for reading, and one to be set: '' removes it. */
const offeredPassword = text(eventWords.password_read);
const newPassword = text(eventWords.password_write, password => password, { empty: true });

const list = operation({
  methods: ['GET'],
  words: eventOperationWords.list,
  arguments: eventFilters,
  may: () => true,
  answers: {
    status: 200,
    schema: ref('EventList'),
    headers: listHeaders,
    errors: [400, refusal(404, 'event-archive-page-not-found')],
  },
  async handle({ args, ...call }) {
    const { limit, offset } = range(args, call.config);
    // Named events are wanted whenever they take place.
    const window = args.include ? { at: {}, shown: {} } : readWindow(args, args.strict_dates, call);
    const offered = args.password === undefined ? undefined : await hashEventPassword(call.db, args.password);
    const filter = {
      window: window.at,
      search: args.search,
      categories: args.categories && (await withDescendants(call.db, args.categories)),
      tags: args.tags,
      venues: args.venue,
      organizers: args.organizer,
      featured: args.featured,
      status: args.status,
      include: args.include,
      near: nearOf(args, call),
      parent: args.post_parent,
      offered,
    };
    const { rows, total } = await listEvents(call.db, filter, call.viewer, { limit, offset });
    const collection = `${call.address.api}/events/`;
    const query = linkQuery(args, window.shown, call);
    const { links, totals, headers } = pageOf(collection, query, { page: args.page, per_page: limit }, total);
    assertPage(args, totals, 'event-archive-page-not-found');
    const events = await withLinks(call.db, rows, call.viewer);
    const shown = events.map(event => {
      const whole = showEvent(event, { ...call, single: false });
      return isLocked(call.viewer, event, offered) ? mask(whole) : whole;
    });
    return { body: { events: shown, ...links, ...totals }, headers };
  },
});

type ListValues = Call<typeof eventFilters>['args'];

function nearOf(
  { geoloc, geoloc_lat: lat, geoloc_lng: lng, geoloc_radius }: ListValues,
  { config }: BareCall,
) {
  if (lat !== undefined && lng === undefined) throw alone('geoloc_lat', 'geoloc_lng');
  if (lng !== undefined && lat === undefined) throw alone('geoloc_lng', 'geoloc_lat');
  if (!config.GEOLOCATION || lat === undefined || lng === undefined) {
    return { located: config.GEOLOCATION ? geoloc : undefined, point: undefined };
  }
  return { located: geoloc, point: { lat, lng, radius: geoloc_radius ?? config.GEOLOCATION_RADIUS } };
}

const alone = (name: string, other: string) =>
  invalidParameter(name, new Refused('expected_with', { other }));

/** What links repeat: every filter, as it was understood. */
function linkQuery(
  args: ListValues,
  dates: Record<string, string | undefined>,
  { viewer, i18n_language }: BareCall,
) {
  const { start_date, end_date, ...relative } = dates;
  return {
    ...{ start_date, end_date },
    search: args.search,
    ...{ geoloc: args.geoloc, geoloc_lat: args.geoloc_lat, geoloc_lng: args.geoloc_lng },
    geoloc_radius: args.geoloc_radius,
    status: args.status ?? (mayCreate(viewer) ? undefined : 'publish'),
    post_parent: args.post_parent,
    include: args.include,
    ...relative,
    strict_dates: args.strict_dates || undefined,
    categories: args.categories,
    tags: args.tags,
    venue: args.venue,
    organizer: args.organizer,
    featured: args.featured,
    ticketed: args.ticketed,
    // Without it the other pages would not be those of the same list.
    password: args.password,
    i18n_language,
  };
}

/** A password stands between the viewer and the event. The same rule as `unlocked` is for queries. */
const isLocked = (viewer: Viewer, event: EventRow, offered: string | undefined): boolean =>
  event.password_hash !== null && event.password_hash !== offered && !mayEdit(viewer, event);

const create = operation({
  methods: ['POST'],
  words: eventOperationWords.create,
  arguments: eventFields,
  may: mayCreate,
  answers: { status: 201, schema: ref('Event'), errors: [400, ...linkErrors, 401, 403] },
  async handle({ args, ...call }) {
    const times = timesOf(args, undefined, call);
    const id = await writeWithImages(call, imagesOf(args), async (db, imageId) => {
      const wish = await wishOf(db, args, times, call, imageId);
      return insertEvent(db, { ...wish, title: args.title, website: args.website ?? undefined }, call);
    });
    return { status: 201, body: await shownAgain(call, id) };
  },
});

const read = (words: Words, declared: Arguments) =>
  operation<Arguments, EventRow>({
    methods: ['GET'],
    words,
    arguments: declared,
    may: () => true,
    answers: {
      status: 200,
      schema: ref('Event'),
      errors: [400, ...UNREADABLE.map(code => refusal(403, code))],
    },
    async handle({ args, target, ...call }) {
      if (target.status === 'trash') throw refusal(403, 'event-no-longer-available');
      if (!mayRead(call.viewer, target)) throw refusal(403, 'event-not-accessible');
      if (isLocked(call.viewer, target, await offeredHash(call.db, target, args.password))) {
        throw refusal(403, 'event-password-protected');
      }
      const [event] = await withLinks(call.db, [target], call.viewer);
      return { body: showEvent(event!, { ...call, single: true }) };
    },
  });

/** Deriving the hash takes its time: only where there is something to compare it with. */
async function offeredHash(db: Db, event: EventRow, password: unknown): Promise<string | undefined> {
  const compare = event.password_hash !== null && typeof password === 'string';
  return compare ? hashEventPassword(db, password) : undefined;
}

const editable = optional(eventFields);

const update = (words: Words, declared: Arguments) =>
  operation<Arguments, EventRow>({
    methods: ['POST', 'PUT', 'PATCH'],
    words,
    arguments: declared,
    may: mayEditTarget,
    answers: { status: 200, schema: ref('Event'), errors: [400, ...linkErrors, 401, 403] },
    async handle({ args: declaredArgs, target, ...call }) {
      // Every declaration of an update consists of these fields.
      const args = declaredArgs as Partial<Values<typeof eventFields>> & { password?: string };
      const password_hash = await newHash(call.db, args.password);
      timesOf(args, target, call);
      await writeWithImages(call, imagesOf(args), async (db, imageId) => {
        const current = await stillEditable(db, target.id, call.viewer);
        const wish = await wishOf(db, args, timesOf(args, current, call), call, imageId);
        const website = args.website === null ? '' : args.website;
        await updateEvent(db, current, { ...wish, website, password_hash }, call);
      });
      return { body: await shownAgain(call, target.id) };
    },
  });

async function newHash(db: Db, password: string | undefined): Promise<string | null | undefined> {
  if (password === undefined) return undefined;
  return password === '' ? null : hashEventPassword(db, password);
}

const remove = (words: Words, declared: Arguments) =>
  operation<Arguments, EventRow>({
    methods: ['DELETE'],
    words,
    arguments: declared,
    may: mayEditTarget,
    answers: {
      status: 200,
      schema: ref('Event'),
      errors: [400, 401, 403, refusal(410, 'event-is-in-trash')],
    },
    async handle({ target, ...call }) {
      await inTransaction(call.db, async db => {
        const current = await stillEditable(db, target.id, call.viewer);
        if (current.status === 'trash') throw refusal(410, 'event-is-in-trash');
        // The right to edit has been checked: to trash is no wish that a role could limit.
        const trashing = { ...call, viewer: { id: 0, login: '', role: 'editor' } as const };
        await updateEvent(db, current, { status: 'trash' }, trashing);
      });
      return { body: await shownAgain(call, target.id) };
    },
  });

const mayEditTarget = (viewer: Viewer, event: EventRow | undefined): boolean =>
  event ? mayEdit(viewer, event) : mayCreate(viewer);

/** The event as it is within the transaction: what was checked before may have changed meanwhile. */
async function stillEditable(db: Db, id: number, viewer: Viewer): Promise<EventRow> {
  await dialectOf(db).lockRow(db, 'events', id);
  const current = await findEventRow(db, { id });
  if (!current || !mayEdit(viewer, current)) throw forbidden(true);
  return current;
}

const UNREADABLE = [
  'event-no-longer-available',
  'event-not-accessible',
  'event-password-protected',
] as const satisfies ErrorKey[];

function refusal(status: number, code: ErrorKey): RestError {
  return new RestError(status, code, code);
}

async function shownAgain(call: BareCall, id: number) {
  const row = (await findEventRow(call.db, { id }))!;
  const [event] = await withLinks(call.db, [row], call.viewer);
  return showEvent(event!, { ...call, single: false });
}

type Input = Partial<Values<typeof eventFields>>;

function timesOf(input: Input, current: EventRow | undefined, call: BareCall): Times {
  const times = eventTimes(input, current, call);
  if ('refused' in times) throw invalidParameter(times.name, times.refused);
  return times;
}

const imagesOf = ({ image, venue, organizer }: Input) => [
  { name: 'image', wish: image },
  ...linkedImages(venue, organizer),
];

/** What a write says, with all that it links to settled: what has to be made is made in this transaction. */
async function wishOf(
  db: Db,
  input: Input,
  times: Times,
  call: BareCall,
  imageId: ImageId,
): Promise<EventWish> {
  const { image, venue, organizer, categories, tags, website: _, ...said } = input;
  return {
    ...said,
    times,
    image_id: await imageId(db, image),
    venue_ids: venue && (await settleVenues(db, venue, call, imageId)),
    organizer_ids: organizer && (await settleOrganizers(db, organizer, call, imageId)),
    category_ids: categories && (await settleTerms(db, 'category', categories)),
    tag_ids: tags && (await settleTerms(db, 'tag', tags)),
  };
}

export const eventRoutes = (): Route[] => [
  { path: '/events', operations: [list, create] },
  {
    path: '/events/:id',
    key: { name: 'id', argument: required(integer(eventWords.id)) },
    absent: () => [notFound(EXAMPLE), otherRecord(EXAMPLE)],
    find: async ({ db }, { id }) => (await findEventRow(db, { id })) ?? (await notAnEvent(db, id)),
    operations: [
      read(eventOperationWords.read, { password: offeredPassword }),
      remove(eventOperationWords.delete, { password: offeredPassword }),
      update(eventOperationWords.update, { password: newPassword, ...editable }),
    ],
  },
  {
    path: '/events/by-slug/:slug',
    key: { name: 'slug', argument: required(text(eventWords.slug_path)) },
    absent: method => [noSuchSlug(method)],
    find: async ({ db }, { slug }, method) =>
      (await findEventRow(db, { slug: slugify(slug) })) ?? noSuchSlug(method),
    operations: [
      read(eventOperationWords.readBySlug, { password: additional(offeredPassword) }),
      remove(eventOperationWords.deleteBySlug, {}),
      update(eventOperationWords.updateBySlug, editable),
    ],
  },
];

async function notAnEvent(db: Db, id: number): Promise<RestError> {
  if ((await typeOf(db, id)) === undefined) return notFound(id);
  return otherRecord(id);
}

const otherRecord = (id: number) =>
  new RestError(400, 'rest-invalid-event-id', 'rest-invalid-event-id', { values: { id } });

const noSuchSlug = (method: Method) =>
  method === 'GET' || method === 'DELETE' ? new Refused('expected_record_slug') : notFound(0);

/** An id for the documentation of errors. */
const EXAMPLE = 12;

const notFound = (id: number) =>
  new RestError(404, 'rest-event-not-found', 'rest-event-not-found', { values: { id } });
