import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationsOf, tryEverything } from './operations.ts';
import { asAdministrator, records, V1, wire } from './site.ts';

describe('every argument of every operation', async () => {
  const { text } = await wire.send({ path: V1 });
  const operations = operationsOf(JSON.parse(text), records);
  it('is told by the index', () => assert.ok(operations.length >= 36, String(operations.length)));
  for (const operation of operations)
    it(`takes anything: ${operation.method} ${operation.path}`, async () => {
      assert.deepEqual(await tryEverything(asAdministrator, operation), []);
    });
});
