import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { DomainError } from '../errors.ts';
import { matchKey } from '../lib/text/keys.ts';
import { fold } from '../lib/text/search-terms.ts';
import type { ContactType } from '../records/table.ts';
import { ownLanguage } from '../records/translations/in-language.ts';
import { mergeLanguages, textsApart } from '../records/translations/merge.ts';
import { followMerged } from '../records/versions/links.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import { mayEdit, readable, type Viewer } from '../users/rights.ts';
import {
  type ContactKind,
  type ContactPatch,
  type ContactRow,
  definedColumns,
  insertContact,
  ofKind,
  tableOf,
  updateContact,
} from './store.ts';

/**
 * Creates a record, or finds one with the same name and, if a description is sent, the same description; case is
 * ignored. A record found is updated if the viewer may edit it. Records that the viewer may not read are not
 * considered; the name of one that was merged means the record that it became. Returns the id.
 */
export async function createContact<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  patch: ContactPatch<Row> & { name: string },
  context: WriteCall,
): Promise<number> {
  await dialectOf(db).lockNames(db, tableOf(kind));
  const same = await findSame(db, kind, patch, context.viewer);
  if (!same) {
    const into = await findMerged(db, kind, patch, context.viewer);
    return into ?? insertContact(db, kind, patch, context);
  }
  if (mayEdit(context.viewer, same)) {
    const merged = mergedPatch(kind, same, patch, context);
    const { language: _, ...languages } = mergeLanguages(merged, same, context.config);
    const changes = { ...merged.own, ...definedColumns({ image_id: merged.image_id }), ...languages };
    const changed = Object.entries(changes).some(([name, value]) => same[name as keyof Row] !== value);
    if (changed) await updateContact(db, kind, same, merged, context);
  }
  return same.id;
}

async function findSame<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  { name, description }: { name: string; description?: string | undefined },
  viewer: Viewer,
): Promise<Row | undefined> {
  const folded = fold(name);
  const table = tableOf(kind);
  // The id alone first: many may have the name, and whole rows would be sorted.
  const first = db
    .selectFrom(table)
    .select(({ fn }) => fn.min('id').as('id'))
    .where(eb =>
      description ? eb('match_key', '=', matchKey(folded, description)) : eb('folded_name', '=', folded),
    )
    .where('status', '!=', 'trash')
    .where(readable(viewer, table));
  const same = await db.selectFrom(table).selectAll().where('id', '=', first).execute();
  return ofKind(kind, same)[0];
}

/** The record into which the last one with this name was merged, if that is still there. */
async function findMerged<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  { name, description }: { name: string; description?: string | undefined },
  viewer: Viewer,
): Promise<number | undefined> {
  if (description) return undefined;
  const table = tableOf(kind);
  const named = db.selectFrom(table).select('id').where('folded_name', '=', fold(name));
  const gone = await named.where('status', '=', 'trash').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const [id] = gone ? await followMerged(db, kind.type, [gone.id]) : [];
  const there = db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id ?? 0)
    .where('status', '!=', 'trash');
  return (await there.where(readable(viewer, table)).executeTakeFirst())?.id;
}

/**
 * What a record takes over from a new one like it. It keeps its language: texts in another language become a
 * translation, and a translation into its own is left out.
 */
function mergedPatch<Row extends ContactRow>(
  kind: ContactKind<Row>,
  same: Row,
  { own, image_id, language, translations = new Map() }: ContactPatch<Row>,
  { config }: WriteCall,
): ContactPatch<Row> {
  const kept = ownLanguage(same, config);
  const others = new Map([...translations].filter(([into]) => into !== kept));
  const sent = definedColumns(own) as Partial<Row>;
  if (language === undefined || language === kept) return { own: sent, image_id, translations: others };
  const columns: readonly string[] = Object.values(kind.translated);
  const [texts, rest] = textsApart(sent, name => (columns.includes(name) ? name : undefined));
  others.set(language, { texts });
  return { own: rest as Partial<Row>, image_id, translations: others };
}

/**
 * Returns the name.
 * @throws DomainError if it is empty once markup and blanks are removed
 */
export function assertName(
  kind: ContactRecordKind,
  name: string | undefined,
  doing: Doing = 'create',
): string {
  if (!name) throw nameless(kind, doing);
  return name;
}

export const nameless = (kind: ContactRecordKind, doing: Doing = 'create') =>
  new DomainError(`could-not-${doing}-${kind.type}`);

type ContactRecordKind = { readonly type: ContactType };
type Doing = 'create' | 'update';
