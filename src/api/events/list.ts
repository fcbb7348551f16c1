import type { Db } from '../../db/tables.ts';
import type { EventRecord } from '../../events/event.ts';
import { withLinks } from '../../events/linked.ts';
import { showInList } from '../../events/mask.ts';
import { offeredToAll } from '../../events/password.ts';
import { type RenderView, renderedList, renderRecords } from '../../formats/rendered-events.ts';
import { listedView } from '../../formats/views.ts';
import { invalidParameter, Refused, refusal } from '../../http/errors.ts';
import { PRIVATE } from '../../http/headers.ts';
import { longRead } from '../../http/long-read.ts';
import { assertPage, type ListPage, listHeaders, pageOf, range } from '../../http/paging.ts';
import { type Call, operation } from '../../http/route.ts';
import { ref } from '../../http/schemas.ts';
import { eventOperationWords } from '../../i18n/events.ts';
import { type Fragment, fragment, Json, separated } from '../../lib/json.ts';
import { FEW } from '../../read-model/index/build.ts';
import { eventFilters } from '../../search/arguments.ts';
import { findInReadModel } from '../../search/read-model.ts';
import { type EventFilter, findInStore } from '../../search/sql.ts';
import { readWindow, windowHolds } from '../../search/window.ts';
import { withDescendants } from '../../terms/tree.ts';
import { mayCreate } from '../../users/rights.ts';

type BareCall = Omit<Call, 'args' | 'target'>;

/** The list of events. */
export const list = operation({
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
    const offered = await offeredToAll(call.db, args.password);
    const filter = {
      window: window.at,
      search: args.search,
      categories: args.categories && (await below(args.categories, call)),
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
    const view = listedView(call);
    const { rows, total } =
      (await renderedList(filter, view, { limit, offset })) ??
      (await findInReadModel(call.readModel, filter, call.viewer, { limit, offset })) ??
      (await readEvents(call, filter, { limit, offset }));
    const collection = `${call.address.api}/events/`;
    const query = linkQuery(args, window.shown, call);
    const { links, totals, headers } = pageOf(collection, query, { page: args.page, per_page: limit }, total);
    assertPage(args, totals, 'event-archive-page-not-found');
    const rest = { ...links, ...totals };
    const body = isWritten(rows) ? listOf(rows, rest) : await listShown(rows, rest, view, offered);
    if (args.password !== undefined) return { body, headers: { ...headers, ...PRIVATE } };
    const holds = args.include ? { since: 0, until: Infinity } : windowHolds(args, args.strict_dates, call);
    return { body, headers, ...holds };
  },
});

const isWritten = (rows: Fragment[] | EventRecord[]): rows is Fragment[] =>
  rows.length > 0 && 'digest' in rows[0]!;

/** The list of events that were read for this viewer. */
async function listShown(events: EventRecord[], rest: object, view: RenderView, offered: string | undefined) {
  const written = await renderRecords(events, view, offered);
  return written
    ? listOf(
        written.map(({ whole }) => whole),
        rest,
      )
    : { events: events.map(event => showInList(event, view, offered)), ...rest };
}

/** The list of these events, which are written already. */
function listOf(events: readonly Fragment[], rest: object): Json {
  return new Json([EVENTS, ...separated(events), fragment(`],${JSON.stringify(rest).slice(1)}`)]);
}

const EVENTS = fragment('{"events":[');

/** By the store itself, which may take long unless there are few events. */
function readEvents(
  { db, readModel, viewer }: BareCall,
  filter: EventFilter,
  range: { limit: number; offset: number },
): Promise<ListPage<EventRecord>> {
  const read = async (db: Db) => {
    const { rows, total } = await findInStore(db, filter, viewer, range);
    return { rows: await withLinks(db, rows, viewer), total };
  };
  // Searches go through texts, which may be long however few there are.
  const isQuick = readModel?.index && readModel.index.size <= FEW && filter.search === undefined;
  return isQuick ? read(db) : longRead(db, read);
}

/** These categories and all below them. */
async function below(ids: readonly number[], { db, readModel }: BareCall): Promise<readonly number[]> {
  const find = () => withDescendants(readModel?.db ?? db, ids);
  return readModel ? readModel.termIds.get(`below ${ids}`, find) : find();
}

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
