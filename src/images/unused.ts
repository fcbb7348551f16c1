import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { imageFolder } from './save-files.ts';
import { findImages } from './store.ts';

/**
 * Removes the unused ones of these images: those that no record and no version shows, and whose folder no text
 * mentions. Returns the number of removed images.
 */
export async function removeUnused(
  db: Db,
  config: Pick<Config, 'DATA_DIR'>,
  ids: readonly number[],
): Promise<number> {
  const left: ImageRow[] = [];
  for (const image of (await findImages(db, ids)).values())
    if (!(await isOnAnything(db, image.id))) left.push(image);
  const mentioned = await mentionedIn(db, left.map(folderOf));
  let removed = 0;
  for (const image of left) {
    if (mentioned.has(folderOf(image)) || !(await removeRow(db, image.id))) continue;
    // A crash before this line leaves only files that no record refers to.
    // A request may add the WebP form of a file meanwhile.
    const options = { recursive: true, force: true, maxRetries: 5 };
    await rm(join(imageFolder(config), folderOf(image)), options);
    removed++;
  }
  return removed;
}

const folderOf = ({ file }: ImageRow): string => dirname(file);

async function isOnAnything(db: Db, id: number): Promise<boolean> {
  for (const table of ['events', 'venues', 'organizers', 'versions'] as const) {
    const shown = db.selectFrom(table).select('id').where('image_id', '=', id).limit(1);
    if (await shown.executeTakeFirst()) return true;
  }
  return false;
}

/** Removes the row of an image, unless a concurrent write uses the image; false then. */
const removeRow = (db: Db, id: number): Promise<boolean> =>
  inTransaction(db, async db => {
    await dialectOf(db).lockRow(db, 'images', id);
    if (await isOnAnything(db, id)) return false;
    await db.deleteFrom('images').where('id', '=', id).execute();
    await db.updateTable('records').set({ type: 'deleted' }).where('id', '=', id).execute();
    return true;
  });

/** Text columns that may contain the URL of an image. */
const TEXTS = {
  events: ['description', 'excerpt'],
  venues: ['description'],
  organizers: ['description'],
  terms: ['description'],
  versions: ['former'],
} as const;

/** Rows that one query scans, so that other requests run in between. */
const STEP = 2000;

/** The folders among these that some text mentions. */
async function mentionedIn(db: Db, folders: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  if (folders.length === 0) return found;
  for (const [table, columns] of Object.entries(TEXTS)) {
    const text = sql.join(
      columns.map(column => sql`coalesce(${sql.ref(column)}, '')`),
      sql` || `,
    );
    for (let after = 0; ; ) {
      const page = sql`select id, ${text} as text from ${sql.table(table)}
        where id > ${after} order by id limit ${STEP}`;
      const last = await sql<{ id: number | null }>`select max(id) as id from (${page}) as page`.execute(db);
      const texts = await sql<{ text: string }>`select text from (${page}) as page
        where ${dialectOf(db).contains(sql.ref('text'), '/images/')}`.execute(db);
      for (const { text } of texts.rows)
        for (const folder of folders) if (text.includes(folder)) found.add(folder);
      const end = last.rows[0]?.id;
      if (!end) break;
      after = Number(end);
    }
  }
  return found;
}
