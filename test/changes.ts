import assert from 'node:assert/strict';
import type { Account } from './account.ts';
import { type Body, caller, type Send } from './client.ts';
import type { Service } from './service.ts';

/** A change of a record, as its history lists it. */
export interface Change {
  version?: number;
  operation: string;
  date_utc: string;
  user: { id: number; login: string } | null;
  credential: { type: string; id?: number; name?: string };
  changed: string[];
  rest_url: string;
}

/** Reads the history of records from a service. */
export function historyOf({ base, site, accounts }: Service, send?: Send) {
  const ask = caller(base, send);

  /** The response to a request that must succeed. */
  async function done(line: string, as: Account | undefined, json?: unknown): Promise<Body> {
    const { status, text, body } = await ask(line, { as, ...(json === undefined ? {} : { json }) });
    assert.ok(status < 300, `${line}: ${status} ${text}`);
    return body;
  }

  return {
    done,
    /** The changes of a record as this account sees them, the latest first. */
    async changes(path: string, as: Account = accounts.administrator): Promise<Change[]> {
      const body = await done(`GET ${site}/cal/history/v1/${path}?per_page=50`, as);
      return (body as unknown as { versions: Change[] }).versions;
    },
    /** The record before one of its changes. */
    before: async ({ rest_url }: Pick<Change, 'rest_url'>, as: Account = accounts.administrator) =>
      (await done(`GET ${rest_url}`, as)) as unknown as Record<'event' | 'venue' | 'category', Body> & Change,
    restore: ({ rest_url }: Pick<Change, 'rest_url'>, as: Account = accounts.administrator) =>
      done(`POST ${rest_url}/restore`, as),
    /** The status and error code that this account gets. */
    async answer(line: string, as: Account | undefined): Promise<string> {
      const { status, body } = await ask(line, { as });
      return `${status} ${body.code ?? ''}`.trim();
    },
  };
}

/** Changes in a few words: action, author and changed members. */
export const inWords = (all: readonly Change[]): string[] =>
  all.map(({ operation, user, changed }) =>
    [operation, user?.login, changed.join()].filter(Boolean).join(' '),
  );
