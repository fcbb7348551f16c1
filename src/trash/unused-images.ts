import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import { continueOnFailure, type RecordFailed } from '../db/failing.ts';
import type { Db, ImageRow, Tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { eventMembers } from '../events/members.ts';
import { imageProposals } from '../images/proposed.ts';
import { imageFolder } from '../images/save-files.ts';
import { findImages } from '../images/store.ts';
import type { JsonSchema } from '../input/schemas.ts';
import { organizerMembers } from '../organizers/members.ts';
import type { Carried } from '../records/members.ts';
import { termMembers } from '../terms/members.ts';
import { venueMembers } from '../venues/members.ts';

/** Where the rows of a table name images. */
interface ImageMentions {
  /** Whether the column `image_id` has the id of one. */
  readonly hasImage: boolean;
  /** Columns with texts, or with JSON of texts, in which the address of an image may stand. */
  readonly texts: readonly string[];
  /** The column with JSON of a row that may come back, and that may have an `image_id`. */
  readonly rows?: string;
}

type DeclaredColumns = Readonly<Record<string, Pick<Carried, 'columns'> & { readonly schema: JsonSchema }>>;

/** The mentions of a record, by the declarations of its members: its own texts, and those in other languages. */
function ofRecord(members: DeclaredColumns): ImageMentions {
  const declared = Object.values(members);
  return {
    hasImage: declared.some(({ columns }) => columns.includes('image_id')),
    texts: declared.filter(({ schema }) => hasFreeText(schema)).flatMap(({ columns }) => columns),
  };
}

/** Whether a value may contain any text. */
function hasFreeText(schema: JsonSchema): boolean {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.some(hasFreeText);
  if ('enum' in schema || 'pattern' in schema) return false;
  return [type].flat().includes('string') || (type === 'object' && 'additionalProperties' in schema);
}

const NONE: ImageMentions = { hasImage: false, texts: [] };

/**
 * Everything that can name an image, in every state of a record: the trash and occurrences have no tables of their own.
 * A table that is not here does not compile.
 */
export const imageMentions = {
  events: ofRecord(eventMembers),
  venues: ofRecord(venueMembers),
  organizers: ofRecord(organizerMembers),
  terms: ofRecord(termMembers),
  // The former values of columns, in which a restore finds an image.
  versions: { hasImage: true, texts: ['former'] },
  // What was an exception's own, which returns with its date.
  vanished_occurrences: { hasImage: false, texts: ['own'], rows: 'own' },
  // The text of an image has no address of another one.
  ...{ records: NONE, images: NONE },
  ...{ event_venues: NONE, event_organizers: NONE, event_terms: NONE, translated_slugs: NONE },
  ...{
    users: NONE,
    app_passwords: NONE,
    imported: NONE,
    former_addresses: NONE,
    settings: NONE,
    open_forms: NONE,
  },
  // Its pictures are those of `imageProposals`.
  public_proposals: NONE,
  ...{ sessions: NONE, secret_links: NONE, passkeys: NONE, used_challenges: NONE, security_log: NONE },
  ...{ outbox: NONE, unwanted_mail: NONE, sources: NONE, readings: NONE },
  // What the event shall be, and what it was. Its picture is one of `imageProposals`.
  pending_edits: { hasImage: false, texts: ['base', 'members', 'note'] },
  // The footer of the pages may have links.
  site_settings: { hasImage: false, texts: ['value'] },
  // An answer that shows a deleted image is withheld.
  idempotency_keys: NONE,
} satisfies Record<keyof Tables, ImageMentions> as Readonly<Record<keyof Tables, ImageMentions>>;

/**
 * Removes the unused ones of these images: those that no record, version or vanished occurrence shows, and whose folder
 * no text mentions. Returns the number of removed images.
 * @param failed takes an image that cannot be removed, for example its files; the rest goes on. By default that is an error
 */
export async function removeUnused(
  db: Db,
  config: Pick<Config, 'DATA_DIR'>,
  ids: readonly number[],
  failed: RecordFailed = (_, error) => {
    throw error;
  },
): Promise<number> {
  const left: ImageRow[] = [];
  for (const image of (await findImages(db, ids)).values())
    if (!(await isOnAnything(db, image.id))) left.push(image);
  const mentioned = await mentionedIn(db, left.map(folderOf));
  let removed = 0;
  for (const image of left) {
    if (mentioned.has(folderOf(image))) continue;
    const work = async () => {
      if (await removeOne(db, config, image)) removed++;
    };
    await continueOnFailure(db, work, error => failed({ type: 'image', id: image.id }, error));
  }
  return removed;
}

async function removeOne(db: Db, config: Pick<Config, 'DATA_DIR'>, image: ImageRow): Promise<boolean> {
  if (!(await removeRow(db, image))) return false;
  // A crash before this line leaves only files that no record refers to.
  // A request may add the WebP form of a file meanwhile.
  const options = { recursive: true, force: true, maxRetries: 5 };
  const folder = join(imageFolder(config), folderOf(image));
  await rm(folder, options).catch(error => {
    // Nothing else knows of these files any more: the operator finds them by their name.
    throw new Error(`${folder} is no longer used and could not be removed: ${error.message}`, {
      cause: error,
    });
  });
  return true;
}

/** Seconds for which files may wait for their record. */
const WEEK = 7 * 86_400;

/** Removes files of images without a record, which a killed import leaves; none if they are most, as beside another store. */
export async function removeOrphans(db: Db, config: Pick<Config, 'DATA_DIR'>, now: number): Promise<void> {
  const all = (await readdir(imageFolder(config)).catch(() => [])).filter(name => /^[\da-f]{24}$/.test(name));
  const orphans = new Set(all);
  // In one statement: between two, an exchange could put a file where it is not read.
  const rows = await db.selectFrom('images').select('file').execute();
  for (const { file } of rows) orphans.delete(dirname(file));
  const mentioned = orphans.size * 2 > all.length ? orphans : await mentionedIn(db, [...orphans]);
  for (const name of orphans) {
    if (mentioned.has(name)) continue;
    const folder = join(imageFolder(config), name);
    // Another job may have removed it meanwhile.
    const found = await stat(folder).catch(() => undefined);
    if (found && found.mtimeMs / 1000 < now - WEEK) await rm(folder, { recursive: true, force: true });
  }
}

const folderOf = ({ file }: ImageRow): string => dirname(file);

const tables = Object.entries(imageMentions);

/** Whether a record, a version or a vanished occurrence shows an image, or a proposal wants to; texts may still mention it. */
export async function isOnAnything(db: Db, id: number): Promise<boolean> {
  for (const [table, { hasImage, rows }] of tables) {
    if (hasImage && (await hasRows(db, sql`${sql.table(table)} where image_id = ${id}`))) return true;
    if (rows && (await isInJson(db, table, rows, [`"image_id":${id},`, `"image_id":${id}}`]))) return true;
  }
  return (await imageProposals(db, id)).length > 0;
}

const hasRows = async (db: Db, from: RawBuilder<unknown>): Promise<boolean> =>
  (await sql`select 1 from ${from} limit 1`.execute(db)).rows.length > 0;

/** Whether JSON in this column has one of these members: the id of the image, and not only one that begins with it. */
const isInJson = (db: Db, table: string, column: string, members: string[]): Promise<boolean> => {
  const { contains } = dialectOf(db);
  const found = members.map(member => contains(sql.ref(column), member));
  return hasRows(db, sql`${sql.table(table)} where ${sql.join(found, sql` or `)}`);
};

/** Removes the row of an image, unless a concurrent write uses the image, or has given its file to another; false then. */
const removeRow = (db: Db, { id, file }: ImageRow): Promise<boolean> =>
  inTransaction(db, async db => {
    await dialectOf(db).lockRow(db, 'images', id);
    const current = (await findImages(db, [id])).get(id);
    if (current?.file !== file || (await isOnAnything(db, id))) return false;
    await db.deleteFrom('images').where('id', '=', id).execute();
    await db.updateTable('records').set({ type: 'deleted' }).where('id', '=', id).execute();
    return true;
  });

/** Rows that one query scans, so that other requests run in between. */
const STEP = 500;

/** The folders among these that some text mentions. */
async function mentionedIn(db: Db, folders: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  if (folders.length === 0) return found;
  for (const [table, { texts }] of tables)
    if (texts.length > 0)
      for await (const text of textsWithImages(db, table, texts))
        for (const folder of folders) if (text.includes(folder)) found.add(folder);
  return found;
}

/** The texts of all rows that have the address of some image. */
async function* textsWithImages(db: Db, table: string, texts: ImageMentions['texts']) {
  const each = texts.map(column => sql`coalesce(cast(${sql.ref(column)} as text), '')`);
  const all = sql.join(each, sql` || `);
  for (let after = 0; ; ) {
    const page = sql`select id, ${all} as text from ${sql.table(table)}
      where id > ${after} order by id limit ${STEP}`;
    const last = await sql<{ id: number | null }>`select max(id) as id from (
      select id from ${sql.table(table)} where id > ${after} order by id limit ${STEP}) as page`.execute(db);
    const end = last.rows[0]?.id;
    if (!end) return;
    const { rows } = await sql<{ text: string }>`select text from (${page}) as page
      where ${dialectOf(db).contains(sql.ref('text'), 'images/')}`.execute(db);
    for (const { text } of rows) yield text;
    after = Number(end);
  }
}
