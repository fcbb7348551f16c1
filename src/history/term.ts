import { sql } from 'kysely';
import { PreparedTexts } from '../background/texts.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db, Taxonomy, TermRow } from '../db/tables.ts';
import { TermExists } from '../errors.ts';
import { plainText } from '../lib/text/text.ts';
import { show } from '../records/members.ts';
import { freeSlug, isSlugTaken } from '../records/slug.ts';
import { type LanguageColumns, UNTRANSLATED } from '../records/translations/stored.ts';
import { followMerged } from '../records/versions/links.ts';
import { contentOf, type WriteCall } from '../records/versions/record-change.ts';
import { termMembers, unshownTermColumns } from '../terms/members.ts';
import { findNamesake, findTerm, insertTerm, updateTerm } from '../terms/store.ts';
import { collectionOf } from '../terms/term.ts';
import { asShown, placedTerm } from '../terms/tree.ts';
import { mayManageCategories, mayManageTags } from '../users/rights.ts';
import { formerLanguages, memberNamesOf, type VersionedKind } from './kind.ts';
import { takeBack } from './merge.ts';
import { relinkTerm } from './relink.ts';
import type { RecordState } from './versions.ts';

export const categoryHistory = termHistory('category');
export const tagHistory = termHistory('tag');

type TermState = Pick<TermRow, 'name' | 'slug' | 'description' | 'parent'> &
  // A version may be older than translations and colours are.
  Partial<LanguageColumns & Pick<TermRow, 'color'>> & {
    /** For a deleted term: the events that had it, the categories directly below it, and the sources that gave it. */
    events?: number[];
    children?: number[];
    sources?: number[];
    /** The one into which it was merged, which has taken its events and the categories below it. */
    merged_into?: number;
  };

// The state of a term comes from its row and its versions, so it has these columns.
const asTerm = (state: RecordState) => state as TermState;

function termHistory(taxonomy: Taxonomy): VersionedKind {
  const mayManage = taxonomy === 'category' ? mayManageCategories : mayManageTags;
  return {
    name: taxonomy,
    collection: collectionOf(taxonomy),
    memberNames: memberNamesOf(termMembers, unshownTermColumns),
    async find(db, id) {
      const term = await findTerm(db, taxonomy, id);
      return term && contentOf(term);
    },
    asShown: async (db, id) => asShown(db, (await findTerm(db, taxonomy, id))!),
    lock: db => dialectOf(db).lockNames(db, 'terms'),
    mayEdit: viewer => mayManage(viewer),
    mayDelete: mayManage,
    async show(id, state, _current, context) {
      const { db } = context;
      const count = (await findTerm(db, taxonomy, id))?.count ?? 0;
      const { events: _, children: __, merged_into: ___, sources: ____, ...term } = asTerm(state);
      const row = {
        ...UNTRANSLATED,
        color: '' as const,
        ...term,
        id,
        taxonomy,
        count,
        lower_name: '',
        sort_name: '',
      };
      const placed = await placedTerm(db, row);
      return show(termMembers, placed, context);
    },
    async restore(db, id, state, current, context) {
      const patch = await patchOf(db, taxonomy, id, asTerm(state), context.texts);
      const restoring: WriteCall = { ...context, operation: 'restore' };
      const term = current && (await findTerm(db, taxonomy, id));
      if (!term) return remake(db, taxonomy, id, asTerm(state), patch, restoring);
      await updateTerm(db, term, patch, restoring);
      return id;
    },
  };
}

type RestoredTerm = Awaited<ReturnType<typeof patchOf>>;

async function patchOf(db: Db, taxonomy: Taxonomy, id: number, term: TermState, texts = new PreparedTexts()) {
  const clean = (html: string) => texts.get('termText', html);
  const above =
    taxonomy === 'category' && term.parent ? await findTerm(db, taxonomy, term.parent) : undefined;
  return {
    name: plainText(term.name),
    description: clean(term.description),
    languageState: formerLanguages(term, { name: plainText, description: clean }),
    slug: await freeSlug(term.slug, slug => isSlugTaken(db, taxonomy, slug, id)),
    parent: above?.id ?? 0,
    color: term.color || undefined,
  };
}

/** Creates a deleted term again, with its parent, its children and its events. */
async function remake(
  db: Db,
  taxonomy: Taxonomy,
  id: number,
  state: TermState,
  patch: RestoredTerm,
  context: WriteCall,
): Promise<number> {
  const { children = [], sources = [], parent, merged_into = parent } = state;
  const namesake = await findNamesake(db, taxonomy, patch.name, patch.parent);
  if (namesake) throw new TermExists(namesake.id);
  // An import may have given its id to a term of the other taxonomy.
  const taken = await db.selectFrom('terms').select('id').where('id', '=', id).executeTakeFirst();
  const term = await insertTerm(db, taxonomy, patch, context, taken ? undefined : id);
  const nested = { ...context, operation: undefined };
  await relinkTerm(db, nested, term, await takeBack(db, nested, taxonomy, term.id, state));
  const { among, listOf } = dialectOf(db);
  const giving = db.updateTable('sources').set({ category_id: term.id }).where('category_id', 'is', null);
  await giving.where(among(sql.ref('id'), listOf(sources))).execute();
  const [above] = await followMerged(db, taxonomy, [merged_into]);
  for (const id of children) {
    const child = await findTerm(db, taxonomy, id);
    if (child && child.parent === above) await updateTerm(db, child, { parent: term.id }, nested);
  }
  return term.id;
}
