import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { PreparedQuery } from '../db/prepared.ts';
import { inChunks } from '../db/slices.ts';
import type { Db, EventRow, TermRow, Untokenized } from '../db/tables.ts';
import { Pacer } from '../lib/pacer.ts';
import { byBytes } from '../lib/text/keys.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import type { EventLinkRecords, EventRecord } from './event.ts';
import { shownColumns } from './members.ts';
import { seriesInReadModel } from './series.ts';

/** An event with its links, from the read model; undefined if it is not there. */
export async function findEventInReadModel(
  readModel: ReadModel | undefined,
  id: number,
  viewer: Viewer,
): Promise<EventRecord | undefined> {
  const entry = readModel?.index?.get(id);
  return entry && (await recordsOf(readModel!, readModel!.version, [entry], viewer))?.[0];
}

/** The same by its slug. */
export async function findBySlugInReadModel(
  readModel: ReadModel | undefined,
  slug: string,
  viewer: Viewer,
): Promise<EventRecord | undefined> {
  if (!readModel?.index) return undefined;
  const { version } = readModel;
  const [row] = (await readModel.rows(version, bySlug, [slug])) ?? [];
  const entry = row && readModel.index.get(row.id);
  if (!entry) return undefined;
  const [links] = await linksOf(readModel, [entry], viewer);
  const others = await othersOf(readModel, version, [row], viewer);
  return others && readModel.version === version ? Object.assign(row, links, others(row)) : undefined;
}

const shownRows = (db: Db) => db.selectFrom('events').select(shownColumns);
const eventRow: PreparedQuery<Untokenized<EventRow>> = db => shownRows(db).where('id', '=', 0);
const bySlug: PreparedQuery<Untokenized<EventRow>> = db => shownRows(db).where('slug', '=', '');
const eventRows: PreparedQuery<Untokenized<EventRow>> = db =>
  shownRows(db).where(dialectOf(db).among(sql.ref('id'), 0));

/** The events of these entries at a version of the read model; undefined if a commit came since. */
export async function recordsOf(
  readModel: ReadModel,
  version: number,
  entries: readonly IndexEntry[],
  viewer: Viewer,
): Promise<EventRecord[] | undefined> {
  const links = await linksOf(readModel, entries, viewer);
  const rows = entries.length === 0 ? [] : await rowsOf(readModel, version, entries);
  if (rows?.length !== entries.length) return undefined;
  const others = await othersOf(readModel, version, rows, viewer);
  const byId = new Map(rows.map(row => [row.id, row]));
  return (
    others && entries.map(({ id }, at) => Object.assign(byId.get(id)!, links[at]!, others(byId.get(id)!)))
  );
}

/** What rows have besides their links: the picture of each, and the series; undefined if a commit came since. */
async function othersOf(
  readModel: ReadModel,
  version: number,
  rows: readonly Untokenized<EventRow>[],
  viewer: Viewer,
) {
  const images = await readModel.images.find(rows.flatMap(({ image_id }) => image_id ?? []));
  const series = await seriesInReadModel(readModel, version, rows, viewer);
  if (!series) return undefined;
  return ({ id, image_id }: Untokenized<EventRow>) => ({
    image: image_id === null ? undefined : images.get(image_id),
    ...series.get(id),
  });
}

/** Rows that one query reads: with the longest texts these take a few milliseconds. */
const ROWS = 10;

async function rowsOf(
  readModel: ReadModel,
  version: number,
  entries: readonly IndexEntry[],
): Promise<Untokenized<EventRow>[] | undefined> {
  if (entries.length === 1) return readModel.rows(version, eventRow, [entries[0]!.id]);
  const pacer = new Pacer();
  const ids = entries.map(({ id }) => id);
  return inChunks(
    ids,
    async some => {
      await pacer.pause();
      // After a commit there are no rows, and the caller notices that some are missing.
      return (await readModel.rows(version, eventRows, [readModel.reads.dialect.listOf(some)])) ?? [];
    },
    ROWS,
  );
}

export async function linksOf(
  readModel: ReadModel,
  entries: readonly IndexEntry[],
  viewer: Viewer,
): Promise<EventLinkRecords[]> {
  const venues = await readModel.venues.findAll(entries.map(entry => entry.venues));
  const organizers = await readModel.organizers.findAll(entries.map(entry => entry.organizers));
  const terms = await readModel.terms.findAll(entries.map(entry => entry.terms));
  return entries.map((_, at) => {
    const own = terms[at]!.sort(byName);
    return {
      venues: venues[at]!.filter(venue => mayRead(viewer, venue)),
      organizers: organizers[at]!.filter(organizer => mayRead(viewer, organizer)),
      categories: own.filter(({ taxonomy }) => taxonomy === 'category'),
      tags: own.filter(({ taxonomy }) => taxonomy === 'tag'),
    };
  });
}

const byName = (a: TermRow, b: TermRow): number => byBytes(a.sort_name, b.sort_name) || a.id - b.id;
