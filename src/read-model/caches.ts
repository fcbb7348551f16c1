import { sql } from 'kysely';
import type { LoggedChange } from '../db/changes.ts';
import { dialectOf } from '../db/dialect.ts';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import type { ImageRow, OrganizerRow, TermRow, VenueRow, WithImage } from '../db/tables.ts';
import { contactTables, KINDS, type LinkedTable, linkedTypes } from '../kinds.ts';
import { Memo } from '../lib/sized-cache.ts';
import { type FacetRecords, facetRecords } from './facet-records.ts';
import { GeoPoints, geoPoints } from './geo-points.ts';
import type { NamingRecord } from './index/relevance.ts';
import { RecordCache } from './record-cache.ts';
import { RenderedEvents } from './rendered-events.ts';
import { lastDayOfSeries, type SeriesRecord, type SeriesRow, seriesRows, withOccurrences } from './series.ts';

/** Caches of the records that events link to, and of values derived from them. */
export class ReadModelCaches implements LinkedRecords {
  /** Incremented with each change of anything that answers show. */
  version = 0;
  /** Incremented with each change of a linked record. */
  links = 0;
  readonly reads: Reads;
  readonly venues: LinkedRecords['venues'];
  readonly organizers: LinkedRecords['organizers'];
  readonly images: LinkedRecords['images'];
  readonly terms: LinkedRecords['terms'];
  readonly series: LinkedRecords['series'];
  /** Values derived from terms: the ids that a name stands for, and the descendants of a term. */
  readonly termIds = new Memo<readonly number[]>();
  readonly #places = new Memo<[GeoPoints]>();
  readonly #facetRecords = Object.fromEntries(
    Object.keys(facetRecords).map(kind => [kind, new Memo()]),
  ) as unknown as { readonly [Kind in keyof FacetRecords]: Memo<FacetRecords[Kind][]> };
  readonly #lastDay = new Memo<readonly string[]>();
  /** The records with a term in their names. */
  readonly names = new Memo<readonly NamingRecord[]>();
  /** Rendered events of public answers at the current version. */
  readonly parts: RenderedEvents;

  /** @param room maximum bytes of cached answers and their parts */
  constructor(reads: Reads, room: () => number) {
    this.reads = reads;
    const { venues, organizers, images, terms, series } = linkedRecords(reads);
    this.venues = venues;
    this.organizers = organizers;
    this.images = images;
    this.terms = terms;
    this.series = series;
    this.parts = new RenderedEvents(() => (room() * 3) / 4);
  }

  /** The venues that have coordinates; the same object until a venue changes. */
  async places(): Promise<GeoPoints> {
    return (
      await this.#places.get('', async () => [new GeoPoints(await this.reads.rows(geoPoints, []))])
    )[0]!;
  }

  facetRecords<Kind extends keyof FacetRecords>(kind: Kind): Promise<FacetRecords[Kind][]> {
    return this.#facetRecords[kind].get('', () => facetRecords[kind](this.reads));
  }

  /** The last day on which a public series may have dates, see `lastDayOfSeries`. */
  async lastDayOfSeries(): Promise<string> {
    return (await this.#lastDay.get('', async () => [await lastDayOfSeries(this.reads)]))[0]!;
  }

  /**
   * Increments the version and drops the rendered events with these ids; all of them if undefined. Those of a series
   * that is dropped are rendered again, too: they hold its record.
   */
  protected bumpVersion(events: Iterable<number> | undefined, series: Iterable<number> = []): void {
    this.version++;
    for (const id of series) {
      this.series.forget(id);
      this.#lastDay.clear();
    }
    if (events) for (const id of events) this.parts.forget(id);
    else this.parts.clear();
  }

  /** Drops cached values that a change of anything but an event has made stale. */
  protected forget({ type, record_id }: LoggedChange): void {
    if (type === 'everything') this.forgetEverything();
    else if (type === 'setting') this.#forgetDerived();
    else if (type !== 'user' && type !== 'event') this[`${type}s`].forget(record_id);
    if (type === 'venue') for (const memo of [this.#places, this.#facetRecords.addresses]) memo.clear();
    if (type === 'term') this.termIds.clear();
    for (const { logged, table } of LINKED) if (logged === type) this.#facetRecords[table].clear();
    if (LINKED.some(({ logged }) => logged === type)) this.names.clear();
    if (type === 'image') for (const table of contactTables) this[table].forget();
  }

  protected forgetEverything(): void {
    for (const { table } of Object.values(KINDS)) if (table !== 'events') this[table].forget();
    this.series.forget();
    this.#forgetDerived();
  }

  #forgetDerived(): void {
    this.#places.clear();
    this.#lastDay.clear();
    this.termIds.clear();
    for (const records of Object.values(this.#facetRecords)) records.clear();
    this.names.clear();
  }
}

const LINKED = linkedTypes.map(type => KINDS[type]);

export interface LinkedRecords {
  readonly venues: RecordCache<WithImage<VenueRow>, VenueRow>;
  readonly organizers: RecordCache<WithImage<OrganizerRow>, OrganizerRow>;
  readonly images: RecordCache<ImageRow>;
  readonly terms: RecordCache<TermRow>;
  readonly series: RecordCache<SeriesRecord, SeriesRow>;
}

export function linkedRecords(reads: Reads): LinkedRecords {
  const images = new RecordCache(reads, rowsOf<ImageRow>('images'), rows => rows);
  const withImages = <Row extends { image_id: number | null }>(rows: Row[]) => showingImages(images, rows);
  return {
    images,
    venues: new RecordCache(reads, rowsOf<VenueRow>('venues'), withImages),
    organizers: new RecordCache(reads, rowsOf<OrganizerRow>('organizers'), withImages),
    terms: new RecordCache(reads, rowsOf<TermRow>('terms'), rows => rows),
    series: new RecordCache(reads, seriesRows, rows => withOccurrences(reads, rows)),
  };
}

async function showingImages<Row extends { image_id: number | null }>(
  images: RecordCache<ImageRow>,
  rows: Row[],
): Promise<WithImage<Row>[]> {
  const found = await images.find(rows.flatMap(({ image_id }) => image_id ?? []));
  return rows.map(row => Object.assign(row, { image: found.get(row.image_id ?? 0) }));
}

const rowsOf = <Row>(table: LinkedTable | 'images'): PreparedQuery<Row> =>
  // The caller names the row type of the table.
  (db =>
    db
      .selectFrom(table as 'venues')
      .selectAll()
      .where(dialectOf(db).among(sql.ref('id'), 0))) as PreparedQuery<never>;
