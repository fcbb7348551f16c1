import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type Send, sendPlainly } from '../client.ts';
import { type Document, documentsOf, watchedSend } from '../document.ts';
import { sampleOf } from '../sample.ts';
import { type Service, startService } from '../service.ts';
import { emptyCalendar, SERVER } from '../store.ts';
import { play, servePicture } from './play.mjs';

// Plays each recorded case against an empty service over real HTTP, and compares each response with the document, too.
// The form of responses does not depend on the store, so that is done on the embedded store only, and PostgreSQL gets a
// sample of the cases. FORMAT.md describes them.
const folder = new URL('cases/', import.meta.url);
const files = readdirSync(folder).filter(name => name.endsWith('.json'));

describe('Recorded cases', () => {
  const services: Service[] = [];
  const seen = new Set<string>();
  const undocumented: string[] = [];
  const unwatched = globalThis.fetch;
  let document: Document;
  let picture = '';
  before(async () => {
    picture = await servePicture();
    services.push(await startService(), await startService());
    globalThis.fetch = fetchThrough(sendPlainly);
    if (SERVER) return;
    const documents = await documentsOf(services[0]!.site);
    document = documents[0]!;
    globalThis.fetch = fetchThrough(watchedSend(documents, seen, undocumented));
  });
  after(async () => {
    globalThis.fetch = unwatched;
    await Promise.all(services.map(service => service[Symbol.asyncDispose]()));
  });

  describe('Answers of the reference', { concurrency: 2 }, () => {
    for (const file of sampleOf('cases', files, SERVER ? 0.3 : 1)) {
      it(`The case ${file} is answered as by the reference`, async () => {
        // As many services as concurrent cases.
        const service = services.pop()!;
        try {
          await emptyCalendar(service.db);
          const recorded = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
          const results = await play(service.base, service.accounts, recorded, picture);
          const failed = results.filter(({ problems }) => problems.length > 0);
          assert.ok(results.length > 0);
          assert.deepEqual(failed, []);
        } finally {
          services.push(service);
        }
      });
    }
  });

  describe('Answers of the document', { skip: SERVER !== undefined }, () => {
    // The reference has no dry runs, no series, and no formats, which have a server of their own.
    const operations = () =>
      Object.entries(document.paths).flatMap(([path, item]) =>
        'servers' in item || path.startsWith('/dry-run/') ? [] : Object.values(item),
      );
    const ids = () => operations().flatMap(({ operationId: id }) => (id.includes('Occurrence') ? [] : [id]));

    it('Every answer to the recorded cases is documented in every detail', () =>
      assert.deepEqual([...new Set(undocumented)], []));

    it('The recorded cases call every operation, and each succeeds at least once', () => {
      const answered = new Set(seen.values().map(entry => entry.split(' ')[0]));
      assert.deepEqual(
        ids().filter(id => !answered.has(id)),
        [],
      );
      const succeeded = (id: string) => seen.has(`${id} 200`) || seen.has(`${id} 201`);
      assert.deepEqual(
        ids().filter(id => !id.includes('With') && !succeeded(id)),
        [],
      );
    });
  });
});

/** What plays the cases sends with `fetch`. */
function fetchThrough(send: Send): typeof fetch {
  return async (address, { method = 'GET', headers, body } = {}) => {
    assert.ok(body === undefined || typeof body === 'string');
    const reply = await send(String(address), {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body,
    });
    return new Response([204, 205, 304].includes(reply.status) ? null : reply.text, reply);
  };
}
