import { describe } from 'node:test';
import { type Answer, at, listAt, type Members } from './client.ts';
import { operationOf } from './interface.ts';
import { answers, pair, refuses, same } from './probes.ts';
import type { Samples } from './samples.ts';

export interface Case {
  query: Members;
  /** The names of the listed records, in order; a final `'…'` allows more. */
  lists: string[];
  as?: 'editor' | 'administrator' | undefined;
  total?: number;
  pages?: number;
}

/** What a parameter selects from the samples, and values that are refused with its name. */
export interface Filter {
  cases: Case[];
  refused?: unknown[];
  /** Values that are refused for roles without the right to edit. */
  refusedToVisitors?: unknown[];
  /** Parameters sent along with refused values. */
  beside?: Members;
  as?: Case['as'];
}

export interface Listing {
  path: string;
  /** The member with the name of a record. */
  name: string;
  filters: Record<string, Filter>;
  /** The response to a page beyond the last. */
  beyond: { query: Members; status: number; body: Members };
}

/** A number that is no record's id. */
export const UNKNOWN = 999_999;
/** The year of most samples. */
export const YEAR = { start_date: '2041-01-01', end_date: '2041-12-31' };
export const NO_FLAGS = ['foo', '', 2, ['1']];
export const NO_NUMBERS = ['0', '-1', 'foo', '1.5', ''];

/** A query within the year of the samples, and what it lists. */
export function inYear(query: Members, ...lists: string[]): Case {
  return { query: { ...YEAR, ...query }, lists };
}

/** Tests the parameters of a list: which samples each selects, and what it refuses. */
export function listings({ ask }: Samples, { path, name, filters, beyond }: Listing): void {
  const operation = operationOf('GET', path);
  const list = (query: Members, as?: Case['as']): Promise<Answer> => ask({ path, query, as });
  describe(`The list of ${path}`, () => {
    for (const [
      parameter,
      { cases, refused = [], refusedToVisitors = [], beside = {}, as },
    ] of Object.entries(filters))
      pair(operation, parameter, async probe => {
        for (const one of cases)
          await probe(`${one.as ?? ''} ${JSON.stringify(one.query)}`, async () => {
            const answer = await list(one.query, one.as);
            answers(answer, 200);
            const names = listAt(answer.body, path.slice(1)).map(record => record[name]);
            same(names, one.lists, 'listed');
            const total = one.total ?? one.lists.length;
            const total_pages = one.pages ?? Math.ceil(total / 10);
            answers(answer, 200, { total, total_pages });
            same(answer.headers['x-tec-total'], String(total), 'X-TEC-Total');
            same(answer.headers['x-tec-totalpages'], String(total_pages), 'X-TEC-TotalPages');
          });
        for (const value of refused)
          await probe(`refuses ${JSON.stringify(value)}`, async () =>
            refuses(await list({ ...beside, [parameter]: value }, as), [parameter]),
          );
        for (const value of refusedToVisitors)
          await probe(`refuses ${JSON.stringify(value)} to visitors`, async () =>
            refuses(await list({ [parameter]: value }), [parameter]),
          );
        if (parameter === 'page')
          await probe('beyond the last', async () =>
            answers(await list(beyond.query), beyond.status, beyond.body),
          );
        if (parameter === 'per_page')
          await probe('never more than 50', async () => {
            const shown = String((await list({ per_page: 1000 })).body.rest_url);
            same(new URL(shown).searchParams.get('per_page'), '50', 'per_page');
          });
        if (parameter === 'geoloc_lat' || parameter === 'geoloc_lng')
          await probe('one coordinate without the other', async () =>
            refuses(await list({ [parameter]: '41' }), [parameter]),
          );
        if (parameter === 'ticketed')
          await probe('tickets are not sold', async () =>
            same(
              at((await list({ ticketed: true })).body, 'data.details.ticketed.code'),
              'event-tickets-not-active',
              'code',
            ),
          );
      });
  });
}
