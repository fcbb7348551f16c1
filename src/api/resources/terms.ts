import { dialectOf } from '../../db/dialect.ts';
import type { Db, TermRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { InvalidValue, Refused, TermExists } from '../../errors.ts';
import { tableArguments } from '../../formats/csv/columns.ts';
import { categoryDocuments, tagDocuments } from '../../formats/record-formats.ts';
import { listedView } from '../../formats/render.ts';
import { EXAMPLE_ID, refusal } from '../../http/errors.ts';
import type { Route } from '../../http/route.ts';
import type { Translations } from '../../i18n/language.ts';
import {
  categoryFilterWords,
  categoryOperationWords,
  categoryWords,
  interfaceWords,
  tagOperationWords,
  tagWords,
} from '../../i18n/messages.ts';
import type { Argument, ArgumentValues } from '../../input/arguments.ts';
import { described, HREF, ref } from '../../input/schemas.ts';
import { KINDS } from '../../kinds.ts';
import { inOrder } from '../../read-model/record-source.ts';
import { isSlugTaken } from '../../records/slug.ts';
import { filterOf, listArguments } from '../../terms/filters.ts';
import { findTerms, listTermIds, listTerms, type TermFilter } from '../../terms/list.ts';
import { linkedTermMembers, termMembers } from '../../terms/members.ts';
import {
  deleteTerm,
  findNamesake,
  findTerm,
  insertTerm,
  type TermPatch,
  updateTerm,
} from '../../terms/store.ts';
import { categoryFields, parentField, tagFields, translatedColumns } from '../../terms/term.ts';
import { type PlacedTerm, placedTerms, stateOfTerm } from '../../terms/tree.ts';
import { mayManageCategories, mayManageTags, type Viewer } from '../../users/rights.ts';
import type { Resource, ResourceList, ResourceWrites } from './resource.ts';
import { resourceRoutes } from './routes.ts';

export const categoryRoutes = (): Route[] =>
  termRoutes({
    taxonomy: 'category',
    fields: categoryFields,
    filters: { ...listArguments('category'), parent: parentField(categoryFilterWords.parent) },
    words: categoryWords,
    operationWords: categoryOperationWords,
    listSchema: ref('CategoryList'),
    formats: categoryDocuments,
    mayManage: mayManageCategories,
    refusals: [],
  });

export const tagRoutes = (): Route[] =>
  termRoutes({
    taxonomy: 'tag',
    fields: tagFields,
    filters: listArguments('tag'),
    words: tagWords,
    operationWords: tagOperationWords,
    listSchema: ref('TagList'),
    formats: tagDocuments,
    mayManage: mayManageTags,
    refusals: [NOT_HIERARCHICAL],
  });

const NOT_HIERARCHICAL = refusal(400, 'rest_taxonomy_not_hierarchical');
const SLUG_TAKEN = refusal(400, 'duplicate_term_slug');

/** What the routes of categories and tags differ in. */
interface TermDeclaration {
  readonly taxonomy: TermRow['taxonomy'];
  readonly fields: typeof categoryFields | typeof tagFields;
  readonly filters: ReturnType<typeof listArguments> & { readonly parent?: Argument<number> };
  readonly words: { readonly id: Translations };
  readonly operationWords: Readonly<Record<'list' | 'create' | 'read' | 'update' | 'delete', Translations>>;
  readonly listSchema: ReturnType<typeof ref>;
  readonly formats: typeof categoryDocuments;
  mayManage(viewer: Viewer): boolean;
  /** The errors of writes that only this taxonomy has. */
  readonly refusals: readonly (typeof NOT_HIERARCHICAL)[];
}

function termRoutes(declared: TermDeclaration): Route[] {
  const { taxonomy, formats, operationWords: words, mayManage } = declared;
  const resource: Resource<TermRow, PlacedTerm> = {
    ...{ type: taxonomy, words, schema: ref('Term'), formats },
    ...{ members: termMembers, singleMembers: linkedTermMembers, nameMember: 'name' },
    keys: [
      {
        ...{ name: 'id', path: '/:id', parameter: declared.words.id, words },
        find: (db, { id }) => findTerm(db, taxonomy, id),
      },
    ],
    rights: {
      mayCreate: mayManage,
      mayEdit: mayManage,
      // Terms are public.
      assertReadable: () => {},
      // The reference refuses nobody, so whoever may not manage terms reads them as everybody does.
      contextFor: (context, viewer, mayEdit) => (mayEdit(viewer) ? context : undefined),
    },
    writes: writesOf(declared),
    readErrors: [400],
    complete: placedTerms,
    state: stateOfTerm,
  };
  return resourceRoutes(resource, listOf(declared));
}

function listOf({
  taxonomy,
  filters,
  listSchema,
}: Pick<TermDeclaration, 'taxonomy' | 'filters' | 'listSchema'>): ResourceList<PlacedTerm, TermFilter> {
  return {
    ...{ schema: listSchema, arguments: { ...filters, ...tableArguments }, errors: [400], linksFirst: true },
    filter: (args: TermListArgs, call) => filterOf(args, call),
    links: ({ page, per_page, languages, context, ...filters }: TermListArgs) => filters,
    holds: () => true,
    find: (call, filter, range) => listTerms(call, taxonomy, filter, call.viewer, range),
    findIds: ({ db, viewer }, filter, range) => listTermIds(db, taxonomy, filter, viewer, range),
    read: async ({ db }, ids) => placedTerms(db, inOrder(ids, await findTerms(db, ids))),
  };
}

/** The values that every list of terms has, and the parent of a list of categories. */
type TermListArgs = ArgumentValues<TermDeclaration['filters'] & typeof tableArguments>;

function writesOf({
  taxonomy,
  fields,
  refusals,
}: Pick<TermDeclaration, 'taxonomy' | 'fields' | 'refusals'>): ResourceWrites<TermRow, TermPatch> {
  return {
    ...{ fields, translated: translatedColumns },
    errors: {
      create: [400, new TermExists(EXAMPLE_ID), ...refusals, 401, 403],
      update: [400, SLUG_TAKEN, ...refusals, 401, 403],
      delete: [400, 401, 403],
    },
    created: {
      headers: { Location: described(HREF, interfaceWords.header_location) },
      of: (call, { id }) => ({
        Location: `${listedView(call).address.api}/${KINDS[taxonomy].collection}/${id}`,
      }),
    },
    async write({ db }, args, _, write) {
      const patch = patchOf(taxonomy, args);
      return inTransaction(db, db => write(db, async () => patch));
    },
    async insert(db, patch, call) {
      await lockTree(db, patch.parent);
      // A create requires a name.
      const named = patch as TermPatch & { name: string };
      const { name, parent = 0, slug } = named;
      const namesake = slug ? undefined : await findNamesake(db, taxonomy, name, parent);
      if (namesake) throw new TermExists(namesake.id);
      return insertTerm(db, taxonomy, named, call);
    },
    async lock(db, target, _, patch) {
      await lockTree(db, patch?.parent);
      return stillThere(db, target);
    },
    async update(db, current, patch, call) {
      if (patch.slug && (await isSlugTaken(db, taxonomy, patch.slug, current.id))) throw SLUG_TAKEN;
      await updateTerm(db, current, patch, call);
      return stillThere(db, current);
    },
    async remove(db, current, call) {
      await deleteTerm(db, current, call);
      return undefined;
    },
  };
}

/** Locks the terms until the transaction ends. 400 if the parent was deleted since the request was read. */
async function lockTree(db: Db, parent: number | undefined): Promise<void> {
  await dialectOf(db).lockNames(db, 'terms');
  if (parent && !(await findTerm(db, 'category', parent)))
    throw new InvalidValue('parent', new Refused('expected_parent'));
}

/** Reads the term again within the transaction. 400 if it was deleted since the request was read. */
async function stillThere(db: Db, { taxonomy, id }: TermRow): Promise<TermRow> {
  const term = await findTerm(db, taxonomy, id);
  if (!term) throw new InvalidValue('id', new Refused('expected_record_id'));
  return term;
}

function patchOf(taxonomy: TermRow['taxonomy'], args: object): TermPatch {
  const patch = args as TermPatch;
  if (taxonomy === 'tag' && patch.parent !== undefined) throw NOT_HIERARCHICAL;
  // The fields of terms have read these arguments.
  return patch;
}
