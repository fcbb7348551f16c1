import { CANONICAL } from '../../site/address.ts';
import { mayCreate, mayEditOthers } from '../../users/rights.ts';
import { listUsers } from '../../users/store.ts';
import type { AdminCall } from '../page.ts';

/** What the form of an event offers to choose from. */
export interface Choices {
  readonly categories: readonly { readonly id: number; readonly name: string }[];
  readonly venues: readonly string[];
  readonly organizers: readonly string[];
  /** Those who can be the author; none for whoever may not choose one. */
  readonly authors: readonly { readonly id: number; readonly name: string }[];
  /** The three venues that are used most. */
  readonly often: readonly string[];
}

/** The most names that a list beneath a field offers. */
const MOST = 50;

export async function choicesFor(call: AdminCall): Promise<Choices> {
  const list = async (path: string, values: Readonly<Record<string, unknown>>) => {
    const { body } = { body: {}, ...(await call.ask('GET', CANONICAL + path, values)) };
    return body as Readonly<Record<string, unknown>>;
  };
  const all = { per_page: MOST };
  const [categories, venues, organizers, used] = await Promise.all([
    list('/categories', { ...all, hide_empty: false }),
    list('/venues', all),
    list('/organizers', all),
    list('/events', { when: 'all', facets: 'venue', facet_limit: 3, per_page: 1 }),
  ]);
  const facets = used.facets as { venue?: { name: string }[] } | undefined;
  return {
    categories: (categories.categories ?? []) as Choices['categories'],
    venues: ((venues.venues ?? []) as { venue: string }[]).map(({ venue }) => venue),
    organizers: ((organizers.organizers ?? []) as { organizer: string }[]).map(({ organizer }) => organizer),
    authors: await authorsFor(call),
    often: (facets?.venue ?? []).map(({ name }) => name),
  };
}

async function authorsFor({ db, viewer }: AdminCall): Promise<Choices['authors']> {
  if (!mayEditOthers(viewer)) return [];
  const users = await listUsers(db);
  return users.filter(user => mayCreate(user)).map(({ id, name, login }) => ({ id, name: name || login }));
}
