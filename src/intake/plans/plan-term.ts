import { sql } from 'kysely';
import { raw, rowsOf } from '../../db/prepared.ts';
import type { Db, Taxonomy } from '../../db/tables.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { termMembers } from '../../terms/members.ts';
import { findSlugged, findTerm, insertTerm, updateTerm } from '../../terms/store.ts';
import { hashOf, type Identity, identifyTerm, type Origin } from '../identity.ts';
import { importedValues } from '../reading/compared-values.ts';
import { languageStates } from '../reading/read-languages.ts';
import { extrasOf, readTerm } from '../reading/read-record.ts';
import { addressesIn } from '../reading/source-addresses.ts';
import { translationsHash } from '../reading/source-languages.ts';
import { leftOutOf, noteLeftOut } from '../reading/unknown-members.ts';
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

function planTerm(run: ImportRun, taxonomy: Taxonomy, term: JsonObject, identity: Identity): ImportPlan {
  const parent = taxonomy === 'category' ? parentOf(run, { term, identity }) : 'none';
  const extras = extrasOf(term, run.source);
  const parentId = (): number | undefined => {
    if (parent === undefined) return undefined;
    return (parent !== 'none' && run.settled.get(placeOf(taxonomy, parent))) || 0;
  };
  return {
    ...{ type: taxonomy, identity, id: idOf(term.id), picture: undefined, own: undefined },
    core: hashOf([
      ...importedValues(term, termMembers, ['name', 'slug', 'description']),
      ...[extras, ...(run.options.language ? [run.options.language] : [])],
    ]),
    extra: parent === undefined ? undefined : parent === 'none' ? '' : hashOf(parent.key),
    translations: translationsHash(term, run.source),
    provenance: extras.imported,
    addresses: addressesIn(run, taxonomy, term, extras, identity),
    links: [],
    read(translates) {
      const read = readTerm(term);
      if ('refused' in read) return read;
      noteLeftOut(run, taxonomy, leftOutOf(taxonomy, term), identity);
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
          async update(db, id) {
            const { slug: _, ...changed } = patch;
            const current = (await findTerm(db, taxonomy, id))!;
            const whole = { ...changed, parent: parentId(), languageState: languageState(current) };
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
