import { namedLimits } from '../../records/limits.ts';
import { CANONICAL } from '../../site/address.ts';
import { limitTypes } from '../../users/limits.ts';
import { mayCreate, mayEditOthers } from '../../users/rights.ts';
import { listUsers } from '../../users/store.ts';
import { type Asking, bodyOf, type JsonMembers } from '../ask.ts';
import type { AdminCall } from '../page.ts';
import { EVENTS, type ShownImage } from './record.ts';
import type { FormValues } from './values.ts';

/** What the form of an event offers to choose from. */
export interface Choices extends NamedChoices {
  readonly venues: readonly string[];
  readonly organizers: readonly string[];
  /** The three venues that are used most. */
  readonly often: readonly string[];
  /** The only categories that the account may give to events. */
  readonly within?: ReadonlySet<number>;
  /** What a new event begins with. */
  readonly chosen?: Partial<FormValues>;
}

/** What values of a form name by an id. */
export interface NamedChoices {
  readonly categories: readonly { readonly id: number; readonly name: string; readonly parent?: number }[];
  /** Those who can be the author; none for whoever may not choose one. */
  readonly authors: readonly { readonly id: number; readonly name: string }[];
  readonly pictures?: ReadonlyMap<string, ShownImage>;
}

/** The most names that a list beneath a field offers. */
const MOST = 50;

const list = async (call: AdminCall, path: string, values: JsonMembers, asking?: Asking) =>
  (await bodyOf<JsonMembers>(call.ask('GET', path, values, asking))) ?? {};

/** More records than this are nothing that somebody looks through. */
const MOST_LISTED = 2000;

/** All records of a list, page by page. */
export async function listAll<Shown>(
  call: AdminCall,
  collection: string,
  values: JsonMembers,
  asking?: Asking,
): Promise<readonly Shown[]> {
  const all: Shown[] = [];
  for (let page = 1; all.length < MOST_LISTED; page++) {
    const asked = { per_page: MOST, page, ...values };
    const listed = await list(call, `${CANONICAL}/${collection}`, asked, asking);
    all.push(...((listed[collection] ?? []) as Shown[]));
    if (page >= Number(listed.total_pages ?? 0)) break;
  }
  return all;
}

export type Category = Readonly<{ id: number; name: string; slug: string; parent: number }>;

/** All categories, by their names: a form takes away from its event those that it does not offer. */
export const allCategories = <Shown extends Category>(
  call: AdminCall,
  values: JsonMembers = {},
  asking?: Asking,
) => listAll<Shown>(call, 'categories', { hide_empty: false, ...values }, asking);

/** The names that pages of filters and of changes show in place of ids. */
export async function namesFor(call: AdminCall): Promise<NamedChoices> {
  const [categories, authors] = await Promise.all([allCategories(call), authorsFor(call)]);
  return { categories, authors };
}

/**
 * What a form offers to an account that is limited to records of one kind: these, and the only one is chosen. Where
 * several kinds are named, one of them is enough, and the others are free.
 */
async function ownChoices(call: AdminCall, all: Choices): Promise<Choices> {
  const limits = call.viewer?.limits;
  const [kind, ...others] = limitTypes.filter(type => limits?.[type].length);
  if (!limits || !kind || others.length > 0) return all;
  const named = await namedLimits(call.db, limits);
  const names = named.map(({ name }) => name);
  const single = names.length === 1 ? names : [];
  if (kind === 'organizer') return { ...all, organizers: names, chosen: { organizer: single.join() } };
  if (kind === 'venue')
    return { ...all, venues: names, often: names.slice(0, 3), chosen: { venue: single.join() } };
  const within = new Set(limits.category);
  for (const { id, parent } of all.categories) if (within.has(parent ?? 0)) within.add(id);
  return { ...all, within, chosen: { categories: single.length > 0 ? String(named[0]!.id) : '' } };
}

export type PublicChoices = Pick<Choices, 'categories' | 'venues'>;

/** What a form for everybody offers: categories, and names of venues. */
export async function publicChoices(call: AdminCall): Promise<PublicChoices> {
  const [categories, { venues = [] }] = await Promise.all([
    allCategories(call, {}, { textLanguage: call.language }),
    list(call, `${CANONICAL}/venues`, { per_page: MOST, _fields: 'venue' }),
  ]);
  return { categories, venues: (venues as { venue: string }[]).map(({ venue }) => venue) };
}

export async function choicesFor(call: AdminCall): Promise<Choices> {
  const all = { per_page: MOST };
  const [names, { venues = [] }, { organizers = [] }, used] = await Promise.all([
    namesFor(call),
    list(call, `${CANONICAL}/venues`, all),
    list(call, `${CANONICAL}/organizers`, all),
    list(call, EVENTS, { when: 'all', facets: 'venue', facet_limit: 3, per_page: 1 }),
  ]);
  const facets = used.facets as { venue?: { name: string }[] } | undefined;
  return ownChoices(call, {
    ...names,
    venues: (venues as { venue: string }[]).map(({ venue }) => venue),
    organizers: (organizers as { organizer: string }[]).map(({ organizer }) => organizer),
    often: (facets?.venue ?? []).map(({ name }) => name),
  });
}

export async function authorsFor({ db, viewer }: AdminCall): Promise<NamedChoices['authors']> {
  if (!mayEditOthers(viewer)) return [];
  const able = (await listUsers(db)).filter(({ id, login, role }) => mayCreate({ id, login, role }));
  return able.map(({ id, name, login }) => ({ id, name: name || login }));
}
