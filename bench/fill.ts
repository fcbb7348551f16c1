import { numbered, slugify, suffixed } from '../src/lib/text/slugs.ts';
import { type Calendar, eventAt, type Generated } from './generate.ts';
import { makeOrganizers, makeVenues } from './places.ts';
import { type GeneratedOccurrence, occurrenceAt } from './series.ts';
import { makeTerms } from './terms.ts';
import { translatedAt } from './translated.ts';

/** Where rows are written, table by table. Rows arrive in an order in which their references exist. */
export interface Sink {
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Records the number of published events of a term. */
  count(term: number, events: number): Promise<void>;
  /** Commits what was written so far. */
  commit(): Promise<void>;
}

/** Events per transaction. */
const BATCH = 5_000;

/** Writes the whole calendar except its accounts; `tell` is called with the number of events so far. */
export async function fill(sink: Sink, calendar: Calendar, tell: (events: number) => void): Promise<void> {
  const at = calendar.anchor - 1_000 * 86_400;
  const venues = makeVenues(1, at);
  const organizers = makeOrganizers(1, at);
  await sink.insert('records', [...numberedAs('venue', venues), ...numberedAs('organizer', organizers)]);
  await sink.insert('venues', venues);
  await sink.insert('organizers', organizers);
  await sink.insert('terms', makeTerms());
  await sink.commit();
  const slugs = new Slugs();
  const counts = new Map<number, number>();
  for (let first = 0; first < calendar.size; first += BATCH) {
    const count = Math.min(BATCH, calendar.size - first);
    const events = Array.from({ length: count }, (_, i) => eventOf(calendar, first + i));
    await insertEvents(sink, events, slugs);
    await sink.commit();
    for (const { row, terms } of events)
      if (row.status === 'publish') for (const id of terms) counts.set(id, (counts.get(id) ?? 0) + 1);
    tell(first + count);
  }
  for (const [term, events] of counts) await sink.count(term, events);
  await sink.commit();
}

const makers = { plain: eventAt, series: occurrenceAt, translated: translatedAt };

const eventOf = (calendar: Calendar, index: number): GeneratedOccurrence =>
  makers[calendar.variant ?? 'plain'](calendar, index);

async function insertEvents(sink: Sink, listed: readonly GeneratedOccurrence[], slugs: Slugs): Promise<void> {
  const events: readonly Generated[] = listed.flatMap(event =>
    event.series ? [event.series, event] : event,
  );
  const rows = events.map(({ row }) => ({ ...row, slug: slugs.of(row) }));
  await sink.insert('records', numberedAs('event', rows));
  await sink.insert('events', rows);
  await sink.insert('event_venues', events.flatMap(links('venue_id', ({ venues }) => venues)));
  await sink.insert(
    'event_organizers',
    events.flatMap(links('organizer_id', ({ organizers }) => organizers)),
  );
  const terms = events.flatMap(({ row, terms }) => terms.map(term_id => ({ event_id: row.id, term_id })));
  await sink.insert('event_terms', terms);
}

const numberedAs = (type: string, rows: readonly { id: number }[]) => rows.map(({ id }) => ({ id, type }));

const links = (column: string, idsOf: (event: Generated) => number[]) => (event: Generated) =>
  idsOf(event).map((id, position) => ({ event_id: event.row.id, [column]: id, position }));

/** Slugs as the service makes them: numbered if they are taken, marked in the trash, missing in drafts. */
class Slugs {
  readonly #next = new Map<string, number>();
  readonly #taken = new Set<string>();

  readonly #bySeries = new Map<number, string>();

  of(row: Generated['row']): string | null {
    if (row.status === 'draft') return null;
    if (row.series_id !== null) return `${this.#bySeries.get(row.series_id)}/${row.start_date.slice(0, 10)}`;
    const slug = this.#free(row);
    if (row.recurrence !== '') this.#bySeries.set(row.id, slug);
    return slug;
  }

  #free({ status, title }: Generated['row']): string {
    const bare = slugify(title);
    const wanted = status === 'trash' ? suffixed(bare, '__trashed') : bare;
    let number = this.#next.get(wanted) ?? 1;
    let slug = wanted;
    while (this.#taken.has(slug)) slug = numbered(wanted, ++number);
    this.#next.set(wanted, number);
    this.#taken.add(slug);
    return slug;
  }
}
