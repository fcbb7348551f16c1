import { LINKS } from './directus-schema.ts';

export type Filter = Record<string, object>;

/** An event with all that it is linked with, as Almanac shows it. */
const FIELDS = ['*', ...LINKS.map(link => `${link}.${link}_id.*`)].join();

const path = (of: string, query: Record<string, string>): string =>
  `/items/events${of}?${new URLSearchParams({ fields: FIELDS, ...query })}`;

/** A list of ten events with their number. */
export const listPath = (filter: Filter, search: string | undefined): string =>
  path('', {
    ...{ filter: JSON.stringify(filter), sort: 'start_at,date_at,id', limit: '10', meta: 'filter_count' },
    ...(search === undefined ? {} : { search }),
  });

export const itemPath = (id: number): string => path(`/${id}`, {});
