import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';

// Every malformed request gets JSON with an error code, quickly, and never a 5xx. One service receives all kinds, one
// after the other.
import './malformed/arguments.ts';
import './malformed/size.ts';
import './malformed/dates-and-texts.ts';
import './malformed/meanwhile.ts';
import { assertAnswered, db, service, V1 } from './malformed/site.ts';
import { SERVER } from './store.ts';

// These do not reach the store: they run on the embedded one.
if (!SERVER)
  for (const name of ['names', 'paths', 'bodies', 'form-of-answer', 'http'])
    await import(`./malformed/${name}.ts`);

describe('The service after malformed requests', () => {
  it('The service still answers after all malformed requests', async () => {
    await assertAnswered([
      { path: '/healthz' },
      ...['', '/events', '/venues', '/organizers', '/categories', '/tags'].map(path => ({
        path: `${V1}${path}?per_page=50`,
      })),
      { path: `${V1}/events?start_date=1000-01-01&per_page=50` },
    ]);
  });

  it('The store is intact after all malformed requests', async () => {
    if (service.config.DATABASE_URL !== '') return;
    const { rows: integrity } = await sql`pragma integrity_check`.execute(db);
    assert.deepEqual(
      integrity.map(row => ({ ...(row as object) })),
      [{ integrity_check: 'ok' }],
    );
    const { rows: foreignKeys } = await sql`pragma foreign_key_check`.execute(db);
    assert.deepEqual(foreignKeys, []);
  });
});
