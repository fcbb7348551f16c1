import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fragment, Json, unshared } from '../lib/json.ts';
import { meterOf } from '../observability/requests.ts';
import { codings } from './encodings.ts';
import { Representation } from './representation.ts';

const OPTIONS = { meter: meterOf(), isKept: true, tag: 'a', source: undefined };
const SHARED = { whole: [], unchanged: [] };

it('A kept response holds no more memory than its bytes', async () => {
  for (const part of [unshared, fragment])
    for (const length of [2000, 20_000, 40_000]) {
      const body = new Json([part(`${'é·'.repeat(length / 4)}${Math.random()}`)]);
      const kept = new Representation({ status: 200, headers: {}, body }, 0, SHARED, OPTIONS);
      const encoded = await Promise.all(codings.map(coding => kept.encoded(coding)));
      const buffers = [kept.body, ...encoded].filter(held => Buffer.isBuffer(held));
      assert.deepEqual(
        buffers.map(({ buffer }) => buffer.byteLength),
        buffers.map(({ length }) => length),
      );
      assert.equal(
        Buffer.from(kept.body as string, 'latin1').toString(),
        Buffer.from(body.bytes, 'latin1').toString(),
      );
    }
});
