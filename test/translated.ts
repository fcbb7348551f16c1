import assert from 'node:assert/strict';
import { type Body, caller } from './client.ts';
import type { Service } from './service.ts';

/** The members of records in several languages. */
export type Translated = Body & {
  language: string;
  languages: Record<string, string>;
  translations: Record<string, Record<string, string>>;
} & Record<string, unknown>;

/** Writes and reads records in several languages: as an editor, and as everybody. */
export function translatedOf({ base, accounts: { editor } }: Service) {
  const ask = caller(base);
  return {
    ask,
    /** The answer to a request of an editor that must succeed. */
    async done(line: string, json?: unknown): Promise<Translated> {
      const { status, text, body } = await ask(line, { as: editor, ...(json === undefined ? {} : { json }) });
      assert.ok(status < 300, `${line}: ${status} ${text}`);
      return body as Translated;
    },
    read: async (line: string) => (await ask(`GET ${line}`)).body as Translated,
    /** What is wrong with a parameter, in the answer to a write that must be refused. */
    async refused(line: string, json: unknown): Promise<Record<string, string>> {
      const { status, body, text } = await ask(line, { as: editor, json });
      assert.equal(status, 400, text);
      return body.data.params;
    },
  };
}

/** Where a public address of a site leads; the status of an answer that leads nowhere. */
export async function leads(site: string, path: string): Promise<string | number | undefined> {
  const response = await fetch(site + path, { redirect: 'manual', headers: { accept: 'application/json' } });
  await response.arrayBuffer();
  return response.status === 301 ? response.headers.get('location')?.replace(site, '') : response.status;
}
