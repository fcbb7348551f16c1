import { CANONICAL } from '../../site/address.ts';
import { mayCreate, mayEditOthers } from '../../users/rights.ts';
import { listUsers } from '../../users/store.ts';
import type { AdminCall } from '../page.ts';
import { EVENTS } from './record.ts';

/** What the form of an event offers to choose from. */
export interface Choices extends NamedChoices {
  readonly venues: readonly string[];
  readonly organizers: readonly string[];
  /** The three venues that are used most. */
  readonly often: readonly string[];
}

/** What values of a form name by an id. */
export interface NamedChoices {
  readonly categories: readonly { readonly id: number; readonly name: string }[];
  /** Those who can be the author; none for whoever may not choose one. */
  readonly authors: readonly { readonly id: number; readonly name: string }[];
}

/** The most names that a list beneath a field offers. */
const MOST = 50;

type Members = Readonly<Record<string, unknown>>;

async function list(call: AdminCall, path: string, values: Members): Promise<Members> {
  const { body } = { body: {}, ...(await call.ask('GET', path, values)) };
  return body as Members;
}

/** The names that pages of filters and of changes show in place of ids. */
export async function namesFor(call: AdminCall): Promise<NamedChoices> {
  const [{ categories = [] }, authors] = await Promise.all([
    list(call, `${CANONICAL}/categories`, { per_page: MOST, hide_empty: false }),
    authorsFor(call),
  ]);
  return { categories: categories as NamedChoices['categories'], authors };
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
  return {
    ...names,
    venues: (venues as { venue: string }[]).map(({ venue }) => venue),
    organizers: (organizers as { organizer: string }[]).map(({ organizer }) => organizer),
    often: (facets?.venue ?? []).map(({ name }) => name),
  };
}

export async function authorsFor({ db, viewer }: AdminCall): Promise<NamedChoices['authors']> {
  if (!mayEditOthers(viewer)) return [];
  const users = await listUsers(db);
  const able = users.filter(({ id, login, role }) => mayCreate({ id, login, role }));
  return able.map(({ id, name, login }) => ({ id, name: name || login }));
}
