import type { Config } from '../../config.ts';
import { snapshot } from '../../db/dialect.ts';
import { isSeriesRow } from '../../db/listed.ts';
import type { Db } from '../../db/tables.ts';
import { EXPORT_VERSION } from '../../intake/export-parts.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { organizerMembers } from '../../organizers/members.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import type { View } from '../../records/members.ts';
import { storeId } from '../../records/store-id.ts';
import { addressAt } from '../../site/address.ts';
import { readStored } from '../../site/settings-store.ts';
import { wordsOf } from '../../site/words.ts';
import { hasProtectedEvents, passwordSalt } from '../../users/secrets.ts';
import { venueMembers } from '../../venues/members.ts';
import { venueKind } from '../../venues/venue.ts';
import type { CollectionName } from '../files/documents.ts';
import { eventsOf } from './events.ts';
import { imagesOf, namedOf, termsOf, type UnreadableFile, usersOf, venueExtras } from './lists.ts';

export interface ExportOptions {
  /** Include the image files. Without them the export carries their addresses. */
  images: boolean;
  signal?: AbortSignal | undefined;
  /** Takes an image file that is missing or cannot be read. The export goes on without it. */
  onUnreadable?: UnreadableFile | undefined;
}

/** The number of records written in each list. */
export type ExportCounts = Record<CollectionName, number>;

/**
 * Writes the whole calendar as one JSON object, in chunks. The object is a response of the interface with all lists,
 * each record as an administrator sees it, and with the values that a copy needs under `almanac`. It contains the
 * hashes of event passwords, and no other secret.
 */
export async function exportAll(
  db: Db,
  config: Config,
  write: (chunk: string) => Promise<void>,
  options: ExportOptions,
): Promise<ExportCounts> {
  // Created before the snapshot, which is read-only.
  const store = await storeId(db);
  return snapshot(db, async db => {
    const site = config.SITE_URL || `http://${config.HOST}:${config.PORT}`;
    const address = addressAt(site, undefined, wordsOf(config));
    const view: View = { address, config, viewer: EVERYTHING, language: config.LANGUAGE, single: false };
    const out = printer(write, options.signal);
    await out.member('almanac', await headerOf(db, config, store));
    const counts: ExportCounts = {
      users: await out.list('users', usersOf(db)),
      images: await out.list('images', imagesOf(db, config, view, options)),
      categories: await out.list('categories', termsOf(db, 'category', view)),
      tags: await out.list('tags', termsOf(db, 'tag', view)),
      venues: await out.list('venues', namedOf(db, venueKind, venueMembers, view, venueExtras)),
      organizers: await out.list(
        'organizers',
        namedOf(db, organizerKind, organizerMembers, view, () => ({})),
      ),
      events: await out.list('events', eventsOf(db, view, store)),
    };
    await out.member('total', counts.events);
    await out.member('total_pages', 1);
    await out.end();
    return counts;
  });
}

/** An export shows everything. */
const EVERYTHING: View['viewer'] = { id: 0, login: '', role: 'administrator' };

async function headerOf(db: Db, config: Config, store: string) {
  const { store: set, remembered } = await readStored(db);
  return {
    version: (await hasSeries(db)) ? EXPORT_VERSION.withSeries : EXPORT_VERSION.withoutSeries,
    exported: Temporal.Now.instant().round('second').toString(),
    site: config.SITE_URL,
    store,
    time_zone: config.TIME_ZONE.name,
    settings: Object.fromEntries([...remembered, ...set]),
    ...((await hasProtectedEvents(db)) && { password_salt: await passwordSalt(db) }),
  };
}

const hasSeries = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('events').select('id').where(isSeriesRow).limit(1).executeTakeFirst()) !== undefined;

const CHUNK = 64 * 1024;

/** Prints an object member by member, one record per line in its lists, in chunks. */
function printer(write: (chunk: string) => Promise<void>, signal: AbortSignal | undefined) {
  let separator = '{';
  let waiting = '';
  const print = async (text: string) => {
    waiting += text;
    if (waiting.length < CHUNK) return;
    signal?.throwIfAborted();
    await write(waiting);
    waiting = '';
  };
  const begin = (name: string) => {
    const text = `${separator}\n${JSON.stringify(name)}:`;
    separator = ',';
    return text;
  };
  return {
    member: (name: string, value: unknown) => print(begin(name) + JSON.stringify(value)),
    async list(name: string, records: AsyncIterable<object>): Promise<number> {
      let count = 0;
      await print(`${begin(name)}[`);
      for await (const record of records) {
        await yieldIfDue();
        await print(`${count++ === 0 ? '' : ','}\n${JSON.stringify(record)}`);
      }
      await print(']');
      return count;
    },
    async end() {
      await write(`${waiting}\n}\n`);
    },
  };
}
