import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { type ContactKind, type ContactRow, ofKind, tableOf, withImages } from '../../contacts/store.ts';
import type { Db, ImageRow, PublishedRow, Tables, Taxonomy, VenueRow, WithImage } from '../../db/tables.ts';
import { showImage } from '../../images/image.ts';
import { imageFolder } from '../../images/save-files.ts';
import { identify, identifyTerm, type Origin } from '../../intake/identity.ts';
import { provenanceOf } from '../../intake/imported.ts';
import { TEXT_COLUMNS } from '../../intake/reading/source-languages.ts';
import type { KindName, VersionedType } from '../../kinds.ts';
import { idsOf, type JsonObject } from '../../lib/objects.ts';
import { toWall } from '../../lib/time/zones.ts';
import { formerOf } from '../../records/former-addresses.ts';
import { type Members, show, type View } from '../../records/members.ts';
import { showTranslations } from '../../records/translations/members.ts';
import type { LanguageColumns } from '../../records/translations/stored.ts';
import { termMembers } from '../../terms/members.ts';
import { placedTerms } from '../../terms/tree.ts';
import { listUsers } from '../../users/store.ts';

/** A record as the interface shows it, with the values that it does not show under `almanac`. */
export type ExportedRecord = object;

export async function* usersOf(db: Db): AsyncGenerator<ExportedRecord> {
  for (const { id, login, email, role } of await listUsers(db)) yield { id, login, email, role };
}

export async function* imagesOf(
  db: Db,
  config: Config,
  view: View,
  { images: withFiles, onUnreadable }: { images: boolean; onUnreadable?: UnreadableFile | undefined },
): AsyncGenerator<ExportedRecord> {
  for await (const rows of paged(db.selectFrom('images').selectAll()))
    for (const image of rows) {
      const data = withFiles ? await fileOf(config, image, onUnreadable) : undefined;
      const extras = {
        author: String(image.author_id),
        created_utc: toWall(image.created_at, 'UTC'),
        source_url: image.source_url ?? undefined,
      };
      yield { ...showImage(image, view), ...languagesOf(image, 'image'), almanac: extras, data };
    }
}

/** Takes the name of an image file below the folder of images, and why it could not be read. */
export type UnreadableFile = (file: string, error: NodeJS.ErrnoException) => void;

/** The content of an image file in base64; undefined if it cannot be read. */
async function fileOf(
  config: Config,
  { file }: ImageRow,
  onUnreadable: UnreadableFile = (_, error) => {
    throw error;
  },
): Promise<string | undefined> {
  try {
    return await readFile(join(imageFolder(config), file), 'base64');
  } catch (error) {
    onUnreadable(file, error as NodeJS.ErrnoException);
    return undefined;
  }
}

export async function* termsOf(db: Db, taxonomy: Taxonomy, view: View): AsyncGenerator<ExportedRecord> {
  for await (const rows of paged(db.selectFrom('terms').selectAll().where('taxonomy', '=', taxonomy))) {
    const shown = (await placedTerms(db, rows)).map(term => ({
      ...show(termMembers, term, view),
      ...languagesOf(term, taxonomy),
    }));
    const own = shown.map(term => identifyTerm(term, HERE).key);
    const origins = await originsOf(db, taxonomy, rows, own);
    for (const [i, term] of shown.entries()) yield withExtras(term, origins[i]!);
  }
}

export async function* namedOf<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  members: Members<WithImage<Row>>,
  view: View,
  extrasOf: (row: Row) => ExportedRecord,
): AsyncGenerator<ExportedRecord> {
  for await (const rows of paged(db.selectFrom(tableOf(kind)).selectAll())) {
    const records = await withImages(db, ofKind(kind, rows));
    const shown = records.map(record => ({
      ...show(members, record, view),
      ...languagesOf(record, kind.type),
    }));
    const origins = await originsOf(db, kind.type, records, ownKeys(shown));
    for (const [i, record] of records.entries())
      yield withExtras(shown[i]!, { ...publishedExtras(record), ...extrasOf(record), ...origins[i] });
  }
}

/** The languages of a record as an export has them, drafts of translations included; nothing for most records. */
export const languagesOf = (
  record: Pick<LanguageColumns, 'language' | 'translations'>,
  type: KindName,
): JsonObject => ({
  ...(record.language !== '' && { language: record.language }),
  ...(record.translations !== '' && { translations: showTranslations(record, TEXT_COLUMNS[type]) }),
});

export const venueExtras = ({ stateprovince }: VenueRow) => ({ stateprovince: stateprovince ?? undefined });

const PAGE = 200;

/** The rows of a query in pages, ordered by id. */
export async function* paged<Table extends keyof Tables, Row extends { id: number }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): AsyncGenerator<Row[]> {
  const next = query.orderBy(sql`id`).limit(PAGE);
  for (let after = 0; ; ) {
    const rows = await next.where(sql<SqlBool>`id > ${after}`).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}

type PublicationRow = Pick<PublishedRow, 'date_floats' | 'date_at' | 'status' | 'status_before_trash'>;

/** The details of date and status that the shown members do not carry. */
export const publishedExtras = ({ date_floats, date_at, status, status_before_trash }: PublicationRow) => ({
  ...(date_floats === 1 && { created_utc: toWall(date_at, 'UTC') }),
  ...(status === 'trash' && { status_before_trash }),
});

export function withExtras(shown: ExportedRecord, extras: Record<string, unknown>): ExportedRecord {
  const known = Object.values(extras).some(value => value !== undefined);
  return known ? { ...shown, almanac: extras } : shown;
}

/**
 * The sources of imported records, so that a copy recognises them in later imports, and the former addresses of records.
 * A record whose source is its own identity (`own`) needs no source.
 */
export async function originsOf(
  db: Db,
  type: VersionedType,
  records: readonly { id: number }[],
  own: readonly string[],
): Promise<{ imported: object[] | undefined; former_addresses: object[] | undefined }[]> {
  const all = await provenanceOf(db, type, idsOf(records));
  const former = await formerOf(db, type, idsOf(records));
  return records.map(({ id }, i) => {
    const known = all.get(id)?.filter(({ source }) => source !== own[i]);
    const imported = known?.map(({ local_id: _, ...origin }) => origin);
    return { imported: imported?.length ? imported : undefined, former_addresses: former.get(id) };
  });
}

/** Records of this site are recognised by their addresses. */
const HERE: Origin = { base: '', host: undefined, store: undefined };

export const ownKeys = (shown: readonly JsonObject[]): string[] =>
  shown.map(record => identify(record, '', HERE).key);
