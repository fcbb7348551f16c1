import { sql } from 'kysely';
import { raw, rowsOf } from '../../db/prepared.ts';
import type { Db, Taxonomy } from '../../db/tables.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { pathKey } from '../../records/path-key.ts';
import { freeSlug, isSlugTaken } from '../../records/slug.ts';
import { termMembers } from '../../terms/members.ts';
import { findSlugged, findTerm, insertTerm, updateTerm } from '../../terms/store.ts';
import { hashOf, type Identity, identifyTerm, type Origin } from '../identity.ts';
import { forget } from '../imported.ts';
import { importedValues } from '../reading/compared-values.ts';
import { languageStates } from '../reading/read-languages.ts';
import { extrasOf, readTerm } from '../reading/read-record.ts';
import { addressesIn } from '../reading/source-addresses.ts';
import { translationsHash } from '../reading/source-languages.ts';
import { noteLeftOut } from '../reading/unknown-members.ts';
import { idOf } from '../reading/values.ts';
import { because } from '../reason.ts';
import type { ImportRun } from '../run.ts';
import { type ImportPlan, placeOf } from './plan.ts';

/** Plans terms, parents first. */
export function planTerms(
  run: ImportRun,
  taxonomy: Taxonomy,
  terms: readonly JsonObject[],
  origin: Origin,
): ImportPlan[] {
  const named = terms.map(term => ({ term, identity: identifyTerm(term, origin) }));
  for (const { term, identity } of named) {
    const id = idOf(term.id);
    if (id !== undefined) run.terms.set(idPlace(identity, id), identity);
    run.terms.set(placeOf(taxonomy, identity), identity);
  }
  return parentsFirst(run, taxonomy, named).map(({ term, identity }) =>
    planTerm(run, taxonomy, term, identity),
  );
}

interface NamedTerm {
  term: JsonObject;
  identity: Identity;
}

const idPlace = ({ base }: Identity, id: number) => `${base} ${id}`;

/** The parent that a term names by its id; undefined if no such term was read. */
function parentOf(run: ImportRun, { term, identity }: NamedTerm): Identity | 'none' | undefined {
  const parent = idOf(term.parent);
  return parent === undefined ? 'none' : run.terms.get(idPlace(identity, parent));
}

function parentsFirst(run: ImportRun, taxonomy: Taxonomy, all: readonly NamedTerm[]): NamedTerm[] {
  const placeIn = (identity: Identity) => placeOf(taxonomy, identity);
  const waiting = new Map(all.map(named => [placeIn(named.identity), named]));
  const ordered: NamedTerm[] = [];
  for (const named of all) {
    const line: NamedTerm[] = [];
    for (let next: NamedTerm | undefined = named; next; ) {
      // Each waiting term is planned once, even if parents form a cycle.
      if (!waiting.delete(placeIn(next.identity))) break;
      line.unshift(next);
      const parent: ReturnType<typeof parentOf> = parentOf(run, next);
      next = typeof parent === 'object' ? waiting.get(placeIn(parent)) : undefined;
    }
    ordered.push(...line);
  }
  return ordered;
}

/** Where its slug changes, its id tells that it is the same one, unless another one has that slug still. */
function formerOf(
  run: ImportRun,
  taxonomy: Taxonomy,
  { id }: JsonObject,
  { base, key }: Identity,
): ImportPlan['former'] {
  const path = pathKey(`/${base}/${taxonomy}/${idOf(id)}`);
  const isFormer = (source: string) =>
    source !== key && source.startsWith(`${base}#`) && !run.terms.has(placeOf(taxonomy, { key: source }));
  return path === undefined || idOf(id) === undefined || run.source.isExport ? undefined : { path, isFormer };
}

function planTerm(run: ImportRun, taxonomy: Taxonomy, term: JsonObject, identity: Identity): ImportPlan {
  const parent = taxonomy === 'category' ? parentOf(run, { term, identity }) : 'none';
  const extras = extrasOf(term, run.source);
  const former = formerOf(run, taxonomy, term, identity);
  const parentId = (): number | undefined => {
    if (parent === undefined) return undefined;
    return (parent !== 'none' && run.settled.get(placeOf(taxonomy, parent))) || 0;
  };
  return {
    ...{ type: taxonomy, identity, id: idOf(term.id), picture: undefined, own: undefined, former },
    core: hashOf([
      ...importedValues(term, termMembers, ['name', 'slug', 'description']),
      ...[extras, ...(run.options.language ? [run.options.language] : [])],
    ]),
    extra: parent === undefined ? undefined : parent === 'none' ? '' : hashOf(parent.key),
    translations: translationsHash(term, run.source),
    provenance: extras.imported,
    addresses: [
      ...addressesIn(run, taxonomy, term, extras, identity),
      ...(former ? [{ path: former.path, site: identity.base }] : []),
    ],
    links: [],
    read(translates) {
      const read = readTerm(term);
      if ('refused' in read) return read;
      noteLeftOut(run, taxonomy, term, identity);
      const { patch, notes } = read;
      const languageState = languageStates(run, taxonomy, term, notes, translates);
      if (parent === undefined) notes.push(because('parent_unread', { id: idOf(term.parent) ?? 0 }));
      return {
        notes,
        patch: {
          isLinkable: true,
          same: async db => (await findSlugged(db, taxonomy, patch.slug))?.id,
          async insert(db, id) {
            const free = id !== undefined && (await isFree(db, id)) ? id : undefined;
            const whole = { ...patch, parent: parentId(), languageState: languageState() };
            const made = await insertTerm(db, taxonomy, whole, run.context, free);
            return { id: made.id, modified_at: 0 };
          },
          async update(db, known) {
            const { local_id: id, source } = known;
            const current = (await findTerm(db, taxonomy, id))!;
            const isRenamed = source !== identity.key;
            // Another term may get the former slug at the source.
            if (isRenamed) await forget(db, known);
            // A slug that was given here stays.
            const slug =
              isRenamed && source === `${identity.base}#${current.slug}`
                ? await freeSlug(patch.slug, one => isSlugTaken(db, taxonomy, one, id))
                : undefined;
            const whole = { ...patch, slug, parent: parentId(), languageState: languageState(current) };
            await updateTerm(db, current, whole, run.context);
            return { id, modified_at: 0 };
          },
        },
      };
    },
  };
}

/** Whether no term has or had this id. A deleted term in the history may be restored. */
const isFree = async (db: Db, id: number): Promise<boolean> =>
  (await rowsOf(db, there, [id])).length === 0 && (await rowsOf(db, known, [id, id])).length === 0;

const there = (db: Db) => db.selectFrom('terms').select('id').where('id', '=', 0);
const known = raw<{ id: number }>(
  () => sql`select id from versions where type in ('category', 'tag') and record_id = ${0}
    union all select local_id from imported where type in ('category', 'tag') and local_id = ${0} limit 1`,
);
