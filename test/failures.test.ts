import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ReadModel } from '../src/read-model/read-model.ts';
import { basic, exactly } from './client.ts';
import { startListening } from './plans/listening.ts';
import { startService } from './service.ts';

// The store fails one query after another, under a service with a read model.

const service = await startService({ LOG_LEVEL: 'silent' });
let failure: Error | undefined;
const failing = await startListening(
  service,
  async query => {
    if (failure && /from "venues"/.test(query.sql)) throw failure;
  },
  ReadModel.open,
);
after(async () => {
  await failing.close();
  await service[Symbol.asyncDispose]();
});
const VENUES = '/cal/events/v1/venues';
const { user, app_password } = service.accounts.editor;
const NOBODY: Record<string, string> = {};

/** How many queries for venues reached the store, and the response. */
async function queriesOf(path: string, headers: Record<string, string> = {}) {
  failing.asked.length = 0;
  const { status, body } = await exactly(failing.site, path, headers);
  const queries = failing.asked.filter(({ sql }) => /from "venues"/.test(sql));
  return { status, code: body.code, times: queries.length };
}

describe('a read whose store fails', () => {
  const refusals: [string, Error, number, string][] = [
    ['500', new Error('broken'), 500, 'internal_server_error'],
    ['503', Object.assign(new Error('away'), { code: 'ECONNREFUSED' }), 503, 'service_unavailable'],
  ];
  for (const [name, error, status, code] of refusals)
    it(`is answered with ${name}, and asks the store no second time`, async () => {
      for (const headers of [NOBODY, { authorization: basic(user, app_password) }])
        try {
          failure = error;
          assert.deepEqual(await queriesOf(`${VENUES}?search=${name}`, headers), { status, code, times: 1 });
        } finally {
          failure = undefined;
        }
      assert.equal((await queriesOf(VENUES)).status, 200, 'it is over');
    });
});
