import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationsOf, tryEverything } from './operations.ts';
import { asAdministrator, records, V1, wire } from './site.ts';

describe('Arguments of all operations', async () => {
  const { text } = await wire.send({ path: V1 });
  const operations = operationsOf(JSON.parse(text), records);
  it('The index lists every operation', () => assert.ok(operations.length >= 36, String(operations.length)));
  for (const operation of operations)
    it(`${operation.method} ${operation.path} answers any value of any argument`, async () => {
      assert.deepEqual(await tryEverything(asAdministrator, operation), []);
    });
});
